"""Plays with sense: looks at every move, and takes the one that leaves its side best off."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from games.rules.partners.board import PIECES
from games.rules.partners.bots.bot import Bot, Choice, Seen
from games.rules.partners.bots.random_bot import RANDOM
from games.rules.partners.bots.worth import worth_for
from games.rules.partners.cards import ComeOut
from games.rules.partners.moves import results

KEEP: Final[Mapping[str, float]] = {
    "heart": 1.0,
    "8/heart": 4.0,
    "13/heart": 4.0,
    "1/14": 4.0,
    "7": 4.0,
    "-4": 3.0,
    "swap": 3.0,
    "2": 1.0,
}
"""What holding a card back for later is worth, in fields; nothing for the others."""


class SensibleBot:
    """Comes out, hits, stands together, locks, blocks, helps its partner; one move ahead.

    ``most`` limits how many results of one card it looks at (a 7 can have hundreds); the more,
    the better and the slower. With a limit it is "quick": it also gives cards away by rule of
    thumb. ``slips`` is how often it plays as the random bot does instead: a weaker player.
    """

    def __init__(self, *, most: int | None = None, slips: float = 0.0) -> None:
        self._most = most
        self._slips = slips
        quick = "" if most is None else ", quick"
        self.name: Final = f"sensible{quick}" + (f", slips {slips:.0%}" if slips else "")

    def turn(self, seen: Seen, chance: random.Random) -> Choice | None:
        """The card and the move that leave the side best off, less what the card was worth."""
        if self._slips and chance.random() < self._slips:
            return RANDOM.turn(seen, chance)
        setup, seat, hand, cells = seen
        game = setup.game
        worth = worth_for(game, game.side_of[seat])
        best: Choice | None = None
        most = float("-inf")
        for card in dict.fromkeys(hand):
            found = results(game, cells, seat, game.cards[card], setup.rules)
            cost = KEEP.get(card, 0.0)
            for after in self._looked_at(found, chance):
                value = worth(after) - cost
                if value > most:
                    best, most = Choice(card, after, found[after]), value
        return best

    def give(self, seen: Seen, chance: random.Random) -> str:
        """The card that does the partner more good than it would do here.

        A heart goes to a partner with nothing in play when there is another one to keep, or
        when it is not needed here.
        """
        if self._slips and chance.random() < self._slips:
            return RANDOM.give(seen, chance)
        seat, hand = seen.seat, seen.hand
        game = seen.setup.game
        partner = game.partners[seat][0]
        hearts = [card for card in hand if ComeOut() in game.cards[card].actions]
        own_needs = _is_shut_in(seen, seat)
        partner_needs = _is_shut_in(seen, partner)
        kept = hearts[:1] if own_needs else []
        if partner_needs and len(hearts) > len(kept):
            return hearts[-1]
        choices = dict.fromkeys(card for card in hand if card not in kept) or hand
        if self._most is not None:
            # In a hurry: what serves anybody to one who can use it, else what serves least.
            useful = min if partner_needs else max
            return useful(choices, key=lambda card: KEEP.get(card, 0.0))
        return max(
            choices,
            key=lambda card: (
                self._gain(seen, partner, card, chance) - self._gain(seen, seat, card, chance)
            ),
        )

    def _gain(self, seen: Seen, seat: int, card: str, chance: random.Random) -> float:
        """How much better off the side would be if ``seat`` could play the card now."""
        game = seen.setup.game
        worth = worth_for(game, game.side_of[seat])
        found = results(game, seen.cells, seat, game.cards[card], seen.setup.rules)
        keep = KEEP.get(card, 0.0)
        if not found:
            return keep
        now = worth(seen.cells)
        return max(keep, max(worth(after) - now for after in self._looked_at(found, chance)))

    def _looked_at(self, found: Mapping[bytes, object], chance: random.Random) -> Iterable[bytes]:
        """All results, or evenly spread ones among them, begun anywhere."""
        if self._most is None or len(found) <= self._most:
            return found
        stride = -(-len(found) // self._most)
        return islice(found, int(chance.random() * stride), None, stride)


def _is_shut_in(seen: Seen, seat: int) -> bool:
    """Whether a colour has pieces at home and none that a number card could move."""
    board = seen.setup.game.board
    codes = seen.cells[PIECES * seat : PIECES * seat + PIECES]
    return board.home in codes and not any(code <= board.start for code in codes)


SENSIBLE: Final[Bot] = SensibleBot()

"""A hand on its turn: what must be played, or whether it is thrown (B4, B5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.rules.messages import Param, Term, load_catalogue
from games.rules.partners.moves import Move, legal_moves, plays_no_more
from games.rules.partners.position import CATALOGUE_PATH, Position
from games.rules.partners.rulesets import DM_2018, Rules


class HandJudgement(NamedTuple):
    """What a player on turn has to do.

    ``moves`` gives for each different card of the hand its legal moves, in the hand's order.
    ``rule`` is B4 (a usable card must be played), B5 (the whole hand is thrown), A7 (the game is
    over for this player) or A9 (no card left: the turn passes).
    """

    colour: str
    moves: Mapping[str, tuple[Move, ...]]
    rule: str

    @property
    def usable(self) -> tuple[str, ...]:
        """The cards that can be used."""
        return tuple(card for card, moves in self.moves.items() if moves)

    @property
    def must_play(self) -> bool:
        """Whether one of ``usable`` must be played."""
        return self.rule == "B4"

    @property
    def must_throw(self) -> bool:
        """Whether the whole hand is thrown."""
        return self.rule == "B5"

    def message(self, lang: str) -> str:
        """The judgement as a sentence in "da", "en" or "nb"."""
        params: dict[str, Param] = {"colour": Term(self.colour), "cards": self.usable}
        return load_catalogue(CATALOGUE_PATH).text(f"hand.{self.rule}", lang, params)


def judge_hand(
    position: Position, player: str, hand: Iterable[str], rules: Rules = DM_2018
) -> HandJudgement:
    """What ``player`` has to do with ``hand`` (card names) in ``position``.

    ``RequestError`` for a colour or a card that the game has not.
    """
    moves = {card: legal_moves(position, player, card, rules) for card in hand}
    game, cells = position
    if plays_no_more(game, cells, game.seat(player)):
        rule = "A7"
    elif not moves:
        rule = "A9"
    else:
        rule = "B4" if any(moves.values()) else "B5"
    return HandJudgement(player, moves, rule)

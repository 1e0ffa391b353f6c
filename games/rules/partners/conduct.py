"""How a game is conducted around its moves: the dealer, the pile, the exchange, the places.

Where the rules' text is silent the ledger chooses a reading. Each choice that is not about a
move is an option here; its default is the ledger's choice. ``rulesets.Rules`` holds the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple

from games.rules.errors import RequestError
from games.rules.partners.board import Game
from games.rules.partners.deal import DEALS, HAND, Counts, full_pack
from games.rules.partners.rulesets import DM_2018, RULE_SETS, Rules, rules_named


@dataclass(frozen=True, slots=True)
class Conduct:
    """The options of the game around the moves.

    - ``minus_four_counts_nothing`` (A3): the -4 counts 0, not 4, when the first dealer is drawn.
    - ``ties_redraw_all`` (A3): after a tie for the first dealer all draw again, not only the tied.
    - ``shuffle_each_deal`` (A8): each deal comes from a newly shuffled pack.
    - ``locked_keep_their_cards`` (A8): a player whose pieces are all locked takes no part in the
      exchange; the others give to the nearest partner who does.
    - ``gift_may_be_passed_on`` (A8): partners give in turn, from the dealer's left on, so who gives
      later has seen the card received and may give that very card.
    - ``lead_passes`` (A8): the second and third deal of a dealer are led by the second and third
      player to the left, not by the first.
    - ``play_on`` (P10): in Partners+ by pairs the others play on for the places.
    - ``finished_are_dealt`` (P10): a pair that has finished is still dealt to; its cards are void.
    """

    minus_four_counts_nothing: bool = False
    ties_redraw_all: bool = False
    shuffle_each_deal: bool = False
    locked_keep_their_cards: bool = False
    gift_may_be_passed_on: bool = False
    lead_passes: bool = False
    play_on: bool = False
    finished_are_dealt: bool = False


LEDGER: Final = Conduct()
"""Every choice as the ledger makes it."""

OPTIONS: Final = tuple(field.name for field in fields(Conduct))


class Setup(NamedTuple):
    """What a game is played by: the game, the rules of its moves, the conduct around them.

    ``pack`` replaces the game's pack: how many there are of each of its cards, in their order;
    nothing for the pack that the game comes with.
    """

    game: Game
    rules: Rules = DM_2018
    conduct: Conduct = LEDGER
    pack: Counts = ()

    @property
    def full_pack(self) -> Counts:
        """How many there are of each card, in the order of the game's cards."""
        return self.pack or full_pack(self.game)

    @property
    def ruleset(self) -> str:
        """The rule set that these rules are, options aside."""
        return next(name for name, rules in RULE_SETS.items() if self._is_based_on(rules))

    def _is_based_on(self, rules: Rules) -> bool:
        return rules.lane_must_lock == self.rules.lane_must_lock

    def under(self, ruleset: str) -> Setup:
        """The same game and options under another rule set: only what belongs to it changes."""
        rules = replace(self.rules, lane_must_lock=RULE_SETS[ruleset].lane_must_lock)
        return self._replace(rules=rules)

    @property
    def options(self) -> dict[str, bool]:
        """The options that differ from the rule set, of moves first."""
        base = RULE_SETS[self.ruleset]
        changed = {
            name: getattr(self.rules, name)
            for name in Rules.__dataclass_fields__
            if getattr(self.rules, name) != getattr(base, name)
        }
        return changed | {name: True for name in OPTIONS if getattr(self.conduct, name)}

    @property
    def win_rule(self) -> str:
        """The id of the rule by which this game is won."""
        return "A6" if len(self.game.board.colours) == 4 else "P10"


def setup_named(
    game: Game,
    ruleset: object = "dm-2018",
    options: Mapping[str, object] | None = None,
    pack: Mapping[str, int] | None = None,
) -> Setup:
    """The set-up with a rule set by name and options of moves and of conduct, all booleans.

    ``pack`` replaces the game's: how many there are of each card. ``RequestError`` for an unknown
    rule set, option or card, a value that is no boolean, or a pack too small for a dealer's deals.
    """
    conduct: dict[str, bool] = {}
    of_moves: dict[str, object] = {}
    for name, value in (options or {}).items():
        if name not in OPTIONS:
            of_moves[name] = value
        elif isinstance(value, bool):
            conduct[name] = value
        else:
            raise RequestError("not_a_boolean", field=f"options.{name}")
    setup = Setup(game, rules_named(ruleset, of_moves), Conduct(**conduct))
    return setup if pack is None else setup._replace(pack=_counts(setup, pack))


def _counts(setup: Setup, pack: Mapping[str, int]) -> Counts:
    """The pack as counts; none if it is the game's own."""
    game = setup.game
    for card in pack:
        game.card(card)
    counts = tuple(pack.get(card, 0) for card in game.pack)
    deals = 1 if setup.conduct.shuffle_each_deal else DEALS
    needed = HAND * len(game.board.colours) * deals
    if min(counts) < 0 or sum(counts) < needed:
        raise RequestError("pack_small", count=sum(counts), needed=needed)
    return () if counts == full_pack(game) else counts

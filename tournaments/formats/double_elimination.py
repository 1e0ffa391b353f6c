"""Double elimination: who has lost twice is out.

Two brackets. The winners' bracket is a knockout's tree of k rounds. Its losers play on in the
losers' bracket of 2k - 2 rounds: in the first those who lost in round 1 meet each other; then by
turns those who drop from the winners' bracket meet those who are left, and those who are left meet
each other. The winners of both play the final; with `second_final` they play once more when the one
without a loss has lost it.

As much is played at once as can be:

====================  =============================================
round of the stage    matches
====================  =============================================
i, for i = 1 to k     round i of the winners' bracket
j + 1                 round j of the losers' bracket, j = 1 to 2k - 2
2k                    the final
2k + 1                the second final, where it comes to one
====================  =============================================

Losers of round i of the winners' bracket (i from 2) drop into round 2i - 2 of the losers' bracket.
`dropped_slot` says where, so that two who met in the winners' bracket meet again as late as can
be. Whoever is done with its bracket early waits and is in no pairing until its next match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.knockout_tree import (
    Match,
    MatchKey,
    Source,
    Tree,
    Way,
    dropped_slot,
    due,
    facts_of,
    first_round,
    first_round_size,
    later_round,
    left_out,
    losers_of,
    tree_rounds,
    winners_of,
)
from tournaments.formats.model import (
    Draw,
    DrawRequest,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PlayedPairing,
    Reason,
)
from tournaments.formats.placing import check_entrants, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.tables import table_warnings

ENGINE_VERSION = "double_elimination-2"

WINNERS = "winners"
LOSERS = "losers"
FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleEliminationOptions(FormatOptions):
    """Options of a double elimination."""

    second_final: bool = True
    """When the winner of the losers' bracket wins the final, both have lost once and play again.
    Without it the final decides."""
    seeded: int | None = None
    """So many of the best seeds have their place in the tree, the others one by lot; None: all
    have their place by seed."""


def double_elimination_tree(size: int, options: DoubleEliminationOptions) -> Tree:
    """The tree of `size` places, a power of two from 2."""
    rounds = tree_rounds(size)
    matches = [
        Match(
            key=MatchKey(number, WINNERS, slot),
            sources=winners_of(MatchKey(number, WINNERS, slot)) if number > 1 else (),
            loser_place=2,
        )
        for number in range(1, rounds + 1)
        for slot in range(1, (size >> number) + 1)
    ]
    for number in range(1, rounds):
        matches += _losers_meet(number, size >> (number + 1))
        matches += _losers_drop(number + 1, size >> (number + 1))
    best = Source(MatchKey(rounds, WINNERS, 1), Way.WINNER)
    other = (
        Source(MatchKey(2 * rounds - 1, LOSERS, 1), Way.WINNER)
        if rounds > 1
        else Source(best.key, Way.LOSER)
    )
    final = MatchKey(2 * rounds, FINAL, 1)
    matches.append(Match(key=final, sources=(best, other), loser_place=2, winner_place=1))
    if options.second_final:
        matches.append(
            Match(
                key=MatchKey(2 * rounds + 1, FINAL, 1),
                sources=(Source(final, Way.LOSER), Source(final, Way.WINNER)),
                loser_place=2,
                winner_place=1,
                second_final=True,
            )
        )
    return Tree(tuple(sorted(matches, key=lambda match: match.key.round)))


def _losers_meet(winners_round: int, slots: int) -> list[Match]:
    """Those left in the losers' bracket meet each other, after the drop of that round."""
    number = 2 * winners_round
    return [
        Match(
            key=MatchKey(number, LOSERS, slot),
            sources=losers_of(1, WINNERS, slot)
            if winners_round == 1
            else winners_of(MatchKey(number, LOSERS, slot)),
            loser_place=3 * slots + 1,
        )
        for slot in range(1, slots + 1)
    ]


def _losers_drop(winners_round: int, slots: int) -> list[Match]:
    """The losers of a round of the winners' bracket meet those left in the losers' bracket."""
    number = 2 * winners_round - 1
    return [
        Match(
            key=MatchKey(number, LOSERS, slot),
            sources=(
                Source(
                    MatchKey(winners_round, WINNERS, dropped_slot(slot, winners_round, slots)),
                    Way.LOSER,
                ),
                Source(MatchKey(number - 1, LOSERS, slot), Way.WINNER),
            ),
            loser_place=2 * slots + 1,
        )
        for slot in range(1, slots + 1)
    ]


class DoubleElimination:
    """The format. Stateless."""

    code = "double_elimination"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round of both brackets.

        Pairings carry their `slot` and their `group`: "winners", "losers" or "final". Byes and
        errors are those of the knockout; `stage_finished` also when the first final has decided.
        """
        options = _options(request.options)
        check_entrants(request)
        if request.round == 1:
            pairings = first_round(request, WINNERS, options.seeded)
            tree = double_elimination_tree(2 * len(pairings), options)
        else:
            tree = self.tree(request.history, options)
            self._check_not_finished(request, tree)
            pairings = later_round(request, tree)
        rounds = tree.rounds - options.second_final
        number = Reason("round_of", {"round": request.round, "rounds": rounds})
        placed = place_pairings(pairings, request)
        return Draw(
            round=request.round,
            pairings=placed,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=Optimality.CONSTRUCTED,
            warnings=left_out(request, pairings) + table_warnings(placed),
            reasons=(number,) if request.round <= rounds else (),
        )

    def _check_not_finished(self, request: DrawRequest, tree: Tree) -> None:
        matches = tree.at(request.round)
        facts = facts_of(request.history)
        if tree.matches and not any(due(match, facts, tree) for match in matches):
            raise NoDrawError("stage_finished", rounds=request.round - 1)

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """Rounds to the final, and the second final where there may be one."""
        if entries < 2:
            return 0
        return 2 * tree_rounds(entries) + _options(options).second_final

    def tree(self, history: Sequence[PlayedPairing], options: FormatOptions | None = None) -> Tree:
        """The tree that round 1 of the history laid down; empty without one."""
        size = first_round_size(history, WINNERS)
        return double_elimination_tree(size, _options(options)) if size else Tree(())


def _options(options: FormatOptions | None) -> DoubleEliminationOptions:
    chosen = options if options is not None else DoubleEliminationOptions()
    if not isinstance(chosen, DoubleEliminationOptions):
        raise InvalidRequestError("options_of_another_format", format=DoubleElimination.code)
    return chosen


DOUBLE_ELIMINATION = DoubleElimination()
register(DOUBLE_ELIMINATION)

"""Knockout: single elimination in a seeded tree, with byes for the best, a match for third place,
and a consolation bracket for those who lose early.

The tree is laid down in round 1 and never again; every later round is read from the results. The
consolation (`group` "consolation") is played in the same rounds:

- losers of round 1 alone: they meet each other from round 2 on, and their final is in the round of
  the final;
- losers of rounds 1 and 2: in round 2 those of round 1 meet each other, in round 3 the winners
  meet those who lost in round 2 (crossed over, so that nobody meets the one it lost to), and the
  consolation's final comes a round after the final. This is the one to take where round 1 has
  byes: everybody's first loss leads somewhere.

Losers of the semi-finals who play for third place, and of the final, are in no consolation.
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
    first_round,
    first_round_size,
    later_round,
    left_out,
    losers_of,
    tree_order,
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

ENGINE_VERSION = "knockout-3"

MAIN = ""
"""`group` of the main tree."""
THIRD_PLACE = "third_place"
"""`group` of the match for third place."""
CONSOLATION = "consolation"
"""`group` of the consolation bracket."""

__all__ = [
    "CONSOLATION",
    "KNOCKOUT",
    "MAIN",
    "THIRD_PLACE",
    "Knockout",
    "KnockoutOptions",
    "knockout_rounds",
    "knockout_tree",
    "tree_order",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutOptions(FormatOptions):
    """Options of a knockout."""

    third_place: bool = True
    """The losers of the semi-finals play for third place beside the final."""
    consolation: int = 0
    """Losers of so many first rounds play on in a bracket of their own: 0, 1 or 2."""
    seeded: int | None = None
    """So many of the best seeds have their place in the tree, the others one by lot; None: all
    have their place by seed."""


def knockout_rounds(entries: int) -> int:
    """Rounds until one is left."""
    return tree_rounds(entries)


def knockout_tree(size: int, options: KnockoutOptions, losers: int | None = None) -> Tree:
    """The tree of `size` places, a power of two from 2.

    `losers` is how many lose a match of round 1 (None: all matches are played). A consolation that
    would have fewer than two in it is left out.
    """
    rounds = tree_rounds(size)
    matches = [
        Match(
            key=MatchKey(number, MAIN, slot),
            sources=winners_of(MatchKey(number, MAIN, slot)) if number > 1 else (),
            loser_place=(size >> number) + 1,
            winner_place=1 if number == rounds else None,
        )
        for number in range(1, rounds + 1)
        for slot in range(1, (size >> number) + 1)
    ]
    third_place = options.third_place and rounds > 1
    if third_place:
        key = MatchKey(rounds, THIRD_PLACE, 2)
        sources = losers_of(rounds - 1, MAIN, 1)
        matches.append(Match(key=key, sources=sources, loser_place=4, winner_place=3))
    first_losers = size // 2 if losers is None else losers
    feeding = min(options.consolation, rounds - 2 if third_place else rounds - 1)
    if feeding > 0 and first_losers + (size // 4 if feeding > 1 else 0) > 1:
        matches += _consolation(size, feeding)
    return Tree(tuple(sorted(matches, key=lambda match: match.key.round)))


def _consolation(size: int, feeding: int) -> list[Match]:
    best = (size >> feeding) + 1
    """The place its winner has."""
    slots = size // 4
    matches = [
        Match(
            key=MatchKey(2, CONSOLATION, slot),
            sources=losers_of(1, MAIN, slot),
            loser_place=best + (slots if feeding == 1 else 2 * slots),
            winner_place=best if slots == feeding == 1 else None,
        )
        for slot in range(1, slots + 1)
    ]
    number = 2
    if feeding > 1:
        number = 3
        for slot in range(1, slots + 1):
            dropped = MatchKey(2, MAIN, dropped_slot(slot, 2, slots))
            sources = (
                Source(dropped, Way.LOSER),
                Source(MatchKey(2, CONSOLATION, slot), Way.WINNER),
            )
            matches.append(
                Match(
                    key=MatchKey(3, CONSOLATION, slot),
                    sources=sources,
                    loser_place=best + slots,
                    winner_place=best if slots == 1 else None,
                )
            )
    while slots > 1:
        slots //= 2
        number += 1
        for slot in range(1, slots + 1):
            key = MatchKey(number, CONSOLATION, slot)
            matches.append(
                Match(
                    key=key,
                    sources=winners_of(key),
                    loser_place=best + slots,
                    winner_place=best if slots == 1 else None,
                )
            )
    return matches


class Knockout:
    """The format. Stateless."""

    code = "knockout"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round of the tree.

        Pairings carry their `slot`, 1 at the top, and their `group`: empty for the main tree,
        "third_place", "consolation". An entry without an opponent (a bye of round 1, an opponent
        who has withdrawn, a match both lost) has a bye and moves on. Raises `NoDrawError` while
        results that lead into the round are open (`results_missing`) or undecided (`no_winner`),
        and past the last match (`stage_finished`).
        """
        options = _options(request.options)
        check_entrants(request)
        if request.round == 1:
            pairings = first_round(request, MAIN, options.seeded)
            tree = knockout_tree(
                2 * len(pairings), options, sum(len(p.seats) - 1 for p in pairings)
            )
        else:
            tree = self.tree(request.history, options)
            if tree.matches and request.round > tree.rounds:
                raise NoDrawError("stage_finished", rounds=tree.rounds)
            pairings = later_round(request, tree)
        placed = place_pairings(pairings, request)
        return Draw(
            round=request.round,
            pairings=placed,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=Optimality.CONSTRUCTED,
            warnings=left_out(request, pairings) + table_warnings(placed),
            reasons=(Reason("round_of", {"round": request.round, "rounds": tree.rounds}),),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """Rounds until one is left, and the consolation's final where it comes later."""
        if entries < 2:
            return 0
        size = 2 ** tree_rounds(entries)
        return knockout_tree(size, _options(options), entries - size // 2).rounds

    def tree(self, history: Sequence[PlayedPairing], options: FormatOptions | None = None) -> Tree:
        """The tree that round 1 of the history laid down; empty without one."""
        size = first_round_size(history, MAIN)
        losers = sum(1 for p in history if p.round == 1 and len(p.seats) > 1)
        return knockout_tree(size, _options(options), losers) if size else Tree(())


def _options(options: FormatOptions | None) -> KnockoutOptions:
    chosen = options if options is not None else KnockoutOptions()
    if not isinstance(chosen, KnockoutOptions):
        raise InvalidRequestError("options_of_another_format", format=Knockout.code)
    return chosen


KNOCKOUT = Knockout()
register(KNOCKOUT)

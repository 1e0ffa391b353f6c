"""Groups: a seeded draw into groups of near-equal size, then a round robin in each.

Entrants are cut into pots by seed, as many to a pot as there are groups; each group gets one of
each pot. Entries of one club or city can be kept apart, which here is a wish within the pots: it
never moves anybody out of its pot.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import rustworkx

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntryId,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    Reason,
)
from tournaments.formats.placing import check_entrants, open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.round_robin import (
    berger_number,
    berger_pairings,
    berger_rounds,
    check_meetings,
)
from tournaments.formats.tables import table_warnings

ENGINE_VERSION = "groups-3"

STARTS = 30
"""Seeded arrangements the search for kept-apart groups starts from, at most."""
SPREAD = 2000
"""Entrants that all starts together may have; a large field is searched from fewer."""
LOTS = 1000
"""Numbers of the lot that decides between spreads of a pot that are equally good."""


class Pots(StrEnum):
    """How the members of a pot are spread over the groups."""

    LOT = "lot"
    """By lot; the first pot heads the groups in order."""
    SNAKE = "snake"
    """1 to A, 2 to B, … and back: of two groups 1, 4, 5, 8 and 2, 3, 6, 7."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsOptions(FormatOptions):
    """Options of a group stage."""

    groups: int = 4
    pots: Pots = Pots.LOT
    double: bool = False
    """Everybody meets everybody in the group twice."""
    clubs_apart: bool = False
    cities_apart: bool = False


@dataclass(frozen=True, slots=True)
class GroupDraw:
    """Who is in which group."""

    groups: tuple[tuple[EntryId, ...], ...]
    """Members in order of seed; the first group is called A."""
    clubs_together: int
    """Pairs of one club that share a group though they should not."""
    cities_together: int
    """The same for cities."""
    optimality: Optimality
    """BOUNDED where no arrangement has fewer, STABLE where none was found."""


def group_name(index: int) -> str:
    """A to Z, then AA, AB, …"""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def draw_groups(entrants: Sequence[Entrant], options: GroupsOptions, seed: str) -> GroupDraw:
    """Spreads the entrants over the groups. Sizes differ by one at most.

    The same entrants, options and seed give the same groups, in whatever order they are listed.
    Raises `NoDrawError` when there are fewer than two entrants for each group.
    """
    if options.groups < 1 or len(entrants) < 2 * options.groups:
        raise NoDrawError("too_few_for_groups", entries=len(entrants), groups=options.groups)
    ordered = sorted(entrants, key=lambda entrant: (entrant.seed, entrant.id))
    dice = random.Random(f"groups\x00{seed}")
    best = _spread(ordered, options, dice)
    wish = _Apart(ordered, options, best)
    for start in range(max(2, min(STARTS, SPREAD // len(ordered)))):
        if wish.together(best) == wish.least:
            break
        pots = [*best] if not start else _spread(ordered, options, dice)
        if start and options.pots is Pots.SNAKE:
            for pot in pots[1:]:
                dice.shuffle(pot)
        wish.improve(pots, dice)
        if wish.together(pots) < wish.together(best):
            best = pots
    cost = wish.together(best)
    members = [[e for pot in best if (e := pot[g]) is not None] for g in range(options.groups)]
    return GroupDraw(
        groups=tuple(tuple(entrant.id for entrant in group) for group in members),
        clubs_together=cost // wish.club_weight,
        cities_together=cost % wish.club_weight,
        optimality=Optimality.BOUNDED if cost == wish.least else Optimality.STABLE,
    )


Pot = list[Entrant | None]
"""One entrant a group, by group; None where the last pot has no more."""


def _spread(ordered: Sequence[Entrant], options: GroupsOptions, dice: random.Random) -> list[Pot]:
    """The pots, each in an order of its own. The first heads the groups as seeded."""
    pots: list[Pot] = []
    for start in range(0, len(ordered), options.groups):
        pot: Pot = [*ordered[start : start + options.groups]]
        pot += [None] * (options.groups - len(pot))
        if options.pots is Pots.SNAKE:
            pot = pot[::-1] if len(pots) % 2 else pot
        elif pots:
            dice.shuffle(pot)
        pots.append(pot)
    return pots


class _Apart:
    """The wish to keep clubs and cities apart, as a cost of an arrangement: no number of cities
    outweighs one club."""

    def __init__(
        self, entrants: Sequence[Entrant], options: GroupsOptions, start: Sequence[Pot]
    ) -> None:
        self.options = options
        self.home = {
            entrant.id: group for pot in start for group, entrant in enumerate(pot) if entrant
        }
        self.club_weight = len(entrants) ** 2
        sizes = Counter(mark for entrant in entrants for mark in self._marks(entrant))
        self.least = sum(weight * self._spread_evenly(size) for (weight, _), size in sizes.items())

    def _marks(self, entrant: Entrant) -> list[tuple[int, str]]:
        marks: list[tuple[int, str]] = []
        if self.options.clubs_apart and entrant.club:
            marks.append((self.club_weight, entrant.club))
        if self.options.cities_apart and entrant.city:
            marks.append((1, entrant.city))
        return marks

    def _spread_evenly(self, size: int) -> int:
        """Pairs that share a group when so many are spread as evenly as can be: nothing has
        fewer."""
        each, more = divmod(size, self.options.groups)
        return self.options.groups * (each * (each - 1) // 2) + more * each

    def _group(self, pots: Sequence[Pot], group: int) -> int:
        there = Counter(
            mark
            for pot in pots
            if (entrant := pot[group]) is not None
            for mark in self._marks(entrant)
        )
        return sum(weight * count * (count - 1) // 2 for (weight, _), count in there.items())

    def together(self, pots: Sequence[Pot]) -> int:
        return sum(self._group(pots, group) for group in range(self.options.groups))

    def improve(self, pots: list[Pot], dice: random.Random) -> None:
        """Spreads pot after pot as well as the others let it, as long as that helps. The first pot
        stays as seeded."""
        before = self.together(pots) + 1
        while self.least < (now := self.together(pots)) < before:
            before = now
            for index in range(1, len(pots)):
                pots[index] = self._spread_best(pots, index, dice)

    def _spread_best(self, pots: Sequence[Pot], index: int, dice: random.Random) -> Pot:
        """The cheapest spread of one pot over the groups, all others staying: an assignment. Of
        equally cheap ones the lot decides, and in a snake the fewest move."""
        groups = range(self.options.groups)
        counts = [
            Counter(
                mark
                for place, pot in enumerate(pots)
                if place != index and (entrant := pot[group]) is not None
                for mark in self._marks(entrant)
            )
            for group in groups
        ]
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * (2 * len(groups)))
        edges = []
        for row, entrant in enumerate(pots[index]):
            marks = self._marks(entrant) if entrant is not None else []
            for group in groups:
                price = sum(mark[0] * counts[group][mark] for mark in marks)
                if self.options.pots is Pots.SNAKE:
                    tie = int(entrant is not None and self.home[entrant.id] != group)
                else:
                    tie = dice.randrange(LOTS)
                edges.append((row, len(groups) + group, price * LOTS * len(groups) + tie))
        graph.add_edges_from(edges)
        matched = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=lambda price: -price
        )
        spread: Pot = [None] * len(groups)
        for pair in matched:
            spread[max(pair) - len(groups)] = pots[index][min(pair)]
        return spread


class Groups:
    """The format. Stateless: after round 1 the groups are read from the history."""

    code = "groups"

    def draw(self, request: DrawRequest) -> Draw:
        """Round 1 draws the groups and its pairings; later rounds read the groups off round 1.

        Pairings carry the name of their `group`. A group that has played all its rounds has no
        pairing. Raises `NoDrawError` for too few entrants, and when every group is done
        (`stage_finished`); `InvalidRequestError` for a later round without groups in the history.
        """
        options = request.options if request.options is not None else GroupsOptions()
        if not isinstance(options, GroupsOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        check_entrants(request)
        entrants = {entrant.id: entrant for entrant in request.entrants}
        reasons: tuple[Reason, ...] = ()
        warnings: tuple[Reason, ...] = ()
        if request.round == 1:
            here = [entrant for entrant in request.entrants if entrant.available(1)]
            drawn = draw_groups(here, options, request.seed)
            members = {group_name(i): list(group) for i, group in enumerate(drawn.groups)}
            optimality = drawn.optimality
            if drawn.clubs_together or drawn.cities_together:
                params = {"clubs": drawn.clubs_together, "cities": drawn.cities_together}
                reasons = (Reason("not_all_kept_apart", params),)
        else:
            members = _groups_of(request)
            reasons, warnings = _join(request, members)
            optimality = Optimality.CONSTRUCTED
        pairings: list[DrawnPairing] = []
        for name, entries in members.items():
            order = [entrants[entry] for entry in entries]
            if request.round <= berger_rounds(len(order), options.double):
                turn = berger_number(len(order), request.round, options.double)
                games = berger_pairings(order, turn, request.round, name)
                cycle = (request.round - 1) // berger_rounds(len(order))
                check_meetings(games, request.history, cycle)
                pairings += games
        if not pairings:
            raise NoDrawError("stage_finished", rounds=request.round - 1)
        placed = place_pairings(pairings, request)
        return Draw(
            round=request.round,
            pairings=placed,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=optimality,
            reasons=reasons,
            warnings=open_results(request) + warnings + table_warnings(placed),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """Rounds of the largest group."""
        chosen = options if isinstance(options, GroupsOptions) else GroupsOptions()
        return berger_rounds(-(-entries // chosen.groups), chosen.double)


def _groups_of(request: DrawRequest) -> dict[str, list[EntryId]]:
    """The members of each group by number: those of round 1 by seed, then those who came later."""
    entrants = {entrant.id: entrant for entrant in request.entrants}
    since: dict[str, dict[EntryId, int]] = {}
    for pairing in sorted(request.history, key=lambda pairing: pairing.round):
        if not pairing.group:
            continue
        group = since.setdefault(pairing.group, {})
        for seat in pairing.seats:
            if seat.entry not in entrants:
                raise InvalidRequestError("unknown_entry", entry=seat.entry, round=pairing.round)
            group.setdefault(seat.entry, pairing.round)
    if not since:
        raise InvalidRequestError("groups_missing", round=request.round)
    return {
        name: sorted(group, key=lambda e: (group[e], entrants[e].seed, e))
        for name, group in sorted(since.items(), key=lambda item: (len(item[0]), item[0]))
    }


def _join(
    request: DrawRequest, members: dict[str, list[EntryId]]
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Puts those who came after the draw of the groups where somebody sits out each round, the
    smallest group first; says who joins, and warns of those there is no room for."""
    placed = {entry for group in members.values() for entry in group}
    late = sorted(
        (e for e in request.entrants if e.available(request.round) and e.id not in placed),
        key=lambda e: (e.seed, e.id),
    )
    odd = sorted((len(group), len(name), name) for name, group in members.items() if len(group) % 2)
    joins: list[Reason] = []
    for entrant, (_, _, name) in zip(late, odd, strict=False):
        members[name].append(entrant.id)
        joins.append(Reason("joins_group", {"entry": entrant.id, "group": name}))
    out = tuple(entrant.id for entrant in late[len(odd) :])
    return tuple(joins), (Reason("not_in_a_group", {"entries": out}),) if out else ()


GROUPS = register(Groups())

"""Rounds at tables of more than two entries: three pairs at Partners+, three to six at Kroket, or
single players who are partners for one round.

Where a design for the whole event is known and wanted, its next round is drawn, and nobody meets
twice. Otherwise, and as soon as an event leaves its design, rounds are searched for by wishes in
tiers, strongest first, a lower one never buying a higher:

1. As few byes as can be, and none again for one while another has had none.
2. Two that were partners are not partners again.
3. Two that met at a table do not meet again; each further time weighs more.
4. Who sits out is ranked low.
5. Whoever sat at a smaller table does not again.
6. Equal points meet.
7. The sides of a table are of equal rank.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PairingKind,
    PlayedPairing,
    Reason,
    Seat,
)
from tournaments.formats.multi_seat_bound import least_in_round
from tournaments.formats.multi_seat_design import Followed, follow_design
from tournaments.formats.multi_seat_options import (
    MeetBy,
    MultiSeatOptions,
    Seating,
    seating,
    table_sizes,
)
from tournaments.formats.multi_seat_prices import Costs, TableFacts, TablePrices, repeats_in
from tournaments.formats.multi_seat_reasons import (
    bye_reason,
    table_reasons,
    tier_costs,
)
from tournaments.formats.multi_seat_search import Task, find_tables
from tournaments.formats.placing import open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.swiss_field import Field, build_field
from tournaments.formats.swiss_options import Placement, SwissOptions
from tournaments.formats.tables import table_warnings

__all__ = ["MULTI_SEAT", "MeetBy", "MultiSeat", "MultiSeatOptions", "draw_tables", "table_sizes"]

ENGINE_VERSION = "multi_seat-2"

SIDES_TURNED = 6
"""Tables of so many sides or fewer have them dealt so that nobody has the same again and again."""


class MultiSeat:
    """The format. Stateless."""

    code = "multi_seat"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round. Every available entry is at one table or has a bye.

        `Draw.optimality` says what is known: CONSTRUCTED for a round of a design, COMPLETE where
        every round was tried, STABLE where the search found nothing better. Among the reasons
        `repeats` says how many meet again and how few that could be. Raises
        `InvalidRequestError` for a request that contradicts itself, `NoDrawError` when there are
        too few for one table or no round was found without a forbidden meeting.
        """
        options = request.options if request.options is not None else MultiSeatOptions()
        if not isinstance(options, MultiSeatOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        return draw_tables(request, options)

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """The organiser decides."""
        return options.rounds if isinstance(options, MultiSeatOptions) else None


@dataclass(frozen=True, slots=True)
class _Round:
    """A round by index in the field, with what is known about it."""

    tables: list[tuple[int, ...]]
    bench: tuple[int, ...]
    optimality: Optimality
    how: Reason
    least: int
    """No round has fewer repeated meetings than this."""
    known: bool = False
    """Some round has as few as that."""


def draw_tables(request: DrawRequest, options: MultiSeatOptions) -> Draw:
    """The round of a request, by the options given. See `MultiSeat.draw`."""
    if options.sides < 2 or options.per_side < 1 or options.allowed[0] < 2:
        raise InvalidRequestError("table_too_small", sides=options.sides)
    field = build_field(request, _order_options(options))
    plan = seating(len(field.contenders), options)
    if not plan.sizes:
        raise NoDrawError("too_few_entries", entries=len(field.contenders))
    facts = _facts(request.history, field, options, plan)
    least = least_in_round(
        facts,
        range(len(field.contenders)),
        plan.sizes,
        plan.byes,
        _past_tables(request.history, field),
    )
    dice = random.Random(f"{request.seed}\x00{request.round}")
    followed, why = None, "asked"
    if options.meet_by is MeetBy.DESIGN:
        followed, why = follow_design(request, field, options, dice)
    prices = TablePrices(facts)
    found = (
        _of_design(followed, request, least)
        if followed
        else _search(field, prices, plan, least, why, dice)
    )
    costs = sum(map(prices.costs, found.tables), prices.bench_costs(found.bench))
    if costs.forbidden:
        raise NoDrawError("forbidden_pairs_leave_no_draw", entries=len(field.contenders))
    return _draw(request, field, facts, plan, found, costs)


def _of_design(followed: Followed, request: DrawRequest, least: int) -> _Round:
    design = followed.design
    how = Reason(
        "round_of_design",
        {"design": design.name, "round": request.round, "rounds": len(design.rounds)},
    )
    return _Round(followed.tables, followed.bench, Optimality.CONSTRUCTED, how, least)


def _search(
    field: Field, prices: TablePrices, plan: Seating, least: int, why: str, dice: random.Random
) -> _Round:
    rows = field.contenders
    fair = sorted(range(len(rows)), key=lambda i: (rows[i].bye_repeat, -i))
    limit = rows[fair[plan.byes - 1]].bye_repeat if plan.byes else -1
    sure = tuple(i for i in range(len(rows)) if plan.byes and rows[i].bye_repeat < limit)
    flexible = tuple(i for i in range(len(rows)) if rows[i].bye_repeat == limit and plan.byes)
    seated = tuple(i for i in range(len(rows)) if i not in sure and i not in flexible)
    task = Task(prices, seated, flexible, plan.byes - len(sure), plan.sizes, least)
    found = find_tables(task, dice)
    how = Reason("round_searched", {"why": why})
    bench = tuple(sorted((*sure, *found.bench)))
    return _Round(found.tables, bench, found.optimality, how, found.least, found.known)


def _draw(
    request: DrawRequest,
    field: Field,
    facts: TableFacts,
    plan: Seating,
    found: _Round,
    costs: Costs,
) -> Draw:
    repeats, partners = repeats_in(facts, found.tables)
    known = found.known or repeats <= found.least
    reasons = [
        *plan.reasons,
        found.how,
        Reason("repeats", {"repeats": repeats, "least": found.least, "known": known}),
    ]
    if partners:
        reasons.append(Reason("partners_repeated", {"repeats": partners}))
    turns = _turns(request.history)
    largest = max(plan.sizes)
    pairings = [
        DrawnPairing(
            seats=_seats(field, seats, facts.per_side, turns),
            reasons=table_reasons(field, facts, seats, largest),
        )
        for seats in sorted(found.tables, key=sorted)
    ]
    pairings += [
        DrawnPairing(
            seats=(Seat(field.contenders[index].id, 1),),
            kind=PairingKind.BYE,
            reasons=(bye_reason(field, index, found.bench),),
        )
        for index in sorted(found.bench)
    ]
    placed = place_pairings(pairings, request)
    return Draw(
        round=request.round,
        pairings=placed,
        seed=request.seed,
        engine_version=ENGINE_VERSION,
        optimality=found.optimality,
        reasons=tuple(reasons),
        warnings=open_results(request) + table_warnings(placed),
        costs=tier_costs(costs, facts.per_side),
    )


def _order_options(options: MultiSeatOptions) -> SwissOptions:
    if options.rank_by is None:
        return SwissOptions(placement=Placement.RANDOM)
    return SwissOptions(rank_by=options.rank_by)


def _facts(
    history: Sequence[PlayedPairing], field: Field, options: MultiSeatOptions, plan: Seating
) -> TableFacts:
    index = {row.id: place for place, row in enumerate(field.contenders)}
    games = [played for played in history if played.kind is PairingKind.GAME]
    largest: dict[int, int] = {}
    for played in games:
        largest[played.round] = max(largest.get(played.round, 0), len(played.seats))
    partnered: list[dict[int, int]] = [{} for _ in index]
    small_before = [0] * len(index)
    for played in games:
        for seat in played.seats:
            own = index.get(seat.entry)
            if own is None:
                continue
            small_before[own] += len(played.seats) < largest[played.round]
            for other in played.seats:
                theirs = index.get(other.entry)
                if other is not seat and other.side == seat.side and theirs is not None:
                    partnered[own][theirs] = partnered[own].get(theirs, 0) + 1
    return TableFacts(
        scores=[row.score for row in field.contenders],
        met=field.meetings,
        partnered=partnered,
        small_before=small_before,
        forbidden=field.forbidden,
        full=max(plan.sizes),
        per_side=options.per_side,
    )


def _past_tables(history: Sequence[PlayedPairing], field: Field) -> list[list[list[int]]]:
    """The tables of each earlier round, by index, without those who are not here."""
    index = {row.id: place for place, row in enumerate(field.contenders)}
    rounds: dict[int, list[list[int]]] = {}
    for played in history:
        if played.kind is PairingKind.GAME:
            seats = [index[seat.entry] for seat in played.seats if seat.entry in index]
            rounds.setdefault(played.round, []).append(seats)
    return list(rounds.values())


def _turns(history: Sequence[PlayedPairing]) -> dict[tuple[int, int], int]:
    """How often each entry sat on each side."""
    turns: dict[tuple[int, int], int] = {}
    for played in history:
        if played.kind is PairingKind.GAME:
            for seat in played.seats:
                key = (seat.entry, seat.side)
                turns[key] = turns.get(key, 0) + 1
    return turns


def _seats(
    field: Field, seats: Sequence[int], per_side: int, turns: dict[tuple[int, int], int]
) -> tuple[Seat, ...]:
    """The sides in the order in which their entries have sat there least."""
    ids = [field.contenders[index].id for index in seats]
    sides = [ids[start : start + per_side] for start in range(0, len(ids), per_side)]
    if len(sides) <= SIDES_TURNED:
        costs = [
            [sum(turns.get((entry, number), 0) for entry in side) for side in sides]
            for number in range(1, len(sides) + 1)
        ]
        order = min(
            permutations(range(len(sides))),
            key=lambda order: sum(row[side] ** 2 for row, side in zip(costs, order, strict=True)),
        )
        sides = [sides[number] for number in order]
    return tuple(
        Seat(entry, number) for number, side in enumerate(sides, start=1) for entry in side
    )


MULTI_SEAT = register(MultiSeat())

"""Swiss rounds at tables of more than two entries: three pairs at Partners+, three to six at
Kroket, or single players who are partners for one round.

Wishes in tiers, strongest first, a lower one never buying a higher:

1. As few byes as can be, and none again for one while another has had none.
2. Two that met do not meet again, two that were partners are not partners again; each further
   time weighs more.
3. Whoever sat at a smaller table does not again.
4. Equal points meet.
5. The sides of a table are of equal rank.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    ParamValue,
    Reason,
    Seat,
    TierCost,
)
from tournaments.formats.multi_seat_search import Costs, TablePrices, find_tables
from tournaments.formats.placing import open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.swiss_field import Field, build_field
from tournaments.formats.swiss_options import Placement, RankBy, SwissOptions

ENGINE_VERSION = "multi_seat-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiSeatOptions(FormatOptions):
    """Options of rounds at larger tables."""

    sides: int = 3
    """Sides of a full table."""
    per_side: int = 1
    """Entries that play together on a side: 2 where single players are paired for the round."""
    smaller_tables: bool = True
    """Tables one side smaller (never below two) rather than byes. Only with one entry a side."""
    rank_by: RankBy | None = None
    """Order within equal points; None: by lot."""
    rounds: int | None = None
    """Planned number of rounds; None leaves it to the organiser."""


def table_sizes(entries: int, options: MultiSeatOptions) -> list[int]:
    """Entries at each table, full ones first; what is missing to `entries` has a bye."""
    full = options.sides * options.per_side
    if options.per_side == 1 and options.smaller_tables and options.sides > 2:
        for seated in range(entries, 0, -1):
            tables = -(-seated // full)
            short = tables * full - seated
            if short <= tables:
                return [full] * (tables - short) + [full - 1] * short
    return [full] * (entries // full)


class MultiSeat:
    """The format. Stateless."""

    code = "multi_seat"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round. Every available entry is at one table or has a bye.

        `Draw.optimality` says what is known: COMPLETE where every round was tried, STABLE where
        the search found nothing better. Forbidden pairs are not heeded and refused
        (`InvalidRequestError`); `NoDrawError` when there are too few for one table.
        """
        options = request.options if request.options is not None else MultiSeatOptions()
        if not isinstance(options, MultiSeatOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        if request.forbidden:
            raise InvalidRequestError("forbidden_pairs_unsupported", format=self.code)
        if options.sides < 2 or options.per_side < 1:
            raise InvalidRequestError("table_too_small", sides=options.sides)
        field = build_field(request, _order_options(options))
        sizes = table_sizes(len(field.contenders), options)
        if not sizes:
            raise NoDrawError("too_few_entries", entries=len(field.contenders))
        byes = _byes(field, len(field.contenders) - sum(sizes))
        prices = _prices(request, field, options)
        order = [index for index in range(len(field.contenders)) if index not in byes]
        dice = random.Random(f"{request.seed}\x00{request.round}")
        tables, optimality = find_tables(prices, order, sizes, dice)
        tables.sort(key=lambda seats: sorted(seats))
        pairings = [_pairing(field, prices, seats, options) for seats in tables]
        pairings += [_bye(field, index) for index in sorted(byes)]
        costs = [prices.costs(seats) for seats in tables]
        repeats = sum(cost.repeats for cost in costs)
        return Draw(
            round=request.round,
            pairings=place_pairings(pairings, request),
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=optimality,
            reasons=(Reason("rematch_unavoidable", {"cost": repeats}),) if repeats else (),
            warnings=open_results(request),
            costs=_tier_costs(costs),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """The organiser decides."""
        return options.rounds if isinstance(options, MultiSeatOptions) else None


def _order_options(options: MultiSeatOptions) -> SwissOptions:
    if options.rank_by is None:
        return SwissOptions(placement=Placement.RANDOM)
    return SwissOptions(rank_by=options.rank_by)


def _byes(field: Field, count: int) -> set[int]:
    """The lowest ranked of those with the least claim against a bye."""
    rows = field.contenders
    fair = sorted(range(len(rows)), key=lambda i: (rows[i].bye_repeat, rows[i].score, -i))
    return set(fair[:count])


def _prices(request: DrawRequest, field: Field, options: MultiSeatOptions) -> TablePrices:
    index = {row.id: place for place, row in enumerate(field.contenders)}
    full = options.sides * options.per_side
    partnered: list[dict[int, int]] = [{} for _ in index]
    small_before = [0] * len(index)
    for played in request.history:
        if played.kind is not PairingKind.GAME:
            continue
        for seat in played.seats:
            own = index.get(seat.entry)
            if own is None:
                continue
            small_before[own] += len(played.seats) < full
            for other in played.seats:
                theirs = index.get(other.entry)
                if other is not seat and other.side == seat.side and theirs is not None:
                    partnered[own][theirs] = partnered[own].get(theirs, 0) + 1
    return TablePrices(
        scores=[row.score for row in field.contenders],
        met=field.meetings,
        partnered=partnered,
        small_before=small_before,
        full=full,
        per_side=options.per_side,
    )


def _pairing(
    field: Field, prices: TablePrices, seats: Sequence[int], options: MultiSeatOptions
) -> DrawnPairing:
    rows = field.contenders
    points = [rows[index].points for index in seats]
    reasons = [
        Reason("table_points", {"highest": max(points), "lowest": min(points)}),
    ]
    for place, one in enumerate(seats):
        for further in range(place + 1, len(seats)):
            other = seats[further]
            together = place // options.per_side == further // options.per_side
            times = (prices.partnered if together else prices.met)[one].get(other, 0)
            if times:
                code = "partners_again" if together else "meet_again"
                pair = (rows[one].id, rows[other].id)
                reasons.append(Reason(code, {"times": times, "entries": pair}))
    if len(seats) < prices.full:
        reasons.append(Reason("smaller_table", {"seats": len(seats), "full": prices.full}))
    return DrawnPairing(
        seats=tuple(
            Seat(rows[index].id, 1 + place // options.per_side) for place, index in enumerate(seats)
        ),
        reasons=tuple(reasons),
    )


def _bye(field: Field, index: int) -> DrawnPairing:
    row = field.contenders[index]
    code = "bye_all_had_one" if row.byes else "bye_lowest_without_one"
    params: dict[str, ParamValue] = {
        "entry": row.id,
        "points": row.points,
        "earlier_byes": row.byes,
        "ranked_below": len(field.contenders) - 1 - index,
    }
    return DrawnPairing(
        seats=(Seat(row.id, 1),), kind=PairingKind.BYE, reasons=(Reason(code, params),)
    )


def _tier_costs(costs: Sequence[Costs]) -> tuple[TierCost, ...]:
    return (
        TierCost("rematch", sum(cost.repeats for cost in costs)),
        TierCost("small_again", sum(cost.small_again for cost in costs)),
        TierCost("score", sum(cost.spread for cost in costs)),
        TierCost("balance", sum(cost.balance for cost in costs)),
    )


MULTI_SEAT = register(MultiSeat())

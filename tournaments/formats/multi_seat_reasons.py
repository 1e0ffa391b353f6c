"""Why a round at larger tables came about, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from tournaments.formats.model import ParamValue, Reason, TierCost
from tournaments.formats.multi_seat_prices import Costs, TableFacts
from tournaments.formats.swiss_field import Field

TIER_NAMES = {
    "partner": "partner",
    "repeats": "rematch",
    "bye_rank": "bye_rank",
    "small_again": "small_again",
    "spread": "score",
    "balance": "balance",
}
"""Names of the tiers as a draw reports them, strongest first."""


def table_reasons(
    field: Field, facts: TableFacts, seats: Sequence[int], largest: int
) -> tuple[Reason, ...]:
    """Points at a table, who meets again there, and that it is a smaller one."""
    rows = field.contenders
    points = [rows[index].points for index in seats]
    reasons = [Reason("table_points", {"highest": max(points), "lowest": min(points)})]
    for place, one in enumerate(seats):
        for further in range(place + 1, len(seats)):
            other = seats[further]
            together = place // facts.per_side == further // facts.per_side
            partners = facts.partnered[one].get(other, 0) if together else 0
            times = partners or facts.times(one, other)
            if times:
                code = "partners_again" if partners else "meet_again"
                pair = tuple(sorted((rows[one].id, rows[other].id)))
                reasons.append(Reason(code, {"times": times, "entries": pair}))
    if len(seats) < largest:
        reasons.append(Reason("smaller_table", {"seats": len(seats), "full": largest}))
    return tuple(reasons)


def bye_reason(field: Field, index: int, bench: Sequence[int]) -> Reason:
    """Why this one sits out."""
    row = field.contenders[index]
    passed = any(
        other.bye_repeat == row.bye_repeat
        for place, other in enumerate(field.contenders)
        if place > index and place not in bench
    )
    code = "bye_lowest_without_one"
    if row.byes:
        code = "bye_all_had_one"
    elif passed:
        code = "bye_avoids_rematch"
    params: dict[str, ParamValue] = {
        "entry": row.id,
        "points": row.points,
        "earlier_byes": row.byes,
        "ranked_below": len(field.contenders) - 1 - index,
    }
    return Reason(code, params)


def tier_costs(costs: Costs, per_side: int) -> tuple[TierCost, ...]:
    """The costs of a round, strongest tier first; those of sides only where sides have several."""
    return tuple(
        TierCost(TIER_NAMES[tier.name], getattr(costs, tier.name))
        for tier in fields(costs)
        if tier.name in TIER_NAMES and (per_side > 1 or tier.name not in ("partner", "balance"))
    )

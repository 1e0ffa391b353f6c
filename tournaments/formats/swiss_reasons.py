"""Why a Swiss pairing came about, as data."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.model import ParamValue, Reason
from tournaments.formats.swiss_costs import apart_cost, placement_cost
from tournaments.formats.swiss_field import Field
from tournaments.formats.swiss_options import Tier


def pairing_reasons(field: Field, one: int, other: int) -> tuple[Reason, ...]:
    """Score groups, earlier meetings, floats and wishes of one pairing, `one` ranked better."""
    upper, lower = field.contenders[one], field.contenders[other]
    reasons: list[Reason] = []
    if upper.score == lower.score:
        group = field.groups[upper.group]
        ideal = placement_cost(field, upper, lower) == 0
        reasons.append(
            Reason(
                "same_points",
                {
                    "points": upper.points,
                    "group_size": group.end - group.start,
                    "places": (upper.position + 1, lower.position + 1),
                    "placement": field.placement.value,
                    "ideal": ideal,
                },
            )
        )
    else:
        reasons.append(_float_reason(field, one, other))
        reasons += _repeated_floats(field, one, other)
    met = field.meetings[one].get(other, 0)
    if met:
        reasons.append(Reason("meet_again", {"times": met, "entries": (upper.id, lower.id)}))
    else:
        reasons.append(Reason("first_meeting", {}))
    if apart_cost(field, upper, lower):
        reasons.append(Reason("not_kept_apart", {"entries": (upper.id, lower.id)}))
    return tuple(reasons)


def _float_reason(field: Field, one: int, other: int) -> Reason:
    """Who was paired outside its score group, and what made it so."""
    upper, lower = field.contenders[one], field.contenders[other]
    group = field.groups[upper.group]
    others = [i for i in range(group.start, group.end) if i not in (one, field.expected_bye)]
    params: dict[str, ParamValue] = {
        "down": upper.id,
        "up": lower.id,
        "points_down": upper.points,
        "points_up": lower.points,
        "group_size": group.size,
    }
    if not others:
        return Reason("float_alone", params)
    if all(i in field.meetings[one] or not _allowed(field, one, i) for i in others):
        return Reason("float_met_all", params)
    if group.leaves:
        return Reason("float_odd_group", params)
    return Reason("float_for_others", params)


def _allowed(field: Field, one: int, other: int) -> bool:
    return (min(one, other), max(one, other)) not in field.forbidden


def _repeated_floats(field: Field, one: int, other: int) -> list[Reason]:
    upper, lower = field.contenders[one], field.contenders[other]
    reasons: list[Reason] = []
    if upper.float_down:
        reasons.append(Reason("floats_down_again", {"entry": upper.id}))
    if lower.float_up:
        reasons.append(Reason("floats_up_again", {"entry": lower.id}))
    return reasons


def bye_reasons(field: Field, index: int) -> tuple[Reason, ...]:
    """Why the bye went where it went."""
    row = field.contenders[index]
    below = len(field.contenders) - 1 - index
    params: dict[str, ParamValue] = {
        "entry": row.id,
        "points": row.points,
        "earlier_byes": row.byes,
        "ranked_below": below,
    }
    if row.byes:
        return (Reason("bye_all_had_one", params),)
    if not below:
        return (Reason("bye_lowest", params),)
    if all(other.bye_repeat > row.bye_repeat for other in field.contenders[index + 1 :]):
        return (Reason("bye_lowest_without_one", params),)
    return (Reason("bye_avoids_rematch", params),)


def draw_reasons(field: Field, costs: Mapping[Tier, int]) -> tuple[Reason, ...]:
    """What holds for the round as a whole: what it had to be content with."""
    reasons = [
        Reason(
            "field",
            {"entries": len(field.contenders), "score_groups": len(field.groups)},
        )
    ]
    for tier, code in (
        (Tier.BYE_REPEAT, "second_bye_unavoidable"),
        (Tier.REMATCH, "rematch_unavoidable"),
        (Tier.FLOAT, "repeated_float_unavoidable"),
        (Tier.APART, "not_all_kept_apart"),
    ):
        if costs[tier]:
            reasons.append(Reason(code, {"cost": costs[tier]}))
    return tuple(reasons)

"""The price of each possible pairing of a Swiss draw, in tiers packed into one integer.

A tier's weight is larger than the largest total all tiers below it can reach in any draw, so
comparing two sums of packed prices compares the tiers in order. The totals are computed from the
field itself, which keeps the integers short: 2,000 entries in round 11 need some 110 bits, and the
matching is exact up to 126.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.formats.model import DrawError
from tournaments.formats.swiss_field import Contender, Field, ScoreGroup
from tournaments.formats.swiss_options import TIERS, Placement, Tier

MAX_BITS = 123
"""Most bits the total price of a draw may take. The matching computes in signed 128 bits and
adds up to three prices with a factor of two, which leaves this much."""

CHANCE_BITS = (48, 40, 32, 24, 20, 16, 12, 8, 4, 2)
"""Bits of a pairing's lot: the most that fit are taken."""

_MIX = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Weights:
    """What one unit of each tier weighs in a packed price."""

    by_tier: dict[Tier, int]
    chance_bits: int
    bits: int
    """Bits the largest possible total takes."""

    def unpack(self, total: int) -> dict[Tier, int]:
        """Cost by tier of a packed total."""
        costs: dict[Tier, int] = {}
        for tier in TIERS:
            costs[tier], total = divmod(total, self.by_tier[tier])
        return costs


def priced(field: Field) -> Prices:
    """Prices of a field. Where points come in steps too fine for them (thirds, say), differences
    are counted in score groups instead. Raises `DrawError` (`points_too_fine`) where even that
    does not fit, which takes more entries than any hall holds."""
    try:
        return Prices(field)
    except DrawError:
        lowest = len(field.groups) - 1
        return Prices(
            replace(
                field,
                contenders=tuple(replace(c, score=lowest - c.group) for c in field.contenders),
                groups=tuple(
                    replace(group, score=lowest - number)
                    for number, group in enumerate(field.groups)
                ),
            )
        )


class Prices:
    """Prices of the pairings of one field. Indices are those of the field, the bye's included."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.weights = _weigh(field)
        self._rows = field.contenders
        self._groups = field.groups

    def allowed(self, one: int, other: int) -> bool:
        """False for a pairing the request forbids."""
        return (min(one, other), max(one, other)) not in self.field.forbidden

    def price(self, one: int, other: int) -> int:
        """Packed price of a pairing, the better ranked index first."""
        if other == len(self._rows):
            return self._bye_price(one)
        upper = self._rows[one]
        lower = self._rows[other]
        weight = self.weights.by_tier
        mixed = ((upper.ticket ^ lower.ticket) * _MIX) & _MASK
        price = mixed >> (64 - self.weights.chance_bits)
        price += placement_cost(self.field, upper, lower) * weight[Tier.PLACEMENT]
        apart = apart_cost(self.field, upper, lower)
        if apart:
            price += apart * weight[Tier.APART]
        difference = upper.score - lower.score
        if difference:
            price += difference * difference * weight[Tier.SCORE]
            drift = upper.float_down + lower.float_up
            if drift:
                price += drift * weight[Tier.FLOAT]
        met = self.field.meetings[one].get(other)
        if met:
            price += met * met * weight[Tier.REMATCH]
        return price

    def _bye_price(self, index: int) -> int:
        weight = self.weights.by_tier
        below = len(self._rows) - 1 - index
        return (
            self._rows[index].bye_repeat * weight[Tier.BYE_REPEAT] + below * weight[Tier.BYE_RANK]
        )


def apart_cost(field: Field, one: Contender, other: Contender) -> int:
    """2 for a shared club, 1 for a shared city, where the options ask to keep them apart."""
    cost = 0
    if field.options.clubs_apart and one.entrant.club:
        cost += 2 * (one.entrant.club == other.entrant.club)
    if field.options.cities_apart and one.entrant.city:
        cost += one.entrant.city == other.entrant.city
    return cost


def placement_cost(field: Field, upper: Contender, lower: Contender) -> int:
    """Distance from the ideal opponent, squared. Across groups the ideal is the last of the
    upper against the first of the lower."""
    group = field.groups[upper.group]
    if upper.group != lower.group:
        below = group.size - 1 - upper.position
        return below * below + lower.position * lower.position
    return placement_miss(field.placement, group, upper.position, lower.position) ** 2


def placement_miss(placement: Placement, group: ScoreGroup, position: int, opponent: int) -> int:
    """How far two places of one group are from being each other's ideal opponent. One who is
    expected to meet a floater from above is the first, one who floats down the last."""
    if placement is Placement.FOLD:
        last = group.size - 1 - group.leaves
        return abs(position + opponent - group.enters - last)
    apart = abs(opponent - position)
    return abs(apart - (1 if placement is Placement.NEIGHBOURS else group.middle))


def _weigh(field: Field) -> Weights:
    totals = _largest_totals(field)
    for chance_bits in CHANCE_BITS:
        totals[Tier.CHANCE] = len(field.contenders) // 2 * ((1 << chance_bits) - 1)
        weight = 1
        by_tier: dict[Tier, int] = {}
        for tier in reversed(TIERS):
            by_tier[tier] = weight
            weight *= totals[tier] + 1
        if weight.bit_length() <= MAX_BITS:
            return Weights(by_tier, chance_bits, weight.bit_length())
    raise DrawError(
        "points_too_fine", bits=weight.bit_length(), limit=MAX_BITS, entries=len(field.contenders)
    )


def _largest_totals(field: Field) -> dict[Tier, int]:
    """For each tier a total no draw of this field can exceed.

    Each is a sum over contenders of the most their own pairing can cost, halved where a pairing
    is charged to both.
    """
    rows = field.contenders
    options = field.options
    top = max((row.score for row in rows), default=0)
    rematch = sum(max(met.values(), default=0) ** 2 for met in field.meetings)
    apart = sum(
        2 * bool(options.clubs_apart and row.entrant.club)
        + bool(options.cities_apart and row.entrant.city)
        for row in rows
    )
    odd = len(rows) % 2
    return {
        Tier.BYE_REPEAT: odd * max((row.bye_repeat for row in rows), default=0),
        Tier.REMATCH: rematch // 2,
        Tier.BYE_RANK: odd * max(0, len(rows) - 1),
        Tier.SCORE: sum(max(row.score, top - row.score) ** 2 for row in rows) // 2,
        Tier.FLOAT: sum(max(row.float_down, row.float_up) for row in rows),
        Tier.APART: apart // 2,
        Tier.PLACEMENT: sum((group.size + 1) ** 2 * (group.size + 1) for group in field.groups),
    }

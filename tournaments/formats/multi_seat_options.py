"""What an organiser can choose about larger tables, and how a field is spread over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tournaments.formats.model import FormatOptions, ParamValue, Reason
from tournaments.formats.swiss_options import RankBy


class MeetBy(StrEnum):
    """What decides who meets whom once repeated meetings are as few as can be."""

    DESIGN = "design"
    """A design laid down for the whole event where there is one, else as `score`."""
    SCORE = "score"
    """Equal points meet, in every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiSeatOptions(FormatOptions):
    """Options of rounds at larger tables."""

    sides: int = 3
    """Sides of a full table: the number aimed at."""
    per_side: int = 1
    """Entries that play together on a side: 2 where single players are paired for the round."""
    smaller_tables: bool = True
    """Tables one side smaller (never below two) rather than byes. Only with one entry a side,
    and only where `sizes` is empty."""
    sizes: tuple[int, ...] = ()
    """Sizes a table may have, such as (3, 4, 6) at Kroket. Empty: `sides`, and one less with
    `smaller_tables`. Only with one entry a side."""
    meet_by: MeetBy = MeetBy.DESIGN
    rank_by: RankBy | None = None
    """Order within equal points; None: by lot."""
    rounds: int | None = None
    """Planned number of rounds; None leaves it to the organiser."""

    @property
    def full(self) -> int:
        """Entries at a full table."""
        return self.sides * self.per_side

    @property
    def allowed(self) -> tuple[int, ...]:
        """Sizes a table may have, smallest first."""
        if self.per_side > 1:
            return (self.full,)
        if self.sizes:
            return tuple(sorted(set(self.sizes)))
        if self.smaller_tables and self.sides > 2:
            return (self.sides - 1, self.sides)
        return (self.sides,)


@dataclass(frozen=True, slots=True)
class Seating:
    """How many sit at each table, known before anything is drawn."""

    sizes: tuple[int, ...]
    """Entries at each table, largest first. Empty: too few for one table."""
    byes: int
    """Who is left over in each round."""
    reasons: tuple[Reason, ...]
    """What the organiser should know: `table_sizes`, `byes_each_round`, `too_few_entries`."""


def seating(entries: int, options: MultiSeatOptions) -> Seating:
    """How a field is spread: fewest byes first, then tables that differ by one at most, then
    as many tables as full ones would take, then sizes as equal as can be."""
    sizes = _sizes(entries, options.allowed, options.full)
    if not sizes:
        params: dict[str, ParamValue] = {"entries": entries, "least": options.allowed[0]}
        return Seating((), entries, (Reason("too_few_entries", params),))
    byes = entries - sum(sizes)
    kinds = sorted(set(sizes), reverse=True)
    reasons = [
        Reason(
            "table_sizes",
            {
                "entries": entries,
                "tables": len(sizes),
                "sizes": tuple(kinds),
                "counts": tuple(sizes.count(kind) for kind in kinds),
            },
        )
    ]
    if byes:
        reasons.append(
            Reason("byes_each_round", {"byes": byes, "entries": entries, "sizes": options.allowed})
        )
    return Seating(sizes, byes, tuple(reasons))


def table_sizes(entries: int, options: MultiSeatOptions) -> list[int]:
    """Entries at each table, largest first; what is missing to `entries` has a bye."""
    return list(seating(entries, options).sizes)


@lru_cache(maxsize=512)
def _sizes(entries: int, allowed: tuple[int, ...], full: int) -> tuple[int, ...]:
    for seated in range(entries, allowed[0] - 1, -1):
        wanted = -(-seated // full)
        best: tuple[tuple[int, int, int], tuple[int, ...]] | None = None
        for low in range(len(allowed)):
            for high in range(low, len(allowed)):
                window = allowed[low : high + 1]
                for spread in _spreads(seated, window, wanted):
                    gap = spread[0] - spread[-1]
                    rank = (max(gap, 1), abs(len(spread) - wanted), gap)
                    if best is None or rank < best[0]:
                        best = (rank, spread)
        if best is not None:
            return best[1]
    return ()


def _spreads(seated: int, window: Sequence[int], wanted: int) -> list[tuple[int, ...]]:
    """Sizes out of the window that add up, for the numbers of tables nearest above and below
    what is wanted."""
    least, most = -(-seated // window[-1]), seated // window[0]
    reach = [1]
    for _ in range(most):
        reach.append(_one_more(reach[-1], window))
    possible = [tables for tables in range(least, most + 1) if reach[tables] >> seated & 1]
    near = sorted(possible, key=lambda tables: (abs(tables - wanted), -tables))[:2]
    return [_trace(seated, window, reach, tables) for tables in near]


def _one_more(sums: int, window: Sequence[int]) -> int:
    """The sums (as bits of a number) that one more table of the window's sizes can reach."""
    reached = 0
    for size in window:
        reached |= sums << size
    return reached


def _trace(seated: int, window: Sequence[int], reach: list[int], tables: int) -> tuple[int, ...]:
    sizes: list[int] = []
    for left in range(tables, 0, -1):
        size = next(
            s for s in reversed(window) if seated >= s and reach[left - 1] >> seated - s & 1
        )
        sizes.append(size)
        seated -= size
    return tuple(sorted(sizes, reverse=True))

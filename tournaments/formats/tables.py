"""Which pairing sits at which table: one assignment, the best there is.

Wishes in tiers, strongest first, a lower one never buying a higher:

1. Who cannot climb steps sits at an accessible table.
2. Entries with a fixed table sit at it. Where two of them meet, or two want one table, the one
   with the better seed has it.
3. A group or bracket sits at the tables that are kept for it, and nobody else does.
4. Nobody sits at a table it has sat at before.
5. Pairings stand in the order given: the first at the lowest number that is free for it.

`tables_wishes.py` has the prices, `tables_matching.py` finds the cheapest assignment,
`tables_moves.py` says what moving one game of a running round would mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.model import (
    DrawnPairing,
    Entrant,
    EntryId,
    PlayedPairing,
    Reason,
    Table,
    TooFewTablesError,
)
from tournaments.formats.tables_matching import cheapest
from tournaments.formats.tables_wishes import Ranges, Wishes

FIRST_REACH = 16
"""Steps either side of a pairing's ideal table that are weighed to begin with. From one table to
the next are two steps, to a kept one beside it one."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The table of one pairing, and what is to be said about it."""

    number: int
    reasons: tuple[Reason, ...] = ()


def assign_tables(
    pairings: Sequence[Sequence[EntryId]],
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    history: Sequence[PlayedPairing] = (),
    first_reach: int = FIRST_REACH,
    *,
    ranges: Ranges = (),
    groups: Sequence[str] = (),
) -> list[TableChoice]:
    """A table for each pairing (its entries, of however many sides), in the order given.

    `history` says who sat where before. `ranges` are the table numbers kept for groups, `groups`
    names the group of each pairing (empty: none has one). `first_reach` (steps, see
    `FIRST_REACH`) changes the time taken, never the price. Raises `TooFewTablesError` with both
    numbers when the tables in service do not suffice.
    """
    in_service = sum(1 for table in tables if table.in_service)
    if in_service < len(pairings):
        raise TooFewTablesError("too_few_tables", pairings=len(pairings), tables=in_service)
    if not pairings:
        return []
    named = groups or [""] * len(pairings)
    wishes = Wishes(pairings, entrants, tables, history, ranges, named)
    return [
        TableChoice(wishes.numbers[index], wishes.reasons(row, wishes.numbers[index]))
        for row, index in enumerate(cheapest(wishes, first_reach))
    ]


def table_warnings(pairings: Sequence[DrawnPairing]) -> tuple[Reason, ...]:
    """What the organiser should see of the tables before publishing: who sits where there are
    steps though they must not, and how many games are outside the tables of their group."""
    reasons = [reason for pairing in pairings for reason in pairing.reasons]
    stairs = [r.params["entry"] for r in reasons if r.code == "table_not_accessible"]
    outside = [r for r in reasons if r.code in ("outside_table_range", "table_kept_for_others")]
    warnings: list[Reason] = []
    if stairs:
        entries = tuple(entry for entry in stairs if isinstance(entry, int))
        warnings.append(Reason("no_accessible_table_left", {"entries": entries}))
    if outside:
        warnings.append(Reason("table_ranges_too_small", {"pairings": len(outside)}))
    return tuple(warnings)

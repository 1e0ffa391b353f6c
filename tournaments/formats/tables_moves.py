"""Moving one game of a running round: which tables are free, and what each would break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.model import Entrant, EntryId, PlayedPairing, Reason, Table
from tournaments.formats.tables_wishes import RangeRule, Ranges, tables_used

GRAVITY: Mapping[str, int] = {
    "table_occupied": 0,
    "table_out_of_service": 1,
    "table_not_accessible": 2,
    "fixed_table_left": 3,
    "fixed_table_of_another": 4,
    "outside_table_range": 5,
    "table_kept_for_others": 5,
    "same_table_again": 6,
}
"""Codes a move can break, the gravest first. The first two are no table to move to."""

TIERS = max(GRAVITY.values()) + 1


@dataclass(frozen=True, slots=True)
class TableMove:
    """A table the game could be moved to, and what speaks against it."""

    number: int
    free: bool
    """In service, and nobody of the round sits there."""
    violations: tuple[Reason, ...] = ()
    """Gravest first; codes are those of `GRAVITY`."""


def table_moves(
    moving: Sequence[EntryId],
    running: Iterable[tuple[int | None, Sequence[EntryId]]],
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    history: Sequence[PlayedPairing] = (),
    *,
    ranges: Ranges = (),
    group: str = "",
) -> list[TableMove]:
    """Every table but the one the game is at, the best first.

    `moving` are the entries of the game, `running` table and entries of the round's pairings that
    still take up a table (the game's own may be among them), `history` the rounds before this one.
    A free table with fewer of the graver violations comes first; among equals the lowest number.
    """
    mover = frozenset(moving)
    at: dict[int, tuple[EntryId, ...]] = {}
    own: int | None = None
    for number, entries in running:
        if frozenset(entries) == mover:
            own = number
        elif number is not None:
            at[number] = tuple(entries)
    by_id = {entrant.id: entrant for entrant in entrants}
    playing = mover.union(*(frozenset(entries) for entries in at.values()))
    fixed_of: dict[int, list[EntryId]] = {}
    for entrant in sorted(entrants, key=lambda e: (e.seed, e.id)):
        if entrant.fixed_table is not None and entrant.id in playing - mover:
            fixed_of.setdefault(entrant.fixed_table, []).append(entrant.id)
    used = tables_used(history)
    rule = RangeRule(ranges, (table.number for table in tables if table.in_service))
    moves: list[TableMove] = []
    for table in tables:
        number = table.number
        if number == own:
            continue
        broken: list[Reason] = []
        if number in at:
            broken.append(Reason("table_occupied", {"table": number, "entries": at[number]}))
        if not table.in_service:
            broken.append(Reason("table_out_of_service", {"table": number}))
        for entry in moving:
            broken.extend(_broken(by_id.get(entry), entry, table, used.get(entry, {})))
        at_own = any(by_id[e].fixed_table == number for e in moving if e in by_id)
        broken += [
            Reason("fixed_table_of_another", {"entry": entry, "table": number})
            for entry in fixed_of.get(number, ())
        ]
        outside = rule.reason(group, number)
        if outside is not None and not at_own:
            broken.append(outside)
        broken.sort(key=lambda reason: GRAVITY[reason.code])
        free = number not in at and table.in_service
        moves.append(TableMove(number, free, tuple(broken)))
    return sorted(moves, key=_weight)


def _broken(
    entrant: Entrant | None, entry: EntryId, table: Table, used: Mapping[int, int]
) -> Iterable[Reason]:
    number = table.number
    fixed = None if entrant is None else entrant.fixed_table
    if entrant is not None and entrant.needs_access and not table.accessible:
        yield Reason("table_not_accessible", {"entry": entry, "table": number})
    if fixed is not None and fixed != number:
        yield Reason("fixed_table_left", {"entry": entry, "wanted": fixed, "table": number})
    if used.get(number, 0) and fixed != number:
        params = {"entry": entry, "table": number, "times": used[number]}
        yield Reason("same_table_again", params)


def _weight(move: TableMove) -> tuple[bool, tuple[int, ...], int]:
    counts = [0] * TIERS
    for reason in move.violations:
        counts[GRAVITY[reason.code]] += 1
    return not move.free, tuple(counts), move.number

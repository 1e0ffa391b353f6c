"""A long cross table cut into pages of rows."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pictures.model import CrossTable
from tournaments.pictures.words import Words


def cross_table_parts(
    table: CrossTable, *, most_rows: int = 16, language: str = "da"
) -> tuple[CrossTable, ...]:
    """The table itself, or parts of nearly equal length with no more than `most_rows` rows each.

    A table of everybody against everybody stays whole: its columns are its rows.
    """
    if most_rows < 1:
        raise ValueError("a part has one row at least")
    count = -(-len(table.rows) // most_rows)
    if count <= 1 or table.own_columns:
        return (table,)
    words = Words(language)
    each, more = divmod(len(table.rows), count)
    parts: list[CrossTable] = []
    start = 0
    for number in range(count):
        end = start + each + (number < more)
        title = words("part", name=table.title, number=number + 1, count=count)
        parts.append(replace(table, title=title, rows=table.rows[start:end]))
        start = end
    return tuple(parts)

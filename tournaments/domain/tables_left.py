"""Where an entry was published to sit, once it is sent to another table: lists in the hall say the
old one, so pages and papers say where it moved from."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Round, Seat, Table


def published_tables(round_: Round, entries: Iterable[int]) -> dict[int, Table | None]:
    """The table each was published at, by key of the entry."""
    seats = Seat.objects.filter(round=round_, entry__in=list(entries))
    return {
        seat.entry_id: seat.moved_from or seat.pairing.table
        for seat in seats.select_related("pairing__table", "moved_from")
    }


def note_tables_left(round_: Round, left: dict[int, Table | None]) -> None:
    """Writes down which table each entry was published at, where it sits at another now."""
    for seat in Seat.objects.filter(round=round_, entry__in=left).select_related("pairing"):
        table = left[seat.entry_id]
        there = table is None or seat.pairing.table_id in {table.pk, None}
        seat.moved_from = None if there else table
        seat.save(update_fields=["moved_from"])

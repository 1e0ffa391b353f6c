"""What lists say beside a table: where somebody was moved from, and who must sit how."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Entry, Table


def moved_words(left: Iterable[Table | None]) -> str:
    """ "moved from table 12" for those who were published at another table; "" for nobody."""
    numbers = sorted({table.number for table in left if table is not None})
    if not numbers:
        return ""
    return _("moved from table %(tables)s") % {"tables": ", ".join(map(str, numbers))}


def wishes_words(entries: Iterable[Entry]) -> list[str]:
    """Marks of those who always sit at one table, or must not have steps. No query."""
    words = []
    rows = list(entries)
    if any(entry.fixed_table_id is not None for entry in rows):
        words.append(_("fixed table"))
    if any(entry.needs_access for entry in rows):
        words.append(_("no steps"))
    return words

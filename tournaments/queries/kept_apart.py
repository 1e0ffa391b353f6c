"""Who is not to meet whom, by a decision of the organisers."""

from __future__ import annotations

from django.db.models import Q

from tournaments.formats.model import EntryId
from tournaments.models import Entry, KeptApart, Tournament


def forbidden_pairs(tournament: Tournament) -> frozenset[frozenset[EntryId]]:
    """The pairs no draw lets meet, as keys of entries; one that was merged into another stands for
    that one. One query."""
    rows = KeptApart.objects.filter(one__tournament=tournament).values_list(
        "one_id", "one__merged_into_id", "other_id", "other__merged_into_id"
    )
    pairs = (
        frozenset((one_now or one, other_now or other)) for one, one_now, other, other_now in rows
    )
    return frozenset(pair for pair in pairs if len(pair) == 2)


def kept_apart_from(entry: Entry) -> list[tuple[KeptApart, Entry]]:
    """Those an entry is not to meet, in the order they were named. One query."""
    rows = KeptApart.objects.filter(Q(one=entry) | Q(other=entry)).select_related("one", "other")
    return [(row, row.other if row.one_id == entry.pk else row.one) for row in rows]

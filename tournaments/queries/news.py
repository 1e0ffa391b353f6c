"""What a page may have to show anew: the newest event that concerns it. One light query."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import Q, QuerySet

from tournaments.models import Entry, Event, Pairing, Tournament

#: Subjects that concern every page of a tournament.
_EVERYWHERE: Final = ("tournament", "round", "stage", "table")
#: Edits of a draft are nobody's news until it is published.
_DRAFT: Final = "draft."


def newest_event(
    tournament: Tournament,
    *,
    pairings: QuerySet[Pairing] | Iterable[Pairing] | None = None,
    entry: Entry | None = None,
) -> int:
    """The number of the newest event that concerns a page; 0 before any.

    `pairings` are those whose games it shows (None: all), `entry` the one it is about (None: all;
    of those, only what the desk changed, and not that they came).
    """
    tables = Q(subject_kind="pairing")
    if pairings is not None:
        tables &= Q(subject_id__in=pairings)
    if entry is None:
        entries = Q(subject_kind="entry", verb__startswith="entry.")
    else:
        entries = Q(subject_kind="entry", subject_id=entry.pk)
    everywhere = Q(subject_kind__in=_EVERYWHERE) & ~Q(verb__startswith=_DRAFT)
    rulings = Q(verb__startswith="ruling.")
    found = Event.objects.filter(everywhere | tables | entries | rulings, tournament=tournament)
    return found.order_by("-id").values_list("id", flat=True).first() or 0

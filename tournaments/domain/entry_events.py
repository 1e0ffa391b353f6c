"""What the log says of an entry: who changed it last, and when."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Entry, Event


def last_event(entry: Entry) -> Event | None:
    """The newest event about an entry by itself."""
    return (
        Event.objects.filter(
            tournament_id=entry.tournament_id, subject_kind="entry", subject_id=entry.pk
        )
        .select_related("actor")
        .order_by("-id")
        .first()
    )


def who_and_when(entry: Entry, event: Event | None) -> dict[str, str]:
    """`who` and `at` (the tournament's time) of an event, for a sentence."""
    if event is None:
        return {"who": _("somebody else"), "at": ""}
    at = timezone.localtime(event.at, entry.tournament.zone)
    return {
        "who": event.actor.display_name if event.actor else _("the program"),
        "at": time_format(at, "TIME_FORMAT"),
    }

"""The Undo button of a message: it takes back the step that the message tells of."""

from __future__ import annotations

from django.db.models import Model
from django.urls import reverse

from tournaments.models import Event, Tournament, User

from .registry import WAYS


def undo_address(tournament: Tournament, event: Event) -> str:
    """Where a step is looked at and taken back."""
    return reverse("desk-undo", args=[tournament.slug, event.pk])


def undo_tag(tournament: Tournament, verb: str, subject: Model, *, by: User) -> str:
    """`extra_tags` of a message that says `by` has just done `verb` to `subject`: its Undo button.
    Empty where there is nothing to take back. One query."""
    if verb not in WAYS:
        return ""
    event = (
        Event.objects.filter(
            tournament=tournament,
            actor=by,
            verb=verb,
            subject_kind=subject._meta.model_name or "",
            subject_id=subject.pk,
        )
        .order_by("-id")
        .first()
    )
    return "" if event is None else f"undo:{undo_address(tournament, event)}"

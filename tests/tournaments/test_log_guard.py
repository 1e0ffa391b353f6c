"""No statement changes or deletes an event: on either database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction

from tournaments.log_guard import guard, unguard
from tournaments.models import Event, Tournament


@pytest.fixture
def event(tournament: Tournament) -> Iterator[Event]:
    guard(connection)
    yield Event.objects.create(
        tournament=tournament, verb="x", subject_kind="tournament", subject_id=1, subject="x"
    )
    unguard(connection)


@pytest.mark.parametrize("field", ["verb", "why", "key", "subject", "subject_id"])
def test_event_cannot_be_changed(event: Event, field: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(**{field: "7"})
    assert Event.objects.get(pk=event.pk).verb == "x"


def test_event_cannot_be_deleted(event: Event) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(pk=event.pk).delete()
    assert Event.objects.filter(pk=event.pk).exists()


def test_event_gets_its_place_once(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(place=1, digest="a" * 64)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(place=2, digest="b" * 64)
    assert Event.objects.get(pk=event.pk).place == 1

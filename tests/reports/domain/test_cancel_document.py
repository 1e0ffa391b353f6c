"""Doing without a document that is on its way: waiting or being made, once, and for good."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.urls import reverse

from reports.documents import DOCUMENTS, Subject
from reports.domain.ask_for_document import ask_for_document
from reports.domain.cancel_document import cancel_document
from reports.domain.lease import LeaseLost, take_job
from reports.domain.make_document import make_document, make_documents
from reports.models import Job
from reports.press.parts import Order, Part
from tests.factories import make_tournament
from tests.reports.paper import make_round
from tests.reports.press.test_crew import children_in, left_in
from tournaments.access import ALLOWED
from tournaments.domain.errors import Refused
from tournaments.models import Role, Tournament, User

ClientOf = Callable[[User], Client]


def test_waiting_document_is_cancelled_with_an_event_and_never_made(
    tournament: Tournament, organiser: User
) -> None:
    job = ask_for_document(tournament, "check-in-list", by=organiser)
    cancelled = cancel_document(tournament, job.pk, by=organiser, key="k")

    assert (cancelled.pk, cancelled.state, cancelled.lease) == (job.pk, Job.State.CANCELLED, None)
    event = tournament.events.latest("id")
    assert (event.verb, event.actor, event.before, event.after) == (
        "document.cancel",
        organiser,
        {"state": "waiting"},
        {"document": "check-in-list", "language": "da"},
    )
    assert make_documents() == 0
    # The same request again is the same; another is told that there is nothing to stop.
    assert cancel_document(tournament, job.pk, by=organiser, key="k").pk == job.pk
    with pytest.raises(Refused) as refused:
        cancel_document(tournament, job.pk, by=organiser, key="other")
    assert (refused.value.code, tournament.events.count()) == ("not-on-its-way", 2)


@pytest.mark.parametrize("state", [Job.State.DONE, Job.State.FAILED])
def test_document_that_came_to_an_end_is_not_cancelled(tournament: Tournament, state: str) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    Job.objects.update(state=state)
    with pytest.raises(Refused) as refused:
        cancel_document(tournament, job.pk, by=None)
    job.refresh_from_db()
    assert (refused.value.code, job.state) == ("not-on-its-way", state)


def test_cancelled_document_can_be_asked_for_again(tournament: Tournament) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    cancel_document(tournament, job.pk, by=None)
    again = ask_for_document(tournament, "check-in-list", by=None)
    assert (again.pk != job.pk, again.state) == (True, Job.State.WAITING)


def test_worker_of_a_cancelled_document_has_lost_its_lease(tournament: Tournament) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    lease = take_job()
    assert lease is not None
    lease.check()
    cancel_document(tournament, job.pk, by=None)
    for too_late in (lease.check, lease.renew, lambda: lease.finish("a", "a")):
        with pytest.raises(LeaseLost):
            too_late()
    assert take_job() is None


def test_document_of_another_tournament_or_another_role_is_not_found(
    tournament: Tournament,
) -> None:
    job = ask_for_document(tournament, "emergency-pack", by=None)
    for where, which, actions in (
        (make_tournament(), job.pk, ALLOWED[Role.Kind.ORGANISER]),
        (tournament, uuid.uuid4(), ALLOWED[Role.Kind.ORGANISER]),
        (tournament, job.pk, ALLOWED[Role.Kind.DESK]),
    ):
        with pytest.raises(Refused) as refused:
            cancel_document(where, which, actions=actions, by=None)
        assert refused.value.code == "no-such-document"
    assert Job.objects.get().state == Job.State.WAITING


@pytest.mark.django_db(transaction=True)
def test_press_stops_when_a_document_is_cancelled_while_it_is_printed(
    tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real children, each busy for a quarter of an hour: they are gone in a moment, and nothing is
    kept."""
    settings.DATA_DIR = tmp_path

    def long(_subject: Subject) -> Order:
        return Order("Long", "en", (Part("900"),) * 3, renderer="tests.reports.press.slow:wait")

    kind = replace(DOCUMENTS["check-in-list"], order=long)
    monkeypatch.setitem(DOCUMENTS, kind.name, kind)
    tournament = make_tournament()
    job = ask_for_document(tournament, kind.name, by=None)
    lease = take_job()
    assert lease is not None
    workshop = tmp_path / "workshops" / str(lease.token)
    seen: list[int] = []
    cancelled: list[float] = []

    def cancel() -> None:
        try:
            end = time.monotonic() + 300
            while not children_in(workshop) and time.monotonic() < end:
                time.sleep(0.05)
            seen.extend(children_in(workshop))
            cancel_document(tournament, job.pk, by=None)
            cancelled.append(time.monotonic())
        finally:
            connection.close()

    somebody = Thread(target=cancel)
    somebody.start()
    make_document(lease)
    ended = time.monotonic()
    somebody.join()

    job.refresh_from_db()
    assert (job.state, job.file.name, bool(seen)) == (Job.State.CANCELLED, "", True)
    assert ended - cancelled[0] < 600
    assert (left_in(workshop), workshop.exists()) == ([], False)


def test_button_in_the_list_stops_what_is_on_its_way(desk: User, client_of: ClientOf) -> None:
    round_ = make_round(1)
    tournament = round_.tournament
    Role.objects.create(tournament=tournament, user=desk, kind=Role.Kind.DESK)
    client = client_of(desk)
    client.cookies["language"] = "en"
    job = ask_for_document(tournament, "standings", by=desk)
    stop = reverse("desk-paper-cancel", args=[tournament.slug, job.pk])
    papers = reverse("desk-papers", args=[tournament.slug])
    assert f'action="{stop}"' in client.get(papers).content.decode()

    answers = [client.post(stop, {"only": only}).url for only in ("", "standings")]
    assert answers == [papers, reverse("desk-document", args=[tournament.slug, "standings"])]
    page = client.get(papers).content.decode()
    assert (f'action="{stop}"' in page, "Cancelled" in page, "Make it again" in page) == (
        False,
        True,
        True,
    )
    assert tournament.events.filter(verb="document.cancel").count() == 1
    elsewhere = reverse("desk-paper-cancel", args=[tournament.slug, uuid.uuid4()])
    assert client.post(elsewhere).status_code == 404

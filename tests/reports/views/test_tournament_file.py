"""The desk's page of the tournament as a file."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from reports.domain.make_document import make_documents
from reports.models import Job
from tests.factories import make_entries, make_tournament
from tests.tournaments.transfer.made import files_of, written
from tournaments.models import Event, Role, Tournament, User
from tournaments.transfer.bring_in import import_tournament

ClientOf = Callable[[User], Client]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: LazySettings) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def client(organiser: User, client_of: ClientOf) -> Client:
    client = client_of(organiser)
    client.cookies["language"] = "en"
    return client


def address(tournament: Tournament, page: str = "", *more: object) -> str:
    return reverse(f"desk-file{page}", args=[tournament.slug, *more])


def body(client: Client, url: str) -> str:
    return client.get(url).content.decode()


def test_file_is_asked_for_made_and_fetched(
    tournament: Tournament, organiser: User, client: Client
) -> None:
    make_entries(tournament, 2)
    page = address(tournament)
    assert "Made so far" not in body(client, page)
    answers = [client.post(page, {"key": "once"}) for _ in range(2)]
    assert [answer.headers["Location"] for answer in answers] == [page, page]
    job = Job.objects.get()
    assert [f'hx-get="{address(tournament, "-list")}"' in body(client, page)] == [True]
    assert client.get(address(tournament, "-fetch", job.pk)).status_code == 404

    make_documents()
    fetch = address(tournament, "-fetch", job.pk)
    made = body(client, address(tournament, "-list"))
    assert [f'href="{fetch}"' in made, "hx-get" in made] == [True, False]
    answer = client.get(fetch)
    day = timezone.localdate(timezone=tournament.zone)
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="{tournament.slug}-{day.isoformat()}.zip"'
    )
    assert answer.headers["Cache-Control"] == "no-store"
    data = answer.getvalue()
    assert b"anna1@example.org" in files_of(data)["data/players.json"]
    event = Event.objects.get(tournament=tournament)
    assert (event.verb, event.actor, event.after) == (
        "tournament.export",
        organiser,
        {"contacts": True},
    )


def test_file_is_asked_for_without_contacts(tournament: Tournament, client: Client) -> None:
    client.post(address(tournament), {"without_contacts": "1"})
    assert Job.objects.get().params == {"contacts": False}


def test_page_shows_how_far_it_is_and_what_was_begun_again(
    tournament: Tournament, client: Client
) -> None:
    client.post(address(tournament))
    Job.objects.update(state=Job.State.RUNNING, done=7, total=20, attempts=2)
    made = body(client, address(tournament, "-list"))
    assert '<progress value="7" max="20"' in made
    assert "Begun again" in made


def test_second_of_a_kind_is_refused_while_one_is_on_its_way(
    tournament: Tournament, client: Client
) -> None:
    client.post(address(tournament))
    answer = client.post(address(tournament))
    assert (answer.status_code, Job.objects.count()) == (422, 1)
    assert "being made already" in answer.content.decode()


def test_file_is_stopped_and_says_so(tournament: Tournament, client: Client) -> None:
    client.post(address(tournament))
    job = Job.objects.get()
    stop = address(tournament, "-stop", job.pk)
    assert [client.post(stop).headers["Location"] for _ in range(2)] == [address(tournament)] * 2
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert "there is nothing to stop" in body(client, address(tournament))


def test_file_that_was_removed_is_not_fetched(tournament: Tournament, client: Client) -> None:
    client.post(address(tournament))
    make_documents()
    job = Job.objects.get()
    Job.objects.update(pruned_at=timezone.now())
    assert client.get(address(tournament, "-fetch", job.pk)).status_code == 404
    assert "Removed to make room" in body(client, address(tournament))
    Job.objects.update(pruned_at=None)
    job.file.storage.delete(str(job.file.name))
    assert client.get(address(tournament, "-fetch", job.pk)).status_code == 404


def test_file_is_nowhere_among_papers_and_papers_are_not_here(
    tournament: Tournament, client: Client
) -> None:
    client.post(address(tournament))
    make_documents()
    job = Job.objects.get()
    assert str(job.pk) not in body(client, reverse("desk-papers", args=[tournament.slug]))
    assert client.get(reverse("desk-paper", args=[tournament.slug, job.pk])).status_code == 404
    api = f"/api/v1/tournaments/{tournament.slug}/documents/"
    assert client.get(api).json()["results"] == []
    assert client.get(f"{api}{job.pk}/").status_code == 404
    assert client.get(f"{api}{job.pk}/file/").status_code == 404
    paper = Job.objects.create(
        tournament=tournament, document="standings", language="da", state=Job.State.DONE
    )
    assert client.get(address(tournament, "-fetch", paper.pk)).status_code == 404
    assert client.post(address(tournament, "-stop", paper.pk)).status_code == 404


def test_file_is_for_those_who_edit_the_tournament(
    tournament: Tournament, client: Client, desk: User, client_of: ClientOf
) -> None:
    client.post(address(tournament))
    make_documents()
    at_desk = client_of(desk)
    pages = (address(tournament), address(tournament, "-fetch", Job.objects.get().pk))
    assert [at_desk.get(page).status_code for page in pages] == [403, 403]
    assert at_desk.post(address(tournament)).status_code == 403


def test_file_of_another_tournament_is_not_here(tournament: Tournament, client: Client) -> None:
    client.post(address(tournament))
    make_documents()
    other = make_tournament()
    Role.objects.create(
        tournament=other, user=User.objects.get(username="bente"), kind=Role.Kind.ORGANISER
    )
    job = Job.objects.get()
    assert client.get(address(other, "-fetch", job.pk)).status_code == 404


def test_page_tells_where_a_tournament_came_from(
    tournament: Tournament, organiser: User, client: Client
) -> None:
    data = written(tournament)
    there = import_tournament(io.BytesIO(data), len(data), by=organiser, slug="dm-igen")
    assert tournament.slug in body(client, address(there))

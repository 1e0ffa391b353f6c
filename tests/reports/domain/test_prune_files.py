"""Old files make room, and nothing goes without the page saying so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from reports.domain.prune_files import LONG, prune_files
from reports.models import Job
from reports.tournament_file import TOURNAMENT_FILE
from tournaments.models import Tournament, User


def made(tournament: Tournament, days_ago: float, **params: str) -> Job:
    job = Job.objects.create(
        tournament=tournament,
        document="check-in-list",
        params=params,
        language="da",
        state=Job.State.DONE,
        read_event=0,
        filename="liste.pdf",
        finished_at=timezone.now() - timedelta(days=days_ago),
    )
    job.file.save(f"{job.pk}.pdf", ContentFile(b"%PDF"))
    return job


@pytest.mark.parametrize(
    ("ages", "left"),
    [
        ([1, 2], [1, 2]),
        ([1, 20], [1]),
        ([20, 30], [20]),
        ([20], [20]),
        ([14 * LONG + 1], []),
    ],
)
def test_old_copies_go_and_the_newest_stays(
    tournament: Tournament, ages: list[int], left: list[int]
) -> None:
    jobs = {age: made(tournament, age) for age in ages}
    assert prune_files() == len(ages) - len(left)
    assert prune_files() == 0
    for age, job in jobs.items():
        job.refresh_from_db()
        assert (job.pruned_at is None, job.file.storage.exists(job.file.name)) == (
            (age in left),
            (age in left),
        )


def test_files_of_the_tournament_go_the_newest_too(tournament: Tournament) -> None:
    old, new = made(tournament, 15), made(tournament, 13)
    Job.objects.update(document=TOURNAMENT_FILE)
    assert prune_files() == 1
    assert [job.file.storage.exists(job.file.name) for job in (old, new)] == [False, True]


def test_copies_of_other_choices_are_other_documents(tournament: Tournament) -> None:
    made(tournament, 20, paper="A5")
    made(tournament, 1)
    assert prune_files() == 0


def test_link_to_a_copy_that_went_says_so_and_offers_a_new_one(
    tournament: Tournament, desk: User, client_of: object
) -> None:
    client: Client = client_of(desk)  # type: ignore[operator]
    client.cookies["language"] = "en"
    job, _newer = made(tournament, 20), made(tournament, 1)
    prune_files()
    page = client.get(reverse("desk-paper", args=[tournament.slug, job.pk]))
    text = page.content.decode()
    assert (page.status_code, "was removed to make room" in text, "Make it again" in text) == (
        410,
        True,
        True,
    )
    listed = client.get(reverse("desk-papers", args=[tournament.slug])).content.decode()
    assert "Removed to make room" in listed

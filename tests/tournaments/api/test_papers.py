"""Papers and tables by the API: fetched by whoever may have them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from reports.models import Job
from tests.factories import make_entries
from tests.tournaments.api.asking import V1, ask, bearer, key_of
from tournaments.models import Tournament, User


@pytest.fixture
def job(tournament: Tournament, tmp_path: Any, settings: Any) -> Job:
    """A paper that is made."""
    settings.MEDIA_ROOT = tmp_path
    job = Job.objects.create(
        tournament=tournament,
        document="table-cards",
        language="da",
        state=Job.State.DONE,
        filename="bordkort.pdf",
    )
    job.file.save("bordkort.pdf", ContentFile(b"%PDF-1.7"))
    return job


def fetch(path: str, key: str = "") -> Any:
    headers = {"Accept": "application/pdf"} | (bearer(key) if key else {})
    return Client().get(path, headers=headers)


def test_paper_that_is_made_is_fetched_where_it_says(
    job: Job, tournament: Tournament, organiser: User
) -> None:
    key = key_of(organiser)
    (listed,) = ask(f"tournaments/{tournament.slug}/documents/", key=key).json()["results"]
    assert (listed["state"], listed["document"]) == ("done", "table-cards")
    answer = fetch(listed["file"], key)
    assert answer.headers["Content-Type"] == "application/pdf"
    assert b"".join(answer.streaming_content) == b"%PDF-1.7"
    refused = fetch(listed["file"])
    assert refused.status_code == 401
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_paper_of_another_tournament_is_nowhere(
    job: Job, tournament: Tournament, organiser: User
) -> None:
    key = key_of(organiser, "read")
    path = f"{V1}tournaments/{tournament.slug}/documents/{job.pk}/file/"
    assert fetch(path, key).status_code == 403
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    assert fetch(path, key_of(organiser)).status_code == 404


def test_table_comes_row_by_row_to_whoever_may_have_it(
    tournament: Tournament, organiser: User, desk: User
) -> None:
    make_entries(tournament, 3)
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/exports/"
    names = {one["name"] for one in ask(path, key=key).json()["results"]}
    assert {"entries", "letters"} <= names
    first = ask(f"{path}entries/?page_size=2", key=key).json()
    assert (first["count"], len(first["results"])) == (3, 2)
    assert len(first["results"][0]) == len(first["columns"])
    assert "page=2" in first["next"]
    assert ask(f"{path}letters/", key=key_of(desk)).status_code == 403
    assert ask(f"{path}nothing/", key=key).status_code == 404

"""Making the tournament as a file: a job with a lease, whole or not at all."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from reports.domain import make_tournament_file as module
from reports.domain.ask_for_document import ask_for_document
from reports.domain.ask_for_tournament_file import ask_for_tournament_file
from reports.domain.cancel_document import cancel_document
from reports.domain.lease import take_job
from reports.domain.make_document import make_document, make_documents
from reports.models import Job
from tests.factories import make_entries
from tests.tournaments.transfer.made import everything, files_of, rows_of
from tournaments.domain.lease import stopping
from tournaments.models import Event, Tournament, User
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.export import write_archive


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: LazySettings) -> None:
    settings.DATA_DIR = tmp_path


def made(tournament: Tournament, **how: Any) -> Job:
    job = ask_for_tournament_file(tournament, **{"by": None, **how})
    assert make_documents() == 1
    job.refresh_from_db()
    return job


def kept(job: Job) -> list[str]:
    """Names in the storage, which all tests share."""
    default_storage.delete(default_storage.save("reports/x", ContentFile(b"")))
    names = default_storage.listdir("reports")[1]
    return [f"reports/{name}" for name in names if name.startswith(str(job.pk))]


def bytes_of(job: Job) -> bytes:
    with job.file.open("rb") as file:
        return bytes(file.read())


def test_file_is_made_kept_and_told_in_the_log(tournament: Tournament, organiser: User) -> None:
    make_entries(tournament, 2)
    job = made(tournament, by=organiser, key="k")
    day = timezone.localdate(timezone=tournament.zone)
    assert (job.state, job.error, job.filename, job.done, job.total) == (
        Job.State.DONE,
        "",
        f"{tournament.slug}-{day.isoformat()}.zip",
        module.PARTS,
        module.PARTS,
    )
    assert b"anna1@example.org" in files_of(bytes_of(job))["data/players.json"]
    event = Event.objects.get(tournament=tournament)
    assert (event.verb, event.actor, event.after, event.key) == (
        "tournament.export",
        organiser,
        {"contacts": True},
        "k",
    )
    # The next one has that event, this one has not: elsewhere the same file comes of it.
    assert rows_of(bytes_of(job), "log") == []


def test_file_without_contacts_has_none(tournament: Tournament) -> None:
    make_entries(tournament, 2)
    job = made(tournament, contacts=False)
    assert b"example.org" not in files_of(bytes_of(job))["data/players.json"]
    assert Event.objects.get(tournament=tournament).after == {"contacts": False}


def test_file_is_what_write_archive_writes_and_comes_in(db: None) -> None:
    tournament = everything()
    job = made(tournament)
    data = bytes_of(job)
    there = import_tournament(io.BytesIO(data), len(data), by=None, slug="et-andet")
    again = bytes_of(made(there))
    manifests = [json.loads(files_of(one)["manifest.json"]) for one in (data, again)]
    same = ("rows", "contacts", "log")
    assert [manifests[0][name] for name in same] == [manifests[1][name] for name in same]


def test_files_of_the_tournament_are_not_in_the_next(tournament: Tournament) -> None:
    made(tournament)
    assert rows_of(bytes_of(made(tournament)), "papers") == []


@pytest.mark.parametrize("document", ["tournament-file", "check-in-list"])
def test_what_a_killed_worker_left_is_made_again_once_and_whole(
    tournament: Tournament, document: str
) -> None:
    ask = {
        "tournament-file": lambda: ask_for_tournament_file(tournament, by=None),
        "check-in-list": lambda: ask_for_document(tournament, "check-in-list", by=None),
    }[document]
    job = ask()
    assert take_job() is not None
    before = Event.objects.filter(tournament=tournament).count()
    assert make_documents() == 0
    Job.objects.update(lease_until=timezone.now())

    assert make_documents() == 1
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.DONE, 2)
    assert kept(job) == [job.file.name]
    assert Event.objects.filter(tournament=tournament).count() == before + (
        document == "tournament-file"
    )


def in_the_middle(monkeypatch: pytest.MonkeyPatch, what: Callable[[], object]) -> None:
    """`what` happens once the tournament is read and the first part written."""

    def slow(tournament: Tournament, target: io.BufferedWriter, **how: Any) -> None:
        told = how.pop("progress")

        def progress(written: int, of: int) -> None:
            if written == 1:
                what()
            told(written, of)

        write_archive(tournament, target, progress=progress, **how)

    monkeypatch.setattr(module, "write_archive", slow)


def test_file_that_is_cancelled_meanwhile_is_not_kept_and_not_told(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    job = ask_for_tournament_file(tournament, by=None)
    in_the_middle(monkeypatch, lambda: cancel_document(tournament, job.pk, by=None))
    make_documents()
    job.refresh_from_db()
    assert (job.state, kept(job)) == (Job.State.CANCELLED, [])
    assert list((Path(settings.DATA_DIR) / "workshops").iterdir()) == []
    assert list(Event.objects.values_list("verb", flat=True)) == ["document.cancel"]


def test_worker_that_was_overtaken_at_the_end_keeps_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_for_tournament_file(tournament, by=None)
    lease = take_job()
    assert lease is not None
    stored = module.keep

    def overtaken(*args: Any) -> str:
        Job.objects.update(lease_until=timezone.now())
        assert take_job() is not None
        return stored(*args)

    monkeypatch.setattr(module, "keep", overtaken)
    make_document(lease)
    job.refresh_from_db()
    assert (job.state, job.file.name, kept(job)) == (Job.State.RUNNING, "", [])
    assert Event.objects.count() == 0


def test_process_that_ends_gives_the_job_back(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_for_tournament_file(tournament, by=None)
    in_the_middle(monkeypatch, stopping.set)
    try:
        make_documents()
    finally:
        stopping.clear()
    job.refresh_from_db()
    assert (job.state, job.attempts, kept(job)) == (Job.State.WAITING, 0, [])

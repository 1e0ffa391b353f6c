"""Making documents: the whole way from a row to a file, and what goes wrong on it."""

from __future__ import annotations

import uuid
from dataclasses import replace
from pathlib import Path

import pytest
import time_machine
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from pypdf import PdfReader

from reports.documents import DOCUMENTS
from reports.domain import make_document as module
from reports.domain.ask_for_document import ask_for_document
from reports.domain.lease import LEASE, LeaseLost, take_job
from reports.domain.make_document import file_name, make_documents, subject_of
from reports.domain.workshop import clear_workshops, workshop
from reports.models import Job
from reports.press.parts import Order, Part, PressError
from tests.reports.paper import make_round, print_here
from tournaments.models import Round, Tournament


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: LazySettings) -> None:
    settings.DATA_DIR = tmp_path


def workshops(settings: LazySettings) -> list[str]:
    folder = Path(settings.DATA_DIR) / "workshops"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_document_asked_for_is_made_and_kept(db: None, settings: LazySettings) -> None:
    round_ = make_round(2)
    newest = round_.tournament.events.count()
    job = ask_for_document(
        round_.tournament, "score-sheets", round_number=1, language="en", by=None
    )
    assert make_documents() == 1

    job.refresh_from_db()
    assert (job.state, job.attempts, job.done, job.total, job.error, job.lease) == (
        Job.State.DONE,
        1,
        1,
        1,
        "",
        None,
    )
    assert job.filename == f"{round_.tournament.slug}-round-1-score-sheets.pdf"
    assert job.read_event == round_.tournament.events.latest("id").pk
    assert round_.tournament.events.count() == newest + 1
    with job.file.open("rb") as made:
        assert len(PdfReader(made).pages) == 2
    assert workshops(settings) == []
    assert make_documents() == 0


def test_nothing_to_print_fails_at_once_with_what_to_do(db: None) -> None:
    round_ = make_round(0)
    job = ask_for_document(
        round_.tournament, "score-sheets", round_number=1, language="en", by=None
    )
    make_documents()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.FAILED, 1)
    assert job.error == "There are no games in this round yet. Draw the round first."


def test_round_that_is_gone_fails_with_its_number(db: None) -> None:
    round_ = make_round(0)
    job = ask_for_document(round_.tournament, "standings", round_number=1, language="en", by=None)
    Round.objects.filter(pk=round_.pk).update(number=2)
    make_documents()
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "Round 1 is not there any more. Draw it, then ask again.",
    )


def test_fault_of_the_press_is_tried_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    def jam(*_: object, **__: object) -> None:
        raise PressError("paper jam")

    job = ask_for_document(tournament, "check-in-list", by=None)
    with monkeypatch.context() as patch:
        patch.setattr(module, "print_order", jam)
        make_documents()
    job.refresh_from_db()
    assert (job.state, bool(job.error), workshops(settings)) == (Job.State.WAITING, True, [])

    Job.objects.update(lease_until=None)
    make_documents()
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == (Job.State.DONE, "", 2)


@pytest.mark.parametrize("ending", ["-first.pdf", ".pdf"])
def test_files_of_a_killed_worker_go_when_its_job_is_made(
    tournament: Tournament, ending: str
) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    killed = take_job()
    assert killed
    name = default_storage.save(f"reports/{job.pk}-0123abcd{ending}", ContentFile(b"%PDF-1.5"))
    if "first" in ending:
        killed.renew(first_pages=name)
    Job.objects.update(lease_until=timezone.now())

    make_documents()
    job.refresh_from_db()
    assert (job.state, job.first_pages.name) == (Job.State.DONE, "")
    assert not default_storage.exists(name)


def test_disk_without_room_is_told_as_what_it_is(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printer is a process of its own: what stopped it comes through to the desk."""
    job = ask_for_document(tournament, "check-in-list", language="en", by=None)
    no_room = Order("List", "en", (Part("x"),), renderer="tests.reports.press.full:fill")
    with monkeypatch.context() as patch:
        usual = DOCUMENTS["check-in-list"]
        patch.setitem(DOCUMENTS, "check-in-list", replace(usual, order=lambda _subject: no_room))
        make_documents()
    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    assert job.error.startswith("The disk is full. Nothing more can be saved until there is room.")


def test_worker_that_was_overtaken_keeps_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    lease = take_job()
    assert lease
    real = module.print_order

    def slow(*given: object, **named: object) -> int:
        pages = real(*given, **named)
        Job.objects.update(lease=uuid.uuid4())  # as if another had taken it meanwhile
        return pages

    monkeypatch.setattr(module, "print_order", slow)
    module.make_document(lease)

    job.refresh_from_db()
    assert (job.state, job.file.name) == (Job.State.RUNNING, "")
    assert [name for name in default_storage.listdir("reports")[1] if str(job.pk) in name] == []
    with pytest.raises(LeaseLost):
        lease.renew()


def test_process_about_to_end_gives_its_job_back(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    job = ask_for_document(tournament, "check-in-list", by=None)
    lease = take_job()
    assert lease
    monkeypatch.setattr(module.stopping, "is_set", lambda: True)
    module.make_document(lease)

    job.refresh_from_db()
    assert (job.state, job.attempts, workshops(settings)) == (Job.State.WAITING, 0, [])
    assert make_documents() == 0


def test_folders_of_killed_workers_are_cleared_and_others_kept(
    tournament: Tournament, settings: LazySettings
) -> None:
    ask_for_document(tournament, "check-in-list", by=None)
    lease = take_job()
    assert lease
    left = Path(settings.DATA_DIR) / "workshops" / str(uuid.uuid4())
    left.mkdir(parents=True)
    (left / "part-0000.pdf").write_bytes(b"half")
    with workshop(lease):
        assert clear_workshops() == 1
        assert workshops(settings) == [str(lease.token)]
    assert workshops(settings) == []


def test_folder_of_a_killed_worker_goes_when_its_job_is_taken_over(
    db: None, settings: LazySettings
) -> None:
    round_ = make_round(0)
    job = ask_for_document(round_.tournament, "score-sheets", round_number=1, by=None)
    killed = take_job()
    assert killed
    (Path(settings.DATA_DIR) / "workshops" / str(killed.token)).mkdir(parents=True)
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now())
    assert make_documents() == 1
    assert workshops(settings) == []


@pytest.mark.parametrize(
    ("slug", "title", "name"),
    [
        ("dm-2027", "Dommersedler", "dm-2027-round-1-dommersedler.pdf"),
        ("dm-2027", "Hvor sidder I på Ærø? Øh", "dm-2027-round-1-hvor-sidder-i-paa-aeroe-oeh.pdf"),
    ],
)
def test_file_is_named_by_what_is_in_it(db: None, slug: str, title: str, name: str) -> None:
    from django.utils import translation

    round_ = make_round(0, slug=slug)
    job = Job(tournament=round_.tournament, document="score-sheets", params={"round": 1})
    with translation.override("en"):
        assert file_name(subject_of(job), title) == name


def test_every_document_says_what_it_watches() -> None:
    assert {name: document.minds("document.ask") for name, document in DOCUMENTS.items()} == (
        dict.fromkeys(DOCUMENTS, False)
    )
    assert LEASE.total_seconds() >= 10


def made(tournament: Tournament, **asked: object) -> Job:
    job = ask_for_document(tournament, "check-in-list", by=None, **asked)  # type: ignore[arg-type]
    make_documents()
    job.refresh_from_db()
    return job


def bytes_of(job: Job) -> bytes:
    with job.file.open("rb") as file:
        return bytes(file.read())


def test_unchanged_document_is_not_printed_again(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    tournament = make_round(2).tournament
    printed: list[object] = []

    def counted(order: Order, folder: Path, target: Path, *_: object, **__: object) -> int:
        """Printed in this process: what is asked is whether, not by whom."""
        printed.append(order)
        print_here(order, folder).rename(target)
        return len(order.parts)

    monkeypatch.setattr(module, "print_order", counted)
    monkeypatch.setattr(module.Crew, "begin", lambda *_: None)
    with time_machine.travel("2027-03-13 09:00:00+00:00", tick=False) as clock:
        first = made(tournament)
        clock.shift(3600)
        again = made(tournament)
        assert (again.state, len(printed)) == (Job.State.DONE, 1)
        assert bytes_of(again) == bytes_of(first)
        assert (again.filename, again.digest) == (first.filename, first.digest)
        assert again.file.name != first.file.name

        # In another language, or with something in it changed, it is another document.
        assert made(tournament, language="en").digest != first.digest
        tournament.entries.filter(number=1).update(name="Helt andre")
        changed = made(tournament)
    assert (len(printed), changed.digest == first.digest) == (3, False)

    # Where the file is gone, also behind the row's back, it is printed.
    for job in Job.objects.filter(digest=changed.digest):
        default_storage.delete(str(job.file.name))
    assert bytes_of(made(tournament))[:5] == b"%PDF-"
    Job.objects.update(pruned_at=timezone.now())
    made(tournament)
    assert len(printed) == 5

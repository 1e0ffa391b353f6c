"""Making what was asked for: take a job, print it or write it, keep the file."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path

from django.core.files.storage import default_storage
from django.dispatch import Signal
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS, Paper, Subject
from reports.domain.lease import Lease, LeaseLost, give_up_on_the_hopeless, take_job
from reports.domain.make_tournament_file import make_tournament_file
from reports.domain.renewal import Renewal, Stopped
from reports.domain.workshop import (
    clear_workshops,
    keep,
    remove_leftovers,
    store,
    workshop,
)
from reports.models import Job
from reports.press.crew import CREW, Crew, print_order
from reports.press.digest import digest_of
from reports.press.foreman import STANDING
from reports.press.parts import Order, PressError
from reports.tournament_file import TOURNAMENT_FILE
from tournaments.away import WORDS, away_in
from tournaments.domain.errors import Refused
from tournaments.domain.lease import stopping

log = logging.getLogger("startfelt.reports")

#: Sent with `document` (its kind), `state` and `seconds` when somebody is done with one, however
#: it went. A receiver that fails harms nothing.
document_ended = Signal()


def make_documents() -> int:
    """Make everything that waits, one after another; how many were taken in hand.

    Safe to call anywhere and at any time, in several processes at once. Also cleans up after
    workers that were killed.
    """
    give_up_on_the_hopeless()
    count = 0
    while not stopping.is_set():
        lease = take_job()
        # Only now: a job taken over from a killed worker has a new lease, so its old folder is
        # nobody's.
        clear_workshops()
        if lease is None:
            break
        count += 1
        make_document(lease)
    return count


def make_document(lease: Lease) -> None:
    """Print the job of `lease` and keep the file. What goes wrong is noted in the job."""
    job = Job.objects.select_related("tournament").get(pk=lease.job)
    began = time.perf_counter()
    with translation.override(job.language):
        try:
            if job.attempts > 1:
                remove_leftovers(job)
            (make_tournament_file if job.document == TOURNAMENT_FILE else _print_job)(job, lease)
        except LeaseLost:
            # Cancelled, or overtaken: either way it is nothing of ours, and nothing went wrong.
            log.info("%s %s: no longer ours to make", job.document, job.pk)
        except Stopped:
            with suppress(LeaseLost):
                lease.give_back()
        except Refused as refused:
            _fail(lease, str(refused.message), for_good=True)
        except PressError as error:
            log.error("%s %s: %s", job.document, job.pk, error)
            said = _("Printing failed. Ask again; the program’s log says what went wrong.")
            _fail(lease, _what_is_away(error) or said)
        except Exception as error:
            log.exception("%s %s could not be made", job.document, job.pk)
            said = _("A fault in the program stopped this. Its log says what went wrong.")
            _fail(lease, _what_is_away(error) or said)
    state = Job.objects.values_list("state", flat=True).get(pk=job.pk)
    seconds = time.perf_counter() - began
    document_ended.send_robust(sender=Job, document=job.document, state=state, seconds=seconds)


def _what_is_away(error: Exception) -> str:
    """What has to be there before it can be made, room on the disk above all; empty: a fault."""
    away = away_in(error)
    if away is None:
        return ""
    what, how_it_stands, _do = WORDS[away]
    return f"{what}. {how_it_stands}"


def _fail(lease: Lease, message: str, *, for_good: bool = False) -> None:
    try:
        lease.fail(message, for_good=for_good)
    except LeaseLost:
        log.info("%s: no longer ours to make", lease.job)


def _print_job(job: Job, lease: Lease) -> None:
    document = DOCUMENTS.get(job.document)
    if document is None:
        raise Refused("unknown-document", _("This kind of document is no longer made."))
    # Noted before anything is read: what changes while we read makes the copy stale.
    newest = job.tournament.events.order_by("-id").values_list("id", flat=True).first() or 0
    subject = subject_of(job)
    lease.renew(read_event=newest)
    called = file_name(subject, str(document.title))
    with workshop(lease) as folder, Crew(folder, foreman=STANDING) as crew:
        # They come to their feet while the tournament is read.
        crew.begin(CREW if document.in_parts else 1)
        order = document.order_for(subject)
        digest = digest_of(order)
        lease.renew(total=len(order.parts), digest=digest)
        name = _made_before(job, digest, lease) or _print(order, folder, crew, lease, called)
    _finish(lease, name, called)


def _print(order: Order, folder: Path, crew: Crew, lease: Lease, called: str) -> str:
    """Print it; the file's name in the storage."""
    target = folder / "document.pdf"
    first = _FirstPages(lease, called)
    try:
        print_order(order, folder, target, Renewal(lease), first=first, crew=crew)
        return keep(target, lease)
    finally:
        first.remove()


def _finish(lease: Lease, name: str, called: str) -> None:
    try:
        lease.finish(name, called)
    except LeaseLost:
        default_storage.delete(name)
        raise


def _made_before(job: Job, digest: str, lease: Lease) -> str:
    """A copy of the file of a document that says the same, as its name in the storage; empty when
    there is none. A copy, so that each can be thrown away without the other."""
    same = Job.objects.filter(
        tournament=job.tournament, digest=digest, state=Job.State.DONE, pruned_at=None
    ).exclude(file="")
    for known in same.order_by("-finished_at"):
        # It may be thrown away at this moment.
        with suppress(FileNotFoundError), known.file.open("rb") as made:
            return store(made, lease)
    return ""


class _FirstPages:
    """Keeps the first pages while the others are made; gone when the whole is there, or not."""

    def __init__(self, lease: Lease, called: str) -> None:
        self.lease = lease
        self.called = called
        self.name = ""

    def __call__(self, path: Path) -> None:
        self.name = keep(path, self.lease, "-first.pdf")
        self.lease.renew(first_pages=self.name, filename=self.called)

    def remove(self) -> None:
        if self.name:
            Job.objects.filter(pk=self.lease.job, first_pages=self.name).update(first_pages="")
            default_storage.delete(self.name)


def subject_of(job: Job) -> Subject:
    """What `job` is about. `Refused` when its round is gone."""
    paper = Paper(job.params.get("paper", Paper.A4))
    options = {
        name: str(value) for name, value in job.params.items() if name not in {"round", "paper"}
    }
    number = job.params.get("round")
    if number is None:
        return Subject(job.tournament, paper=paper, options=options)
    round_ = job.tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise Refused(
            "no-such-round",
            _("Round %(number)s is not there any more. Draw it, then ask again.")
            % {"number": number},
        )
    return Subject(job.tournament, round_, paper, options)


def file_name(subject: Subject, title: str) -> str:
    """Such as "dm-2027-runde-3-dommersedler.pdf", in the active language."""
    words = [subject.tournament.slug]
    if subject.round is not None:
        words.append(_("Round %(number)s") % {"number": subject.round.number})
    words.append(title)
    if subject.paper is not Paper.A4:
        words.append(subject.paper)
    return slugify(" ".join(word.translate(LETTERS) for word in words)) + ".pdf"


LETTERS = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe", "Å": "Aa"})

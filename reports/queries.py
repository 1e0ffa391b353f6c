"""Reads for the page of papers: what was asked for, how far it is, whether it still holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS, RoundChoice
from reports.kinds import title_of
from reports.models import Job
from reports.paper_words import PAPERS
from tournaments.access import Action
from tournaments.models import Event, Round, Tournament

#: How many jobs the page lists, the newest first.
LISTED: Final = 30

_BADGES: Final = {
    Job.State.WAITING: "queued",
    Job.State.RUNNING: "running",
    Job.State.DONE: "ready",
    Job.State.FAILED: "failed",
    Job.State.CANCELLED: "cancelled",
}


@dataclass(frozen=True)
class Paper:
    """One job as the page shows it."""

    job: Job
    title: str | Promise
    #: Which round it is of and what else was chosen; empty where there is nothing to say.
    about: str
    language: str
    #: A key of `tournaments.marks.STATES`.
    badge: str
    #: Something it shows has changed since.
    stale: bool
    #: Whether it can be asked for again as it was.
    repeatable: bool

    @property
    def unfinished(self) -> bool:
        return self.job.state in Job.ON_ITS_WAY

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What a form sends to have it made again."""
        asked = {"document": self.job.document, "language": self.job.language, **self.job.params}
        return [(name, str(value)) for name, value in asked.items()]


def papers_of(
    tournament: Tournament,
    *,
    actions: Collection[Action] = frozenset(Action),
    document: str = "",
    only: Job | None = None,
) -> list[Paper]:
    """The newest papers of `tournament`, jobs of one `document`, or one job alone. Four queries at
    most, whatever their number.

    `actions` are what the reader may do: papers of a draft are for those who draw, and those that
    need more than printing for those who may have them made.
    """
    asked = Job.objects.filter(tournament=tournament)
    if only is not None:
        asked = asked.filter(pk=only.pk)
    else:
        asked = asked.filter(document=document) if document else asked.papers()
    closed = [name for name, kind in DOCUMENTS.items() if kind.needs not in actions]
    if closed:
        asked = asked.exclude(document__in=closed)
    jobs = list(asked.select_related("asked_by").order_by("-asked_at")[:LISTED])
    rounds = {row.number: row for row in tournament.rounds.all()}
    if Action.DRAW not in actions:
        hidden = {row.number for row in rounds.values() if row.state == Round.State.DRAFT}
        jobs = [job for job in jobs if job.params.get("round") not in hidden]
    stale = _stale(tournament, jobs, rounds)
    languages = dict(settings.LANGUAGES)
    unfinished = {
        (job.document, str(job.params), job.language) for job in jobs if job.state in Job.ON_ITS_WAY
    }
    return [
        Paper(
            job=job,
            title=title_of(job.document),
            about=_about(job),
            language=str(languages.get(job.language, job.language)),
            badge="removed" if job.pruned_at else _BADGES[Job.State(job.state)],
            stale=job.pk in stale and not job.pruned_at,
            repeatable=job.document in DOCUMENTS
            and (job.params.get("round") is None or job.params["round"] in rounds)
            and (job.document, str(job.params), job.language) not in unfinished,
        )
        for job in jobs
    ]


def _about(job: Job) -> str:
    document = DOCUMENTS.get(job.document)
    words = []
    number = job.params.get("round")
    if number is not None:
        after = document is not None and document.round is RoundChoice.OPTIONAL
        text = _("after round %(number)s") if after else _("round %(number)s")
        words.append(text % {"number": number})
    for option in document.options if document is not None else ():
        if option.name in job.params:
            words.append(option.words(job.params[option.name]))
    if "paper" in job.params:
        words.append(str(PAPERS.get(job.params["paper"], job.params["paper"])))
    return " · ".join(words)


def _stale(tournament: Tournament, jobs: Sequence[Job], rounds: dict[int, Round]) -> set[object]:
    """Keys of the finished jobs after whose reading something they show has changed."""
    finished = [job for job in jobs if job.state == Job.State.DONE and job.read_event is not None]
    if not finished:
        return set()
    # A later copy that says the same shows that nothing had changed until then.
    read: dict[str, int] = {}
    for job in finished:
        read[_said(job)] = max(read.get(_said(job), 0), job.read_event or 0)
    since = min(read.values())
    # The newest event of each verb, told apart by what it happened to where that is a round.
    newest = list(
        Event.objects.filter(tournament=tournament, id__gt=since)
        .exclude(subject_kind="round")
        .order_by()
        .values_list("verb")
        .annotate(newest=Max("id"))
    )
    of_rounds = list(
        Event.objects.filter(tournament=tournament, id__gt=since, subject_kind="round")
        .order_by()
        .values_list("verb", "subject_id")
        .annotate(newest=Max("id"))
    )
    return {
        job.pk
        for job in finished
        if _changed_since(job, read[_said(job)], newest, of_rounds, rounds)
    }


def _said(job: Job) -> str:
    return job.digest or str(job.pk)


def _changed_since(
    job: Job,
    read: int,
    newest: Iterable[tuple[str, int]],
    of_rounds: Iterable[tuple[str, int, int]],
    rounds: dict[int, Round],
) -> bool:
    document = DOCUMENTS.get(job.document)
    if document is None:
        return True
    own = rounds.get(job.params.get("round", 0))
    if job.params.get("round") is not None and own is None:
        return True
    relevant = [at for verb, at in newest if document.minds(verb)]
    relevant += [
        at
        for verb, subject, at in of_rounds
        if document.minds(verb)
        and (document.round is not RoundChoice.NEEDED or own is None or subject == own.pk)
    ]
    return any(at > read for at in relevant)

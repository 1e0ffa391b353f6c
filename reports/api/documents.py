"""Papers: asked for, made by a worker with progress to see, stopped, and fetched as PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from reports.documents import DOCUMENTS, Paper
from reports.domain.ask_for_document import ask_for_document
from reports.domain.cancel_document import cancel_document
from reports.kinds import needs_of
from reports.models import Job
from reports.queries import Paper as Listed
from reports.queries import papers_of
from tournaments.access import Action
from tournaments.api.bodies import number_field
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.renderers import JSONRenderer
from tournaments.api.shapes import choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.models import Round, Tournament


class DocumentShape(serializers.Serializer):
    """A paper that somebody asked for."""

    id = serializers.UUIDField()
    document = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField(allow_blank=True, help_text="Of which round, and what else.")
    language = serializers.CharField()
    state = choice(Job.State.values)
    done = serializers.IntegerField(help_text="Parts that are made.")
    total = serializers.IntegerField(help_text="Parts in all; 0 while nobody knows.")
    stale = serializers.BooleanField(help_text="Something that it shows has changed since.")
    error = serializers.CharField(allow_blank=True, help_text="Why it was not made.")
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    file = serializers.CharField(
        allow_blank=True, help_text="Where it is fetched, once it is made."
    )


@dataclass(frozen=True, slots=True)
class _Papers:
    """The papers of a tournament, for somebody who may do `actions`."""

    tournament: Tournament
    actions: frozenset[Action]


def _there(view: Endpoint, **_address: Any) -> _Papers:
    return _Papers(Tournament.objects.get(pk=view.tournament.pk), view.actions)


def _job_of(view: Endpoint, job_id: UUID) -> Job:
    """The job of the address, as far as whoever asks may know of it. Raises `Http404`."""
    job = Job.objects.papers().filter(tournament=view.tournament, pk=job_id).first()
    if job is None or needs_of(job.document) not in view.actions:
        raise Http404(str(job_id))
    of_draft = {"number": job.params.get("round"), "state": Round.State.DRAFT}
    if Action.DRAW not in view.actions and view.tournament.rounds.filter(**of_draft).exists():
        raise Http404(str(job_id))
    job.tournament = view.tournament
    return job


def _document(view: Endpoint, job: Job) -> dict[str, Any]:
    (row,) = papers_of(view.tournament, actions=view.actions, only=job)
    return _listed(view, row)


def _listed(view: Endpoint, row: Listed) -> dict[str, Any]:
    job = row.job
    made = job.state == Job.State.DONE and job.pruned_at is None
    plain = ("document", "language", "state", "done", "total", "error", "asked_at", "finished_at")
    address = f"/api/v1/tournaments/{view.tournament.slug}/documents/{job.pk}/file/"
    return {
        "id": job.pk,
        "title": str(row.title),
        "about": row.about,
        "stale": row.stale,
        **{name: getattr(job, name) for name in plain},
        "file": view.request.build_absolute_uri(address) if made else "",
    }


class _OfPapers(Read):
    access = Action.PRINT

    def stamp(self, **kwargs: Any) -> str:
        """None: a worker goes on without an event."""
        return ""


@described(
    "documents_list",
    "documents",
    "The papers that were asked for last, the newest first.",
    page_of(DocumentShape),
)
class Documents(_OfPapers):
    query = PageQuery

    def read(self) -> dict[str, Any]:
        rows = papers_of(self.tournament, actions=self.actions)
        return paged(
            self.request, self.asked, rows, lambda page: [_listed(self, row) for row in page]
        )


@described("document", "documents", "A paper: how far it is.", DocumentShape)
class OneDocument(_OfPapers):
    def read(self, job_id: UUID) -> dict[str, Any]:
        return _document(self, _job_of(self, job_id))


class PdfRenderer(JSONRenderer):
    """For whoever asks for a PDF: what goes wrong is said in JSON all the same."""

    media_type = "application/pdf"
    format = "pdf"


@described("document_file", "documents", "A paper that is made, as PDF.", OpenApiTypes.BINARY)
class DocumentFile(Read):
    access = Action.PRINT
    renderer_classes = [PdfRenderer, JSONRenderer]

    def get(self, request: Request, **kwargs: Any) -> Any:
        """The file as it lies there."""
        job = _job_of(self, kwargs["job_id"])
        if job.state != Job.State.DONE or job.pruned_at is not None:
            raise Http404(str(job.pk))
        try:
            file = job.file.open("rb")
        except (FileNotFoundError, ValueError) as error:
            raise Http404(str(job.pk)) from error
        return FileResponse(file, filename=job.filename, content_type="application/pdf")


class AskBody(serializers.Serializer):
    """Which paper."""

    document = choice(sorted(DOCUMENTS))
    round = number_field("Of which round, where it is of one.", 999, required=False)
    language = choice([code for code, _name in settings.LANGUAGES], default=settings.LANGUAGE_CODE)
    paper = choice([paper.value for paper in Paper], default=Paper.A4.value)
    options = serializers.DictField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        default=dict,
        help_text="What can be chosen of it, as its page at the desk has it.",
    )


def _ask(
    papers: _Papers, *, round: int | None = None, options: Mapping[str, str], **sent: Any
) -> Job:
    return ask_for_document(
        papers.tournament, round_number=round, options=options, actions=papers.actions, **sent
    )


def _cancel(job: Job, **sent: Any) -> None:
    cancel_document(job.tournament, job.pk, **sent)


DOCUMENT = Subject(
    tag="documents",
    address="documents/<uuid:job_id>/",
    find=_job_of,
    answer=DocumentShape,
    shaped=_document,
)

urlpatterns = [
    *verbs_on(
        Subject(
            tag="documents",
            address="documents/",
            find=_there,
            answer=DocumentShape,
            shaped=_document,
        ),
        VerbRow(
            "document_ask",
            "",
            Action.PRINT,
            "Have a paper made.",
            _ask,
            AskBody,
            answers=DOCUMENT,
            status=201,
            beside=Documents,
            route="api-documents",
        ),
    ),
    *verbs_on(
        DOCUMENT,
        VerbRow(
            "document_cancel",
            "cancel/",
            Action.PRINT,
            "Do without a paper that is on its way.",
            _cancel,
        ),
    ),
]

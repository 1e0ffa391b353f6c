"""The desk's page of papers: ask for one, see it come, open it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from reports.documents import DOCUMENTS, RoundChoice
from reports.domain.ask_for_document import ask_for_document
from reports.models import Job
from reports.queries import papers_of
from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Round, Tournament


@staff(Action.PRINT)
@require_http_methods(["GET", "HEAD", "POST"])
def papers(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What can be printed and what was. POST asks for one of them."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            job = ask_for_document(
                tournament,
                request.POST.get("document", ""),
                round_number=_number(request.POST.get("round", "")),
                drafts=sees_drafts(request),
                language=request.POST.get("language", ""),
                by=user_of(request),
                key=key_of(request),
            )
            messages.success(
                request,
                _("%(title)s: being made. You find it below.")
                % {"title": DOCUMENTS[job.document].title},
            )
            return redirect("desk-papers", slug=tournament.slug)
        except Refused as error:
            refused = error
    context = _choices(request, tournament) | _list(request, tournament) | {"refused": refused}
    return desk_page(
        request,
        tournament,
        "papers",
        "reports/papers.html",
        context,
        status=422 if refused else 200,
    )


@staff(Action.PRINT)
@require_safe
def papers_list(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The list alone, which the page fetches again while something is being made."""
    return render(
        request, "reports/papers_list.html", {"tournament": tournament} | _list(request, tournament)
    )


# A PDF is shown by the browser's own viewer, which our policy for pages would shut out.
@csp_exempt()
@staff(Action.PRINT)
@require_safe
def paper(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponseBase:
    """A finished document, in the browser; with `?download` as a file to keep."""
    job = get_object_or_404(tournament.jobs, pk=job_id, state=Job.State.DONE)
    of_draft = {"number": job.params.get("round"), "state": Round.State.DRAFT}
    if not sees_drafts(request) and tournament.rounds.filter(**of_draft).exists():
        raise Http404(str(job_id))
    try:
        file = job.file.open("rb")
    except FileNotFoundError as error:
        raise Http404(str(job_id)) from error
    response = FileResponse(
        file,
        as_attachment="download" in request.GET,
        filename=job.filename,
        content_type="application/pdf",
    )
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 4 else None


def _choices(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the form offers; a round or language that was chosen stays chosen."""
    rounds = [
        row
        for row in tournament.rounds.order_by("-number")
        if row.state != Round.State.DRAFT or sees_drafts(request)
    ]
    chosen = _number(request.POST.get("round", "") or request.GET.get("round", ""))
    language = request.POST.get("language", "") or get_language() or settings.LANGUAGE_CODE
    return {
        "documents": [
            document
            for document in DOCUMENTS.values()
            if rounds or document.round is not RoundChoice.NEEDED
        ],
        "later": [
            document.title
            for document in DOCUMENTS.values()
            if not rounds and document.round is RoundChoice.NEEDED
        ],
        "rounds": rounds,
        "chosen_round": chosen or (rounds[0].number if rounds else None),
        "languages": settings.LANGUAGES,
        "chosen_language": language,
    }


def _list(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    rows = papers_of(tournament, drafts=sees_drafts(request))
    return {"papers": rows, "unfinished": any(row.unfinished for row in rows)}

"""The desk's page of the tournament as a file: have it made, see it come, fetch it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reports.domain.ask_for_tournament_file import ask_for_tournament_file
from reports.domain.cancel_document import cancel_document
from reports.models import Job
from reports.queries import papers_of
from reports.tournament_file import TOURNAMENT_FILE
from tournaments import spoken
from tournaments.access import Action, desk_page, granted, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Import, Tournament


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_file(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the file has in it, and those that were made. POST asks for one."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            ask_for_tournament_file(
                tournament,
                contacts="without_contacts" not in request.POST,
                language=spoken.language(),
                by=user_of(request),
                key=key_of(request),
            )
        except Refused as error:
            refused = error
        else:
            return redirect("desk-file", slug=tournament.slug)
    came = Import.objects.filter(tournament=tournament).select_related("by").first()
    days = settings.REPORTS_DAYS_KEPT
    context = {"came": came, "refused": refused, "days_kept": days} | _list(tournament)
    status = status_of(refused) if refused else 200
    return desk_page(
        request, tournament, "settings", "reports/tournament_file.html", context, status=status
    )


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def made(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The list alone, which the page fetches again while one is being made."""
    context = {"tournament": tournament} | _list(tournament)
    return render(request, "reports/tournament_file_list.html", context)


def _list(tournament: Tournament) -> dict[str, Any]:
    rows = papers_of(tournament, document=TOURNAMENT_FILE)
    return {"files": rows, "unfinished": any(row.unfinished for row in rows)}


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def fetch(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponseBase:
    """A file that is made and still there."""
    jobs = Job.objects.filter(tournament=tournament, document=TOURNAMENT_FILE)
    job = get_object_or_404(jobs, pk=job_id, state=Job.State.DONE, pruned_at=None)
    try:
        file = job.file.open("rb")
    except FileNotFoundError as error:
        raise Http404(str(job_id)) from error
    response = FileResponse(
        file, as_attachment=True, filename=job.filename, content_type="application/zip"
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def stop(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponseBase:
    """Do without one that is on its way."""
    get_object_or_404(
        Job.objects.filter(tournament=tournament, document=TOURNAMENT_FILE), pk=job_id
    )
    try:
        cancel_document(
            tournament,
            job_id,
            actions=granted(request),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        messages.info(request, str(refused.message))
    return redirect("desk-file", slug=tournament.slug)

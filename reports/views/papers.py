"""The desk's page of papers: ask for one, see it come, open it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reports.documents import DOCUMENTS, Document, RoundChoice
from reports.domain.ask_for_document import ask_for_document
from reports.domain.cancel_document import cancel_document
from reports.kinds import needs_of
from reports.models import Job
from reports.paper_words import GROUPS, PAPERS
from reports.queries import papers_of
from tournaments import spoken
from tournaments.access import Action, desk_page, granted, key_of, sees_drafts, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.typed_number import whole


@staff(Action.PRINT)
@require_http_methods(["GET", "HEAD", "POST"])
def papers(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What can be printed and what was. POST asks for one of them."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            job = _ask(request, tournament, request.POST.get("document", ""))
        except Refused as error:
            refused = error
        else:
            _promise(request, job)
            return redirect("desk-papers", slug=tournament.slug)
    context = _offer(request, tournament) | _list(request, tournament) | {"refused": refused}
    return desk_page(
        request,
        tournament,
        "papers",
        "reports/papers.html",
        context,
        status=422 if refused else 200,
    )


@staff(Action.PRINT)
@require_http_methods(["GET", "HEAD", "POST"])
def document(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponseBase:
    """One kind of document: everything that can be chosen of it, and the newest copy to look at.
    POST asks for one."""
    kind = DOCUMENTS.get(name)
    if kind is None or kind.needs not in _actions(request):
        raise Http404(name)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            job = _ask(request, tournament, name)
        except Refused as error:
            refused = error
        else:
            _promise(request, job)
            return redirect("desk-document", slug=tournament.slug, name=name)
    context = _choices(request, tournament, kind) | _list(request, tournament, name)
    context |= {"document": kind, "refused": refused}
    return desk_page(
        request,
        tournament,
        "papers",
        "reports/document.html",
        context,
        status=422 if refused else 200,
    )


@staff(Action.PRINT)
@require_safe
def papers_list(request: HttpRequest, tournament: Tournament, name: str = "") -> HttpResponseBase:
    """The list alone, which the page fetches again while something is being made."""
    context = {"tournament": tournament} | _list(request, tournament, name)
    return render(request, "reports/papers_list.html", context)


@staff(Action.PRINT)
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponseBase:
    """Do without a document that is on its way. Back to the page it was asked from."""
    try:
        job = cancel_document(
            tournament,
            job_id,
            actions=_actions(request),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        if refused.code == "no-such-document":
            raise Http404(str(job_id)) from refused
        messages.info(request, str(refused.message))
        job = Job.objects.get(tournament=tournament, pk=job_id)
    if request.POST.get("only") == job.document and job.document in DOCUMENTS:
        return redirect("desk-document", slug=tournament.slug, name=job.document)
    return redirect("desk-papers", slug=tournament.slug)


# A PDF is shown by the browser's own viewer, which our policy for pages would shut out.
@csp_exempt()
@xframe_options_sameorigin
@staff(Action.PRINT)
@require_safe
def paper(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponseBase:
    """A finished document, in the browser; with `?download` as a file to keep. With `?first` the
    first pages of one that is being made. One that was removed to make room says so."""
    first = "first" in request.GET
    state = Job.State.RUNNING if first else Job.State.DONE
    papers = Job.objects.papers().filter(tournament=tournament)
    job = get_object_or_404(papers, pk=job_id, state=state)
    if needs_of(job.document) not in _actions(request):
        raise Http404(str(job_id))
    of_draft = {"number": job.params.get("round"), "state": Round.State.DRAFT}
    if not sees_drafts(request) and tournament.rounds.filter(**of_draft).exists():
        raise Http404(str(job_id))
    if job.pruned_at is not None:
        return _gone(request, tournament, job)
    try:
        file = (job.first_pages if first else job.file).open("rb")
    except (FileNotFoundError, ValueError) as error:
        raise Http404(str(job_id)) from error
    response = FileResponse(
        file,
        as_attachment="download" in request.GET,
        filename=job.filename,
        content_type="application/pdf",
    )
    response.headers["Cache-Control"] = "no-store" if first else "private, max-age=3600"
    return response


def _gone(request: HttpRequest, tournament: Tournament, job: Job) -> HttpResponseBase:
    """A page that says what was here, and makes it again at a press."""
    (row,) = papers_of(tournament, actions=_actions(request), only=job)
    return desk_page(
        request, tournament, "papers", "reports/pruned.html", {"paper": row}, status=410
    )


def _actions(request: HttpRequest) -> Collection[Action]:
    actions: frozenset[Action] = granted(request)
    return actions


def _ask(request: HttpRequest, tournament: Tournament, name: str) -> Job:
    kind = DOCUMENTS.get(name)
    return ask_for_document(
        tournament,
        name,
        round_number=whole(request.POST.get("round", "")),
        actions=_actions(request),
        language=request.POST.get("language", ""),
        paper=_paper(request, kind),
        options={
            option.name: request.POST.get(option.name, "")
            for option in (kind.options if kind is not None else ())
        },
        by=user_of(request),
        key=key_of(request),
    )


def _paper(request: HttpRequest, kind: Document | None) -> str:
    """The paper chosen. On the page of all documents one is chosen for all: a document that is
    not made on it is made on A4."""
    chosen = request.POST.get("paper", "")
    if kind is None or "for-all" not in request.POST or chosen not in PAPERS:
        return chosen
    return chosen if chosen in kind.papers else ""


def _promise(request: HttpRequest, job: Job) -> None:
    messages.success(
        request,
        _("%(title)s: being made. You find it below.") % {"title": DOCUMENTS[job.document].title},
    )


def _rounds(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Rounds and languages there are; one that was chosen stays chosen."""
    rounds = [
        row
        for row in tournament.rounds.order_by("-number")
        if row.state != Round.State.DRAFT or sees_drafts(request)
    ]
    chosen = whole(request.POST.get("round", "") or request.GET.get("round", ""))
    language = request.POST.get("language", "") or spoken.language()
    return {
        "rounds": rounds,
        "chosen_round": chosen or (rounds[0].number if rounds else None),
        "languages": settings.LANGUAGES,
        "chosen_language": language,
        "chosen_paper": request.POST.get("paper", ""),
    }


def _offer(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the page of all documents offers, group by group."""
    context = _rounds(request, tournament)
    mine = [kind for kind in DOCUMENTS.values() if kind.needs in _actions(request)]
    now = [kind for kind in mine if context["rounds"] or kind.round is not RoundChoice.NEEDED]
    groups = [(words, [kind for kind in now if kind.group is at]) for at, words in GROUPS.items()]
    return context | {
        "groups": [(words, kinds) for words, kinds in groups if kinds],
        "later": [kind.title for kind in mine if kind not in now],
        "papers_offered": PAPERS.items(),
    }


def _choices(request: HttpRequest, tournament: Tournament, kind: Document) -> dict[str, Any]:
    """What the page of one document offers."""
    context = _rounds(request, tournament)
    return context | {
        "now": bool(context["rounds"]) or kind.round is not RoundChoice.NEEDED,
        "asks_round": kind.round is not RoundChoice.NONE and bool(context["rounds"]),
        "round_optional": kind.round is RoundChoice.OPTIONAL,
        "papers_offered": [(paper, PAPERS[paper]) for paper in kind.papers],
        "options": [
            (option, request.POST.get(option.name, option.usual)) for option in kind.options
        ],
    }


def _list(request: HttpRequest, tournament: Tournament, name: str = "") -> dict[str, Any]:
    rows = papers_of(tournament, actions=_actions(request), document=name)
    return {
        "papers": rows,
        "unfinished": any(row.unfinished for row in rows),
        "only": name,
        "newest": next((row for row in rows if row.badge == "ready"), None),
    }

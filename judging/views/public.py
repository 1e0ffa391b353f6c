"""What the tables see of the judges: their call, and what was decided about a long game."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Result
from games.queries import clock_stamp, shown_round
from games.views.requests import with_server_now
from judging.caller import may_take_back, remember_call
from judging.domain.answer_call import withdraw_call
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.escalation_words import STEPS
from judging.models import Call
from judging.models.call import OPEN
from judging.queries.calls import call_of
from judging.queries.long_games import step_seen, stepped_tables
from judging.queries.rulings import public_rulings
from tournaments import spoken
from tournaments.access import key_of, public
from tournaments.domain.errors import Refused, status_of
from tournaments.follows import follows, same_for_all
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.pieces import is_piece
from tournaments.public_names import public_names

#: What the page of rulings shows: of those who were ruled on, their names.
RULINGS_NEWS = "rulings entries"


@public
@require_http_methods(["GET", "HEAD", "POST"])
def entry_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A pair's call: one tap; then its place in the queue, and who comes.

    A piece of the pair's own page there, a page by itself without JavaScript. Asked with the
    `stamp` it has, it answers 204 while nothing is new.
    """
    entry = get_object_or_404(tournament.entries, number=number)
    pairing = _pairing_of(tournament, entry)
    error: Refused | None = None
    placed: Call | None = None
    if request.method == "POST":
        if pairing is None:
            raise Http404(str(number))
        try:
            placed = place_call(
                pairing,
                source=Call.Source.PAIR,
                entry=entry,
                reason=request.POST.get("reason", ""),
                note=request.POST.get("note", ""),
                language=spoken.language(),
                by=None,
                key=key_of(request),
            )
        except Refused as refused:
            error = refused
        if placed is not None and not is_piece(request):
            back = redirect("entry-call", tournament.slug, number)
            remember_call(request, back, placed)
            return back
    stamp = clock_stamp(tournament, shown_round(tournament))
    if request.method != "POST" and request.GET.get("stamp") == stamp:
        return with_server_now(HttpResponse(status=204))
    # Only now: a verb tells of the entry by its full name.
    public_names(tournament).cover([entry])
    context = _seen(tournament, pairing) | {
        "entry": entry,
        "error": error,
        "typed": request.POST,
        "reasons": Call.Reason.choices,
        "stamp": stamp,
        "address": request.path,
    }
    context["ours"] = placed is not None or _may_take_back(request, tournament, context)
    response = _answer(request, "judging/public/call", context, 422 if error is not None else 200)
    if placed is not None:
        remember_call(request, response, placed)
    return response


@public
@require_POST
def entry_call_withdraw(
    request: HttpRequest, tournament: Tournament, number: int
) -> HttpResponseBase:
    """The pair needs nobody any more. Only the pair says so, and the phone that called."""
    entry = get_object_or_404(tournament.entries, number=number)
    pairing = _pairing_of(tournament, entry)
    call = Call.objects.filter(pairing=pairing, entry=entry, state__in=OPEN).first()
    error: Refused | None = None
    if call is not None and not may_take_back(request, tournament, call):
        error = Refused(
            "not-theirs",
            _(
                "Only the phone that called, or one that has shown the code, takes the call back. "
                "Type the code from your slip, or tell the judge who comes."
            ),
        )
    elif call is not None:
        try:
            withdraw_call(call, by=None, key=key_of(request))
        except Refused as refused:
            error = refused
    if error is None and not is_piece(request):
        return redirect("entry-call", tournament.slug, number)
    # Only now: a verb tells of the entry by its full name.
    public_names(tournament).cover([entry])
    context = _seen(tournament, pairing) | {
        "entry": entry,
        "error": error,
        "typed": {},
        "reasons": Call.Reason.choices,
        "stamp": clock_stamp(tournament, shown_round(tournament)),
    }
    context["ours"] = _may_take_back(request, tournament, context)
    return _answer(request, "judging/public/call", context, status_of(error))


@public
@require_safe
def table_judges(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What the judges have to do with a table now: a piece of the table's page."""
    table = get_object_or_404(tournament.tables, number=number)
    round_ = shown_round(tournament)
    pairing = Pairing.objects.filter(round=round_, table=table, kind=Pairing.Kind.GAME).first()
    if pairing is not None and round_ is not None:
        pairing.round = round_
    return _answer(
        request, "judging/public/table", _seen(tournament, pairing) | {"table": table}, 200
    )


@public
@require_safe
@same_for_all
def round_long(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Which tables of a round last too long, and how far each is: a piece of the round's page."""
    round_ = get_object_or_404(
        Round.objects.exclude(state=Round.State.DRAFT), tournament=tournament, number=number
    )
    round_.tournament = tournament
    rows = stepped_tables(round_) if round_.state == Round.State.PUBLISHED else []
    context = {"tournament": tournament, "round": round_, "rows": rows, "section": "pairings"}
    return _answer(request, "judging/public/round", context, 200)


@public
@require_safe
@follows(RULINGS_NEWS, pieces="#page", shared=True)
def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every ruling of the tournament, as everybody may read it."""
    context = {
        "tournament": tournament,
        "section": "rulings",
        "rulings": public_rulings(tournament),
    }
    return render(request, "judging/public/rulings.html", context)


def _may_take_back(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> bool:
    """Whether the call that is shown, if any, may be taken back on this phone."""
    seen = context["seen"]
    return seen is not None and may_take_back(request, tournament, seen.call)


def _pairing_of(tournament: Tournament, entry: Entry) -> Pairing | None:
    """The game the entry sits at in the round being played; None outside one."""
    round_ = shown_round(tournament)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    pairing = (
        Pairing.objects.filter(round=round_, seats__entry=entry, kind=Pairing.Kind.GAME)
        .select_related("table")
        .first()
    )
    if pairing is not None:
        pairing.round = round_
    return pairing


def _seen(tournament: Tournament, pairing: Pairing | None) -> dict[str, Any]:
    done = pairing is not None and Result.objects.filter(pairing=pairing, current=True).exists()
    playing = pairing is not None and not done and pairing.round.state == Round.State.PUBLISHED
    game = step_seen(pairing) if pairing is not None and playing else None
    step = Step(game.step) if game is not None else None
    opening = ""
    left = None
    if game is not None and step in {Step.OPENING, Step.LOCKED_AGAIN}:
        whys = [one.why for one in game.steps.all() if one.target == Step.OPENING]
        opening = whys[-1] if whys else ""
    if game is not None and step is Step.TEN_MINUTES and game.until is not None:
        left = (game.until - timezone.now()).total_seconds()
    return {
        "tournament": tournament,
        "section": "tournament",
        "pairing": pairing,
        "playing": playing,
        "seen": call_of(pairing) if pairing is not None and playing else None,
        "words": STEPS[step] if step is not None else None,
        "opening": opening,
        "left": left,
    }


def _answer(
    request: HttpRequest, template: str, context: dict[str, Any], status: int
) -> HttpResponse:
    piece = is_piece(request)
    name = f"{template}_piece.html" if piece else f"{template}.html"
    return with_server_now(render(request, name, context, status=status))

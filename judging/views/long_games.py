"""Long games: which tables are where, and one table with all that decides it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from games.queries import shown_round
from games.rules.partners import GAMES
from games.views.requests import fragment, table_of, with_server_now
from judging.domain.forecast import ask_forecast, cancel_forecast
from judging.domain.long_game import record_willingness, take_step, take_step_back
from judging.escalation import Step
from judging.models import Forecast, Willingness
from judging.queries.adjudication import adjudication, locked_of, position_of
from judging.queries.calls import FEW, call_of, queue_stamp
from judging.queries.long_games import long_table, long_tables
from judging.rule_desk import desk_for
from judging.tasks import wake
from tournaments.access import Action, desk_page, key_of, may, staff, user_of, why_of
from tournaments.addresses import stem
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Round, Tournament
from tournaments.pieces import is_piece
from tournaments.spoken import language
from tournaments.typed_number import whole


@staff(Action.LOOK)
@require_safe
def long_games(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every table that lasts too long. Asked again every few seconds (`?seen=`)."""
    round_ = shown_round(tournament)
    stamp = queue_stamp(tournament, round_, timezone.now())
    piece = is_piece(request)
    if piece and request.GET.get("seen") == stamp:
        return with_server_now(HttpResponse(status=204))
    running = round_ is not None and round_.state == Round.State.PUBLISHED
    rows = long_tables(round_) if round_ is not None and running else []
    # When a whole hall goes over time, tables where nothing has been done yet are numbers.
    fresh = [row for row in rows if row.step is Step.RUNNING]
    many = len(fresh) > FEW
    context = {
        "tab": "long",
        "round": round_,
        "rows": [row for row in rows if row.step is not Step.RUNNING] if many else rows,
        "numbers": [row.table.number or 0 for row in fresh] if many else [],
        "tables_at": stem("desk-long-game", tournament.slug, round_.number if round_ else 0),
        "stamp": stamp,
    }
    if piece:
        return fragment(request, tournament, "judging/long/list_piece.html", context)
    response = desk_page(request, tournament, "gavel", "judging/long/list.html", context)
    assert isinstance(response, HttpResponse)
    return with_server_now(response)


@staff(Action.LOOK)
@require_safe
def long_game(
    request: HttpRequest, tournament: Tournament, n: int, number: int
) -> HttpResponseBase:
    """One table: the steps, the position, the facts, and what may be done now.

    Asked again every few seconds (`?seen=`) and whenever there is news.
    """
    if is_piece(request):
        now = timezone.now()
        if request.GET.get("seen") == queue_stamp(tournament, shown_round(tournament), now):
            return with_server_now(HttpResponse(status=204))
        context = _table(request, tournament, n, number)
        return fragment(request, tournament, "judging/long/one_piece.html", context)
    return _page(request, tournament, n, number)


def _table(request: HttpRequest, tournament: Tournament, n: int, number: int) -> dict[str, Any]:
    """All that the page shows of one table."""
    table = table_of(tournament, n, number, drafts=False)
    row = long_table(table)
    position = position_of(tournament, row.game)
    desk = desk_for(tournament)
    board, query = "", ""
    if desk is not None and row.game is not None and row.game.position:
        board = desk.picture(row.game.position, {}, language())
        query = desk.query_of(row.game.position, {})
    seen = call_of(table.pairing)
    return {
        "tab": "long",
        "round": table.pairing.round,
        "number": number,
        "row": row,
        "facts": adjudication(table.pairing.round, row.game, table.sides, language()),
        "locked": locked_of(position, table.sides),
        "board": SafeString(board),
        "query": query,
        "has_desk": desk is not None,
        "plays_out": tournament.game in GAMES,
        "grades": Willingness.Grade.choices,
        "may_step": _may_step(request, row.following),
        "names_winner": row.step is Step.LOCKED_AGAIN,
        # What is being written stays when the page renews, until the step is taken.
        "why_field": "opening" if row.step is Step.TEN_MINUTES else f"step-why-{row.version}",
        "call": seen.call if seen is not None else None,
        "stamp": queue_stamp(tournament, shown_round(tournament), timezone.now()),
        "running": table.result is None and table.pairing.round.state == Round.State.PUBLISHED,
    }


def _page(
    request: HttpRequest,
    tournament: Tournament,
    n: int,
    number: int,
    error: Refused | None = None,
) -> HttpResponseBase:
    context = _table(request, tournament, n, number) | {"error": error, "typed": request.POST}
    status = status_of(error)
    response = desk_page(
        request, tournament, "gavel", "judging/long/one.html", context, status=status
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response)


def _may_step(request: HttpRequest, following: Any) -> bool:
    if following is None:
        return False
    needed = Action(following.office.value)
    return may(request, needed)


@staff(Action.JUDGE)
@require_POST
def step(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """A judge takes the step that follows; or (`back`) the head judge takes the last one back."""
    pairing = table_of(tournament, n, number, drafts=False).pairing
    seen = whole(request.POST.get("seen"))
    version = -1 if seen is None else seen
    by, key = user_of(request), key_of(request)
    try:
        if request.POST.get("back"):
            take_step_back(pairing, seen=version, why=why_of(request), by=by, key=key)
        else:
            target = request.POST.get("target", "")
            take_step(pairing, target, seen=version, why=why_of(request), by=by, key=key)
    except Refused as refused:
        return _page(request, tournament, n, number, refused)
    if request.POST.get("next") == "list":
        return redirect("desk-long-games", tournament.slug)
    return redirect("desk-long-game", tournament.slug, n, number)


@staff(Action.JUDGE)
@require_POST
def willingness(
    request: HttpRequest, tournament: Tournament, n: int, number: int
) -> HttpResponseBase:
    """What a judge saw of a side's will to open."""
    pairing = table_of(tournament, n, number, drafts=False).pairing
    side = whole(request.POST.get("side"))
    try:
        record_willingness(
            pairing,
            side=-1 if side is None else side,
            grade=request.POST.get("grade", ""),
            note=request.POST.get("note", ""),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        return _page(request, tournament, n, number, refused)
    return redirect("desk-long-game", tournament.slug, n, number)


@staff(Action.JUDGE)
@require_POST
def forecast(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """The position is to be played out; or (`cancel`) not any more."""
    pairing = table_of(tournament, n, number, drafts=False).pairing
    by, key = user_of(request), key_of(request)
    try:
        if request.POST.get("cancel"):
            newest = get_object_or_404(
                Forecast.objects.order_by("-id"),
                pk=whole(request.POST["cancel"]),
                pairing=pairing,
            )
            cancel_forecast(newest, by=by, key=key)
        else:
            ask_forecast(pairing, wake=wake, by=by, key=key)
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-long-game", tournament.slug, n, number)


@staff(Action.LOOK)
@require_safe
def forecast_piece(
    request: HttpRequest, tournament: Tournament, n: int, number: int
) -> HttpResponseBase:
    """How far a play-out is, which the page asks for again while it goes on."""
    table = table_of(tournament, n, number, drafts=False)
    row = long_table(table)
    context = {
        "round": table.pairing.round,
        "number": number,
        "row": row,
        "facts": adjudication(table.pairing.round, row.game, table.sides, language()),
        "running": table.result is None,
    }
    return fragment(request, tournament, "judging/long/forecast.html", context)

"""A result corrected, taken away, put back: first what it changes, then the question."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.consequences import Consequences, consequences_of
from games.domain.game_results import Payload, in_words
from games.domain.record_result import (
    correct_result,
    remove_result,
    undo_result,
)
from games.domain.seats import colours_of, seats_of
from games.domain.table_results import possible
from games.forms import Raw, version_seen
from games.queries import TableState
from games.views.requests import key_of, rules_of, sent, table_of
from games.views.rows import Row, Rows, saved_raw
from tournaments.access import Action, desk_page, sees_drafts, staff, user_of, why_of
from tournaments.domain.correct_misfits import names_of
from tournaments.domain.errors import Conflict, Refused, status_of
from tournaments.domain.rounds import newest_round
from tournaments.formats.dependents_model import DependentKind
from tournaments.misfit_words import asked
from tournaments.models import Tournament
from tournaments.queries.drawn_otherwise import would_differ
from tournaments.typed_number import whole
from tournaments.views.misfits import decided_of


@staff(Action.ENTER_RESULTS)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """Ask for the right result; with one given (?score_0=5&score_1=8), show what it changes."""
    table = table_of(tournament, n, number, drafts=sees_drafts(request))
    if table.result is None and request.method != "POST":
        return redirect(_table(tournament, n, number))
    if request.method != "POST":
        raw = Raw.sent(request.GET.dict(), len(table.sides))
        return _correct_page(request, tournament, table, raw)
    raw, seen, key = sent(request, table)
    decided = decided_of(request)
    try:
        result = correct_result(
            table.pairing,
            raw.typed(),
            seen=seen,
            why=why_of(request),
            drawn=_drawn(request),
            decided=decided,
            by=user_of(request),
            key=key,
        )
    except Refused as refused:
        table = table_of(tournament, n, number)
        if table.result is None:
            messages.error(request, str(refused.message))
            return redirect(f"{_table(tournament, n, number)}?{raw.query}")
        return _correct_page(request, tournament, table, raw, refused)
    _say(
        request,
        _("Table %(table)s is corrected to %(result)s.")
        % {"table": number, "result": in_words(tournament.game, result.payload)},
        undo=None if decided.redraws else (tournament, n, number, result.version),
    )
    return redirect("desk-round-results", tournament.slug, n)


def _correct_page(
    request: HttpRequest,
    tournament: Tournament,
    table: TableState,
    raw: Raw,
    error: Refused | None = None,
) -> HttpResponseBase:
    rows = Rows(tournament, table.pairing.round)
    row = rows.row(table, raw=raw, error=error)
    follows: Consequences | None = None
    wanted = ""
    if raw.empty:
        row = rows.row(table, raw=saved_raw(row, rows.rules))
    else:
        try:
            payload = _payload(table, tournament, raw)
            wanted = in_words(tournament.game, payload)
            follows = consequences_of(table.pairing, payload)
        except Refused as refused:
            error = error or refused
            row = rows.row(table, raw=raw, error=error)
    context = _asking(request, tournament, row, follows, error) | {"wanted": wanted}
    return desk_page(
        request,
        tournament,
        "results",
        "games/results/correct.html",
        context,
        status=status_of(error),
    )


def _payload(table: TableState, tournament: Tournament, raw: Raw) -> Payload:
    """The result the fields stand for, possible by the game's rules; else Refused."""
    rules = rules_of(table.pairing.round)
    return possible(rules, raw.typed(), colours_of(tournament, seats_of(table.pairing)))


@staff(Action.ENTER_RESULTS)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """Take a result away, and on to the table it belongs to, if that is said."""
    table = table_of(tournament, n, number, drafts=sees_drafts(request))
    if request.method != "POST":
        if table.result is None:
            return redirect(_table(tournament, n, number))
        return _remove_page(request, tournament, table)
    rows = Rows(tournament, table.pairing.round)
    kept = saved_raw(rows.row(table), rows.rules) if table.result else None
    decided = decided_of(request)
    goes_to = request.POST.get("goes_to", "").strip()
    try:
        if goes_to:
            _free_table(tournament, n, number, goes_to)
        result = remove_result(
            table.pairing,
            seen=version_seen(request.POST.dict()),
            why=why_of(request),
            drawn=_drawn(request),
            decided=decided,
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        table = table_of(tournament, n, number)
        if table.result is None:
            messages.error(request, str(refused.message))
            return redirect(_table(tournament, n, number))
        return _remove_page(request, tournament, table, refused)
    _say(
        request,
        _("The result of table %(table)s is taken away.") % {"table": number},
        undo=None if decided.redraws else (tournament, n, number, result.version),
    )
    if goes_to and kept is not None:
        return redirect(f"{_table(tournament, n, int(goes_to))}?{kept.query}")
    return redirect(_table(tournament, n, number))


def _free_table(tournament: Tournament, n: int, number: int, goes_to: str) -> None:
    """Refused unless the result can go to that table: it is another one, in play, without one."""
    sits = (
        table_of(tournament, n, int(goes_to))
        if goes_to.isdecimal()
        and len(goes_to) < 5
        and tournament.rounds.filter(
            number=n, pairings__table__number=int(goes_to), pairings__kind="game"
        ).exists()
        else None
    )
    if sits is None or sits.number == number:
        raise Refused(
            "no-such-table", _("Type the number of another table of this round."), field="goes_to"
        )
    if sits.result is not None:
        raise Refused(
            "table-done",
            _("Table %(table)s has a result itself. Correct that one first.")
            % {"table": sits.number},
            field="goes_to",
        )


def _remove_page(
    request: HttpRequest,
    tournament: Tournament,
    table: TableState,
    error: Refused | None = None,
) -> HttpResponseBase:
    row = Rows(tournament, table.pairing.round).row(table, error=error)
    context = _asking(request, tournament, row, consequences_of(table.pairing, None), error)
    return desk_page(
        request,
        tournament,
        "results",
        "games/results/remove.html",
        context | {"goes_to": request.POST.get("goes_to", "")},
        status=status_of(error),
    )


@staff(Action.ENTER_RESULTS)
@require_POST
def undo(
    request: HttpRequest, tournament: Tournament, n: int, number: int, version: int
) -> HttpResponseBase:
    """Take back the change that made `version`."""
    table = table_of(tournament, n, number, drafts=sees_drafts(request))
    try:
        result = undo_result(
            table.pairing, version=version, by=user_of(request), key=key_of(request)
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        words = in_words(tournament.game, result.payload) if result.payload else ""
        text = (
            _("Table %(table)s has the result %(result)s again.")
            if words
            else _("Table %(table)s has no result again.")
        )
        _say(
            request,
            text % {"table": number, "result": words},
            undo=(tournament, n, number, result.version),
        )
    return redirect(_next(request) or reverse("desk-round-results", args=[tournament.slug, n]))


# What both pages ask with ----------------------------------------------------------------------


def _asking(
    request: HttpRequest,
    tournament: Tournament,
    row: Row,
    follows: Consequences | None,
    error: Refused | None,
) -> dict[str, Any]:
    return {
        "round": row.table.pairing.round,
        "row": row,
        "follows": follows,
        "asked": asked(
            follows.questions if follows else (),
            names_of(tournament) if follows and follows.misfits else {},
            decided_of(request).choices if request.method == "POST" else None,
            _differs(request, follows),
        ),
        "wrong": follows is not None and any(one.wrong for one in follows.misfits),
        "differs_url": _with(request, differs="1") if request.method != "POST" else "",
        "drawn": newest_round(tournament),
        "why": request.POST.get("why", "") or request.GET.get("why", "")[:500],
        "why_error": error.message if error is not None and error.field == "why" else "",
        "error": error if error is not None and error.field != "why" else None,
        "conflict": isinstance(error, Conflict),
    }


def _with(request: HttpRequest, **params: str) -> str:
    """This page with more asked of it."""
    query = request.GET.copy()
    query.update(params)
    return f"?{query.urlencode()}"


def _differs(request: HttpRequest, follows: Consequences | None) -> dict[int, bool]:
    """By number of the round, whether it would be drawn otherwise: looked up when it is asked,
    since it takes as long as the draws."""
    if follows is None or "differs" not in request.GET:
        return {}
    return {
        one.round: would_differ(follows.facts, one, follows.rows)
        for one in follows.misfits
        if one.dependent.kind is DependentKind.ROUND and one.round is not None
    }


def _drawn(request: HttpRequest) -> int | None:
    return whole(request.POST.get("drawn"))


def _table(tournament: Tournament, n: int, number: int) -> str:
    return reverse("desk-table-result", args=[tournament.slug, n, number])


def _next(request: HttpRequest) -> str:
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return address if safe else ""


def _say(request: HttpRequest, text: str, *, undo: tuple[Tournament, int, int, int] | None) -> None:
    """With a button that takes it back, where it can be: a round drawn again cannot."""
    if undo is None:
        messages.success(request, text)
        return
    tournament, *rest = undo
    address = reverse("desk-table-undo", args=[tournament.slug, *rest])
    messages.success(request, text, extra_tags=f"undo:{address}")

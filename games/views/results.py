"""Results at the desk: the grid of a round, and one table's page."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.domain.game_records import RECORDS
from games.domain.game_results import JUDGED, PLAYED, GameResults, in_words
from games.domain.record_result import record_result
from games.forms import Raw
from games.game_settings import settings_of
from games.history import history_of
from games.models import Result
from games.parsing import ENDING_LETTERS, quick_line
from games.queries import TableState, round_face, shown_round, table_states
from games.timing import State
from games.views.requests import (
    fragment,
    key_of,
    round_of,
    rules_of,
    sent,
    table_of,
    with_server_now,
)
from games.views.rows import Row, Rows, offered, saved_raw
from tournaments.access import Action, desk_page, sees_drafts, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.follows import open_anew
from tournaments.game_settings import differing_settings
from tournaments.models import Event, Round, Tournament
from tournaments.pieces import is_piece
from tournaments.typed_number import whole


@staff(Action.ENTER_RESULTS)
@require_safe
def results(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """To the round being played; before the first, a word about what to do."""
    round_ = shown_round(tournament)
    if round_ is None:
        return desk_page(request, tournament, "results", "games/results/none.html")
    return redirect("desk-round-results", tournament.slug, round_.number)


@staff(Action.ENTER_RESULTS)
@require_safe
def round_results(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponseBase:
    """The grid: every table of the round, to be typed through from top to bottom."""
    return _grid(request, tournament, round_of(tournament, n, drafts=sees_drafts(request)))


def _grid(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    *,
    line: str = "",
    error: Refused | None = None,
    judged: int | None = None,
) -> HttpResponseBase:
    """The grid; with a line that was refused, and the table it meant if the judges decide that."""
    rows = Rows(tournament, round_)
    now = timezone.now()
    tables = table_states(round_, now)
    missing = [table for table in tables if table.result is None]
    only_missing = request.GET.get("show") == "missing"
    context = {
        "round": round_,
        "rounds": Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT),
        "rows": [rows.row(table) for table in (missing if only_missing else tables)],
        "several": len(rows.rules.sides()) > 2,
        "rules": rows.rules,
        "facts": settings_of(round_).facts(),
        "facts_url": facts_url(round_, missing=len(missing) == len(tables)),
        "short": _short(rows.rules),
        "only_missing": only_missing,
        "total": len(tables),
        "missing": len(missing),
        "done": len(tables) - len(missing),
        "over_time": sum(table.face.state is State.OVER_TIME for table in missing),
        "face": round_face(round_, now),
        "disputed": rows.disputed(tables),
        "newest": _newest(tables),
        "said": _newest_said(tournament),
        "letters": _letters(rows.rules),
        "line": line,
        "line_error": error.message if error is not None else "",
        "line_judged": judged,
    }
    response = desk_page(
        request,
        tournament,
        "results",
        "games/results/grid.html",
        context,
        status=422 if error is not None else 200,
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response, whole=True)


def facts_url(round_: Round, *, missing: bool) -> str:
    """Where it is said how the round is played; "" once it has a result, or leaves nothing open."""
    open_ = missing and round_.state != Round.State.CLOSED
    if not open_ or not differing_settings(round_.tournament.game):
        return ""
    return reverse("desk-round-game", args=[round_.tournament.slug, round_.number])


def _letters(rules: GameResults) -> dict[str, str]:
    """The letters that the page may read itself; what else a line says, the server answers."""
    here = offered(rules, PLAYED)
    return {letter: ending for letter, ending in ENDING_LETTERS.items() if ending in here}


def _short(rules: GameResults) -> bool:
    """Whether "85" may stand for 8-5: two sides that score nine at most."""
    sides = rules.sides()
    return len(sides) == 2 and max(map(rules.most, sides)) <= 9


def _newest(tables: list[TableState]) -> int:
    """The id of the newest version the page shows."""
    return max((table.latest.pk for table in tables if table.latest is not None), default=0)


def _newest_said(tournament: Tournament) -> int:
    """The id of the newest event in which players said something of their game."""
    return _said_since(tournament, 0).values_list("id", flat=True).first() or 0


def _said_since(tournament: Tournament, event: int) -> QuerySet[Event]:
    return Event.objects.filter(
        tournament=tournament, verb__startswith="claim.", id__gt=event
    ).order_by("-id")


@staff(Action.ENTER_RESULTS)
@require_safe
def changes(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponseBase:
    """Rows that others have saved since the page came; 204 when there are none. Where others sit
    at the tables by now, the page is loaded again; what is typed is kept."""
    round_ = round_of(tournament, n, drafts=sees_drafts(request))
    if request.GET.get("version", str(round_.version)) != str(round_.version):
        return open_anew()
    since, said_since = (whole(request.GET.get(name)) or 0 for name in ("after", "said"))
    said = dict(_said_since(tournament, said_since).values_list("id", "subject_id"))
    newest = (
        Result.objects.filter(pairing__round=round_, pk__gt=since)
        .order_by("-pk")
        .values_list("pk", flat=True)
        .first()
    )
    if newest is None and not said:
        return with_server_now(HttpResponse(status=204))
    rows = Rows(tournament, round_)
    tables = table_states(round_)
    talked = set(said.values())
    changed = [
        table
        for table in tables
        if (table.latest is not None and table.latest.pk > since) or table.pairing.pk in talked
    ]
    missing = sum(table.result is None for table in tables)
    context = {
        "round": round_,
        "rows": [rows.row(table) for table in changed],
        "newest": newest or since,
        "said": max(said, default=said_since),
        "disputed": rows.disputed(tables),
        "total": len(tables),
        "missing": missing,
        "done": len(tables) - missing,
    }
    return fragment(request, tournament, "games/results/changes.html", context)


@staff(Action.ENTER_RESULTS)
@require_POST
def quick_result(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponseBase:
    """One typed line, "12 8-5", without JavaScript or for a row that is not on the page."""
    round_ = round_of(tournament, n, drafts=sees_drafts(request))
    line = request.POST.get("line", "")[:80]
    judged: int | None = None
    try:
        read = quick_line(line, short=_short(rules_of(round_)))
        pairing = round_.pairings.filter(kind="game", table__number=read.table).first()
        if pairing is None:
            raise Refused(
                "no-such-table",
                _("Nobody sits at table %(table)s in this round.") % {"table": read.table},
                field="line",
            )
        address = reverse("desk-table-result", args=[tournament.slug, n, read.table])
        if read.typed is None:
            return redirect(address)
        if Result.objects.filter(pairing=pairing, current=True).exists():
            raw = Raw.of(read.typed, len({seat.side for seat in pairing.seats.all()}))
            correct = reverse("desk-table-correct", args=[tournament.slug, n, read.table])
            return redirect(f"{correct}?{raw.query}")
        judged = read.table if read.typed.ended == JUDGED else None
        seen = pairing.results.order_by("-version").values_list("version", flat=True).first()
        result = record_result(
            pairing, read.typed, seen=seen or 0, by=user_of(request), key=key_of(request)
        )
    except Refused as refused:
        return _grid(request, tournament, round_, line=line, error=refused, judged=judged)
    _say_saved(request, tournament, n, read.table, result)
    return redirect("desk-round-results", tournament.slug, n)


def _say_saved(
    request: HttpRequest, tournament: Tournament, n: int, number: int, result: Result
) -> None:
    undo = reverse("desk-table-undo", args=[tournament.slug, n, number, result.version])
    messages.success(
        request,
        _("Table %(table)s: %(result)s is saved.")
        % {"table": number, "result": in_words(tournament.game, result.payload)},
        extra_tags=f"undo:{undo}",
    )


@staff(Action.ENTER_RESULTS)
@require_http_methods(["GET", "HEAD", "POST"])
def table_result(
    request: HttpRequest, tournament: Tournament, n: int, number: int
) -> HttpResponseBase:
    """One table, with big buttons; a row of the grid is sent here, too."""
    table = table_of(tournament, n, number, drafts=sees_drafts(request))
    rows = Rows(tournament, table.pairing.round)
    if request.method != "POST":
        raw = Raw.sent(request.GET.dict(), len(table.sides))
        return _page(request, tournament, rows.row(table, raw=raw))
    raw, seen, key = sent(request, table)
    error: Refused | None = None
    try:
        result = record_result(table.pairing, raw.typed(), seen=seen, by=user_of(request), key=key)
    except Refused as refused:
        error = refused
    if error is None and not is_piece(request):
        _say_saved(request, tournament, n, number, result)
        return redirect(_after(request, tournament, n))
    table = table_of(tournament, n, number)
    row = rows.row(table, raw=raw if error else None, error=error)
    status = status_of(error)
    if is_piece(request):
        context = {"round": table.pairing.round, "row": row}
        return fragment(request, tournament, "games/results/row.html", context, status)
    return _page(request, tournament, row, status)


def _after(request: HttpRequest, tournament: Tournament, n: int) -> str:
    """A judge with a phone stays with the list; whoever typed in the grid comes back to it."""
    address = reverse("desk-round-results", args=[tournament.slug, n])
    return f"{address}?show=missing" if request.POST.get("next") == "missing" else address


def _page(
    request: HttpRequest, tournament: Tournament, row: Row, status: int = 200
) -> HttpResponseBase:
    saved = saved_raw(row, row.rules) if row.done else None
    swapped = saved.swapped() if saved is not None and len(row.cells) == 2 else None
    context = {
        "round": row.table.pairing.round,
        "row": row,
        "versions": _versions(row, tournament),
        "history": history_of(row.table, tournament),
        "swapped": swapped,
        "kept": row.raw if row.conflict or (row.done and not row.raw.empty) else None,
        "facts": settings_of(row.table.pairing.round).facts(),
        "has_records": tournament.game in RECORDS,
        "minutes_choices": (5, 10, 15),
    }
    response = desk_page(
        request, tournament, "results", "games/results/table.html", context, status=status
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response, whole=True)


def _versions(row: Row, tournament: Tournament) -> list[tuple[Result, str]]:
    """All versions, newest first, each with its scores in words ("" where it takes away)."""
    versions = Result.objects.filter(pairing=row.table.pairing).select_related("entered_by")
    return [
        (version, in_words(tournament.game, version.payload) if version.payload else "")
        for version in versions.order_by("-version")
    ]

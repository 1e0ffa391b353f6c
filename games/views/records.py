"""The record of a game at a table: handed in, replayed, and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.domain.attach_record import attach_record
from games.domain.game_records import (
    MOST_BYTES,
    GameRecords,
    IllegalRecord,
    LineProblem,
    game_records,
    proven,
    seating_of,
    text_of,
)
from games.domain.game_results import in_words
from games.domain.record_result import record_result
from games.domain.seats import seats_of
from games.forms import version_seen
from games.game_settings import settings_of
from games.models import GameRecord
from games.queries import TableState
from games.views.requests import table_of
from games.views.rows import Rows
from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, User


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record, and what is wrong with it."""

    number: int
    text: str
    problems: tuple[LineProblem, ...]


@staff(Action.ENTER_RESULTS)
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """Hand in a table's record, before or after its result; with one there, show it."""
    table = table_of(tournament, n, number, drafts=sees_drafts(request))
    records = game_records(tournament.game, settings_of(table.pairing.round))
    kept = GameRecord.objects.filter(result=table.result).first() if table.result else None
    if request.method != "POST":
        if kept is not None and request.GET.get("download"):
            return _download(kept, records, n, number)
        return _page(request, tournament, table, records, kept)
    text = ""
    try:
        text = _sent(request, records)
        _keep(table, text, seen=version_seen(request.POST.dict()), request=request)
    except Refused as refused:
        table = table_of(tournament, n, number)
        return _page(request, tournament, table, records, None, text=text, error=refused)
    messages.success(
        request, _("The record of table %(table)s is replayed and kept.") % {"table": number}
    )
    return redirect("desk-table-record", tournament.slug, n, number)


def _sent(request: HttpRequest, records: GameRecords) -> str:
    """The record as it was uploaded or pasted."""
    file = request.FILES.get("file")
    if file is None:
        return text_of(request.POST.get("record", "").encode(), records)
    if file.size is not None and file.size > MOST_BYTES:
        return text_of(b"x" * (MOST_BYTES + 1), records)
    return text_of(file.read(), records)


def _keep(table: TableState, text: str, *, seen: int, request: HttpRequest) -> None:
    """The record beside the result there is, or with the result that it proves."""
    by: User = user_of(request)
    if table.result is not None:
        attach_record(table.pairing, text, by=by, key=key_of(request))
        return
    proof, _payload = proven(table.pairing, seats_of(table.pairing), text)
    assert proof.typed is not None
    record_result(table.pairing, proof.typed, seen=seen, by=by, key=key_of(request), record=text)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    table: TableState,
    records: GameRecords,
    kept: GameRecord | None,
    *,
    text: str = "",
    error: Refused | None = None,
) -> HttpResponseBase:
    shown = kept.text if kept is not None else text
    remarks: tuple[LineProblem, ...] = ()
    problems = error.problems if isinstance(error, IllegalRecord) else ()
    picture = SafeString("")
    if kept is not None:
        proof = records.proof(shown, seating_of(table.pairing, seats_of(table.pairing)))
        remarks = proof.remarks
        # Drawn by ourselves from a record that was replayed.
        picture = mark_safe(records.picture(shown))  # noqa: S308
    row = Rows(tournament, table.pairing.round).row(table)
    context: dict[str, Any] = {
        "round": table.pairing.round,
        "row": row,
        "record": kept,
        "lines": _lines(shown, (*problems, *remarks)) if shown else [],
        "picture": picture,
        "text": text,
        "problems": problems,
        "remarks": remarks,
        "error": error,
        "suffix": records.suffix,
        "result": in_words(tournament.game, table.result.payload) if table.result else "",
    }
    status = 200
    if error is not None:
        status = error.status
    return desk_page(
        request, tournament, "results", "games/results/record.html", context, status=status
    )


def _lines(text: str, problems: Sequence[LineProblem]) -> list[Line]:
    return [
        Line(number, line, tuple(one for one in problems if one.line == number))
        for number, line in enumerate(text.split("\n"), 1)
    ]


def _download(kept: GameRecord, records: GameRecords, n: int, number: int) -> HttpResponse:
    response = HttpResponse(kept.text, content_type="text/plain; charset=utf-8")
    name = f"{kept.result.pairing.round.tournament.slug}-{n}-{number}{records.suffix}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

"""What players see: where do I play now, against whom, since when."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.archive import archive_of
from games.claim_states import said_at, standing_at
from games.game_settings import settings_of
from games.models import Result
from games.player_access import acting_entry
from games.queries import (
    PAIR_NEWS,
    TABLE_NEWS,
    TableState,
    clock_of,
    pair_stamp,
    round_face,
    shown_round,
    table_stamp,
    table_state,
)
from games.views.play_box import ahead_of, box_of, here_of
from games.views.requests import rules_of, with_server_now
from tournaments.access import public
from tournaments.addresses import stem
from tournaments.coming import Coming, coming_after
from tournaments.domain.check_in import seen_of
from tournaments.draw_words import group_words
from tournaments.follows import following_of, follows, is_other, open_anew
from tournaments.models import Entry, Pairing, Round, Seat, Tournament
from tournaments.names import players_beside, sort_key
from tournaments.pieces import is_piece
from tournaments.public_names import public_names
from tournaments.queries.news import news_stamp
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.stage_standings import place_of


def _timed(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """What a page asks for later says what time it is here; the page itself may be kept."""
    response = render(request, template, context)
    return with_server_now(response) if is_piece(request) else response


def own(response: HttpResponse) -> HttpResponse:
    """A page as one phone alone sees it: nothing between here and there keeps it."""
    response.headers.setdefault("Cache-Control", "no-cache, private")
    return response


#: What the front page shows.
FRONT_NEWS = "tournament entries rounds clock"
_OVER = "over"


def _front_stamp(request: HttpRequest, tournament: Tournament) -> str:
    """Once the tournament is finished the page is another one, which says so in its stamp."""
    over = tournament.state == Tournament.State.FINISHED
    return f"{news_stamp(tournament, FRONT_NEWS)}-{_OVER if over else ''}"


@public
@require_safe
@follows(
    FRONT_NEWS,
    pieces="#front-head,#front-archive,#entries",
    shared=True,
    stamp=_front_stamp,
)
def tournament_page(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The players' front page: find your pair, and the table it plays at. Not every result is
    news to it."""
    following = following_of(request)
    over = tournament.state == Tournament.State.FINISHED
    if is_other(request, _OVER if over else ""):
        return open_anew()
    round_ = shown_round(tournament)
    face = round_face(round_) if round_ is not None else None
    # Its pieces are the same for everybody.
    acting = None if following.piece else acting_entry(request, tournament)
    rows = _front_rows(tournament, round_)
    if not rows:
        following.pieces = "#front"
    context = {
        "tournament": tournament,
        "section": "tournament",
        "round": round_,
        "face": face,
        "rows": rows,
        "base": stem("entry", tournament.slug),
        "acting": acting,
        "playing": round_ is not None and round_.state == Round.State.PUBLISHED,
        "archive": archive_of(tournament) if over else None,
    }
    response = render(request, "games/public/tournament.html", context)
    return own(response) if acting is not None else response


def _front_rows(tournament: Tournament, round_: Round | None) -> list[dict[str, Any]]:
    """All entries by name, each with its table in `round_`. Texts in dictionaries, since a
    template looks thousands of them up."""
    players = player_names(tournament, public=True)
    names = public_names(tournament)
    tables: dict[int, int | None] = {}
    if round_ is not None:
        tables = dict(
            Seat.objects.filter(round=round_).values_list("entry_id", "pairing__table__number")
        )
    entries = [
        (pk, number, names.entry(pk, name), state)
        for pk, number, name, state in tournament.entries.order_by("number").values_list(
            "pk", "number", "name", "state"
        )
    ]
    return [
        {
            "number": str(number),
            "name": name,
            "players": players_beside(name, players.get(pk, ())),
            "withdrawn": state == Entry.State.WITHDRAWN,
            "drawn": pk in tables,
            "table": str(tables.get(pk) or ""),
        }
        for pk, number, name, state in sorted(entries, key=lambda entry: sort_key(entry[2]))
    ]


@public
@require_safe
def entry_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A pair's own page. Asked with the `stamp` it has, it answers 204 while nothing is new."""
    entry = get_object_or_404(tournament.entries.prefetch_related("players"), number=number)
    ours = acting_entry(request, tournament) == entry
    round_ = shown_round(tournament)
    stamp = pair_stamp(tournament, round_, entry)
    if request.GET.get("stamp") == stamp:
        return with_server_now(HttpResponse(status=204))
    names = public_names(tournament)
    names.cover([entry])
    seats = list(_seats_of(entry))
    for seat in seats:
        names.cover_seats(seat.pairing.seats.all())
    now = next((seat for seat in seats if round_ is not None and seat.round_id == round_.pk), None)
    state = _state_of(now)
    if state is not None:
        names.cover(state.entries)
    place = place_of(tournament, entry.pk)
    box = box_of(tournament, entry, state) if ours else None
    context = {
        "tournament": tournament,
        "section": "tournament",
        "entry": entry,
        "ours": ours,
        "box": box,
        "here": here_of(tournament, entry, now) if ours else "",
        "here_seen": seen_of(entry),
        "ahead": ahead_of(tournament) if round_ is None else None,
        "players": players_beside(entry.name, names.players(entry)),
        "round": round_,
        "seat": now,
        "state": state,
        "facts": _facts(round_) if state else (),
        "opponents": state.opponents_of(entry) if state else (),
        "started_at": _started_at(round_),
        "coming": _coming(tournament, entry, round_, state),
        "row": place,
        "of": place.of if place else 0,
        "group": group_words(place.group) if place else "",
        "history": _history(seats, entry),
        "stamp": stamp,
        "news_of": PAIR_NEWS,
    }
    template = "entry_piece" if is_piece(request) else "entry"
    response = _timed(request, f"games/public/{template}.html", context)
    return own(response) if ours else response


@public
@require_safe
def table_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A table's page, which the code on its score sheet leads to: who plays here, how long."""
    table = get_object_or_404(tournament.tables, number=number)
    round_ = shown_round(tournament)
    stamp = table_stamp(tournament, round_, table)
    if request.GET.get("stamp") == stamp:
        return with_server_now(HttpResponse(status=204))
    pairing = Pairing.objects.filter(round=round_, table=table).first()
    if pairing is not None and round_ is not None:
        pairing.round = round_
    state = table_state(pairing) if pairing else None
    acting = acting_entry(request, tournament)
    said = ""
    if state is not None and round_ is not None:
        public_names(tournament).cover(state.entries)
        if state.result is None:
            claims = standing_at(state.pairing)
            said = said_at(state, claims, rules_of(round_), tournament).state if claims else ""
    context = {
        "tournament": tournament,
        "section": "tournament",
        "table": table,
        "round": round_,
        "state": state,
        "said": said,
        "acting": acting if state is not None and acting in state.entries else None,
        "facts": _facts(round_) if pairing else (),
        "started_at": _started_at(round_),
        "stamp": stamp,
        "news_of": TABLE_NEWS,
    }
    template = "table_piece" if is_piece(request) else "table"
    response = _timed(request, f"games/public/{template}.html", context)
    return own(response) if acting is not None else response


def _seats_of(entry: Entry) -> Any:
    """Seats of all published rounds, newest first, with everybody at the table."""
    around = Seat.objects.select_related("entry")
    return (
        Seat.objects.filter(entry=entry, round__state__in=PUBLIC_STATES)
        .select_related("round__tournament", "round__stage", "pairing__table", "moved_from")
        .defer("round__draw")
        .prefetch_related(
            Prefetch("pairing__seats", around),
            Prefetch("pairing__results", Result.objects.filter(current=True)),
        )
        .order_by("-round__number")
    )


def _state_of(seat: Seat | None) -> TableState | None:
    if seat is None or seat.pairing.kind != Pairing.Kind.GAME:
        return None
    seat.pairing.round = seat.round
    return table_state(seat.pairing)


def _facts(round_: Round | None) -> tuple[str, ...]:
    """How the game is played in the round, where the rule set leaves it open."""
    return settings_of(round_).facts() if round_ is not None else ()


def _started_at(round_: Round | None) -> Any:
    clock = clock_of(round_) if round_ is not None else None
    return clock.started_at if clock is not None else None


def _coming(
    tournament: Tournament, entry: Entry, round_: Round | None, state: TableState | None
) -> Coming | None:
    """What an entry waits for when it does not play just now, if it is to play at all."""
    if tournament.state == Tournament.State.FINISHED or entry.merged_into_id is not None:
        return None
    if entry.state in {Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED}:
        return None
    if state is not None and state.result is None:
        return None
    return coming_after(tournament, round_.number if round_ is not None else 0)


def _history(seats: list[Seat], entry: Entry) -> list[dict[str, Any]]:
    """One line a round, the newest first: with whom and against whom, at which table, and what it
    gave; and the rounds before its newest that it was not in."""
    by_round = {seat.round.number: seat for seat in seats}
    return [
        _line(by_round[number], entry) if number in by_round else {"number": number}
        for number in range(max(by_round, default=0), 0, -1)
    ]


def _line(seat: Seat, entry: Entry) -> dict[str, Any]:
    around = list(seat.pairing.seats.all())
    return {
        "number": seat.round.number,
        "seat": seat,
        "table": seat.pairing.table,
        "others": [other for other in around if other.side != seat.side],
        "partners": [
            other for other in around if other.side == seat.side and other.entry_id != entry.pk
        ],
        "sides": len({other.side for other in around}),
    }

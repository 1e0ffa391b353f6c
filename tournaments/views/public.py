"""What everybody sees of the tournaments: the list, and the pairings of a round."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.access import public
from tournaments.addresses import stem
from tournaments.draw_words import group_order, group_words
from tournaments.follows import begin_following, following_of, follows
from tournaments.hooks import endings_asked
from tournaments.models import Event, Pairing, Round, Seat, Tournament
from tournaments.names import players_beside
from tournaments.public_names import public_names
from tournaments.queries.news import news_stamp
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.stages import shows_stage, stage_name
from tournaments.table_words import moved_words, wishes_words
from tournaments.templatetags.look import side

_WALKOVERS = frozenset({Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS})
_WON = frozenset({Seat.Outcome.WIN, Seat.Outcome.WALKOVER_WIN})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All public tournaments: running ones first, then those to come with the next one at the
    top, then those over with the last one at the top.

    There is no line to listen at for all of them, so an open page asks from time to time. A
    registration opens and closes by the clock, so there is something new once a minute.
    """
    newest = Event.objects.filter(tournament__public=True, verb__startswith="tournament.")
    number = newest.order_by("-id").values_list("id", flat=True).first() or 0
    stamp = f"{number}-{timezone.now():%H%M}"
    nothing_new = begin_following(request, "tournament signups", stamp, pieces="#page")
    if nothing_new is not None:
        return nothing_new
    tournaments = list(Tournament.objects.filter(public=True).select_related("registration"))
    groups = {
        state: [row for row in tournaments if row.state == state]
        for state in (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    }
    groups[Tournament.State.OPEN].sort(key=lambda row: row.date)
    return render(request, "tournaments/public/home.html", {"groups": groups})


def published_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """The round of that number, or the newest, if everybody may see it."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("-number")
    return (rounds if number is None else rounds.filter(number=number)).first()


def pairing_rows(tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    """Pairings by table, the bye last, group by group where there are groups: three queries.

    Texts in dictionaries, since a template looks thousands of them up. A side may be one entry
    or several. Players are those who played this round, whoever came for them since.
    """
    players = player_names(tournament, round_number=round_.number, public=True)
    names = public_names(tournament)
    marks: dict[tuple[str, ...], SafeString] = {}
    ended: dict[int, str] = {}
    answers: list[tuple[Any, Any]] = endings_asked.send(sender=Round, round_=round_)
    for _receiver, words in answers:
        ended |= words
    rows: dict[int, dict[str, Any]] = {}
    seats = Seat.objects.filter(round=round_).select_related(
        "entry", "moved_from", "pairing__table"
    )
    order = (F("pairing__table__number").asc(nulls_last=True), "pairing__order", "side", "id")
    for seat in seats.defer("pairing__reasons", "entry__notes").order_by(*order):
        table = seat.pairing.table
        row = rows.setdefault(
            seat.pairing_id,
            {
                "table": "" if table is None else str(table.number),
                "group": seat.pairing.group,
                "ended": ended.get(seat.pairing_id, ""),
                "sides": {},
            },
        )
        colours = tuple(seat.colours)
        if colours not in marks:
            marks[colours] = format_html_join("", "{}", ((side(c, "small"),) for c in colours))
        sits = row["sides"].setdefault(
            seat.side,
            {
                "entries": [],
                "marks": marks[colours],
                "score": "" if seat.score is None else str(seat.score),
                "won": seat.outcome in _WON or seat.place == 1,
                "place": "" if seat.place is None else str(seat.place),
                "walkover": seat.get_outcome_display() if seat.outcome in _WALKOVERS else "",
            },
        )
        name = names.entry(seat.entry_id, seat.entry.name)
        sits["entries"].append(
            {
                "number": str(seat.entry.number),
                "name": name,
                "moved": moved_words([seat.moved_from]),
                "wishes": wishes_words([seat.entry]),
                "players": players_beside(name, players.get(seat.entry_id, ())),
            }
        )
    listed = list(rows.values())
    for row in listed:
        row["sides"] = list(row["sides"].values())
        row["several"] = len(row["sides"]) > 2
    return with_heads(listed)


def with_heads(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows that name a `group`, group by group, the first of each with its name as `head`."""
    if len({row["group"] for row in rows}) < 2:
        return rows
    ordered = sorted(rows, key=lambda row: group_order(row["group"]))
    for row, before in zip(ordered, [None, *ordered[:-1]], strict=True):
        if before is None or before["group"] != row["group"]:
            row["head"] = group_words(row["group"]) or gettext("Main tree")
    return ordered


@public
@require_safe
@follows("rounds tournament", pieces="#round-page", shared=True)
def pairings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The newest round."""
    newest = published_round(tournament)
    if newest is not None:
        address = reverse("round", args=[tournament.slug, newest.number])
        return redirect(f"{address}?stamp=" if following_of(request).piece else address)
    context = {"tournament": tournament, "section": "pairings", "round": None}
    return render(request, "tournaments/public/round.html", context)


#: What the page of a round shows.
ROUND_NEWS = "rounds results entries tournament"


def _round_stamp(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """What happens at the tables of other rounds is no news to one."""
    own = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    return news_stamp(tournament, ROUND_NEWS, pairings=own)


@public
@require_safe
@follows(
    ROUND_NEWS,
    pieces="#round-head,#round-tabs,#pairings",
    shared=True,
    stamp=_round_stamp,
)
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One round: who sat where, and what it gave. An open page of one that was taken back goes to
    the newest."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES)
    round_ = rounds.select_related("stage").filter(number=number).first()
    if round_ is None:
        if not following_of(request).piece:
            raise Http404(str(number))
        answer = HttpResponse()
        answer.headers["HX-Redirect"] = reverse("pairings", args=[tournament.slug])
        return answer
    context = {
        "tournament": tournament,
        "section": "pairings",
        "round": round_,
        "rounds": rounds,
        "pairings": pairing_rows(tournament, round_),
        "stage_name": stage_name(round_.stage) if shows_stage(round_.stage) else "",
        "tables": stem("table", tournament.slug),
        "entries": stem("entry", tournament.slug),
    }
    return render(request, "tournaments/public/round.html", context)

"""Rulings: the list with its search, one ruling, a new one, the year's casebook."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.queries import TableState, shown_round, table_state
from judging.cases import case_of
from judging.domain.give_ruling import HEAD_ONLY, give_ruling
from judging.domain.offices import is_head
from judging.fair_play import template_of
from judging.forms import read_facts, version_of
from judging.ledger import rules_of
from judging.models import Incident, LongGame, Ruling
from judging.models.call import OPEN
from judging.queries.rulings import (
    all_rulings,
    casebook,
    find_rulings,
    line,
    records_of,
    rows,
)
from judging.rule_desk import desk_for
from judging.views.public import RULINGS_NEWS
from tournaments.access import Action, desk_page, key_of, may, staff, user_of
from tournaments.domain.errors import Conflict, Refused, status_of
from tournaments.follows import follows
from tournaments.models import Pairing, Round, Tournament
from tournaments.spoken import language
from tournaments.tie_break_words import PENALTY_RULES
from tournaments.typed_number import whole


@staff(Action.LOOK)
@require_safe
@follows(RULINGS_NEWS, pieces="#page")
def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All rulings, or those that are searched for: by words, by rule, by a position like this."""
    text, rule = request.GET.get("q", "")[:200], request.GET.get("rule", "")[:6]
    everywhere = bool(request.GET.get("all"))
    like = _ruling_numbered(tournament, request.GET.get("like", ""))
    asked = request.GET.get("position", "")[:2000] if like is None else ""
    position, board, problem = _position(tournament, like, asked)
    searched = bool(text or rule or like or asked or everywhere)
    case = case_of(tournament, position)
    if not searched:
        found = all_rulings(tournament)
    elif case is None and (like or asked):
        found = []
    else:
        user = user_of(request) if everywhere else None
        found = find_rulings(tournament, text=text, rule=rule, everywhere=user, like=case, but=like)
    context = {
        "tab": "rulings",
        "lines": found,
        "searched": searched,
        "text": text,
        "rule": rule,
        "everywhere": everywhere,
        "like": like,
        "asked": asked,
        "board": board,
        "problem": problem,
        "rules": rules_of(tournament.game, language()),
    }
    return desk_page(request, tournament, "gavel", "judging/rulings/list.html", context)


def _position(
    tournament: Tournament, like: Ruling | None, asked: str
) -> tuple[Any, SafeString, str]:
    """The position that others are to be like, its picture, and why there can be none like it."""
    desk = desk_for(tournament)
    if desk is None or (like is None and not asked):
        return None, SafeString(""), ""
    if like is not None:
        picture = desk.picture(like.position, {}, language()) if like.position else ""
        return like.position, SafeString(picture), ""
    answer = desk.ask(parse_qs(asked), language())
    return answer.position, SafeString(answer.board), answer.problem


def _ruling_numbered(tournament: Tournament, number: str) -> Ruling | None:
    wanted = whole(number, 999_999)
    if wanted is None:
        return None
    return rows().filter(tournament=tournament, number=wanted).first()


@staff(Action.LOOK)
@require_safe
@follows(RULINGS_NEWS, pieces="#page")
def ruling(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One ruling in full."""
    found = get_object_or_404(rows(), tournament=tournament, number=number)
    desk = desk_for(tournament)
    board, query = "", ""
    if desk is not None and found.position:
        board = desk.picture(found.position, found.question, language())
        query = desk.query_of(found.position, found.question)
    head = may(request, Action.HEAD_JUDGE)
    one = line(found)
    context = {
        "tab": "rulings",
        "line": one,
        "ruling": found,
        "board": SafeString(board),
        "query": query,
        "may_amend": one.amended_by is None
        and may(request, Action.JUDGE)
        and (head or (found.given_by == request.user and found.consequence not in HEAD_ONLY)),
    }
    return desk_page(request, tournament, "gavel", "judging/rulings/one.html", context)


@staff(Action.JUDGE)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """A new ruling, for the table of `?table=`, or in the place of the one of `?amends=`."""
    given = request.POST if request.method == "POST" else request.GET
    amends = _ruling_numbered(tournament, given.get("amends", ""))
    if amends is None and given.get("amends"):
        raise Http404(given["amends"])
    pairing = amends.pairing if amends is not None else _pairing(tournament, given)
    if pairing is None and amends is None:
        return _which_table(request, tournament)
    error: Refused | None = None
    if request.method == "POST":
        try:
            facts = read_facts(request.POST, tournament, pairing=pairing, amends=amends)
            found = give_ruling(tournament, facts, by=user_of(request), key=key_of(request))
        except Refused as refused:
            error = refused
        else:
            messages.success(request, _("Ruling %(number)s is given.") % {"number": found.number})
            return redirect(_where_from(request, tournament, found))
    return _form(request, tournament, pairing, amends, error)


def _where_from(request: HttpRequest, tournament: Tournament, given: Ruling) -> str:
    """Back to the table or the call that the judge came from; else to the ruling itself."""
    slug, pairing, call = tournament.slug, given.pairing, given.call
    if request.POST.get("back") == "table" and pairing is not None and pairing.table is not None:
        numbers = pairing.round.number, pairing.table.number
        return reverse("desk-long-game", args=[slug, *numbers])
    if call is not None and call.state in OPEN:
        return f"{reverse('desk-calls', args=[slug])}#call-{call.pk}"
    return reverse("desk-ruling", args=[slug, given.number])


def _pairing(tournament: Tournament, given: Any) -> Pairing | None:
    """The game asked for by `table` and perhaps `round`; the round being played by default."""
    number, round_number = whole(given.get("table")), whole(given.get("round"))
    if number is None:
        return None
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    if round_number is not None:
        round_ = rounds.filter(number=round_number).first()
    else:
        round_ = shown_round(tournament)
    pairing = (
        Pairing.objects.filter(round=round_, table__number=number, kind=Pairing.Kind.GAME)
        .select_related("table", "round")
        .first()
    )
    if pairing is not None:
        pairing.round.tournament = tournament
    return pairing


def _which_table(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    round_ = shown_round(tournament)
    context = {
        "tab": "rulings",
        "asked": request.GET.get("table", "")[:10],
        "kept": request.GET.get("position", "")[:2000],
        "kept_rules": request.GET.getlist("rules")[:20],
        "round": round_,
        "tables": Pairing.objects.filter(round=round_, kind=Pairing.Kind.GAME)
        .select_related("table")
        .order_by("table__number"),
    }
    return desk_page(request, tournament, "gavel", "judging/rulings/which_table.html", context)


def _form(
    request: HttpRequest,
    tournament: Tournament,
    pairing: Pairing | None,
    amends: Ruling | None,
    error: Refused | None,
) -> HttpResponseBase:
    head = is_head(user_of(request), tournament)
    typed = _typed(request, tournament, amends)
    table: TableState | None = table_state(pairing) if pairing is not None else None
    entries = [one for side in table.sides for one in side.entries] if table is not None else []
    if not entries and amends is not None and amends.entry is not None:
        entries = [amends.entry]
    desk = desk_for(tournament)
    answer = (
        desk.ask(parse_qs(typed["position"]), language())
        if desk is not None and typed["position"]
        else None
    )
    chosen = set(typed["rules"])
    rules = rules_of(tournament.game, language())
    context = {
        "tab": "rulings",
        "table": table,
        "round": pairing.round if pairing is not None else None,
        "amends": amends,
        "typed": typed,
        "error": error,
        "conflict": isinstance(error, Conflict),
        "rules": sorted(rules, key=lambda rule: rule.id not in chosen),
        "entries": entries,
        "records": records_of(tournament.game, entries),
        "consequences": [
            (key, words, typed["consequence"] == key)
            for key, words in Ruling.Consequence.choices
            if head or key not in HEAD_ONLY
        ],
        "incidents": _noted(tournament, pairing),
        "long_game": LongGame.objects.filter(pairing=pairing).first(),
        "answer": answer,
        "board": SafeString(answer.board) if answer is not None else "",
        "seen": version_of(pairing),
        "may_decide": head,
        "penalties_count": PENALTY_RULES[tournament.penalty_rule],
    }
    status = status_of(error)
    return desk_page(
        request, tournament, "gavel", "judging/rulings/form.html", context, status=status
    )


def _noted(tournament: Tournament, pairing: Pairing | None) -> list[Any]:
    """What was noted at the table and no ruling rests on yet, each with its kind."""
    if pairing is None:
        return []
    noted = Incident.objects.filter(pairing=pairing, ruling__isnull=True, struck_at__isnull=True)
    return [(one, template_of(tournament.game, one.kind)) for one in noted.select_related("entry")]


def _typed(request: HttpRequest, tournament: Tournament, amends: Ruling | None) -> dict[str, Any]:
    """What the form shows: what was typed, else what the address brings, else the old ruling."""
    names = ("happened", "decision", "staff_note", "consequence", "entry", "minutes", "points",
             "winner", "call", "position", "table", "round", "back")  # fmt: skip
    if request.method == "POST":
        typed: dict[str, Any] = {name: request.POST.get(name, "") for name in names}
        typed["rules"] = request.POST.getlist("rules")
        typed["incidents"] = request.POST.getlist("incidents")
        typed["scores"] = [request.POST.get(f"score_{side}", "") for side in range(6)]
        return typed
    typed = {name: request.GET.get(name, "")[:2000] for name in names}
    typed["rules"] = request.GET.getlist("rules")[:20]
    typed["incidents"] = request.GET.getlist("incidents")[:50]
    typed["scores"] = [request.GET.get(f"score_{side}", "")[:3] for side in range(6)]
    typed["consequence"] = typed["consequence"] or Ruling.Consequence.NONE
    if amends is not None:
        desk = desk_for(tournament)
        typed |= {
            "happened": amends.happened,
            "decision": amends.decision,
            "staff_note": amends.staff_note,
            "consequence": amends.consequence,
            "entry": str(amends.entry.number) if amends.entry is not None else "",
            "minutes": "" if amends.minutes is None else str(amends.minutes),
            "points": "" if amends.points is None else f"{amends.points.normalize():f}",
            "winner": "" if amends.winner is None else str(amends.winner),
            "rules": amends.rules,
            "position": desk.query_of(amends.position, amends.question) if desk else "",
        }
    return typed


@staff(Action.LOOK)
@require_safe
def the_casebook(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The year's rulings in one page, to read and to print."""
    lines = casebook(tournament, user_of(request))
    desk = desk_for(tournament)
    cases = [
        (
            one,
            SafeString(
                desk.picture(one.ruling.position, one.ruling.question, language())
                if desk is not None and one.ruling.position
                else ""
            ),
        )
        for one in lines
    ]
    context = {"tab": "rulings", "cases": cases, "year": tournament.date.year}
    return desk_page(request, tournament, "gavel", "judging/rulings/casebook.html", context)

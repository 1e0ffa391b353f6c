"""The rounds of a tournament: where each is, drawing the next, closing, finishing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, may, staff, user_of
from tournaments.addresses import stem
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused, status_of
from tournaments.domain.finish_tournament import finish_tournament, reopen_tournament
from tournaments.domain.move_table import move_table, plan_move
from tournaments.domain.publish_round import unpublish_round
from tournaments.follows import follow_no_more, following_of, follows, open_anew
from tournaments.game_settings import differing_settings
from tournaments.missing_words import more_about
from tournaments.models import Pairing, Round, Table, Tournament
from tournaments.queries.day import day_of
from tournaments.queries.draw_request import proposed_seed, stage_seed
from tournaments.queries.moves import tables_to_move_to
from tournaments.queries.preflight import preflight
from tournaments.queries.rounds import missing_results, pairings_of, rounds_of, with_seats
from tournaments.queries.stage_standings import stage_is_over
from tournaments.queries.stages import (
    StageFacts,
    current_stage,
    next_stage,
    shows_stage,
    stage_name,
    stages_of,
)
from tournaments.templatetags.look import icon
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag
from tournaments.views.round_rows import is_over, rows_by_name, rows_by_table

from .draft import round_of, show_draft

FOLDER = "tournaments/rounds"


@staff(Action.LOOK)
@require_safe
@follows("rounds results tournament presence staff", pieces="#page")
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All rounds with their state, and the one next step."""
    listed = rounds_of(tournament)
    if not may(request, Action.DRAW):
        listed = [one for one in listed if one.state != Round.State.DRAFT]
    stages = stages_of(tournament)
    current, following = current_stage(stages), next_stage(stages)
    context = {
        "rounds": listed,
        "blocks": _blocks(stages, listed),
        "day": day_of(tournament),
        "last": listed[-1] if listed else None,
        "finished": tournament.state == Tournament.State.FINISHED,
        "early": following is not None or not stage_is_over(current),
        "following": following,
        "unbegins": current if current.stage.number > 1 and not current.rounds else None,
    }
    return desk_page(request, tournament, "rounds", f"{FOLDER}/rounds.html", context)


def _blocks(stages: list[StageFacts], listed: list[Round]) -> list[dict[str, Any]]:
    """The rounds stage by stage: those that are there, and the numbers of those to come."""
    blocks = []
    first = 1
    for one in stages:
        own = [round_ for round_ in listed if round_.stage_id == one.stage.pk]
        drawn = {round_.number for round_ in own}
        length = max(one.planned or 0, len(own))
        numbers = range(first, first + length)
        blocks.append(
            {
                "name": one.name if len(stages) > 1 else "",
                "rounds": own,
                "to_come": [number for number in numbers if number not in drawn],
            }
        )
        first += length
    return blocks


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What stands out before the draw, and the button that makes it."""
    refused: Refused | None = None
    if request.method == "POST":
        written = request.POST.get("seed", "").strip()
        seed = whole(written)
        try:
            if written and seed is None:
                raise Refused(
                    "bad-seed",
                    _("Write the seed as a whole number, up to 15 digits."),
                    field="seed",
                )
            drawn = draw_round(
                tournament,
                by=user_of(request),
                seed=seed,
                despite_missing="despite" in request.POST,
                key=key_of(request),
            )
            return redirect("desk-round", slug=tournament.slug, number=drawn.number)
        except Refused as error:
            refused = error
    checks = preflight(tournament)
    context = {
        "checks": checks,
        "refused": refused,
        "seed": request.POST.get("seed") or proposed_seed(tournament, checks.number),
        "stage_name": checks.facts.name if shows_stage(checks.facts.stage) else "",
        "seed_free": stage_seed(checks.facts, checks.number) is None
        and (not checks.facts.row.fixed_rounds or checks.number == checks.facts.offset + 1),
        "draft": tournament.rounds.filter(state=Round.State.DRAFT).first(),
        "open": tournament.rounds.filter(state=Round.State.PUBLISHED).first(),
    }
    status = status_of(refused)
    return desk_page(request, tournament, "rounds", f"{FOLDER}/draw.html", context, status=status)


@staff(Action.LOOK)
@require_safe
@follows("rounds results entries tournament staff", pieces="#page")
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A round: the draft to those who draw, pairings by table or by name to everybody at work."""
    round_ = round_of(tournament, number)
    if round_.state == Round.State.DRAFT:
        if may(request, Action.DRAW):
            if following_of(request).piece:
                return open_anew()
            # A draft is worked on; what somebody else changed there is said when one saves.
            follow_no_more(request)
            return show_draft(request, tournament, round_)
        messages.info(request, _("Round %(number)s is not published yet.") % {"number": number})
        return redirect("desk-rounds", slug=tournament.slug)
    pairings = pairings_of(round_)
    by_name = request.GET.get("by") == "name"
    games = [pairing for pairing in pairings if pairing.kind == Pairing.Kind.GAME]
    results_in = sum(is_over(pairing) for pairing in games)
    context = {
        "round": round_,
        "stage_name": stage_name(round_.stage) if shows_stage(round_.stage) else "",
        "by_name": by_name,
        "rows": rows_by_name(pairings) if by_name else rows_by_table(pairings),
        "moves": stem("desk-move", tournament.slug, number),
        "move_icon": icon("table"),
        "may_move": may(request, Action.DRAW) and round_.state == Round.State.PUBLISHED,
        "games": len(games),
        "results_in": results_in,
        "missing": len(games) - results_in,
        # Once a result is in, the round has been played as it was.
        "differs": not results_in and bool(differing_settings(tournament.game)),
        "last": not tournament.rounds.filter(number__gt=number).exists(),
        "finished": tournament.state == Tournament.State.FINISHED,
    }
    return desk_page(request, tournament, "rounds", f"{FOLDER}/round.html", context)


def _post(
    request: HttpRequest, tournament: Tournament, said: str, verb: Callable[..., Any], **more: Any
) -> HttpResponseBase:
    """Calls a verb and goes back to the rounds, with what was done or why it was not."""
    try:
        verb(by=user_of(request), key=key_of(request), **more)
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(request, said)
    return redirect("desk-rounds", slug=tournament.slug)


@staff(Action.DRAW)
@require_POST
def unpublish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The round is a draft again."""
    return _post(
        request,
        tournament,
        _("Round %(number)s is a draft again, and hidden from players.") % {"number": number},
        lambda **more: unpublish_round(round_of(tournament, number), **more),
        why=request.POST.get("why", "").strip(),
    )


@staff(Action.DRAW)
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The closing is taken back."""
    return _post(
        request,
        tournament,
        _("Round %(number)s is open again.") % {"number": number},
        lambda **more: reopen_round(round_of(tournament, number), **more),
        why=request.POST.get("why", "").strip(),
    )


@staff(Action.DRAW)
@require_POST
def unfinish(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The finish is taken back."""
    return _post(
        request,
        tournament,
        _("The tournament is running again."),
        lambda **more: reopen_tournament(tournament, **more),
        why=request.POST.get("why", "").strip(),
    )


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Which results are missing, what follows, and the button that closes the round."""
    round_ = round_of(tournament, number)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            close_round(
                round_,
                by=user_of(request),
                despite_missing="despite" in request.POST,
                key=key_of(request),
            )
        except Refused as error:
            refused = error
        if refused is None:
            messages.success(
                request,
                _("Round %(number)s is closed.") % {"number": number},
                extra_tags=undo_tag(tournament, "round.close", round_, by=user_of(request)),
            )
            return redirect("desk-rounds", slug=tournament.slug)
        if isinstance(refused, Conflict):
            messages.error(request, str(refused.message))
            return redirect("desk-rounds", slug=tournament.slug)
    elif round_.state != Round.State.PUBLISHED:
        return redirect("desk-round", slug=tournament.slug, number=number)
    missing = missing_results(tournament, number=number)
    context = {
        "round": round_,
        "missing": missing,
        "more": more_about(missing),
        "games": round_.pairings.filter(kind=Pairing.Kind.GAME).count(),
        "refused": refused,
        "last": number >= tournament.rounds_planned,
    }
    status = status_of(refused)
    return desk_page(request, tournament, "rounds", f"{FOLDER}/close.html", context, status=status)


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the final list would be made of, and the button that makes it final."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            finish_tournament(
                tournament,
                by=user_of(request),
                despite_missing="despite" in request.POST,
                early="early" in request.POST,
                key=key_of(request),
            )
        except Refused as error:
            refused = error
        if refused is None:
            messages.success(
                request,
                _("The tournament is finished: the list is final."),
                extra_tags=undo_tag(
                    tournament, "tournament.finish", tournament, by=user_of(request)
                ),
            )
            return redirect("desk-standings", slug=tournament.slug)
    listed = rounds_of(tournament)
    stages = stages_of(tournament)
    following = next_stage(stages)
    context = {
        "rounds": listed,
        "missing": missing_results(tournament),
        "last": listed[-1] if listed else None,
        "early": following is not None or not stage_is_over(current_stage(stages)),
        "following": following,
        "refused": refused,
    }
    status = status_of(refused)
    return desk_page(request, tournament, "rounds", f"{FOLDER}/finish.html", context, status=status)


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, tournament: Tournament, number: int, order: int) -> HttpResponseBase:
    """Move one game of a running round to another table: pick it, read what follows, do it."""
    round_ = round_of(tournament, number)
    pairing = get_object_or_404(
        with_seats(Pairing.objects.filter(round=round_, kind=Pairing.Kind.GAME)), order=order
    )
    if request.method != "POST" and (round_.state != Round.State.PUBLISHED or is_over(pairing)):
        return redirect("desk-round", slug=tournament.slug, number=number)
    tables = tables_to_move_to(round_, pairing)
    chosen = request.POST if request.method == "POST" else request.GET
    table = Table.objects.filter(
        tournament=tournament, number=whole(chosen.get("table")) or 0
    ).first()
    refused: Refused | None = None
    if request.method == "POST":
        try:
            if table is None:
                raise Refused("no-table", _("Pick one of the tables of the hall."), field="table")
            move_table(
                pairing,
                table,
                by=user_of(request),
                version=whole(request.POST.get("version")),
                swap="swap" in request.POST,
                why=request.POST.get("why", "").strip(),
                key=key_of(request),
            )
            messages.success(
                request,
                _("The game is at table %(table)s now.") % {"table": table},
                extra_tags=undo_tag(tournament, "pairing.move-table", pairing, by=user_of(request)),
            )
            return redirect("desk-round", slug=tournament.slug, number=number)
        except Refused as error:
            refused = error
            round_.refresh_from_db(fields=["version"])
    context = {
        "round": round_,
        "pairing": pairing,
        "tables": tables,
        "plan": plan_move(pairing, table)
        if table is not None and any(row.table == table for row in tables)
        else None,
        "chosen": table,
        "against": next((row.against for row in tables if row.table == table), ()),
        "refused": refused,
        "why": request.POST.get("why", ""),
    }
    status = status_of(refused)
    return desk_page(request, tournament, "rounds", f"{FOLDER}/move.html", context, status=status)

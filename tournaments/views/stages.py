"""How a tournament is played: its stages set up, and the next one begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain.begin_stage import begin_stage, unbegin_stage
from tournaments.domain.errors import Conflict, Refused, status_of
from tournaments.domain.stage_presets import presets_for, use_preset
from tournaments.domain.stages import (
    add_stage,
    edit_stage,
    move_stage,
    remove_stage,
    stages_stamp,
)
from tournaments.draw_words import group_words, reason_sentence
from tournaments.follows import follows
from tournaments.formats.stages import CutTie
from tournaments.forms.stages import StageForm
from tournaments.game_settings import differing_settings
from tournaments.models import Stage, Tournament
from tournaments.outlook_words import outlook_lines
from tournaments.queries.going_on import GoingOn, going_on
from tournaments.queries.stages import StageFacts, entries_expected, stage_options, stages_of
from tournaments.stage_formats import options_from_json
from tournaments.stage_words import said_of
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag

FOLDER = "tournaments/stages"


@staff(Action.EDIT_TOURNAMENT)
@require_safe
@follows("rounds results tournament staff", pieces="#page")
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The stages in order, each with what is said of it; and the usual plans."""
    facts = stages_of(tournament)
    begun = facts[0].begun
    return desk_page(
        request,
        tournament,
        "settings",
        f"{FOLDER}/list.html",
        {
            "stages": [_shown(facts, one) for one in facts],
            "presets": {} if begun else presets_for(tournament.game),
            "stamp": stages_stamp(tournament),
            "differs": bool(differing_settings(tournament.game)),
        },
    )


def _shown(facts: list[StageFacts], one: StageFacts) -> dict[str, Any]:
    place = facts.index(one)
    return {
        "number": one.stage.number,
        "name": one.name,
        "lines": said_of(one),
        "begun": one.begun,
        "up": place > 0 and not one.begun and not facts[place - 1].begun,
        "down": place < len(facts) - 1 and not one.begun,
        "remove": not one.begun and not one.only,
    }


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """One stage more, after the last."""
    return _form_page(request, tournament, None)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def stage(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What is said of one stage."""
    return _form_page(request, tournament, get_object_or_404(tournament.stages, number=number))


def _form_page(
    request: HttpRequest, tournament: Tournament, stage: Stage | None
) -> HttpResponseBase:
    facts = stages_of(tournament)
    own = next((one for one in facts if stage is not None and one.stage.pk == stage.pk), None)
    begun = own is not None and own.begun
    form = StageForm(tournament, stage, request.POST or None, begun=begun)
    stamp = request.POST.get("stamp") or stages_stamp(tournament)
    status = 200
    if request.method == "POST" and form.is_valid():
        more: dict[str, Any] = {"by": user_of(request), "seen": stamp, "key": key_of(request)}
        try:
            if stage is None:
                add_stage(tournament, form.setup(), **more)
            else:
                edit_stage(stage, form.setup(), **more)
            messages.success(request, _("The stages are saved."))
            return redirect("desk-stages", slug=tournament.slug)
        except Refused as refused:
            form.add_refused(refused.field, str(refused.message))
            if isinstance(refused, Conflict):
                # What was typed stays; sent again it is measured against what is there now.
                stamp, status = stages_stamp(tournament), 409
    return desk_page(
        request,
        tournament,
        "settings",
        f"{FOLDER}/form.html",
        {
            "form": form,
            "stage": own,
            "begun": begun,
            "stamp": stamp,
            "differs": own is not None and bool(differing_settings(tournament.game)),
            "number": stage.number if stage else len(facts) + 1,
            "outlook": _outlook(form, facts, stage),
        },
        status=422 if form.errors and status == 200 else status,
    )


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def outlook(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the options in the address (fields of the form; `stage` its number, none for a new one)
    would give: the piece of the form that says it."""
    number = whole(request.GET.get("stage"))
    stage = get_object_or_404(tournament.stages, number=number) if number is not None else None
    form = StageForm(tournament, stage, request.GET)
    lines = _outlook(form, stages_of(tournament), stage)
    return render(request, f"{FOLDER}/outlook.html", {"outlook": lines})


def _outlook(form: StageForm, facts: list[StageFacts], stage: Stage | None) -> list[str]:
    """Tables, byes and repeats with the options of the form, or (nothing typed) of the stage."""
    if form.is_bound:
        options = form.options() if form.is_valid() else None
    elif stage is None:
        return []
    else:
        own = next(one for one in facts if one.stage.pk == stage.pk)
        if not (own.row.several or own.row.partners):
            return []
        options = options_from_json(stage.format, stage_options(stage, own.planned))
    return outlook_lines(entries_expected(facts, stage), options)


def _post(
    request: HttpRequest, tournament: Tournament, said: str, verb: Callable[..., Any]
) -> HttpResponseBase:
    try:
        verb(by=user_of(request), seen=request.POST.get("stamp", ""), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(request, said)
    return redirect("desk-stages", slug=tournament.slug)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def move(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One place up or down."""
    row = get_object_or_404(tournament.stages, number=number)
    up = request.POST.get("to") == "up"
    return _post(
        request, tournament, _("The stages are saved."), lambda **m: move_stage(row, up=up, **m)
    )


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The stage is gone."""
    row = get_object_or_404(tournament.stages, number=number)
    return _post(
        request, tournament, _("The stage is removed."), lambda **m: remove_stage(row, **m)
    )


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def preset(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The stages become those of a usual plan."""
    chosen = request.POST.get("preset", "")
    return _post(
        request,
        tournament,
        _("The stages are saved."),
        lambda **m: use_preset(tournament, chosen, **m),
    )


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who would go on into the next stage, who is level at the line, and the button that begins
    it."""
    sent = request.POST if request.method == "POST" else request.GET
    reserves = "reserves" in sent
    found = going_on(tournament, reserves=reserves)
    prefer = _preferred(found, list(filter(None, map(whole, sent.getlist("prefer")))))
    if prefer:
        found = going_on(tournament, prefer=prefer, reserves=reserves)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            begun = begin_stage(
                tournament,
                by=user_of(request),
                prefer=prefer,
                reserves=reserves,
                early="early" in sent,
                despite_missing="despite" in sent,
                # Choosing among those who are level makes another list, and means to.
                seen="" if prefer else sent.get("seen", ""),
                key=key_of(request),
            )
        except Refused as error:
            refused = error
        else:
            messages.success(
                request,
                _("%(stage)s has begun. Its first round can be drawn.")
                % {"stage": begun.name or begun.get_format_display()},
                extra_tags=undo_tag(tournament, "stage.begin", begun, by=user_of(request)),
            )
            return redirect("desk-rounds", slug=tournament.slug)
    if found is None:
        return redirect("desk-rounds", slug=tournament.slug)
    status = status_of(refused)
    return desk_page(
        request,
        tournament,
        "rounds",
        f"{FOLDER}/begin.html",
        _begin_context(found, refused, reserves, prefer),
        status=status,
    )


def _preferred(found: GoingOn | None, chosen: list[int]) -> list[int]:
    """The order in which those who are level are taken: those ticked first. Nothing until as many
    are ticked as there are places."""
    if found is None or not chosen:
        return []
    order: list[int] = []
    for tie in found.qualification.ties:
        ticked = [pk for pk in chosen if pk in tie.entries]
        if len(ticked) == tie.places:
            order += [*ticked, *(pk for pk in tie.entries if pk not in ticked)]
    return order


def _begin_context(
    found: GoingOn, refused: Refused | None, reserves: bool, prefer: list[int]
) -> dict[str, Any]:
    names = {pk: entry.name for pk, entry in found.entries.items()}
    return {
        "found": found,
        "refused": refused,
        "reserves": reserves,
        "grouped": any(one.group for one, _entry in found.going),
        "rows": [
            {
                "seed": one.seed,
                "rank": one.rank,
                "group": group_words(one.group),
                "entry": entry,
                "why": " ".join(
                    reason_sentence({"code": reason.code, "params": reason.params}, names)
                    for reason in one.reasons
                    if reason.code == "moves_up"
                ),
            }
            for one, entry in found.going
        ],
        "ties": [_tie_row(tie, found, prefer) for tie in found.qualification.ties],
        "reasons": [
            reason_sentence({"code": reason.code, "params": reason.params}, names)
            for reason in found.qualification.reasons
        ],
        "next_up": found.reserves[:6],
        "stages_ready": found.open_round is None and found.before.begun,
    }


def _tie_row(tie: CutTie, found: GoingOn, prefer: list[int]) -> dict[str, Any]:
    going = {one.entry for one in found.qualification.qualifiers}
    return {
        "decided": tie.decided,
        "what": ngettext(
            "%(count)s is level at place %(rank)s, and %(places)s goes on.",
            "%(count)s are level at place %(rank)s, and %(places)s of them go on.",
            len(tie.entries),
        )
        % {"count": len(tie.entries), "rank": tie.rank, "places": tie.places},
        "group": group_words(tie.group),
        "entries": [
            {
                "entry": found.entries[pk],
                "ticked": pk in going if pk in prefer else False,
            }
            for pk in tie.entries
        ],
    }


@staff(Action.DRAW)
@require_POST
def unbegin(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The stage that has begun has not begun after all."""
    row = tournament.stages.filter(stage_entries__isnull=False).order_by("-number").first()
    try:
        if row is None:
            raise Refused("not-begun", _("No stage has begun that could be taken back."))
        unbegin_stage(row, by=user_of(request), why=why_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(request, _("The list of those who went on is gone again."))
    return redirect("desk-rounds", slug=tournament.slug)

"""Which rounds an entry is in: the first it plays, and those it sits out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of, why_of
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.first_round import first_round_seen, set_first_round
from tournaments.domain.sit_out import play_after_all
from tournaments.domain.sit_out import sit_out as sit_out_entry
from tournaments.draw_words import points_text
from tournaments.entry_words import opponents_words
from tournaments.models import Tournament
from tournaments.queries.played import settings_of
from tournaments.queries.requested_byes import rounds_to_sit_out, stage_of_coming
from tournaments.queries.stages import stages_of
from tournaments.queries.what_follows import what_follows, with_entrants
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag
from tournaments.views.entries import entry_of
from tournaments.views.entries_follow import FOLDER, decimal, entry_context, shown


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def first_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The first round, and the points for those missed: typed, looked at, saved."""
    row = entry_of(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    from_round = whole(typed.get("from_round"), 99)
    text = typed.get("missed_points", "").strip()
    missed = decimal(text) if text else None
    refused: Refused | None = None
    if text and missed is None:
        refused = Refused(
            "not-a-number",
            _("Write the points as a number, such as 0.5; empty for what an absence gives."),
            field="missed_points",
        )
    elif typed.get("from_round") and from_round is None:
        refused = Refused("not-a-number", _("Write a round from 1 to 99."), field="from_round")
    elif request.method == "POST" and from_round is not None:
        try:
            changed = set_first_round(
                row,
                from_round,
                missed,
                by=user_of(request),
                seen=request.POST.get("seen", ""),
                why=why_of(request),
                key=key_of(request),
            )
        except Refused as error:
            refused = error
            row = entry_of(tournament, number)
        else:
            undo = reverse("desk-check-in-undo", args=[tournament.slug, number, changed.event.pk])
            messages.success(
                request,
                _("%(entry)s plays from round %(round)s on.")
                % {"entry": row.name, "round": from_round},
                extra_tags=f"undo:{undo}",
            )
            return redirect("desk-entry", slug=tournament.slug, number=number)
    follows = None
    if from_round is not None and refused is None:
        facts = {"available_from_round": from_round, "missed_points": missed}
        follows = shown(
            what_follows(tournament, [row.pk], with_entrants({row.pk: facts})),
            drafts=sees_drafts(request),
        )
    context = entry_context(request, tournament, row) | {
        "from_round": typed.get("from_round") or row.from_round,
        "missed": text if "missed_points" in typed else points_text(row.missed_points),
        "absent": points_text(settings_of(tournament).points.absent),
        "asked": from_round is not None and refused is None,
        "rounds_missed": max((from_round or 1) - 1, 0),
        "each": points_text(settings_of(tournament).points.absent if missed is None else missed),
        "follows": follows,
        "seen": first_round_seen(row),
        "refused": refused,
        "why": typed.get("why", ""),
    }
    status = status_of(refused)
    return desk_page(
        request, tournament, "entries", f"{FOLDER}/first_round.html", context, status=status
    )


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def sit_out(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Rounds an entry asked to sit out; one more."""
    row = entry_of(tournament, number)
    refused: Refused | None = None
    if request.method == "POST":
        round_number = whole(request.POST.get("round"), 99)
        try:
            if round_number is None:
                raise Refused("no-such-round", _("Choose a round."), field="round")
            sit_out_entry(
                row, round_number, by=user_of(request), why=why_of(request), key=key_of(request)
            )
        except Refused as error:
            refused = error
        else:
            messages.success(
                request,
                _("%(entry)s sits round %(round)s out.")
                % {"entry": row.name, "round": round_number},
                extra_tags=undo_tag(tournament, "entry.sit-out", row, by=user_of(request)),
            )
            return redirect("desk-entry", slug=tournament.slug, number=number)
    context = entry_context(request, tournament, row)
    situation = context["situation"]
    stages = stages_of(tournament)
    rounds = rounds_to_sit_out(row, stages, situation.next_draw, tournament.rounds_planned)
    seat = situation.seats.get(row.pk) if situation.draft else None
    asked = row.requested_byes.values_list("round_number", flat=True)
    context |= {
        "asked": [(one, one >= situation.next_draw) for one in asked],
        "rounds": rounds,
        "chosen": request.POST.get("round", ""),
        "points": points_text(settings_of(tournament).points.requested_bye),
        "laid_down": bool(rounds) and stage_of_coming(stages, rounds[0]).row.fixed_rounds,
        "in_draft": opponents_words(seat) if seat is not None and not seat.hidden else "",
        "refused": refused,
        "why": request.POST.get("why", ""),
    }
    status = status_of(refused)
    return desk_page(
        request, tournament, "entries", f"{FOLDER}/sit_out.html", context, status=status
    )


@staff(Action.EDIT_ENTRIES)
@require_POST
def plays(
    request: HttpRequest, tournament: Tournament, number: int, round_number: int
) -> HttpResponseBase:
    """The round is not sat out after all."""
    row = entry_of(tournament, number)
    try:
        play_after_all(row, round_number, by=user_of(request), key=key_of(request))
        messages.success(
            request,
            _("%(entry)s plays round %(round)s.") % {"entry": row.name, "round": round_number},
            extra_tags=undo_tag(tournament, "entry.sit-out-undo", row, by=user_of(request)),
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-entry-sit-out", slug=tournament.slug, number=number)

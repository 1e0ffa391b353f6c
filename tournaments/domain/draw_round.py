"""Draw a round as a draft, draw it again, or discard it. A draw is whole or not there."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.draw_words import error_sentence
from tournaments.formats.editing_rules import Change
from tournaments.formats.model import Draw, DrawError, DrawRequest, PairingKind
from tournaments.formats.registry import get_format
from tournaments.models import Event, Round, Tournament, User
from tournaments.queries.draw_request import draw_request, proposed_seed, seed_for
from tournaments.queries.preflight import preflight
from tournaments.queries.stages import StageFacts, stages_of
from tournaments.stage_formats import options_to_json

from .act import act
from .draft import Draft, Slot
from .draft_rows import create_rows, delete_rows
from .draw_record import draw_to_json, reason_to_json, request_to_json
from .edit_draft import last_edit
from .errors import Conflict, Refused
from .judged import judged
from .plan import keep_plan
from .rounds import expect_state, expect_version, one_open_round, round_act


def draw_round(
    tournament: Tournament,
    *,
    by: User | None,
    seed: int | None = None,
    despite_missing: bool = False,
    pk: int | None = None,
    key: str = "",
) -> Round:
    """Draws the next round as a draft that nobody but the organisers sees.

    `seed` (0 or more) decides what chance decides; None takes the proposed one. `pk` is that of a
    discarded draft which is drawn again: what the log says of that one is then true of it once
    more. Raises `Refused`
    with the code of the first thing that stops it (see `queries.preflight`), `missing-results`
    when results are missing and `despite_missing` is not given, or `no-draw` when no round
    meets what is forbidden.
    """
    with act("round.draw", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return _still_there(doing.already)
        checks = preflight(row)
        if checks.stops:
            first = checks.stops[0]
            raise Refused(first.code, f"{first.what} {first.now}".strip())
        if checks.missing and not despite_missing:
            note = next(note for note in checks.notes if note.code == "missing-results")
            raise Refused(note.code, f"{note.what} {note.now}")
        seed = proposed_seed(row, checks.number) if seed is None else seed
        draw, record, seed = make_draw(checks.facts, checks.number, seed)
        with one_open_round(checks.number):
            round_ = Round.objects.create(
                pk=pk,
                tournament=row,
                stage=checks.facts.stage,
                number=checks.number,
                seed=seed,
                draw=record | {"attempt": 0},
                drawn_at=timezone.now(),
            )
        create_rows(round_, slots_of(draw))
        if not checks.facts.only or checks.facts.row.fixed_rounds:
            keep_plan(row)
        doing.log(
            round_,
            after=_told(round_, draw) | {"without_results": len(checks.missing)},
            called=_("Round %(number)s") % {"number": round_.number},
        )
    return round_


def _still_there(event: Event) -> Round:
    """The round an earlier request of the same key drew."""
    round_ = Round.objects.filter(pk=event.subject_id).first()
    if round_ is None:
        raise Conflict("discarded", _("That draft was discarded meanwhile. Draw the round again."))
    return round_


def redraw_round(
    round_: Round,
    *,
    by: User | None,
    seed: int | None = None,
    version: int | None = None,
    key: str = "",
) -> Round:
    """Draws the draft once more from the facts of now; hand edits are gone.

    `seed` None takes one that was not used for this round yet; the present one again gives the
    same draw, as long as entries, results and tables are the same. Raises `Conflict` when it is
    no draft or not the `version` seen, `Refused` as `draw_round` does.
    """
    with round_act("round.redraw", round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.DRAFT)
        expect_version(row, version)
        means = judged(row, Change.REDRAW)
        attempt = row.draw.get("attempt", 0) + (seed is None)
        before = {"seed": row.seed, "version": row.version}
        seed = proposed_seed(row.tournament, row.number, attempt) if seed is None else seed
        stages = stages_of(row.tournament)
        facts = next(one for one in stages if one.stage.pk == row.stage_id)
        draw, record, seed = make_draw(facts, row.number, seed)
        delete_rows(row)
        create_rows(row, slots_of(draw))
        row.seed = seed
        row.draw = record | {"attempt": attempt}
        row.drawn_at = timezone.now()
        row.version += 1
        row.save(update_fields=["seed", "draw", "drawn_at", "version"])
        doing.log(
            before=before,
            after=_told(row, draw) | {"means": means},
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row


def discard_draft(
    round_: Round, *, by: User | None, version: int | None = None, why: str = "", key: str = ""
) -> None:
    """The draft is gone, as if the round had never been drawn. The log keeps that it was.

    Locks the tournament, since the round does not outlive it. Raises `Conflict` when the round
    is no draft or not the `version` seen.
    """
    with act("round.discard", round_.tournament, by=by, key=key) as doing:
        if doing.already:
            return
        row = Round.objects.select_for_update().filter(pk=round_.pk).first()
        if row is None:
            raise Conflict("discarded", _("That draft was discarded already."))
        expect_state(row, Round.State.DRAFT)
        expect_version(row, version)
        doing.log(
            row,
            before={
                "number": row.number,
                "seed": row.seed,
                "drawn_from": drawn_from(row),
                "edited": last_edit(row) is not None,
            },
            after={"means": judged(row, Change.DISCARD)},
            why=why,
            called=_("Round %(number)s") % {"number": row.number},
        )
        delete_rows(row)
        row.delete()


def drawn_from(round_: Round) -> str:
    """A digest of what the round was drawn from and of the draw: two of one digest are the same."""
    record = {key: value for key, value in round_.draw.items() if key != "attempt"}
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def make_draw(facts: StageFacts, number: int, seed: int) -> tuple[Draw, dict[str, Any], int]:
    """A draw from the facts of now, what `Round.draw` keeps of it, and the seed it was made with:
    where the format asks for one seed throughout, that of the stage's first round. Writes nothing.
    """
    stage = facts.stage
    seed = seed_for(facts, number, seed)
    request = draw_request(stage, number, seed, facts=facts)
    draw = run_draw(stage.format, request)
    assert request.options is not None
    record = {
        "format": stage.format,
        "options": options_to_json(request.options),
        "request": request_to_json(request),
    } | draw_to_json(draw)
    return draw, record, seed


def run_draw(format_code: str, request: DrawRequest) -> Draw:
    """Asks the format; its refusal becomes a `Refused` in words."""
    try:
        return get_format(format_code).draw(request)
    except DrawError as error:
        raise Refused(error.reason.code, error_sentence(error.reason)) from error


def slots_of(draw: Draw) -> Draft:
    """The drawn pairings as slots, the top pairing first."""
    return {
        order: Slot(
            seats=tuple((seat.entry, seat.side - 1) for seat in pairing.seats),
            table=None if pairing.kind is PairingKind.BYE else pairing.table,
            reasons=tuple(reason_to_json(reason) for reason in pairing.reasons),
            group=pairing.group,
            slot=pairing.slot,
        )
        for order, pairing in enumerate(draw.pairings, start=1)
    }


def _told(round_: Round, draw: Draw) -> dict[str, Any]:
    return {
        "number": round_.number,
        "seed": round_.seed,
        "games": sum(pairing.kind is PairingKind.GAME for pairing in draw.pairings),
        "byes": len(draw.byes),
        "engine": draw.engine_version,
    }

"""What stands out before a round is drawn: what stops it, what one should know, who comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from tournaments.formats.model import DrawError, PairingKind, Reason
from tournaments.formats.registry import get_format
from tournaments.models import Entry, Round, Tournament
from tournaments.stage_formats import sizes_of

from .draw_request import draw_request, proposed_seed, seed_for
from .preflight_model import Level, Note, Preflight, Scene
from .preflight_people import absent, bye, newcomers, not_checked_in
from .preflight_stage import beyond_plan, missing, stage_over, state, stuck
from .preflight_tables import fixed_tables, seating, table_sizes, tables, too_few
from .stages import (
    StageFacts,
    current_stage,
    next_stage,
    options_of,
    stages_of,
)


def next_number(rounds: Iterable[Round]) -> int:
    """The number of the round that would be drawn now."""
    return max((one.number for one in rounds if one.state != Round.State.DRAFT), default=0) + 1


def preflight(tournament: Tournament) -> Preflight:
    """Looks everything over. A constant number of queries."""
    rounds = list(tournament.rounds.order_by("number"))
    number = next_number(rounds)
    stages = stages_of(tournament)
    facts = current_stage(stages)
    open_round = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    entries = list(_entries_of(facts))
    scene = Scene(
        tournament=tournament,
        facts=facts,
        following=next_stage(stages),
        number=number,
        open_round=open_round,
        entries=entries,
        tables=list(tournament.tables.order_by("number")),
        **_who_plays(facts, number, entries, drawable=open_round is None),
    )
    notes = [note for look in _LOOKS for note in look(scene)]
    order = {level: place for place, level in enumerate(Level)}
    return Preflight(
        number=number,
        playing=tuple(scene.playing),
        games=scene.games,
        tables=sum(table.in_service for table in scene.tables),
        notes=tuple(sorted(notes, key=lambda note: order[note.level])),
        facts=facts,
        following=scene.following,
    )


def _entries_of(facts: StageFacts) -> QuerySet[Entry]:
    entries = facts.stage.tournament.entries.all()
    if facts.stage.number > 1:
        entries = entries.filter(stage_entries__stage=facts.stage)
    return entries.select_related("fixed_table").order_by("number")


def _who_plays(
    facts: StageFacts, number: int, entries: list[Entry], *, drawable: bool
) -> dict[str, Any]:
    """Who would play, in games of which sizes, who sits out, and what a laid-down round lacks."""
    here = [entry for entry in entries if entry.playing and entry.from_round <= number]
    stuck: Reason | None = None
    if facts.row.fixed_rounds and drawable:
        # The format lays its rounds down: who plays is seen by asking it.
        stage = facts.stage
        seed = proposed_seed(stage.tournament, number)
        request = draw_request(stage, number, seed_for(facts, number, seed), facts=facts)
        try:
            draw = get_format(stage.format).draw(replace(request, tables=()))
        except DrawError as error:
            return {"playing": here, "sizes": [], "byes": 0, "stuck": error.reason}
        seated = {seat.entry for pairing in draw.pairings for seat in pairing.seats}
        games = [one for one in draw.pairings if one.kind is PairingKind.GAME]
        return {
            "playing": [entry for entry in entries if entry.pk in seated],
            "sizes": [len(game.seats) for game in games],
            "byes": len(draw.byes),
            "stuck": None,
        }
    sizes = sizes_of(facts.stage.format, len(here), options_of(facts.stage))
    return {
        "playing": here,
        "sizes": sizes,
        "byes": len(here) - sum(sizes),
        "stuck": stuck,
    }


_LOOKS: tuple[Callable[[Scene], list[Note]], ...] = (
    state,
    stage_over,
    stuck,
    too_few,
    tables,
    table_sizes,
    fixed_tables,
    missing,
    not_checked_in,
    beyond_plan,
    seating,
    bye,
    newcomers,
    absent,
)

"""What a draw made now would be made from."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from tournaments.formats.editing_rules import Structure
from tournaments.formats.model import DrawRequest
from tournaments.models import Round, Stage, Tournament
from tournaments.stage_formats import options_from_json

from .kept_apart import forbidden_pairs
from .played import (
    counted_from,
    entrants_of,
    pairings_from,
    rows_of_stages,
    seat_rows,
    tables_of,
)
from .stages import StageFacts, members_of, stage_entrants, stage_options, stages_of, who_is_in
from .standings import ranked, stage_settings


def draw_request(
    stage: Stage,
    number: int,
    seed: int,
    *,
    everybody: bool = False,
    facts: StageFacts | None = None,
) -> DrawRequest:
    """The request for round `number` (of the tournament) in `stage`: the same few queries,
    whatever the size.

    The format sees its rounds counted from 1 and the results of its own stage; where results are
    taken along and the format goes by them, those of the stages before too. Results that are not
    final count as meetings only. Entries that were never here are left out, unless `everybody`
    is asked for (to check a draft that still has them).
    """
    tournament = stage.tournament
    facts = facts or next(one for one in stages_of(tournament) if one.stage.pk == stage.pk)
    laid = facts.row.fixed_rounds
    offset = facts.offset if laid else facts.chain_offset
    rows = rows_of_stages(seat_rows(tournament, number - 1), (stage.pk,) if laid else facts.chain)
    history = counted_from(pairings_from(rows), offset)
    members = members_of(facts, laid_down=number > facts.offset + 1)
    entrants = stage_entrants(
        facts,
        entrants_of(tournament, number if may_sit_out(facts, number) else None),
        members,
        offset=offset,
        others=not laid and len(facts.chain) > 1,
    )
    if stage.number == 1 and not everybody:
        entrants = (
            who_is_in(facts, entrants, members, history, number)
            if laid
            else ranked(entrants, history, number)
        )
    return DrawRequest(
        round=number - offset,
        entrants=entrants,
        seed=str(seed),
        history=history,
        standings=replace(stage_settings(facts), rounds=number - offset - 1),
        tables=tables_of(tournament),
        table_ranges=ranges_of(stage),
        # A tree and a plan say who meets whom whatever anybody wants.
        forbidden=frozenset() if _laid_down(facts) else forbidden_pairs(tournament),
        options=options_from_json(stage.format, stage_options(stage, facts.planned)),
    )


def _laid_down(facts: StageFacts) -> bool:
    return facts.row.structure is not Structure.OPEN


def proposed_seed(tournament: Tournament, number: int, attempt: int = 0) -> int:
    """The seed a round is drawn with unless somebody names another: six digits that can be read
    aloud. It follows from the tournament's seed, so nobody picked it; each `attempt` has its own.
    """
    text = f"{tournament.seed}:{number}:{attempt}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % 900_000 + 100_000


def stage_seed(facts: StageFacts, number: int) -> int | None:
    """The seed that round `number` must be drawn with: that of the stage's first round, where
    the format asks for one seed throughout. None where it is free."""
    if not facts.row.one_seed or number <= facts.offset + 1:
        return None
    first = Round.objects.filter(stage=facts.stage).order_by("number")
    return first.values_list("seed", flat=True).first()


def ranges_of(stage: Stage) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The tables kept for each group or bracket of a stage. No query."""
    return tuple(
        (group, tuple(numbers)) for group, numbers in sorted(stage.table_ranges.items()) if numbers
    )


def may_sit_out(facts: StageFacts, number: int) -> bool:
    """Whether somebody can ask to sit round `number` (of the tournament) out: not in a tree,
    where who does not play is out, and not in the round that lays down who meets whom."""
    return not facts.row.tree and (not facts.row.fixed_rounds or number > facts.offset + 1)


def seed_for(facts: StageFacts, number: int, seed: int) -> int:
    """`seed`, or that of the stage's first round where it holds for all its rounds."""
    own = stage_seed(facts, number)
    return seed if own is None else own

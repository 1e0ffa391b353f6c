"""What a draw made now would be made from."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from tournaments.formats.model import DrawRequest, FormatOptions
from tournaments.formats.swiss_options import Placement, RankBy, SwissOptions
from tournaments.models import Round, Stage, Tournament

from .played import entrants_of, played_pairings, settings_of, tables_of
from .standings import ranked


def draw_request(stage: Stage, number: int, seed: int, *, everybody: bool = False) -> DrawRequest:
    """The request for round `number`: four queries, whatever the size.

    Results that are not final count as meetings only. Entries that were never here are left out,
    unless `everybody` is asked for (to check a draft that still has them).
    """
    tournament = stage.tournament
    history = played_pairings(tournament, number - 1)
    entrants = entrants_of(tournament)
    return DrawRequest(
        round=number,
        entrants=entrants if everybody else ranked(entrants, history, number),
        seed=str(seed),
        history=history,
        standings=replace(settings_of(tournament), rounds=number - 1),
        tables=tables_of(tournament),
        options=options_from_json(stage.format, stage_options(stage)),
    )


def proposed_seed(tournament: Tournament, number: int, attempt: int = 0) -> int:
    """The seed a round is drawn with unless somebody names another: six digits that can be read
    aloud. It follows from the tournament's seed, so nobody picked it; each `attempt` has its own.
    """
    text = f"{tournament.seed}:{number}:{attempt}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % 900_000 + 100_000


def stage_options(stage: Stage) -> dict[str, Any]:
    """The stage's own options as they are stored, with what is not chosen filled in.

    Where nobody is seeded, chance orders those with equal points, so that another seed gives
    another draw; seeded entries meet top half against bottom half.
    """
    if stage.format != Stage.Format.SWISS:
        return dict(stage.settings)
    seeded = stage.tournament.entries.filter(seed_rank__isnull=False).exists()
    placement = Placement.SLIDE if seeded else Placement.RANDOM
    return {"placement": placement.value, "rank_by": RankBy.SEED.value} | stage.settings


def options_from_json(format_code: str, stored: dict[str, Any]) -> FormatOptions | None:
    """The format's options from JSON; None for a format that has none."""
    if format_code != Stage.Format.SWISS:
        return None
    first = stored.get("first_round")
    return SwissOptions(
        placement=Placement(stored["placement"]),
        first_round=None if first is None else Placement(first),
        rank_by=RankBy(stored["rank_by"]),
        clubs_apart=bool(stored.get("clubs_apart", False)),
        cities_apart=bool(stored.get("cities_apart", False)),
        rounds=stored.get("rounds"),
    )


def options_of_round(round_: Round) -> FormatOptions | None:
    """The options a stored draw was made with."""
    return options_from_json(round_.draw["format"], round_.draw["options"])

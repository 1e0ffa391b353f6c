"""What would change if the settings did: shown before it is saved."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.model import EntryId
from tournaments.models import Tournament

from .played import SeatRow, seat_rows
from .stage_standings import StageRanking, rank_stage
from .stages import StageFacts, stages_of
from .standings import stage_field, stage_settings


@dataclass(frozen=True)
class Move:
    """An entry that would change its place."""

    name: str
    before: int
    after: int
    stage: str = ""
    """The stage it is about, and its group there; empty where there is but one list."""


#: Where the points of a seat stand among what `seat_rows` reads.
_POINTS = 8


def places_that_change(tournament: Tournament, **fields: Any) -> list[Move]:
    """Who would stand where with other `points_scheme`, `tie_breaks`, `unplayed_rule`,
    `struck_rule` or `penalty_rule`, stage by stage, in each group by itself.

    Every game counts anew by the points scheme. Empty before the first result. The same few
    queries for so many stages, whatever the size.
    """
    changed = copy.copy(tournament)
    for name, value in fields.items():
        setattr(changed, name, value)
    now, then = stages_of(tournament), stages_of(changed)
    pairs = [(one, other) for one, other in zip(now, then, strict=True) if one.begun]
    if all(stage_settings(one) == stage_settings(other) for one, other in pairs):
        return []
    rows = seat_rows(tournament)
    names = dict(tournament.entries.values_list("id", "name"))
    return [
        move for one, other in pairs for move in _moves(one, other, rows, names, alone=one.only)
    ]


def _moves(
    now: StageFacts,
    then: StageFacts,
    rows: tuple[SeatRow, ...],
    names: dict[EntryId, str],
    *,
    alone: bool,
) -> list[Move]:
    field = stage_field(now, rows)
    bare = tuple((*row[:_POINTS], None, *row[_POINTS + 1 :]) for row in field.rows)
    before = _places(rank_stage(now, field))
    after = _places(rank_stage(then, replace(field, rows=bare)))
    found = [
        Move(
            names[entry],
            before[entry, group],
            place,
            " ".join(part for part in ("" if alone else now.name, group) if part),
        )
        for (entry, group), place in after.items()
        if before.get((entry, group), place) != place
    ]
    return sorted(found, key=lambda move: (move.stage, move.after))


def _places(ranking: StageRanking) -> dict[tuple[EntryId, str], int]:
    """The place of each entry in its list: its group, or the stage as a whole."""
    if any(table.name for table in ranking.tables):
        return {
            (row.entry, table.name): row.rank
            for table in ranking.tables
            for row in table.standings.rows
        }
    return {(rank.entry, ""): rank.place for rank in ranking.ranks}

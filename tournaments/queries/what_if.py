"""What would change if the settings did: shown before it is saved."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.standings import compute_standings
from tournaments.models import Tournament

from .played import entrants_of, played_pairings, settings_of
from .standings import ranked


@dataclass(frozen=True)
class Move:
    """An entry that would change its place."""

    name: str
    before: int
    after: int


def places_that_change(tournament: Tournament, **fields: Any) -> list[Move]:
    """Who would stand where with other `points_scheme`, `tie_breaks` or `unplayed_rule`.

    Every game counts anew by the points scheme. Empty before the first result.
    """
    changed = copy.copy(tournament)
    for name, value in fields.items():
        setattr(changed, name, value)
    if settings_of(changed) == settings_of(tournament):
        return []
    pairings = tuple(
        replace(pairing, seats=tuple(replace(seat, points=None) for seat in pairing.seats))
        for pairing in played_pairings(tournament)
    )
    entrants = ranked(entrants_of(tournament), pairings)
    before, after = (
        {row.entry: row.rank for row in compute_standings(entrants, pairings, settings).rows}
        for settings in (settings_of(tournament), settings_of(changed))
    )
    names = dict(tournament.entries.values_list("id", "name"))
    moves = [Move(names[pk], before[pk], rank) for pk, rank in after.items() if before[pk] != rank]
    return sorted(moves, key=lambda move: move.after)

"""Numbers of the standings, as tests compare them."""

from __future__ import annotations

from decimal import Decimal

from tournaments.formats.scoring import (
    StandingsSettings,
    TieBreak,
)
from tournaments.formats.standings import Standings

D = Decimal


ALL = StandingsSettings(tie_breaks=tuple(TieBreak), lot_seed="lot")


def column(standings: Standings, tie_break: TieBreak) -> dict[int, Decimal | None]:
    return {row.entry: standings.value(row.entry, tie_break) for row in standings}

"""Tables of every game for tests: tournaments, entries, and one round with its seats."""

from __future__ import annotations

from typing import Any

from tests.factories import make_entries, make_tournament
from tests.results import make_round
from tournaments.models import Game, Pairing

#: Sides at a table of each game in these tests.
SIDES = {
    Game.PARTNERS: 2,
    Game.PARTNERS_PLUS_PAIRS: 3,
    Game.PARTNERS_PLUS_TEAMS: 2,
    Game.BACKGAMMON: 2,
    Game.KROKET: 4,
}


def make_table(game: str, *, sides: int = 0, tables: int = 1, **fields: Any) -> Pairing:
    """The game at table 1 of round 1, of `tables`, in a new tournament of `game`."""
    count = sides or SIDES[Game(game)]
    ruleset = "dm-2018" if game.startswith("partners") else ""
    tournament = make_tournament(game=game, **({"ruleset": ruleset, "tables": 20} | fields))
    entries = make_entries(tournament, count * tables)
    round_ = make_round(
        tournament, 1, [entries[at : at + count] for at in range(0, len(entries), count)]
    )
    return round_.pairings.get(table__number=1)

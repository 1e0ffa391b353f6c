"""Virtual tables of every game: played, written down, replayed, entered with their record."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest

from config.day.pairs import headings, spreadsheet
from config.day.tables import play_table
from games.domain.record_result import record_result
from games.models import GameRecord
from tests.games.tables import make_table
from tournaments.imports.headings import best_sheet, find_headings, propose
from tournaments.imports.reading import read_upload
from tournaments.imports.rows import read_table
from tournaments.models import Game, User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("game", "sides", "played_by"),
    [
        (Game.PARTNERS_PLUS_PAIRS, 3, {"play_on": True}),
        (Game.PARTNERS_PLUS_TEAMS, 2, {}),
        (Game.BACKGAMMON, 2, {"length": 1}),
        (Game.BACKGAMMON, 2, {"length": 0, "session_games": 1, "jacoby": True}),
        (Game.KROKET, 3, {}),
        (Game.KROKET, 4, {}),
        (Game.KROKET, 6, {"variant": "six"}),
    ],
)
def test_table_of_every_game_is_played_and_kept(
    game: str, sides: int, played_by: dict[str, Any], desk: User
) -> None:
    pairing = make_table(game, sides=sides, game_settings=played_by)

    played = play_table(pairing, random.Random(3))
    result = record_result(pairing, played.typed, seen=0, by=desk, record=played.record)

    assert GameRecord.objects.get().result == result
    # Nobody had to stop it.
    assert (played.typed.ended, result.payload["ended"]) == ("played", "played")
    assert result.payload["minutes"] == played.typed.minutes
    places = sorted(pairing.seats.values_list("place", flat=True))
    assert (places[0], len(places)) == (1, sides)


def test_same_chance_plays_the_same_match() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 1})
    first = play_table(pairing, random.Random(5))
    assert play_table(pairing, random.Random(5)) == first
    assert play_table(pairing, random.Random(6)) != first


@pytest.mark.parametrize("players", [1, 2, 3])
def test_spreadsheet_of_entries_is_read_back(players: int) -> None:
    data = spreadsheet(12, 3, players)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))
    assert (tuple(rows[0]), len(rows)) == (headings(players), 13)

    upload = read_upload(data)
    sheet = upload.sheets[best_sheet(upload.sheets)]
    heading = find_headings(sheet)
    table = read_table(sheet, heading, propose(sheet, heading, players), players)
    assert [len(row.facts.players) for row in table.candidates] == [players] * 12
    assert len({row.facts.name for row in table.candidates}) == 12

"""Virtual tables: bots play, the record is replayed, the result is what it says."""

from __future__ import annotations

import random

import pytest

from config.day.tables import bot_of, play_table
from games.domain.attach_record import attach_record
from games.domain.record_result import record_result
from games.rules.partners.record_reader import read_record
from games.rules.partners.replay import replay_text
from tests import factories
from tests.results import make_round
from tournaments.models import Pairing, Tournament, User


@pytest.fixture
def pairing(tournament: Tournament) -> Pairing:
    entries = factories.make_entries(tournament, 2)
    return make_round(tournament, 1, [entries]).pairings.get()


def test_table_is_played_and_written_down(pairing: Pairing, desk: User) -> None:
    game = play_table(pairing, random.Random(1))
    answer = replay_text(game.record)
    assert answer.legal
    locked = [side["locked"] for side in answer.result["sides"]]
    assert (list(game.typed.scores), game.typed.winner) == (locked, answer.result["winner"])
    result = record_result(pairing, game.typed, seen=0, by=desk)
    assert attach_record(pairing, game.record, by=desk).result == result


def test_same_chance_plays_the_same_game(pairing: Pairing) -> None:
    assert play_table(pairing, random.Random(1)) == play_table(pairing, random.Random(1))
    assert play_table(pairing, random.Random(1)) != play_table(pairing, random.Random(2))


def test_record_names_event_table_and_players(pairing: Pairing) -> None:
    record = read_record(play_table(pairing, random.Random(1)).record)
    tournament = pairing.round.tournament
    assert record.header("Event") == tournament.name
    assert (record.header("Round"), record.header("Table")) == ("1", "1")
    first = pairing.seats.get(side=0).entry
    names = [player.name for player in first.players.all()] or [first.name] * 2
    assert [record.header("Yellow"), record.header("Blue")] == names


def test_game_takes_no_longer_than_the_round_has_run(pairing: Pairing) -> None:
    assert play_table(pairing, random.Random(1), most_minutes=20).typed.minutes == 20


def test_entries_play_as_well_all_day(tournament: Tournament) -> None:
    one, two = factories.make_entries(tournament, 2)
    assert bot_of(one, 7).name == bot_of(one, 7).name
    assert bot_of(one, 7).name != bot_of(two, 7).name

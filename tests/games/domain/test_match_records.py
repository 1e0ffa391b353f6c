"""Records of backgammon matches beside their results: who is who, illegal plays, what disagrees."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.attach_record import attach_record
from games.domain.game_records import IllegalRecord, proven
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.seats import seats_of
from games.models import GameRecord
from games.rules.backgammon.rules import Outcome, Penalty
from tests.games.rules.backgammon.records import CLEAN, spoilt
from tests.games.tables import make_table
from tournaments.domain.errors import Refused
from tournaments.models import Game, Pairing

pytestmark = pytest.mark.django_db

#: The games of `CLEAN`, which ends 3-2.
GAMES = (
    Outcome(1, "single", 2, True),
    Outcome(0, "gammon", 1),
    Outcome(0, "single", 1, True),
)


def table(length: int = 3, **settings: Any) -> Pairing:
    return make_table(Game.BACKGAMMON, game_settings={"length": length, **settings})


def refused(pairing: Pairing, text: str) -> Refused:
    with pytest.raises(Refused) as refusal:
        attach_record(pairing, text, by=None)
    assert not GameRecord.objects.exists()
    return refusal.value


def test_record_that_ends_otherwise_than_the_result_is_refused() -> None:
    pairing = table()
    record_result(pairing, Typed(scores=(3, 1)), seen=0, by=None)
    assert refused(pairing, CLEAN).code == "record-disagrees"


@pytest.mark.parametrize(
    ("games", "line"),
    [
        # Two single games where the record has a gammon.
        ((GAMES[0], Outcome(0, "single", 1), Outcome(0, "single", 1), GAMES[2]), "2"),
        # As many points, but by the cube.
        ((Outcome(1, "gammon", 1), GAMES[1], GAMES[2]), "1"),
        # A penalty that the record knows nothing of.
        ((Penalty(1, 2), GAMES[1], GAMES[2]), "1"),
    ],
)
def test_record_whose_games_are_others_is_refused(games: Any, line: str) -> None:
    pairing = table()
    record_result(pairing, Typed(games=games), seen=0, by=None)
    error = refused(pairing, CLEAN)
    assert error.code == "record-games-disagree"
    assert f" {line} " in str(error.message)


@pytest.mark.parametrize(
    "typed",
    [
        Typed(scores=(3, 2)),
        Typed(games=GAMES),
        # That a double was dropped is on no sheet.
        Typed(games=tuple(game._replace(dropped=False) for game in GAMES)),
    ],
)
def test_record_of_the_same_match_is_kept(typed: Typed) -> None:
    pairing = table()
    record_result(pairing, typed, seen=0, by=None)
    assert attach_record(pairing, CLEAN, by=None).text == CLEAN


def test_penalties_of_result_and_record_are_compared() -> None:
    text = spoilt(" Game 2\n", '; [Penalty "1 1"]\n Game 2\n')
    text = text.replace("Anna : 0                       Bo : 2", "Anna : 1                Bo : 2")
    text = text.replace("Anna : 2                       Bo : 2", "Anna : 3                Bo : 2")
    text = text.replace(" 3 point match", " 4 point match")
    # The last one is the Crawford game now: nobody doubles, it is given up.
    text = text.replace("  2)  Doubles => 2                Drops\n", "")
    last = Outcome(0, "single", 1)
    games = (GAMES[0], Penalty(0, 1), GAMES[1], last)
    pairing = table(4)
    record_result(pairing, Typed(games=games), seen=0, by=None)
    assert attach_record(pairing, text, by=None).text == text
    other = table(4)
    moved = (Penalty(0, 1), GAMES[0], GAMES[1], last)
    record_result(other, Typed(games=moved), seen=0, by=None)
    with pytest.raises(Refused) as refusal:
        attach_record(other, text, by=None)
    assert refusal.value.code == "record-games-disagree"


@pytest.mark.parametrize("length", [1, 2, 5, 0])
def test_record_of_a_longer_or_shorter_match_is_refused(length: int) -> None:
    pairing = table(length)
    score = (length or 4, 0)
    record_result(pairing, Typed(scores=score), seen=0, by=None)
    assert refused(pairing, CLEAN).code == "record-of-other-rules"


def test_record_that_breaks_off_is_refused() -> None:
    pairing = table()
    record_result(pairing, Typed(scores=(3, 2)), seen=0, by=None)
    short = CLEAN[: CLEAN.index(" Game 3")]
    error = refused(pairing, short)
    assert isinstance(error, IllegalRecord)
    assert error.code == "record-illegal"


#: The second player plays a 2 where a 1 was thrown, and nobody says a word.
STOOD = spoilt("21: 13/11 6/5", "21: 13/11 6/4")


def test_illegal_play_stands_where_the_players_are_responsible() -> None:
    pairing = table(moves="responsible")
    record_result(pairing, Typed(scores=(3, 2)), seen=0, by=None)
    assert attach_record(pairing, STOOD, by=None).text == STOOD
    proof, payload = proven(pairing, seats_of(pairing), STOOD)
    assert [remark.line for remark in proof.remarks] == [16]
    assert (payload["score"], proof.problems) == ([3, 2], ())


def test_illegal_play_is_refused_where_moves_must_be_legal() -> None:
    pairing = table(moves="legal")
    record_result(pairing, Typed(scores=(3, 2)), seen=0, by=None)
    error = refused(pairing, STOOD)
    assert isinstance(error, IllegalRecord)
    assert [problem.line for problem in error.problems] == [16]


def test_wrong_score_is_refused_however_moves_are_judged() -> None:
    pairing = table(moves="responsible")
    record_result(pairing, Typed(scores=(3, 2)), seen=0, by=None)
    assert refused(pairing, CLEAN.replace("Wins 1 point", "Wins 3 points")).code == "record-illegal"


@pytest.mark.parametrize(
    ("left", "right", "score"),
    [
        ("Par 1", "Par 2", [3, 2]),
        ("Par 2", "Par 1", [2, 3]),
        # One name is enough, whatever the case; names that say nothing leave the columns alone.
        ("PAR 2", "Bo", [2, 3]),
        ("Anna", "par 1", [2, 3]),
        ("Anna", "Bo", [3, 2]),
        ("Par 1", "Par 1", [3, 2]),
    ],
)
def test_columns_are_turned_by_the_names_above_them(
    left: str, right: str, score: list[int]
) -> None:
    pairing = table()
    text = CLEAN.replace("Anna", left).replace("Bo ", f"{right} ")
    _proof, payload = proven(pairing, seats_of(pairing), text)
    assert payload["score"] == score
    assert payload["winner"] == score.index(3)
    assert [game["winner"] for game in payload["games"]] == (
        [1, 0, 0] if score == [3, 2] else [0, 1, 1]
    )

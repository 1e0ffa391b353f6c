"""Matches in writing: the dialects, the columns, and what is written reads back the same."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import (
    Dialect,
    MatchRules,
    Position,
    read_record,
    replay_text,
    write_record,
)
from games.rules.backgammon.bots import RANDOM, SENSIBLE
from games.rules.backgammon.cells import read_play
from games.rules.backgammon.playing import play_match
from games.rules.backgammon.record import Answer, Double, Stop, Throw
from games.rules.backgammon.written_plays import meant

from .boards import board
from .records import CLEAN, game_text


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("24/20 20/14*", [[(24, False), (20, False)], [(20, False), (14, True)]]),
        ("24/14*", [[(24, False), (14, True)]]),
        ("24/20*/14", [[(24, False), (20, True), (14, False)]]),
        ("6/5*(2)", [[(6, False), (5, True)], [(6, False), (5, False)]]),
        ("Bar/20 6/Off", [[(25, False), (20, False)], [(6, False), (0, False)]]),
        ("bar/20* 6/off(3)", [[(25, False), (20, True)], *[[(6, False), (0, False)]] * 3]),
        ("25/20 6/0", [[(25, False), (20, False)], [(6, False), (0, False)]]),
        ("", []),
    ],
)
def test_play_is_read_in_each_dialect(text: str, moves: list[list[tuple[int, bool]]]) -> None:
    expected = tuple(tuple(Stop(*stop) for stop in move) for move in moves)
    assert read_play(text) == (expected, ())


def sides(rows: str) -> list[int]:
    (game,) = read_record(game_text(rows)).games
    return [entry.side for entry in game.entries]


def test_lone_cell_belongs_to_the_column_it_stands_in() -> None:
    both = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    assert sides(both + "  2) 31: 8/5\n") == [0, 1, 0]
    assert sides(both + "  2)                             31: 8/5\n") == [0, 1, 1]
    assert sides("  1)                             31: 8/5\n") == [1]


def test_lone_first_cell_is_the_second_players_where_columns_are_not_kept() -> None:
    rows = "1) 31: 8/5 6/5\n2) 42: 8/4 6/4 65: 24/13\n3) 21: 13/11 6/5 66: 24/12(2)\n4) 11:\n"
    assert sides(rows) == [1, 0, 1, 0, 1, 0]


def test_cube_and_answers_are_read() -> None:
    first = read_record(CLEAN).games[0]
    assert [entry.action for entry in first.entries if not isinstance(entry.action, Throw)] == [
        Double(2),
        Answer(True),
        Double(4),
        Answer(False),
    ]
    assert first.wins is not None
    assert (first.wins.side, first.wins.points, first.wins.match) == (1, 2, False)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_of_every_system_are_the_same(end: str) -> None:
    assert read_record(CLEAN.replace("\n", end)) == read_record(CLEAN)


def test_star_may_be_missing_where_a_blot_is_landed_on() -> None:
    # Bo's 24/20 leaves a blot on Anna's 5-point; he can come in only if it was hit.
    for play in ("8/5*", "8/5"):
        rows = (
            "  1)                             43: 24/20 13/10\n"
            f"  2) 31: {play} 6/5                61: 25/24 13/7\n"
        )
        assert replay_text(game_text(rows, wins="      Wins 1 point\n", length=1)).legal


@pytest.mark.parametrize(
    ("theirs", "bar"),
    [
        ({20: 1, 1: 2}, 0),  # by way of 18, past the blot
        ({20: 1, 18: 2, 1: 2}, 1),  # there is only the way over the blot
    ],
)
def test_merged_move_goes_round_a_blot_if_it_can(theirs: dict[int, int], bar: int) -> None:
    read = meant(board({24: 1}, theirs).cells, Throw((6, 4), ((Stop(24), Stop(14)),)))
    assert read.code == ""
    assert read.after is not None
    assert Position(read.after).bar == (0, bar)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(Dialect), st.sampled_from([0, 1, 3]), st.booleans())
def test_played_match_is_written_read_and_replayed_clean(
    seed: int, dialect: Dialect, length: int, jacoby: bool
) -> None:
    rules = MatchRules(length, jacoby=jacoby and not length)
    names = ("Åse Ødegård", "B: o")
    played = play_match(
        rules, (RANDOM, RANDOM), random.Random(seed), dialect=dialect, names=names, games=2
    )
    text = write_record(played, dialect)
    replay = replay_text(text)
    assert replay.problems == ()
    assert replay.record is not None
    assert [game.wins and game.wins.points for game in played.games] == [
        game.points for game in replay.games
    ]
    assert [game.record.names for game in replay.games] == [names] * len(played.games)
    assert write_record(replay.record, dialect) == text


def test_written_record_reads_back_the_same_apart_from_lines_and_columns() -> None:
    record = read_record(CLEAN)
    again = read_record(write_record(record))
    assert again.rules == record.rules
    for one, other in zip(record.games, again.games, strict=True):
        assert [(entry.side, entry.action) for entry in one.entries] == [
            (entry.side, entry.action) for entry in other.entries
        ]
        assert one.wins is not None and other.wins is not None
        assert replace(one, line=0, entries=(), wins=None) == replace(
            other, line=0, entries=(), wins=None
        )
        assert one.wins[2:] == other.wins[2:]


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_match_without_the_crawford_rule_says_so_in_writing(seed: int) -> None:
    rules = MatchRules(3, crawford=False)
    played = play_match(rules, (SENSIBLE, SENSIBLE), random.Random(seed))
    assert replay_text(write_record(played)).problems == ()
    bare = replace(played, headers={})
    assert read_record(write_record(bare)).rules == rules


def test_score_that_is_not_known_is_not_written() -> None:
    text = CLEAN.replace(" Anna : 0                       Bo : 2\n", "")
    record = read_record(text)
    assert record.games[1].score is None
    again = read_record(write_record(record))
    assert [game.score for game in again.games] == [(0, 0), None, (2, 2)]
    assert [one.code for one in again.faults] == [one.code for one in record.faults]


def test_winner_that_stood_in_no_column_is_written_by_what_was_played() -> None:
    record = read_record(CLEAN)
    games = tuple(
        replace(game, wins=game.wins and game.wins._replace(side=None)) for game in record.games
    )
    again = read_record(write_record(replace(record, games=games)))
    assert [game.wins and game.wins.side for game in again.games] == [1, 0, 0]


def test_winner_that_nobody_can_tell_is_written_in_no_column() -> None:
    text = game_text("1) 31: 8/5 6/5 42: 8/4 6/4\n2) 11:\n", wins="Wins 1 point\n", length=1)
    record = read_record(text)
    assert record.games[0].wins is not None
    assert record.games[0].wins.side is None
    again = read_record(write_record(record))
    assert again.games[0].wins is None
    assert replay_text(write_record(record)).winner is None

"""What a position is worth, for a judge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.partners import PARTNERS_PLUS_PAIRS
from games.rules.partners.bots import RANDOM
from games.rules.partners.conduct import Conduct, Setup
from games.rules.partners.evaluation import (
    FORECASTERS,
    Block,
    Standing,
    blocks,
    evaluate,
    standing,
    wilson,
    win_chances,
)

from .boards import LOCKED, at
from .games import BASIC, QUICK

AHEAD = at(yellow=LOCKED, blue="goal1 goal2 goal3 red12", red="start", green="home")


def test_standing_counts_every_piece() -> None:
    position = at(
        yellow="goal1 goal3 start yellow9", blue="home start blue9 blue9", red="start red2"
    )
    assert standing(position, 0) == Standing(
        colours=("yellow", "blue"),
        steps=(234 - 60 - 58 - 9) + (234 - 9 - 9),
        short_way=standing(position, 0).short_way,
        locked=1,
        in_lane=1,
        on_ring=3,
        start=2,
        home=1,
        held_up=5,
    )


def test_blocks_name_who_stands_in_whose_way() -> None:
    position = at(yellow="yellow9 goal2", red="start", blue="blue3", green="green14")
    assert blocks(position) == (
        Block("red", "yellow", "yellow9", 5),
        Block("red", "blue", "blue3", 39),
        Block("red", "green", "green14", 14),
    )


def test_first_of_several_blocks_counts() -> None:
    position = at(yellow="yellow14 red1", red="start", blue="start")
    assert [block for block in blocks(position) if block.colour == "yellow"] == [
        Block("red", "yellow", "yellow14", 0),
        Block("blue", "yellow", "red1", 13),
    ]


def test_own_start_field_and_pieces_at_home_are_held_up_by_nobody() -> None:
    assert blocks(at(yellow="start green12 home")) == ()


def test_evaluation_is_the_same_by_the_same_seed() -> None:
    first = evaluate(BASIC, AHEAD, seed="s", games=4)
    assert first == evaluate(BASIC, AHEAD, seed="s", games=4)
    assert set(first.chances) == {bot.name for bot in FORECASTERS}
    assert sum(chance.wins for chance in first.chances["random"]) == 4


def test_side_that_is_ahead_wins_more_often() -> None:
    own, other = win_chances(BASIC, AHEAD, QUICK, seed="s", games=12)
    assert own.rate > 0.9 > 0.1 > other.rate
    assert own.low < own.rate <= own.high


def test_finished_side_has_won() -> None:
    position = at(yellow=LOCKED, blue=LOCKED)
    own, other = win_chances(BASIC, position, RANDOM, seed="s", games=5)
    assert (own.rate, other.rate) == (1.0, 0.0)


def test_chances_of_three_pairs_add_up() -> None:
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True))
    chances = win_chances(setup, at(PARTNERS_PLUS_PAIRS), QUICK, seed="s", games=3)
    assert sum(chance.wins for chance in chances) == 3


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (90, 100, 0.8256, 0.9448),
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    """Against tables of the interval."""
    assert [round(bound, 4) for bound in wilson(wins, games)] == [low, high]


@given(st.integers(1, 500), st.data())
def test_wilson_interval_holds_the_rate(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-12
    assert wins / games - 1e-12 <= high <= 1

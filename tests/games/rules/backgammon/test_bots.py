"""Games that play themselves."""

import random

import pytest

from games.rules.backgammon import GameState, MatchRules, Position, results
from games.rules.backgammon.bots import BOTS, RANDOM, SENSIBLE, CubeView
from games.rules.backgammon.evaluation import in_contact, value
from games.rules.backgammon.playing import play_game, play_match

from .boards import board


def test_sensible_bot_clearly_beats_the_random_one() -> None:
    chance = random.Random("bots")
    won = 0
    for number in range(40):
        bots = (SENSIBLE, RANDOM) if number % 2 else (RANDOM, SENSIBLE)
        game = play_game(GameState(MatchRules(0), cube_in_play=False), bots, chance)
        won += bots[game.outcome.winner] is SENSIBLE
    assert won >= 36


@pytest.mark.parametrize("name", BOTS)
def test_same_chance_gives_the_same_match(name: str) -> None:
    bots = (BOTS[name], RANDOM)
    once, again = (play_match(MatchRules(1), bots, random.Random(7)) for _ in range(2))
    assert once == again


def test_sensible_bot_makes_its_five_point_with_the_best_opening() -> None:
    start = Position.start()
    after = Position(SENSIBLE.play(results(start.cells, 3, 1), random.Random(0)))
    assert (after.points[4], after.points[5], after.points[7]) == (2, 4, 2)


def test_race_is_told_from_contact() -> None:
    assert in_contact(Position.start().cells)
    assert not in_contact(board({6: 5}, {7: 2}).cells)
    assert in_contact(board({8: 1}, {7: 2}).cells)
    assert in_contact(board({6: 1}, {7: 2}, bar=(1, 0)).cells)
    assert in_contact(board({6: 1}, {7: 2}, bar=(0, 1)).cells)


def test_blot_in_reach_is_worth_less_than_a_point_held() -> None:
    safe = board({6: 2, 5: 2}, {1: 1, 24: 14})
    blots = board({6: 2, 5: 1, 4: 1}, {1: 1, 24: 14})
    assert value(safe.cells) > value(blots.cells) + 1


def test_sensible_bot_doubles_a_race_it_leads_and_takes_a_close_one() -> None:
    chance = random.Random(0)
    ahead = CubeView(board({6: 5}, {19 - 6: 5}).cells, 1, None)
    even = CubeView(board({6: 5}, {19: 5}).cells, 1, None)
    assert (SENSIBLE.doubles(ahead, chance), SENSIBLE.doubles(even, chance)) == (True, False)
    behind = CubeView(ahead.cells[:0] + Position(ahead.cells).mirrored().cells, 1, None)
    assert (SENSIBLE.takes(behind, chance), SENSIBLE.takes(even, chance)) == (False, True)


def test_sensible_bot_needs_no_cube_to_win_and_takes_what_it_cannot_drop() -> None:
    chance = random.Random(0)
    ahead = board({6: 5}, {13: 5}).cells
    assert SENSIBLE.doubles(CubeView(ahead, 1, (1, 4)), chance) is False
    lost = Position(ahead).mirrored().cells
    assert SENSIBLE.takes(CubeView(lost, 1, (4, 1)), chance) is True

"""The quick bot: legal whatever the position, and of the sensible bot's mind."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import (
    DM_2018,
    DM_2023,
    GAMES,
    PARTNERS,
    Game,
    Position,
    Rules,
    results,
)
from games.rules.partners.bots import QUICK, RANDOM, SensibleBot
from games.rules.partners.bots.bot import Seen
from games.rules.partners.bots.tables import tables_for
from games.rules.partners.bots.worth import worth_for
from games.rules.partners.conduct import Setup
from games.rules.partners.deal import sorted_hand
from games.rules.partners.evaluation import win_chances
from games.rules.partners.playing import play_game
from games.rules.partners.replay import replay_text

from .boards import LOCKED, at
from .games import BASIC, setups
from .random_positions import random_position

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@st.composite
def sights(draw: st.DrawFn) -> Seen:
    """A crowded position of any game under any rules, and a hand of up to four cards."""
    setup = draw(setups())
    game = setup.game
    chance = random.Random(draw(st.integers(0, 10**9)))
    colour = chance.choice(game.board.colours)
    position = Position.parse(game, random_position(chance, game.name, colour))
    hand = sorted_hand(game, chance.choices(list(game.cards), k=chance.randint(1, 4)))
    return Seen(setup, game.seat(colour), hand, position.cells)


@settings(max_examples=150, deadline=None)
@given(sights())
def test_choice_is_a_result_of_the_engine_and_none_only_where_nothing_is_legal(seen: Seen) -> None:
    setup, seat, hand, cells = seen
    game = setup.game
    found = {card: results(game, cells, seat, game.cards[card], setup.rules) for card in hand}
    choice = QUICK.turn(seen, random.Random(0))
    if choice is None:
        assert not any(found.values())
        return
    assert choice.cells in found[choice.card]
    assert QUICK.turn(seen, random.Random(1)) == choice


@EVERY_GAME
@pytest.mark.parametrize("rules", [DM_2018, DM_2023], ids=["2018", "2023"])
def test_games_of_quick_bots_are_legal_and_come_to_an_end(game: Game, rules: Rules) -> None:
    setup = Setup(game, rules)
    played = play_game(setup, [QUICK] * len(game.board.colours), "a")
    assert replay_text(played.record.text).problems == ()
    assert played.state.ended == "played"


def test_move_that_wins_is_played() -> None:
    position = at(yellow=LOCKED, blue="goal1 goal2 goal3 red14", red="red1", green="green1")
    seen = Seen(BASIC, 0, ("2", "3", "1/14"), position.cells)
    choice = QUICK.turn(seen, random.Random(0))
    assert choice is not None
    assert Position(PARTNERS, choice.cells).finished_sides() == (0,)


def test_hit_is_preferred_to_an_empty_field() -> None:
    position = at(yellow="yellow1", blue="home", red="home", green="yellow6 home")
    choice = QUICK.turn(Seen(BASIC, 0, ("3", "5"), position.cells), random.Random(0))
    assert choice is not None and choice.card == "5"


@EVERY_GAME
def test_quiet_steps_gain_what_the_sensible_bot_sees_in_them(game: Game) -> None:
    """Where nobody is near, the tables add up to the worth of the whole board."""
    board = game.board
    tables = tables_for(game, DM_2018, 0)
    worth = worth_for(game, 0)
    seat = game.side_seats[0][0]
    home = bytes([board.home] * 4)
    for mask, goals in ((0, ()), (8, (board.goals[3],)), (12, board.goals[2:])):
        for code in range(board.ring):
            codes = bytes(sorted((*goals, code, *home[: 3 - len(goals)])))
            cells = home * seat + codes + home * (len(board.colours) - seat - 1)
            for target, _, gain in tables.steps[seat][mask]["12"][code]:
                after = bytes(sorted((*goals, target, *home[: 3 - len(goals)])))
                whole = home * seat + after + home * (len(board.colours) - seat - 1)
                assert gain == pytest.approx(worth(whole) - worth(cells))


def test_quick_bots_forecast_what_sensible_ones_do() -> None:
    """Each thinks the same of a position that is lost, won or open; `benchmarks` plays more."""
    ahead = at(yellow=LOCKED, blue="goal1 goal2 goal3 red12", red="start", green="home")
    open_still = at(yellow="goal1 yellow9", blue="blue3", red="goal1 red9", green="green3")
    for position, games, apart in ((ahead, 20, 0.2), (open_still, 40, 0.35)):
        quick, _ = win_chances(BASIC, position, QUICK, seed="q", games=games)
        slow, _ = win_chances(BASIC, position, SensibleBot(most=8), seed="q", games=games)
        assert abs(quick.rate - slow.rate) < apart


def test_quick_beats_chance() -> None:
    won = 0
    for number in range(20):
        bots = [QUICK if (seat + number) % 2 else RANDOM for seat in range(4)]
        won += (
            play_game(BASIC, bots, str(number), dealer=number % 4).state.winner
            == (PARTNERS.side_of[1 - number % 2])
        )
    assert won >= 18

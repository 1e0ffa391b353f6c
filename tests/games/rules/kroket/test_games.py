"""Whole games: what is always so, whoever plays."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kroket import validate_result
from games.rules.kroket.actions import Action, Illegal, Pass, React, Stop
from games.rules.kroket.bots import RANDOM, SENSIBLE, Bot
from games.rules.kroket.bots.bot import seen_by
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.legal import legal_actions
from games.rules.kroket.moments import asks
from games.rules.kroket.motion import PLACES
from games.rules.kroket.playing import play_game
from games.rules.kroket.replay import replay_text
from games.rules.kroket.setup import Setup, setup_named
from games.rules.kroket.state import OVER, GameState
from tests.games.rules.kroket.tables import cards

SETUPS = [
    setup_named(players=3),
    setup_named(),
    setup_named("den-lange", play_on=True),
    setup_named("plaenen", variant="there-and-back"),
    setup_named(variant="six", players=6),
    setup_named("plaenen", variant="six", players=6, play_on=True),
]
setups = st.sampled_from(SETUPS)
bots_of_both_kinds: st.SearchStrategy[Bot] = st.sampled_from([RANDOM, SENSIBLE])
seeds = st.integers(0, 10_000).map(str)


def steps(setup: Setup, seed: str, most: int) -> list[tuple[GameState, Action, GameState]]:
    """A game of legal actions at random, each with the states before and after it.

    Where everybody would be asked, nobody answers more often than somebody does.
    """
    chance = random.Random(seed)
    state = new_game(setup, seed)
    found: list[tuple[GameState, Action, GameState]] = []
    while state.phase != OVER and len(found) < most:
        if asks(state) and state.phase != "ask" and chance.random() < 0.7:
            state = all_pass(state)
            continue
        actions = legal_actions(state)
        played = [action for action in actions if not isinstance(action, Pass)]
        action = chance.choice(played or list(actions))
        after = apply(state, action)
        found.append((state, action, after))
        state = after
    return found


@settings(max_examples=15, deadline=None)
@given(setups, seeds)
def test_cards_and_balls_are_conserved(setup: Setup, seed: str) -> None:
    for _, _, after in steps(setup, seed, 150):
        assert cards(after) == list(range(74))
        assert len(after.balls) == setup.players
        for ball in after.balls:
            assert ball.where in PLACES
            assert (ball.cell in setup.course.neighbours) == (ball.where in ("course", "hedge"))


@settings(max_examples=15, deadline=None)
@given(setups, seeds)
def test_hoops_are_reached_one_after_the_other(setup: Setup, seed: str) -> None:
    for _, _, after in steps(setup, seed, 150):
        passes = after.motion.passes if after.motion else ()
        for seat, ball in enumerate(after.balls):
            own = [at for one, at in passes if one == seat]
            # In one shot each target follows the one before it, and the last is where it stands.
            if own and after.phase == "moved":
                assert own == list(range(own[0], ball.reached))
            assert 0 <= ball.reached <= len(setup.targets[seat])


@settings(max_examples=10, deadline=None)
@given(setups, seeds)
def test_every_legal_action_can_be_done_and_there_always_is_one(setup: Setup, seed: str) -> None:
    for _, _, after in steps(setup, seed, 40):
        if after.phase == OVER:
            return
        actions = legal_actions(after)
        assert actions
        for action in actions[:: max(1, len(actions) // 12)]:
            apply(after, action)


@settings(max_examples=10, deadline=None)
@given(setups, seeds, st.data())
def test_what_is_not_legal_is_refused(setup: Setup, seed: str, data: st.DataObject) -> None:
    states = [after for _, _, after in steps(setup, seed, 60)]
    state = data.draw(st.sampled_from(states))
    foreign = data.draw(st.sampled_from(states))
    legal = set(legal_actions(state))
    for action in legal_actions(foreign):
        if action in legal:
            continue
        try:
            apply(state, action)
        except Illegal as why:
            assert why.message("da")
        else:
            # Of a free shot's paths, and of what a card can be played at, only one each is told.
            assert getattr(action, "path", ()) or isinstance(action, React)


@settings(max_examples=6, deadline=None)
@given(setups, seeds, st.lists(bots_of_both_kinds, min_size=6, max_size=6))
def test_games_of_bots_are_written_down_and_replayed(
    setup: Setup, seed: str, bots: list[Bot]
) -> None:
    table = bots[: setup.players]
    played = play_game(setup, table, seed, most_turns=60)
    assert played.state.phase == OVER
    assert validate_result(played.result) == ()
    replay = replay_text(played.record.text)
    assert replay.problems == ()
    assert replay.state == played.state
    assert replay.result == played.result
    again = play_game(setup, table, seed, most_turns=60)
    assert again.record.text == played.record.text


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize(
    "setup", SETUPS, ids=lambda setup: f"{setup.course.name} {setup.variant} {setup.players}"
)
def test_sensible_bots_play_every_kind_of_game_out(setup: Setup, seed: str) -> None:
    played = play_game(setup, [SENSIBLE] * setup.players, seed, most_turns=600)
    assert (played.state.ended, played.result["ended"]) == ("played", "played")
    assert played.state.winner is not None
    assert validate_result(played.result) == ()


def test_game_without_an_end_is_stopped_by_time() -> None:
    played = play_game(setup_named(), [RANDOM] * 4, "slow", most_turns=5)
    assert (played.state.ended, played.result["ended"]) == ("timeout", "timeout")
    assert validate_result(played.result) == ()


def test_game_played_on_for_places_ends_as_played_when_it_is_stopped() -> None:
    setup = setup_named(play_on=True)
    for seed in range(2):
        turns = play_game(setup_named(), [SENSIBLE] * 4, str(seed)).state.turns
        played = play_game(setup, [SENSIBLE] * 4, str(seed), most_turns=turns + 1)
        assert played.result["ended"] == "played"
        assert validate_result(played.result) == ()


def test_sensible_bot_beats_the_random_one() -> None:
    wins = Counter[str]()
    for game in range(24):
        bots = [SENSIBLE if (seat + game) % 2 else RANDOM for seat in range(4)]
        played = play_game(setup_named(), bots, f"duel {game}")
        assert played.state.winner is not None
        wins[bots[played.state.winner].name] += 1
    assert wins["sensible"] >= 20


def test_bots_see_their_own_hand_and_nothing_else() -> None:
    state = new_game(setup_named(), "1")
    seen = seen_by(state, 1)
    assert seen.hands == ((), state.hands[1], (), ())
    assert (seen.pile, seen.seed, seen.orders) == ((), "", ())


def test_number_of_bots_must_be_that_of_the_balls() -> None:
    with pytest.raises(ValueError, match="4 balls"):
        play_game(setup_named(), [RANDOM] * 3, "1")


def test_stop_needs_a_seat() -> None:
    with pytest.raises(Illegal) as why:
        apply(new_game(setup_named(), "1"), Stop("timeout", 4))
    assert why.value.code == "no_seat"

"""One game as a chain of states, and the options of money sessions."""

import pytest

from games.rules.backgammon import Cube, GameState, Illegal, MatchRules, MatchState, Outcome, Phase
from games.rules.backgammon.match import replayed

from .boards import board

MONEY = MatchRules(0, beavers=True)


def rolling(rules: MatchRules = MONEY) -> GameState:
    return GameState(rules, phase=Phase.ROLL)


def test_play_that_is_not_legal_is_refused() -> None:
    state = GameState(MONEY).open(3, 1)
    with pytest.raises(Illegal) as refused:
        state.play(state.cells)
    assert (refused.value.code, refused.value.rule) == ("play", "G5")
    played = state.play(state.legal()[0])
    assert (played.phase, played.turn) == (Phase.ROLL, 1)


def test_throw_that_moves_nothing_passes_the_turn() -> None:
    cells = board({6: 1}, {24: 2, 22: 2}, bar=(1, 0)).cells
    state = GameState(MONEY, cells=cells, phase=Phase.ROLL).roll(3, 1)
    assert state.legal() == []
    passed = state.play(cells)
    assert (passed.phase, passed.turn, passed.turned().cells) == (Phase.ROLL, 1, cells)


def test_last_checker_off_ends_the_game() -> None:
    state = GameState(MONEY, cells=board({1: 1}).cells, phase=Phase.ROLL, cube=Cube(2, 0))
    over = state.roll(1, 2)
    over = over.play(over.legal()[0])
    assert over.outcome == Outcome(0, "gammon", 2)
    for act in (over.double, over.take, over.drop, over.legal):
        with pytest.raises(Illegal):
            act()


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda state: state.open(3, 1), "not_in_roll"),
        (lambda state: state.take(), "not_in_roll"),
        (lambda state: state.double().double(), "not_in_answer"),
        (lambda state: state.double().roll(3, 1), "not_in_answer"),
        (lambda state: state.roll(3, 1).double(), "not_in_play"),
        (lambda state: state.double().beaver().beaver(), "beavered_twice"),
    ],
)
def test_action_out_of_its_phase_is_refused(act: object, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        act(rolling())  # type: ignore[operator]
    assert refused.value.code == code


def test_beaver_turns_the_cube_again_and_keeps_it() -> None:
    asked = rolling().double()
    beavered = asked.beaver()
    assert (beavered.turn, beavered.phase, beavered.cube) == (0, Phase.ANSWER, Cube(2, 1))
    taken = beavered.take()
    assert (taken.turn, taken.phase, taken.cube) == (0, Phase.ROLL, Cube(4, 1))
    assert beavered.drop().outcome == Outcome(1, "single", 2, dropped=True)


def test_beavers_are_an_option_of_money_sessions() -> None:
    with pytest.raises(Illegal) as refused:
        rolling(MatchRules(0)).double().beaver()
    assert refused.value.code == "no_beavers"
    for option in ({"beavers": True}, {"jacoby": True}):
        with pytest.raises(Illegal) as refused:
            MatchRules(5, **option)
        assert refused.value.code == "money_option"
    with pytest.raises(Illegal):
        MatchRules(-1)


def test_jacoby_counts_gammons_only_with_a_turned_cube() -> None:
    jacoby = MatchRules(0, jacoby=True)
    assert [
        Outcome(0, "backgammon", 1).points(jacoby),
        Outcome(0, "gammon", 2).points(jacoby),
        Outcome(0, "gammon", 1).points(MONEY),
    ] == [1, 4, 2]


def test_resignation_is_no_more_than_can_be_lost() -> None:
    state = GameState(MONEY, cells=board({1: 3}, {20: 15}).cells, phase=Phase.ROLL)
    assert state.resign(1, "gammon").outcome == Outcome(0, "gammon", 1, resigned=True)
    with pytest.raises(Illegal) as refused:
        state.resign(0, "gammon")
    assert refused.value.code == "resigned_too_much"
    assert state.resign(0, "single").outcome == Outcome(1, "single", 1, resigned=True)


def test_match_ends_when_somebody_reaches_the_length() -> None:
    match = replayed(MatchRules(5), [Outcome(0, "gammon", 2), Outcome(1, "single", 1)])
    assert (match.score, match.winner, match.needed(0), match.needed(1)) == ((4, 1), None, 1, 4)
    won = match.after(Outcome(0, "gammon", 4))
    assert (won.score, won.winner) == ((12, 1), 0)
    for act in (won.next_game, lambda: won.after(Outcome(0, "single", 1))):
        with pytest.raises(Illegal) as refused:
            act()
        assert refused.value.code == "match_over"


def test_crawford_game_can_have_no_cube() -> None:
    match = replayed(MatchRules(3), [Outcome(0, "gammon", 1)])
    for outcome in (Outcome(1, "single", 2), Outcome(1, "single", 1, dropped=True)):
        with pytest.raises(Illegal) as refused:
            match.after(outcome)
        assert refused.value.code == "crawford_cube"


def test_match_to_one_point_is_a_crawford_game_and_money_has_none() -> None:
    assert MatchState(MatchRules(1)).crawford
    assert not MatchState(MatchRules(0)).crawford
    assert not MatchState(MatchRules(1, crawford=False)).crawford
    assert replayed(MONEY, [Outcome(0, "gammon", 64)] * 3).winner is None

"""Rulings that decide a game: with its result, against it, and by two head judges at once."""

from __future__ import annotations

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result, remove_result, undo_result
from games.models import Result
from judging.domain.give_ruling import give_ruling
from judging.domain.long_game import take_step, take_step_back
from judging.escalation import Step
from judging.models import LongGame, Ruling
from tests.at_once import at_once
from tests.judging.domain.test_give_ruling import code, decide, facts, lock_again
from tournaments.models import Event, Pairing, Tournament, User


def test_result_decided_by_the_judges_needs_its_ruling(pairing: Pairing, desk: User) -> None:
    typed = Typed(scores=(6, 7), winner=0, ended="adjudicated")
    assert code(lambda: record_result(pairing, typed, seen=0, by=desk)) == "ruling-missing"
    assert Result.objects.count() == 0


def test_give_ruling_decides_a_game_that_is_locked_again(
    tournament: Tournament, pairing: Pairing, judge: User, head: User
) -> None:
    lock_again(pairing, judge)
    ruling = give_ruling(tournament, decide(pairing), by=head)
    result = Result.objects.get(current=True)
    assert (ruling.result, result.payload["winner"], result.payload["ended"]) == (
        result,
        0,
        "adjudicated",
    )
    assert LongGame.objects.get().step == Step.ADJUDICATED
    assert [event.verb for event in Event.objects.order_by("id")][4:] == [
        "escalation.adjudicate",
        "result.record",
        "ruling.give",
    ]


@pytest.mark.parametrize("steps", range(4))
def test_give_ruling_by_h4_before_the_game_is_locked_again(
    tournament: Tournament, pairing: Pairing, head: User, steps: int
) -> None:
    chain = (Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING)
    for version, target in enumerate(chain[:steps]):
        take_step(pairing, target, seen=version, why="x", by=head)
    assert code(lambda: give_ruling(tournament, decide(pairing), by=head)) == "too-early"
    assert Result.objects.count() == 0


def test_result_that_differs_from_the_ruling_is_refused(
    tournament: Tournament, pairing: Pairing, head: User, desk: User
) -> None:
    lock_again(pairing, head)
    give_ruling(tournament, decide(pairing), by=head)
    typed = Typed(scores=(6, 7), winner=1, ended="adjudicated")
    wrong = code(lambda: correct_result(pairing, typed, seen=1, why="x", by=desk))
    assert wrong == "ruling-differs"
    same = Typed(scores=(5, 7), winner=0, ended="adjudicated")
    assert code(lambda: correct_result(pairing, same, seen=1, why="x", by=desk)) == "done"


@pytest.mark.parametrize("away", [False, True])
def test_result_played_out_is_refused_while_a_ruling_decides_the_game(
    tournament: Tournament, pairing: Pairing, head: User, desk: User, away: bool
) -> None:
    lock_again(pairing, head)
    old = give_ruling(tournament, decide(pairing), by=head)
    played = Typed(scores=(5, 8))
    if away:
        remove_result(pairing, seen=1, why="x", by=desk)

    def enter() -> Result:
        if away:
            return record_result(pairing, played, seen=2, by=desk)
        return correct_result(pairing, played, seen=1, why="x", by=desk)

    assert code(enter) == "ruling-stands"
    if away:
        give_ruling(tournament, facts(pairing, amends=old), by=head)
        assert code(enter) == "done"


def test_undo_of_a_result_that_a_ruling_has_corrected_is_refused(
    tournament: Tournament, pairing: Pairing, head: User, desk: User
) -> None:
    record_result(pairing, Typed(scores=(5, 8)), seen=0, by=desk)
    decided = facts(pairing, consequence="result", rules=("B4",), winner=0, scores=(6, 7), seen=1)
    give_ruling(tournament, decided, by=head)
    assert code(lambda: undo_result(pairing, version=2, by=desk)) == "ruling-stands"
    assert Result.objects.get(current=True).payload["winner"] == 0


def test_amended_ruling_corrects_the_result(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    lock_again(pairing, head)
    old = give_ruling(tournament, decide(pairing), by=head)
    give_ruling(tournament, decide(pairing, winner=1, seen=1, amends=old), by=head)
    assert Result.objects.get(current=True).payload["winner"] == 1


def test_ruling_that_a_result_rests_on_is_amended_only_once_the_result_is_away(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    lock_again(pairing, head)
    old = give_ruling(tournament, decide(pairing), by=head)
    nothing = facts(pairing, amends=old)
    assert code(lambda: give_ruling(tournament, nothing, by=head)) == "result-rests-on-it"
    back = {"seen": 5, "why": "Forkert.", "by": head}
    assert code(lambda: take_step_back(pairing, **back)) == "result-in"
    remove_result(pairing, seen=1, why="Forkert.", by=head)
    assert code(lambda: take_step_back(pairing, **back)) == "ruling-stands"
    assert code(lambda: give_ruling(tournament, nothing, by=head)) == "done"
    assert take_step_back(pairing, **back).step == Step.LOCKED_AGAIN


@pytest.mark.usefixtures("shared_database")
def test_two_head_judges_decide_one_game_at_once(
    tournament: Tournament, pairing: Pairing, head: User, organiser: User
) -> None:
    lock_again(pairing, head)
    outcomes = at_once(
        lambda: give_ruling(tournament, decide(pairing), by=head),
        lambda: give_ruling(tournament, decide(pairing, winner=1), by=organiser),
    )
    assert outcomes == ["decided-already", "done"]
    assert Ruling.objects.count() == 1

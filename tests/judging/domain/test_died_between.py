"""A process that dies in the middle of what a judge pressed leaves it undone, to be done again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Extension, Result
from judging.domain.answer_call import arrive_at_call, resolve_call, take_call
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.long_game import take_step, take_step_back
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.models import Call, LongGame, LongGameStep, Ruling
from tests.dying import Died, dying_at
from tournaments.models import Event, Pairing, Round, Tournament, User

CHAIN = [Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING, Step.LOCKED_AGAIN]


def everything() -> list[list[Any]]:
    """All rows that judges write."""
    models = (Call, LongGame, LongGameStep, Ruling, Result, Extension, Event)
    return [list(model.objects.order_by("pk").values()) for model in models]


def die_then_do(job: Callable[[], object], statement: str) -> None:
    before = everything()
    with pytest.raises(Died), dying_at(statement):
        job()
    assert everything() == before
    job()
    assert everything() != before


@pytest.mark.parametrize(
    "statement", ["INSERT INTO judging_longgamestep", "INSERT INTO tournaments_event"]
)
@pytest.mark.parametrize("count", range(len(CHAIN)))
def test_process_dies_in_a_step_and_in_taking_it_back(
    pairing: Pairing, head: User, count: int, statement: str
) -> None:
    for version, target in enumerate(CHAIN[:count]):
        take_step(pairing, target, seen=version, why="x", by=head)
    die_then_do(lambda: take_step(pairing, CHAIN[count], seen=count, why="x", by=head), statement)
    die_then_do(lambda: take_step_back(pairing, seen=count + 1, why="x", by=head), statement)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO judging_ruling ",
        "INSERT INTO judging_longgamestep",
        "INSERT INTO games_result",
        "UPDATE judging_ruling",
        "INSERT INTO tournaments_event",
    ],
)
def test_process_dies_while_a_ruling_decides_the_game(
    tournament: Tournament, pairing: Pairing, head: User, statement: str
) -> None:
    for version, target in enumerate(CHAIN):
        take_step(pairing, target, seen=version, why="x", by=head)
    decided = RulingFacts(
        happened="x",
        decision="y",
        rules=("H4",),
        consequence="result",
        pairing=pairing,
        winner=0,
        scores=(6, 7),
    )
    die_then_do(lambda: give_ruling(tournament, decided, by=head), statement)


@pytest.mark.parametrize("statement", ["UPDATE judging_call", "INSERT INTO tournaments_event"])
def test_process_dies_in_each_press_on_a_call(
    started: Round, pairing: Pairing, judge: User, at: Callable[[float], None], statement: str
) -> None:
    call = place_call(pairing, by=judge)
    die_then_do(lambda: take_call(call, by=judge), statement)
    die_then_do(lambda: arrive_at_call(call, by=judge), statement)
    at(4)
    die_then_do(lambda: resolve_call(call, give_back=True, by=judge), statement)
    assert Extension.objects.get().seconds == 240

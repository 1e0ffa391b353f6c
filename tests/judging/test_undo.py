"""What judges do is taken back where it can be, and what a ruling brought about is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.models import Extension
from judging.domain.answer_call import (
    arrive_at_call,
    facts_of_call,
    hand_over_call,
    resolve_call,
    send_head_judge,
    take_call,
    withdraw_call,
)
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.long_game import take_step
from judging.domain.note_incident import note_incident
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.fair_play import templates_of
from judging.models import Call, Incident, LongGame
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Round, Tournament, User
from tournaments.undo.registry import never_words
from tournaments.undo.take_back import take_back

Answer = Callable[[Call, User], object]


def back(tournament: Tournament, by: User, event: Event | None = None) -> Event:
    event = event or Event.objects.filter(tournament=tournament).latest("id")
    return take_back(tournament, event.pk, by=by)


def code(do: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        do()
    assert str(refused.value.message)
    return refused.value.code


@pytest.fixture
def call(pairing: Pairing, desk: User) -> Call:
    return place_call(pairing, by=desk)


ANSWERS: dict[str, Answer] = {
    "take": lambda call, by: take_call(call, by=by),
    "arrive": lambda call, by: arrive_at_call(call, by=by),
    "hand over": lambda call, by: hand_over_call(call, by=by),
    "send head": lambda call, by: send_head_judge(call, by=by),
    "resolve": lambda call, by: resolve_call(call, by=by),
    "withdraw": lambda call, by: withdraw_call(call, by=by),
}


@pytest.mark.parametrize("answer", [name for name in ANSWERS if name != "take"])
def test_call_stands_as_it_stood(
    answer: str, tournament: Tournament, call: Call, judge: User
) -> None:
    take_call(call, by=judge)
    before = facts_of_call(Call.objects.get())
    ANSWERS[answer](call, judge)
    after = facts_of_call(Call.objects.get())
    undone = back(tournament, judge)
    assert facts_of_call(Call.objects.get()) == before
    back(tournament, judge, undone)
    assert facts_of_call(Call.objects.get()) == after


def test_call_that_was_placed_by_mistake_is_withdrawn(
    tournament: Tournament, call: Call, desk: User
) -> None:
    back(tournament, desk)
    assert Call.objects.get().state == "withdrawn"


def test_call_dealt_with_with_extra_time_stays_so(
    tournament: Tournament, started: Round, at: Callable[[float], None], judge: User
) -> None:
    call = place_call(started.pairings.get(table__number=1), by=None)
    take_call(call, by=judge)
    at(4)
    resolve_call(call, give_back=True, by=judge)
    event = Event.objects.get(verb="call.resolve")
    assert code(lambda: back(tournament, judge, event)) == "time-given"
    assert Call.objects.get().state == "resolved"


def test_table_that_called_anew_keeps_the_new_call(
    tournament: Tournament, call: Call, pairing: Pairing, judge: User, desk: User
) -> None:
    take_call(call, by=judge)
    resolve_call(call, by=judge)
    event = Event.objects.latest("id")
    place_call(pairing, by=desk)
    assert code(lambda: back(tournament, judge, event)) == "called-anew"


def ruling(pairing: Pairing, **more: object) -> RulingFacts:
    facts: dict[str, object] = {
        "happened": "Rød løftede en brik.",
        "decision": "Den bliver stående.",
        "rules": ("B8",),
        "pairing": pairing,
    }
    return RulingFacts(**(facts | more))  # type: ignore[arg-type]


def test_ruling_is_final_and_says_what_to_do(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    give_ruling(tournament, ruling(pairing), by=judge)
    with pytest.raises(Refused) as refused:
        back(tournament, judge)
    assert (refused.value.code, refused.value.message) == ("no-way", never_words("ruling.give"))


def test_extra_time_that_a_ruling_gave_stays_with_the_ruling(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    give_ruling(tournament, ruling(pairing, consequence="extension", minutes=5), by=judge)
    event = Event.objects.get(verb="table.extend")
    assert code(lambda: back(tournament, judge, event)) == "ruling-stands"
    assert Extension.objects.count() == 1


def test_result_that_a_ruling_decided_stays_with_the_ruling(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    for version, target in enumerate(
        (Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING, Step.LOCKED_AGAIN)
    ):
        take_step(pairing, target, seen=version, why="x", by=head)
    facts = ruling(pairing, consequence="result", rules=("H4",), winner=0, scores=(6, 7))
    give_ruling(tournament, facts, by=head)
    event = Event.objects.get(verb="result.record")
    assert code(lambda: back(tournament, head, event)) == "ruling-stands"
    assert pairing.results.filter(current=True).count() == 1


def test_step_of_a_long_game_goes_back(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    take_step(pairing, Step.OVER_TIME, seen=0, why="x", by=head)
    take_step(pairing, Step.TEN_MINUTES, seen=1, why="x", by=head)
    back(tournament, head)
    assert LongGame.objects.get().step == Step.OVER_TIME


def test_note_is_struck(tournament: Tournament, pairing: Pairing, judge: User) -> None:
    entry = pairing.seats.get(side=0).entry
    note_incident(pairing, entry, templates_of(tournament.game)[0].key, by=judge)
    back(tournament, judge)
    assert Incident.objects.get().struck_at is not None

"""Leaving with the results kept or struck, being put out, and coming back."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.leaving import entry, listed, played
from tournaments.domain.bring_back import bring_back
from tournaments.domain.check_in import change_state, seen_of, undo
from tournaments.domain.disqualify import disqualify
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.stages import StageSetup
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, Event, Tournament
from tournaments.queries.leaving import rule_of
from tournaments.queries.what_follows import what_follows, with_entrants

State = Entry.State


@pytest.fixture
def swiss(db: None) -> Tournament:
    return played(8, 2)


def test_withdrawal_in_a_swiss_keeps_the_results(swiss: Tournament) -> None:
    before = listed(swiss)
    changed = withdraw(entry(swiss, 1), by=None, why="ill")
    assert (changed.entry.state, changed.entry.struck) == (State.WITHDRAWN, False)
    assert listed(swiss) == before
    assert (changed.event.verb, changed.event.why) == ("entry.withdraw", "ill")


def test_struck_results_count_for_nobody_and_come_back_whole(swiss: Tournament) -> None:
    before = listed(swiss)
    leaving = entry(swiss, 1)
    withdraw(leaving, by=None, struck=True)
    assert listed(swiss)[1][2] is True
    bring_back(leaving, by=None)
    assert listed(swiss) == before
    assert entry(swiss, 1).state == State.PRESENT


@pytest.mark.django_db
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(numbers=st.lists(st.integers(1, 8), min_size=1, max_size=3, unique=True), data=st.data())
def test_law_struck_then_back_restores_the_standings(
    swiss: Tournament, numbers: list[int], data: st.DataObject
) -> None:
    before = listed(swiss)
    for number in numbers:
        withdraw(entry(swiss, number), by=None, struck=data.draw(st.booleans()))
    for number in data.draw(st.permutations(numbers)):
        bring_back(entry(swiss, number), by=None)
    assert listed(swiss) == before


@pytest.mark.parametrize(("rounds", "strike"), [(1, True), (3, False)])
def test_round_robin_strikes_when_less_than_half_was_played(
    db: None, rounds: int, strike: bool
) -> None:
    tournament = played(6, rounds, StageSetup("round_robin"))
    rule = rule_of(entry(tournament, 1))
    assert (rule.strike, rule.everybody_meets, rule.played, rule.of) == (strike, True, rounds, 5)
    assert withdraw(entry(tournament, 1), by=None).entry.struck is strike


def test_groups_count_the_games_of_the_own_group(db: None) -> None:
    tournament = played(9, 2, StageSetup("groups", {"groups": 3}))
    assert rule_of(entry(tournament, 1)).of == 2


def test_what_follows_is_what_happens(swiss: Tournament) -> None:
    before = listed(swiss)
    leaving = entry(swiss, 1)
    follows = what_follows(swiss, [leaving.pk], with_entrants({leaving.pk: {"struck": True}}))
    withdraw(leaving, by=None, struck=True)
    after = listed(swiss)
    told = {one.number: (one.points, one.rank) for one in (*follows.points, *follows.places)}
    assert told == {
        number: ((before[number][1], after[number][1]), (before[number][0], after[number][0]))
        for number in before
        if number != 1 and before[number][:2] != after[number][:2]
    }
    assert [one.number for one in follows.drawn] == [2]


def test_leaving_twice_is_a_conflict_and_the_same_request_is_not(swiss: Tournament) -> None:
    leaving = entry(swiss, 1)
    seen = seen_of(leaving)
    first = withdraw(leaving, by=None, struck=True, seen=seen, key="k")
    assert withdraw(leaving, by=None, struck=True, seen=seen, key="k").event == first.event
    with pytest.raises(Conflict):
        withdraw(leaving, by=None, struck=False, seen=seen)
    assert Event.objects.filter(verb="entry.withdraw").count() == 1


def test_withdrawal_is_undone(swiss: Tournament) -> None:
    before = listed(swiss)
    changed = withdraw(entry(swiss, 1), by=None, struck=True)
    undo(changed.entry, changed.event.pk, by=None)
    assert listed(swiss) == before


def test_disqualification_wants_a_reason(swiss: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        disqualify(entry(swiss, 1), by=None, struck=False, why=" ")
    assert (refused.value.code, refused.value.field) == ("why-missing", "why")
    assert entry(swiss, 1).state == State.PRESENT


def test_disqualified_can_be_struck_afterwards(swiss: Tournament) -> None:
    disqualify(entry(swiss, 1), by=None, struck=False, why="left the table")
    disqualify(entry(swiss, 1), by=None, struck=True, why="and did it again")
    assert (entry(swiss, 1).state, entry(swiss, 1).struck) == (State.DISQUALIFIED, True)


@pytest.mark.parametrize("how", ["struck", "disqualified"])
def test_neither_comes_back_by_a_tap(swiss: Tournament, how: str) -> None:
    if how == "struck":
        withdraw(entry(swiss, 1), by=None, struck=True)
    else:
        disqualify(entry(swiss, 1), by=None, struck=False, why="unfair")
    with pytest.raises(Refused) as refused:
        change_state(entry(swiss, 1), State.PRESENT, by=None)
    assert refused.value.code == "gone"


def test_one_who_has_not_left_is_not_brought_back(swiss: Tournament) -> None:
    with pytest.raises(Conflict):
        bring_back(entry(swiss, 1), by=None)


def test_return_needs_a_free_place(swiss: Tournament) -> None:
    withdraw(entry(swiss, 1), by=None)
    Tournament.objects.filter(pk=swiss.pk).update(capacity=7)
    with pytest.raises(Refused) as refused:
        bring_back(entry(swiss, 1), by=None)
    assert refused.value.code == "full"

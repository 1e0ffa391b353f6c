"""Present, late, absent, waited for, withdrawn, and the way back."""

from __future__ import annotations

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import make_entries
from tournaments.domain.check_in import change_state, next_draw, seen_of, undo
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.mark_rest_absent import mark_rest_absent, undo_rest_absent
from tournaments.models import Entry, Event, Round, Tournament, User

State = Entry.State


def add_round(tournament: Tournament, number: int, state: str) -> Round:
    return Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        state=state,
        seed=1,
        drawn_at=timezone.now(),
    )


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    return make_entries(tournament, 1, state=State.REGISTERED)[0]


def now(entry: Entry) -> tuple[str, int]:
    entry = Entry.objects.get(pk=entry.pk)
    return entry.state, entry.from_round


def test_check_in_is_one_event_with_before_and_after(entry: Entry, desk: User) -> None:
    changed = change_state(entry, State.PRESENT, by=desk)

    assert now(entry) == ("present", 1)
    event = Event.objects.get()
    assert (event, event.verb, event.actor, event.before, event.after) == (
        changed.event,
        "entry.check-in",
        desk,
        {"state": "registered", "from_round": 1},
        {"state": "present", "from_round": 1},
    )


def test_check_in_sent_twice_is_one_event(entry: Entry) -> None:
    first = change_state(entry, State.PRESENT, by=None, key="k")
    second = change_state(entry, State.PRESENT, by=None, key="k")

    assert (first.event, Event.objects.count()) == (second.event, 1)


@pytest.mark.parametrize(
    ("rounds", "coming"),
    [
        ([], 1),
        ([(1, "draft")], 1),
        ([(1, "published")], 2),
        ([(1, "closed")], 2),
        ([(1, "closed"), (2, "draft")], 2),
    ],
)
def test_next_draw_counts_a_draft_as_still_to_be_drawn(
    tournament: Tournament, rounds: list[tuple[int, str]], coming: int
) -> None:
    for number, state in rounds:
        add_round(tournament, number, state)

    assert next_draw(tournament) == coming


def test_late_plays_from_the_round_after_the_next_draw(
    tournament: Tournament, entry: Entry
) -> None:
    add_round(tournament, 1, "published")

    change_state(entry, State.LATE, by=None)
    assert now(entry) == ("late", 3)

    change_state(entry, State.LATE, by=None, from_round=5)
    assert now(entry) == ("late", 5)


def test_late_one_who_arrives_early_plays_from_the_next_draw(entry: Entry) -> None:
    change_state(entry, State.LATE, by=None, from_round=4)

    change_state(entry, State.PRESENT, by=None)

    assert now(entry) == ("present", 1)


def test_first_round_said_at_registration_survives_the_check_in(entry: Entry) -> None:
    Entry.objects.update(from_round=3)

    change_state(entry, State.PRESENT, by=None)

    assert now(entry) == ("present", 3)


@pytest.mark.parametrize("round_", [0, 1, 100])
def test_late_from_a_round_that_is_not_later_is_refused(entry: Entry, round_: int) -> None:
    with pytest.raises(Refused) as refused:
        change_state(entry, State.LATE, by=None, from_round=round_)

    assert (refused.value.code, now(entry)) == ("late-for-what", ("registered", 1))


def test_second_desk_learns_that_the_first_was_faster(
    entry: Entry, desk: User, organiser: User
) -> None:
    seen = seen_of(entry)
    change_state(entry, State.PRESENT, by=desk, seen=seen)

    for state in (State.PRESENT, State.ABSENT):
        with pytest.raises(Conflict) as conflict:
            change_state(entry, state, by=organiser, seen=seen)
        assert "ditte" in str(conflict.value.message)

    assert (now(entry), Event.objects.count()) == (("present", 1), 1)


def test_undo_goes_back_unless_somebody_came_between(entry: Entry, desk: User) -> None:
    late = change_state(entry, State.LATE, by=desk, from_round=3).event
    undo(entry, late.pk, by=desk)
    assert now(entry) == ("registered", 1)

    present = change_state(entry, State.PRESENT, by=desk).event
    change_state(entry, State.ABSENT, by=desk)
    with pytest.raises(Conflict):
        undo(entry, present.pk, by=desk)
    assert now(entry) == ("absent", 1)


def test_undo_of_another_entrys_event_is_refused(tournament: Tournament) -> None:
    one, other = make_entries(tournament, 2, state=State.REGISTERED)
    event = change_state(one, State.PRESENT, by=None).event

    with pytest.raises(Refused) as refused:
        undo(other, event.pk, by=None)
    assert refused.value.code == "nothing-to-undo"


def test_withdrawal_keeps_its_reason_and_gives_the_place_away(
    tournament: Tournament, entry: Entry
) -> None:
    Tournament.objects.update(capacity=1)

    event = change_state(entry, State.WITHDRAWN, by=None, why="syg").event
    assert (event.verb, event.why) == ("entry.withdraw", "syg")
    make_entries(tournament, 1)

    with pytest.raises(Refused) as refused:
        undo(entry, event.pk, by=None)
    assert (refused.value.code, now(entry)) == ("full", ("withdrawn", 1))


def test_nothing_changes_once_the_tournament_is_over(tournament: Tournament, entry: Entry) -> None:
    Tournament.objects.update(state=Tournament.State.FINISHED)

    for act in (
        lambda: change_state(entry, State.PRESENT, by=None),
        lambda: mark_rest_absent(tournament, [1], by=None),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "finished"


def test_rest_absent_spares_those_who_came_and_those_not_shown(tournament: Tournament) -> None:
    entries = make_entries(tournament, 4, state=State.REGISTERED)
    change_state(entries[1], State.PRESENT, by=None)

    event = mark_rest_absent(tournament, [1, 2, 3], by=None)

    assert [now(entry)[0] for entry in entries] == ["absent", "present", "absent", "registered"]
    assert event.after == {"absent": [1, 3]}


def test_rest_absent_is_undone_only_where_it_still_stands(tournament: Tournament) -> None:
    entries = make_entries(tournament, 3, state=State.REGISTERED)
    event = mark_rest_absent(tournament, [1, 2, 3], by=None)
    change_state(entries[0], State.PRESENT, by=None)

    undo_rest_absent(tournament, event.pk, by=None)

    assert [now(entry)[0] for entry in entries] == ["present", "registered", "registered"]
    with pytest.raises(Conflict):
        undo_rest_absent(tournament, event.pk, by=None)


def test_rest_absent_with_nobody_left_is_a_conflict(tournament: Tournament) -> None:
    with pytest.raises(Conflict):
        mark_rest_absent(tournament, [1], by=None)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(list(State)), min_size=1, max_size=5))
def test_undoing_every_step_leads_back(entry: Entry, states: list[str]) -> None:
    start = now(entry)
    events = []
    for state in states:
        try:
            events.append(change_state(entry, state, by=None).event)
        except Refused:
            continue

    for event in reversed(events):
        undo(entry, event.pk, by=None)

    assert now(entry) == start

"""Late entries: the first round, and what the rounds before it give."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests import factories
from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, listed, played
from tournaments.domain.check_in import undo
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.first_round import first_round_seen, set_first_round
from tournaments.models import Entry, Event, Tournament
from tournaments.queries.what_follows import what_follows, with_entrants


@pytest.fixture
def late(db: None) -> Entry:
    """One that registers after two rounds of eight."""
    (row,) = factories.make_entries(played(8, 2), 1)
    return row


def test_late_entry_has_the_points_set_for_each_missed_round(late: Entry) -> None:
    changed = set_first_round(late, 3, Decimal("0.5"), by=None, why="the ferry")
    assert changed.event.after == {"state": "present", "from_round": 3, "missed_points": "0.50"}
    play_round(again(late.tournament))
    points = late.seats.get().points
    assert points is not None
    assert listed(late.tournament)[9][1] == points + 1


def test_what_follows_tells_the_points_beforehand(late: Entry) -> None:
    set_first_round(late, 3, None, by=None)
    play_round(again(late.tournament))
    before = listed(late.tournament)
    change = with_entrants({late.pk: {"missed_points": Decimal(1)}})
    follows = what_follows(late.tournament, [late.pk], change)
    set_first_round(late, 3, Decimal(1), by=None)
    after = listed(late.tournament)
    (own,) = follows.own
    assert own.points == (before[9][1], after[9][1])
    assert {one.number: one.rank for one in follows.places} == {
        number: (before[number][0], after[number][0])
        for number in after
        if number != 9 and before[number][0] != after[number][0]
    }


def test_first_round_is_undone(late: Entry) -> None:
    changed = set_first_round(late, 4, Decimal(1), by=None)
    undo(late, changed.event.pk, by=None)
    row = Entry.objects.get(pk=late.pk)
    assert (row.from_round, row.missed_points) == (1, None)


def test_one_who_has_played_does_not_come_later(late: Entry) -> None:
    with pytest.raises(Refused) as refused:
        set_first_round(entry(late.tournament, 1), 2, None, by=None)
    assert (refused.value.code, refused.value.field) == ("played-before", "from_round")


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ("-1", "points-out-of-reach"),
        ("1.5", "points-out-of-reach"),
        ("0.333", "points-too-fine"),
    ],
)
def test_points_are_what_a_round_can_give(late: Entry, points: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        set_first_round(late, 3, Decimal(points), by=None)
    assert (refused.value.code, refused.value.field) == (code, "missed_points")


def test_two_at_once(late: Entry) -> None:
    seen = first_round_seen(late)
    set_first_round(late, 3, Decimal(1), by=None, seen=seen, key="k")
    set_first_round(late, 3, Decimal(1), by=None, seen=seen, key="k")
    with pytest.raises(Conflict):
        set_first_round(late, 4, None, by=None, seen=seen)
    assert Event.objects.filter(verb="entry.first-round").count() == 1


def test_when_the_tournament_is_over_nothing_changes(late: Entry) -> None:
    Tournament.objects.filter(pk=late.tournament_id).update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused) as refused:
        set_first_round(late, 3, None, by=None)
    assert refused.value.code == "finished"

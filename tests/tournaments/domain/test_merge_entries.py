"""A doubled entry: two rows that are one pair. No result is lost, and the two can be two again."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.results import make_round, play_round, write_results
from tests.tournaments.domain.leaving import again, entry, listed, played
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.merge_entries import merge_entries, plan_merge, undo_merge
from tournaments.domain.recheck import recheck
from tournaments.domain.sit_out import sit_out
from tournaments.domain.stages import StageSetup
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, Event, Round, Seat, Tournament
from tournaments.queries.what_follows import what_follows, with_results_moved


def doubled(first: list[list[int]], second: list[list[int]]) -> Tournament:
    """Two closed rounds of these entries: one alone sits out, who is not named is not there."""
    tournament = played(8, 0)
    rows = {row.number: row for row in tournament.entries.all()}
    for number, pairings in enumerate((first, second), start=1):
        named = [[rows[one] for one in pairing] for pairing in pairings]
        round_ = make_round(tournament, number, named, state=Round.State.CLOSED)
        write_results(round_)
    return tournament


@pytest.fixture
def two_rows(db: None) -> Tournament:
    """Pair 1 played round 1; as pair 8 it played round 2."""
    return doubled([[1, 2], [3, 4], [5, 6]], [[8, 3], [2, 5], [4, 6]])


def facts(tournament: Tournament) -> set[tuple[object, ...]]:
    rows = Seat.objects.filter(round__tournament=tournament)
    return set(rows.values_list("round__number", "pairing", "side", "outcome", "points", "score"))


def test_results_of_both_are_kept(two_rows: Tournament) -> None:
    before, points = facts(two_rows), listed(two_rows)
    merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None, why="registered twice")
    assert facts(two_rows) == before
    after = listed(two_rows)
    assert after[1][1] == points[1][1] + points[8][1] == Decimal(2)
    assert 8 not in after
    gone = entry(two_rows, 8)
    assert (gone.state, gone.merged_into) == (Entry.State.WITHDRAWN, entry(two_rows, 1))
    event = Event.objects.get(verb="entry.merge")
    assert (event.after["rounds"], event.why) == ([2], "registered twice")


def test_what_follows_is_what_happens(two_rows: Tournament) -> None:
    keep, gone = entry(two_rows, 1), entry(two_rows, 8)
    follows = what_follows(two_rows, [keep.pk, gone.pk], with_results_moved(gone.pk, keep.pk))
    before = listed(two_rows)
    merge_entries(keep, gone, by=None)
    after = listed(two_rows)
    own = {one.number: one.points for one in follows.own}
    assert own == {1: (before[1][1], after[1][1]), 8: (before[8][1], None)}


def test_rounds_that_collide_are_named_and_nothing_changes(db: None) -> None:
    tournament = doubled([[1, 2], [8, 3]], [[1, 3], [8, 2]])
    before = facts(tournament)
    with pytest.raises(Refused) as refused:
        merge_entries(entry(tournament, 1), entry(tournament, 8), by=None)
    assert refused.value.code == "rounds-collide"
    assert "1, 2" in str(refused.value.message)
    plan = plan_merge(entry(tournament, 1), entry(tournament, 8))
    assert [number for number, _own, _other in plan.collisions] == [1, 2]
    assert facts(tournament) == before


@pytest.mark.django_db
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_law_merging_loses_no_result_and_comes_apart_again(db: None, data: st.DataObject) -> None:
    rounds = []
    for _round in range(2):
        order = data.draw(st.permutations(range(1, 9)))[: data.draw(st.sampled_from([4, 6]))]
        rounds.append([list(order[at : at + 2]) for at in range(0, len(order), 2)])
    tournament = doubled(*rounds)
    before, places = facts(tournament), listed(tournament)
    keep, gone = entry(tournament, 1), entry(tournament, 8)
    both = any({1, 8} <= {one for pairing in pairings for one in pairing} for pairings in rounds)
    try:
        merge_entries(keep, gone, by=None)
    except Refused as refused:
        assert (refused.code, both) == ("rounds-collide", True)
        assert (facts(tournament), listed(tournament)) == (before, places)
        return
    assert not both
    assert facts(tournament) == before
    event = Event.objects.filter(verb="entry.merge").first()
    assert event is not None
    undo_merge(tournament, event.pk, by=None)
    assert (facts(tournament), listed(tournament)) == (before, places)


def test_next_draw_has_the_pair_once(two_rows: Tournament) -> None:
    merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None)
    round_ = play_round(again(two_rows))
    drawn = list(round_.seats.values_list("entry__number", flat=True))
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6, 7]
    met = round_.seats.get(entry__number=1).pairing.seats.values_list("entry__number", flat=True)
    assert not {2, 3} & set(met)
    assert recheck(round_).differences == ()


def test_asked_byes_and_fixed_table_go_along_and_come_back(two_rows: Tournament) -> None:
    table = two_rows.tables.get(number=4)
    Entry.objects.filter(tournament=two_rows, number=8).update(fixed_table=table)
    sit_out(entry(two_rows, 8), 3, by=None)
    merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None)
    keep = entry(two_rows, 1)
    assert (keep.fixed_table, keep.requested_byes.get().round_number) == (table, 3)
    event = Event.objects.get(verb="entry.merge")
    undo_merge(two_rows, event.pk, by=None)
    gone = entry(two_rows, 8)
    assert (gone.fixed_table, gone.requested_byes.get().round_number) == (table, 3)
    assert entry(two_rows, 1).fixed_table is None
    with pytest.raises(Conflict):
        undo_merge(two_rows, event.pk, by=None)


def test_after_the_next_draw_the_two_stay_one(two_rows: Tournament) -> None:
    merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None)
    draw_round(again(two_rows), by=None)
    with pytest.raises(Refused) as refused:
        undo_merge(two_rows, Event.objects.get(verb="entry.merge").pk, by=None)
    assert refused.value.code == "drawn-since"


def test_the_one_a_stage_was_laid_down_for_is_kept(db: None) -> None:
    tournament = played(4, 1, StageSetup("round_robin"))
    fresh = Entry.objects.create(tournament=tournament, number=5, name="Ny", name_key="ny")
    with pytest.raises(Refused) as refused:
        merge_entries(fresh, entry(tournament, 1), by=None)
    assert refused.value.code == "laid-down"
    merge_entries(entry(tournament, 1), fresh, by=None)
    play_round(again(tournament))
    assert sorted(listed(tournament)) == [1, 2, 3, 4]


def test_struck_results_are_seen_to_first(two_rows: Tournament) -> None:
    withdraw(entry(two_rows, 8), by=None, struck=True)
    with pytest.raises(Refused) as refused:
        merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None)
    assert refused.value.code == "rulings"


def test_the_same_request_twice_is_one_event(two_rows: Tournament) -> None:
    for _again in range(2):
        merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None, key="k")
    with pytest.raises(Refused) as refused:
        merge_entries(entry(two_rows, 1), entry(two_rows, 8), by=None)
    assert refused.value.code == "same-entry"
    assert Event.objects.filter(verb="entry.merge").count() == 1

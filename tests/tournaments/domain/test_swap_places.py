"""The wrong pair sat down: two change places in the round that is played, and from then on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.results import play_round, write_result, write_results
from tests.tournaments.domain.leaving import again, entry, listed, played
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.sit_out import sit_out
from tournaments.domain.stages import StageSetup
from tournaments.domain.swap_places import swap_places
from tournaments.models import Event, Pairing, Round, Seat, Tournament


def running(entries: int, setup: StageSetup | None = None) -> Round:
    tournament = played(entries, 0, setup)
    return publish_round(draw_round(tournament, by=None), by=None)


def places(round_: Round) -> set[tuple[object, ...]]:
    """Who sits where, with what they have."""
    seats = Seat.objects.filter(round=round_)
    return set(
        seats.values_list(
            "entry__number",
            "pairing__table__number",
            "side",
            "outcome",
            "points",
            "moved_from__number",
            "pairing_id",
        )
    )


def where(round_: Round) -> dict[int, int | None]:
    seats = Seat.objects.filter(round=round_)
    return dict(seats.values_list("entry__number", "pairing__table__number"))


@pytest.mark.django_db
def test_swap_exchanges_table_side_and_opponents() -> None:
    round_ = running(8)
    before = {seat.entry.number: (seat.pairing_id, seat.side) for seat in round_.seats.all()}
    one, other = (next(n for n, t in where(round_).items() if t == table) for table in (1, 3))
    t = round_.tournament
    swap_places(round_, entry(t, one), entry(t, other), by=None, why="sat down wrong")
    after = {seat.entry.number: (seat.pairing_id, seat.side) for seat in round_.seats.all()}
    assert (after[one], after[other]) == (before[other], before[one])
    assert {n: after[n] for n in after if n not in {one, other}} == {
        n: before[n] for n in before if n not in {one, other}
    }
    moved = dict(round_.seats.values_list("entry__number", "moved_from__number"))
    assert {n: left for n, left in moved.items() if left} == {one: 1, other: 3}
    event = Event.objects.get(verb="round.swap-places")
    assert event.before["places"] == {f"Par {one}": "bord 1", f"Par {other}": "bord 3"} or (
        event.before["places"] == {f"Par {one}": "table 1", f"Par {other}": "table 3"}
    )


@pytest.fixture
def nine(db: None) -> Round:
    return running(9)


@pytest.mark.django_db
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(pair=st.lists(st.integers(1, 9), min_size=2, max_size=2, unique=True))
def test_law_swapping_twice_is_nothing(nine: Round, pair: list[int]) -> None:
    before = places(nine)
    for _twice in range(2):
        swap_places(nine, *(entry(nine.tournament, number) for number in pair), by=None)
    assert places(nine) == before


def test_swap_with_the_bye_gives_the_other_the_bye(nine: Round) -> None:
    bye = nine.pairings.get(kind=Pairing.Kind.BYE).seats.get().entry.number
    one = next(n for n, t in where(nine).items() if t == 2)
    swap_places(nine, entry(nine.tournament, one), entry(nine.tournament, bye), by=None)
    seat = nine.pairings.get(kind=Pairing.Kind.BYE).seats.get()
    assert (seat.entry.number, seat.outcome, seat.points) == (one, "bye", 1)
    assert nine.seats.get(entry__number=bye).outcome == ""


@pytest.mark.parametrize("setup", [None, StageSetup("knockout"), StageSetup("double_elimination")])
def test_the_next_draw_follows_the_swap(db: None, setup: StageSetup | None) -> None:
    round_ = running(8, setup)
    tournament = round_.tournament
    one, other = (next(n for n, t in where(round_).items() if t == table) for table in (1, 4))
    swap_places(round_, entry(tournament, one), entry(tournament, other), by=None)
    write_results(round_)
    close_round(round_, by=None)
    assert recheck(round_).differences == ()
    second = play_round(again(tournament))
    met = [
        frozenset(pairing.seats.values_list("entry", flat=True))
        for one_round in (round_, second)
        for pairing in one_round.pairings.filter(kind="game")
    ]
    assert len(met) == len(set(met))
    assert sorted(listed(tournament)) == list(range(1, 9))


def test_after_a_result_it_is_refused(nine: Round) -> None:
    write_result(nine.pairings.get(table__number=1), 0)
    before = places(nine)
    one, other = (next(n for n, t in where(nine).items() if t == table) for table in (1, 2))
    with pytest.raises(Refused) as refused:
        swap_places(nine, entry(nine.tournament, one), entry(nine.tournament, other), by=None)
    assert refused.value.code == "result-is-in"
    assert places(nine) == before


@pytest.mark.parametrize("setup", [StageSetup("round_robin"), StageSetup("groups", {"groups": 2})])
def test_where_meetings_are_laid_down_it_is_refused(db: None, setup: StageSetup) -> None:
    round_ = running(8, setup)
    with pytest.raises(Refused) as refused:
        swap_places(round_, entry(round_.tournament, 1), entry(round_.tournament, 2), by=None)
    assert refused.value.code == "laid-down"


def test_those_who_won_their_places_keep_them(db: None) -> None:
    tournament = played(8, 1, StageSetup("knockout"))
    round_ = publish_round(draw_round(tournament, by=None), by=None)
    one, other = (pairing.seats.all()[0].entry for pairing in round_.pairings.all())
    with pytest.raises(Refused) as refused:
        swap_places(round_, one, other, by=None)
    assert refused.value.code == "tree-decides"


def test_one_who_asked_to_sit_out_takes_no_place(db: None) -> None:
    tournament = played(8, 0)
    sit_out(entry(tournament, 1), 1, by=None)
    round_ = publish_round(draw_round(tournament, by=None), by=None)
    with pytest.raises(Refused) as refused:
        swap_places(round_, entry(tournament, 1), entry(tournament, 2), by=None)
    assert refused.value.code == "sits-out"


def test_two_at_once_and_the_same_request_twice(nine: Round) -> None:
    version = nine.version
    ones = [next(n for n, t in where(nine).items() if t == table) for table in (1, 2, 3)]
    pairs = [[entry(nine.tournament, n) for n in pair] for pair in pairwise(ones)]
    for _again in range(2):
        swap_places(nine, *pairs[0], by=None, version=version, key="k")
    with pytest.raises(Conflict):
        swap_places(nine, *pairs[1], by=None, version=version)
    assert Event.objects.filter(verb="round.swap-places").count() == 1


def test_in_a_draft_it_is_a_conflict(draft: Round) -> None:
    with pytest.raises(Conflict):
        swap_places(draft, entry(draft.tournament, 1), entry(draft.tournament, 2), by=None)
    assert Tournament.objects.count() == 1

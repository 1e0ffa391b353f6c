"""Who goes on: written down once, with ties decided and reserves moved up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import make_round, play_round, write_result
from tournaments.domain.begin_stage import begin_stage, unbegin_stage
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Entry, Event, Round, StageEntry, Tournament, User
from tournaments.queries.going_on import going_on
from tournaments.queries.stages import stages_of


def code_of(verb: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        verb()
    return refused.value.code


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def played(tournament: Tournament) -> Tournament:
    """A round robin of four, played; the two best go on into a knockout."""
    set_stages(
        tournament,
        (StageSetup("round_robin"), StageSetup("knockout", {"third_place": False}, to_rank=2)),
    )
    factories.make_entries(tournament, 4)
    for _round in range(3):
        play_round(fresh(tournament))
    return fresh(tournament)


def test_best_go_on_with_their_ranks_as_seeds(played: Tournament, organiser: User) -> None:
    stage = begin_stage(played, by=organiser, key="k")
    assert begin_stage(played, by=organiser, key="k") == stage
    assert list(StageEntry.objects.values_list("seed", "rank", "group")) == [(1, 1, ""), (2, 2, "")]
    event = Event.objects.get(verb="stage.begin")
    assert (event.actor, len(event.after["entries"])) == (organiser, 2)
    assert draw_round(fresh(played), by=None).stage == stage


def test_begin_waits_for_the_round_to_be_closed(played: Tournament) -> None:
    last = played.rounds.latest("number")
    Round.objects.filter(pk=last.pk).update(state=Round.State.PUBLISHED)
    assert code_of(lambda: begin_stage(played, by=None)) == "round-open"


def test_begin_before_the_end_is_a_warning_not_a_wall(tournament: Tournament) -> None:
    set_stages(tournament, (StageSetup("round_robin"), StageSetup("round_robin", to_rank=2)))
    assert code_of(lambda: begin_stage(tournament, by=None)) == "not-begun"
    factories.make_entries(tournament, 4)
    play_round(fresh(tournament))
    assert code_of(lambda: begin_stage(tournament, by=None)) == "early"
    play_round(fresh(tournament))
    tournament.tie_breaks = ["lot"]
    tournament.save()
    begin_stage(tournament, by=None, early=True)
    assert StageEntry.objects.count() == 2


def test_begin_without_a_result_is_a_warning_not_a_wall(played: Tournament) -> None:
    pairing = played.rounds.latest("number").pairings.first()
    assert pairing is not None
    pairing.seats.update(outcome="", place=None, points=None)
    assert code_of(lambda: begin_stage(played, by=None)) == "missing-results"


def test_level_at_the_line_asks_who_goes_on(tournament: Tournament) -> None:
    set_stages(tournament, (StageSetup("swiss", {"rounds": 1}), StageSetup("swiss", to_rank=3)))
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["wins"])
    a, b, c, d, e, f = factories.make_entries(tournament, 6)
    round_ = make_round_in_first(tournament, [(a, b), (c, d), (e, f)])
    for pairing in round_.pairings.all():
        write_result(pairing, 0)
    # Three have won and three have lost: the line after the third is clear, after the second not.
    stage = tournament.stages.get(number=2)
    stage.to_rank = 2
    stage.save()
    own = fresh(tournament)
    assert code_of(lambda: begin_stage(own, by=None)) == "tie"
    found = going_on(own)
    assert found is not None
    (tie,) = found.ties
    assert (set(tie.entries), tie.places) == ({a.pk, c.pk, e.pk}, 2)
    begin_stage(own, by=None, prefer=[e.pk, c.pk, a.pk])
    assert set(StageEntry.objects.values_list("entry", flat=True)) == {c.pk, e.pk}


def make_round_in_first(tournament: Tournament, pairs: list[tuple[Entry, Entry]]) -> Round:
    second = tournament.stages.get(number=2)
    setup = (second.format, dict(second.settings), second.to_rank)
    second.delete()
    round_ = make_round(tournament, 1, pairs, state=Round.State.CLOSED)
    tournament.stages.create(number=2, format=setup[0], settings=setup[1], to_rank=setup[2])
    return round_


def test_reserves_move_up_for_those_who_are_not_here(played: Tournament) -> None:
    found = going_on(played)
    assert found is not None
    best, second = (entry for _one, entry in found.going)
    third = found.reserves[0]
    Entry.objects.filter(pk=second.pk).update(state=Entry.State.ABSENT)
    assert [entry.pk for _one, entry in going_on(played).going] == [best.pk, second.pk]  # type: ignore[union-attr]
    begin_stage(played, by=None, reserves=True)
    assert list(StageEntry.objects.values_list("entry", flat=True)) == [best.pk, third.pk]
    assert Event.objects.get(verb="stage.begin").after["moved_up"] == [third.name]


def test_withdrawn_never_go_on(played: Tournament) -> None:
    found = going_on(played)
    assert found is not None
    best = found.going[0][1]
    Entry.objects.filter(pk=best.pk).update(state=Entry.State.WITHDRAWN)
    begin_stage(played, by=None)
    assert best.pk not in StageEntry.objects.values_list("entry", flat=True)


def test_list_that_is_another_by_now_is_a_conflict(played: Tournament) -> None:
    found = going_on(played)
    assert found is not None
    Entry.objects.filter(pk=found.going[0][1].pk).update(state=Entry.State.WITHDRAWN)
    with pytest.raises(Conflict) as conflict:
        begin_stage(played, by=None, seen=found.stamp)
    assert conflict.value.code == "list-changed"


def test_begin_is_taken_back_while_no_round_is_drawn(played: Tournament) -> None:
    stage = begin_stage(played, by=None)
    unbegin_stage(stage, by=None, why="forkert liste")
    assert (StageEntry.objects.count(), stages_of(fresh(played))[1].begun) == (0, False)
    with pytest.raises(Conflict):
        unbegin_stage(stage, by=None)
    begin_stage(fresh(played), by=None)
    draw_round(fresh(played), by=None)
    assert code_of(lambda: unbegin_stage(stage, by=None)) == "rounds-drawn"


def test_begin_after_the_last_stage_is_refused(tournament: Tournament) -> None:
    assert code_of(lambda: begin_stage(tournament, by=None)) == "no-stage"


@pytest.mark.parametrize("pairs", [4, 12])
def test_begin_takes_a_constant_number_of_queries(
    db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=20)
    set_stages(own, (StageSetup("swiss", {"rounds": 2}), StageSetup("knockout", to_rank=4)))
    factories.make_entries(own, pairs)
    for _round in range(2):
        play_round(fresh(own))
    own = fresh(own)
    with django_assert_num_queries(13):
        begin_stage(own, by=None)

"""Drawing a round: whole or not there, from the facts of now, and again the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.dying import Died, dying_at
from tests.results import play_round, write_results
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_record import (
    request_from_json,
    request_to_json,
)
from tournaments.domain.draw_round import discard_draft, draw_round, redraw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Event, Pairing, Round, Seat, Table, Tournament, User
from tournaments.queries.draw_request import draw_request, options_from_json, stage_options


def met(round_: Round) -> set[frozenset[int]]:
    """Who sits with whom, byes as sets of one."""
    return {
        frozenset(pairing.seats.values_list("entry_id", flat=True))
        for pairing in round_.pairings.all()
    }


def code_of(verb: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        verb()
    return refused.value.code


def test_draw_seats_everybody_who_is_here_once(tournament: Tournament, organiser: User) -> None:
    factories.make_entries(tournament, 9)
    factories.make_entries(tournament, 1, state=Entry.State.REGISTERED)
    factories.make_entries(tournament, 1, state=Entry.State.WITHDRAWN)
    round_ = draw_round(tournament, by=organiser)

    assert (round_.number, round_.state, round_.published_at) == (1, Round.State.DRAFT, None)
    assert sorted(Seat.objects.filter(round=round_).values_list("entry__number", flat=True)) == (
        list(range(1, 10))
    )
    assert round_.pairings.filter(kind=Pairing.Kind.BYE).count() == 1
    tables = list(round_.pairings.filter(kind="game").values_list("table__number", flat=True))
    assert sorted(tables) == [1, 2, 3, 4]


def test_draw_gives_sides_their_colours(tournament: Tournament) -> None:
    factories.make_entries(tournament, 2)
    round_ = draw_round(tournament, by=None)
    assert list(Seat.objects.filter(round=round_).values_list("side", "colours")) == [
        (0, ["yellow", "blue"]),
        (1, ["red", "green"]),
    ]


def test_draw_is_one_event_with_its_seed(tournament: Tournament, organiser: User) -> None:
    factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=organiser, seed=424242)
    event = Event.objects.get(tournament=tournament)
    assert (event.verb, event.subject_id, event.actor, event.after["seed"]) == (
        "round.draw",
        round_.pk,
        organiser,
        424242,
    )


def test_draw_of_the_same_request_twice_is_one_round(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    first = draw_round(tournament, by=None, key="k")
    assert draw_round(tournament, by=None, key="k") == first
    assert (Round.objects.count(), Event.objects.count()) == (1, 1)


def test_draw_asked_for_again_after_discarding_says_so(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    discard_draft(draw_round(tournament, by=None, key="k"), by=None)
    assert code_of(lambda: draw_round(tournament, by=None, key="k")) == "discarded"


def test_draw_waits_for_the_round_before_to_be_closed(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=None)
    assert code_of(lambda: draw_round(tournament, by=None)) == "draft-exists"
    publish_round(round_, by=None)
    assert code_of(lambda: draw_round(tournament, by=None)) == "round-open"


def test_draw_without_all_results_is_a_warning_not_a_wall(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    first = draw_round(tournament, by=None)
    publish_round(first, by=None)
    close_round(first, by=None, despite_missing=True)

    assert code_of(lambda: draw_round(tournament, by=None)) == "missing-results"
    second = draw_round(tournament, by=None, despite_missing=True)
    assert met(second).isdisjoint(met(first))
    assert Event.objects.get(verb="round.draw", subject_id=second.pk).after["without_results"] == 2


def test_draw_with_too_few_tables_names_both_numbers(tournament: Tournament) -> None:
    factories.make_entries(tournament, 20)
    Table.objects.filter(tournament=tournament, number=8).update(in_service=False)
    with pytest.raises(Refused) as refused:
        draw_round(tournament, by=None)
    assert refused.value.code == "too-few-tables"
    assert "10" in str(refused.value.message) and "7" in str(refused.value.message)
    assert Round.objects.count() == 0


def test_draw_leaves_tables_out_of_service_empty(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    Table.objects.filter(tournament=tournament, number=1).update(in_service=False)
    round_ = draw_round(tournament, by=None)
    assert sorted(round_.pairings.values_list("table__number", flat=True)) == [2, 3]


def test_draw_keeps_fixed_tables(tournament: Tournament) -> None:
    entries = factories.make_entries(tournament, 8)
    table = Table.objects.get(tournament=tournament, number=6)
    Entry.objects.filter(pk=entries[0].pk).update(fixed_table=table)
    for _round in range(3):
        round_ = play_round(tournament)
        assert Seat.objects.get(round=round_, entry=entries[0]).pairing.table == table


@pytest.mark.parametrize("where", ["INSERT INTO tournaments_seat", "INSERT INTO tournaments_event"])
def test_draw_that_dies_leaves_nothing(tournament: Tournament, where: str) -> None:
    factories.make_entries(tournament, 8)
    with pytest.raises(Died), dying_at(where):
        draw_round(tournament, by=None)
    assert [model.objects.count() for model in (Round, Pairing, Seat, Event)] == [0, 0, 0, 0]


def test_redraw_that_dies_leaves_the_draft_as_it_was(tournament: Tournament) -> None:
    factories.make_entries(tournament, 8)
    round_ = draw_round(tournament, by=None)
    before = met(round_)
    with pytest.raises(Died), dying_at("INSERT INTO tournaments_seat"):
        redraw_round(round_, by=None)
    round_.refresh_from_db()
    assert (met(round_), round_.version) == (before, 1)


def test_redraw_with_the_same_seed_is_the_same(tournament: Tournament) -> None:
    factories.make_entries(tournament, 12)
    round_ = draw_round(tournament, by=None)
    before = met(round_)
    round_ = redraw_round(round_, by=None, seed=round_.seed)
    assert (met(round_), round_.version) == (before, 2)


def test_redraw_takes_seeds_nobody_has_seen(tournament: Tournament) -> None:
    factories.make_entries(tournament, 12)
    round_ = draw_round(tournament, by=None)
    seeds = [round_.seed]
    draws = [met(round_)]
    for _again in range(3):
        round_ = redraw_round(round_, by=None)
        seeds.append(round_.seed)
        draws.append(met(round_))
    assert len(set(seeds)) == 4
    assert any(draw != draws[0] for draw in draws[1:])


def test_redraw_takes_in_who_came_and_leaves_out_who_left(tournament: Tournament) -> None:
    entries = factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=None)
    Entry.objects.filter(pk=entries[0].pk).update(state=Entry.State.WITHDRAWN)
    (late,) = factories.make_entries(tournament, 1)
    round_ = redraw_round(round_, by=None)
    drawn = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    assert drawn == {late.pk, *(entry.pk for entry in entries[1:])}


def test_redraw_of_what_somebody_changed_meanwhile_is_a_conflict(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=None)
    redraw_round(round_, by=None, version=1)
    with pytest.raises(Conflict) as conflict:
        redraw_round(round_, by=None, version=1)
    assert conflict.value.code == "round-changed"


def test_redraw_of_a_published_round_is_refused(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=None)
    publish_round(round_, by=None)
    assert code_of(lambda: redraw_round(round_, by=None)) == "round-published"
    assert code_of(lambda: discard_draft(round_, by=None)) == "round-published"


def test_discard_leaves_only_the_log(tournament: Tournament, organiser: User) -> None:
    factories.make_entries(tournament, 5)
    round_ = draw_round(tournament, by=organiser)
    discard_draft(round_, by=organiser, why="too early", key="k")
    discard_draft(round_, by=organiser, key="k")
    assert [model.objects.count() for model in (Round, Pairing, Seat)] == [0, 0, 0]
    event = Event.objects.get(verb="round.discard")
    assert (event.before["number"], event.why) == (1, "too early")
    assert draw_round(tournament, by=organiser).number == 1


def test_late_entry_and_withdrawal_between_rounds_do_not_break_the_draw(
    tournament: Tournament,
) -> None:
    entries = factories.make_entries(tournament, 7)
    (late,) = factories.make_entries(tournament, 1, state=Entry.State.LATE)
    Entry.objects.filter(pk=late.pk).update(from_round=2)

    first = play_round(tournament)
    assert not Seat.objects.filter(round=first, entry=late).exists()
    Entry.objects.filter(pk=entries[2].pk).update(state=Entry.State.WITHDRAWN)
    second = play_round(tournament)
    drawn = set(Seat.objects.filter(round=second).values_list("entry_id", flat=True))
    assert late.pk in drawn and entries[2].pk not in drawn
    assert play_round(tournament).number == 3


def test_bye_goes_round_before_it_comes_back(tournament: Tournament) -> None:
    factories.make_entries(tournament, 5)
    byes = []
    for _round in range(5):
        round_ = play_round(tournament)
        byes.append(Seat.objects.get(round=round_, outcome=Seat.Outcome.BYE).entry_id)
    assert len(set(byes)) == 5


def test_nobody_meets_twice_while_it_can_be_avoided(tournament: Tournament) -> None:
    # Of ten, each has five opponents left after four rounds: a round without a rematch exists.
    factories.make_entries(tournament, 10)
    rounds = [met(play_round(tournament)) for _ in range(5)]
    assert len(set().union(*rounds)) == sum(map(len, rounds))


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(4, 11), st.integers(0, 3), st.integers(0, 2**40))
def test_stored_request_is_the_request(db: None, pairs: int, rounds: int, seed: int) -> None:
    own = factories.make_tournament(seed=seed)
    factories.make_entries(own, pairs)
    for _round in range(min(rounds, pairs - 1)):
        play_round(own)
    stage = own.stages.get()
    request = draw_request(stage, rounds + 1, 7)
    options = options_from_json(stage.format, stage_options(stage))
    assert request_from_json(request_to_json(request), options) == request


def test_results_entered_after_closing_count_in_the_next_draw(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    first = draw_round(tournament, by=None)
    publish_round(first, by=None)
    close_round(first, by=None, despite_missing=True)
    write_results(first)
    second = draw_round(tournament, by=None)
    winners = set(
        Seat.objects.filter(round=first, outcome=Seat.Outcome.WIN).values_list(
            "entry_id", flat=True
        )
    )
    assert frozenset(winners) in met(second)


@pytest.mark.parametrize("pairs", [2, 20])
def test_draw_takes_a_constant_number_of_queries(
    db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    factories.make_entries(own, 2 * pairs)
    with django_assert_num_queries(20):
        draw_round(own, by=None)

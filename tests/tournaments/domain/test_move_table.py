"""Moving one game of a running round: what follows is said first."""

from __future__ import annotations

import pytest

from tests.results import write_result
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.move_table import move_table, plan_move
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Event, Pairing, Round, Table, User
from tournaments.queries.moves import tables_to_move_to


@pytest.fixture
def published(draft: Round) -> Round:
    return publish_round(draft, by=None)


def game_at(round_: Round, number: int) -> Pairing:
    return round_.pairings.get(table__number=number)


def table(round_: Round, number: int) -> Table:
    return Table.objects.get(tournament=round_.tournament, number=number)


def test_move_to_a_free_table(published: Round, organiser: User) -> None:
    game = game_at(published, 1)
    move_table(game, table(published, 8), by=organiser, why="the table wobbles")
    assert game_at(published, 8) == game
    event = Event.objects.get(verb="pairing.move-table")
    assert (list(event.before["tables"].values()), list(event.after["tables"].values())) == (
        ["1"],
        ["8"],
    )
    assert event.why == "the table wobbles"


def test_move_to_a_taken_table_needs_a_swap(published: Round) -> None:
    game, other = game_at(published, 1), game_at(published, 2)
    with pytest.raises(Refused) as refused:
        move_table(game, table(published, 2), by=None)
    assert (refused.value.code, refused.value.field) == ("table-taken", "table")
    move_table(game, table(published, 2), by=None, swap=True)
    assert (game_at(published, 2), game_at(published, 1)) == (game, other)


def test_move_of_a_game_that_is_over_is_refused(published: Round) -> None:
    game = game_at(published, 1)
    write_result(game, 0)
    for moving, to in ((game, 8), (game_at(published, 2), 1)):
        with pytest.raises(Refused) as refused:
            move_table(moving, table(published, to), by=None, swap=True)
        assert refused.value.code == "result-is-in"


def test_move_to_a_table_out_of_service_is_refused(published: Round) -> None:
    Table.objects.filter(tournament=published.tournament, number=8).update(in_service=False)
    with pytest.raises(Refused) as refused:
        move_table(game_at(published, 1), table(published, 8), by=None)
    assert refused.value.code == "table-out-of-service"


def test_move_seen_too_late_is_a_conflict(published: Round) -> None:
    version = published.version
    move_table(game_at(published, 1), table(published, 8), by=None, version=version)
    with pytest.raises(Conflict) as conflict:
        move_table(game_at(published, 2), table(published, 7), by=None, version=version)
    assert conflict.value.code == "round-changed"


def test_move_sent_twice_is_one_event(published: Round) -> None:
    game = game_at(published, 1)
    for _again in range(2):
        move_table(game, table(published, 8), by=None, key="k")
    assert Event.objects.filter(verb="pairing.move-table").count() == 1


def test_move_in_a_draft_is_a_conflict(draft: Round) -> None:
    with pytest.raises(Conflict):
        move_table(game_at(draft, 1), table(draft, 8), by=None)


def test_plan_says_who_loses_a_fixed_table(published: Round) -> None:
    game = game_at(published, 1)
    seat = game.seats.first()
    assert seat is not None
    Entry.objects.filter(pk=seat.entry_id).update(fixed_table=table(published, 1))
    plan = plan_move(game_at(published, 1), table(published, 2))
    assert plan.there == game_at(published, 2)
    assert sum(seat.entry.name in sentence for sentence in plan.consequences) == 2


def test_those_who_move_know_the_table_they_left(published: Round) -> None:
    game, other = game_at(published, 1), game_at(published, 2)
    move_table(game, table(published, 2), by=None, swap=True)
    left = dict(published.seats.values_list("pairing_id", "moved_from__number"))
    assert {pk: number for pk, number in left.items() if number} == {game.pk: 1, other.pk: 2}
    move_table(game, table(published, 7), by=None)
    assert set(game.seats.values_list("moved_from__number", flat=True)) == {1}
    move_table(game, table(published, 1), by=None, swap=True)
    assert set(game.seats.values_list("moved_from__number", flat=True)) == {None}


def test_tables_to_move_to_are_those_with_the_least_against_them(published: Round) -> None:
    game = game_at(published, 1)
    seat = game.seats.select_related("entry").first()
    assert seat is not None
    Entry.objects.filter(pk=seat.entry_id).update(needs_access=True)
    Table.objects.filter(pk=table(published, 8).pk).update(accessible=True)
    Table.objects.filter(pk=table(published, 6).pk).update(in_service=False)
    write_result(game_at(published, 3), 0)
    choices = tables_to_move_to(published, game)
    assert [(one.table.number, one.free, len(one.against)) for one in choices] == [
        (8, True, 0),
        (5, True, 1),
        (7, True, 1),
        (2, False, 1),
        (4, False, 1),
    ]
    assert seat.entry.name in choices[1].against[0]

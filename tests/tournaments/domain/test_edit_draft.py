"""Changes by hand: one event each, seen by the other organiser, taken back one by one."""

from __future__ import annotations

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.dying import Died, dying_at
from tests.results import play_round
from tournaments.domain.draft_rows import read_draft
from tournaments.domain.draw_round import draw_round, redraw_round
from tournaments.domain.edit_draft import (
    last_edit,
    move_to_bye,
    move_to_table,
    put_in,
    swap_entries,
    take_out,
    undo_edit,
)
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Event, Pairing, Round, Seat, Table, Tournament, User


def at_table(round_: Round, number: int) -> list[Entry]:
    seats = Seat.objects.filter(round=round_, pairing__table__number=number).order_by("side")
    return [seat.entry for seat in seats.select_related("entry")]


def sitting_out(round_: Round) -> Entry:
    return Seat.objects.get(round=round_, pairing__kind=Pairing.Kind.BYE).entry


def table(round_: Round, number: int) -> Table:
    return Table.objects.get(tournament=round_.tournament, number=number)


def test_swap_moves_two_and_marks_both_games(draft: Round, organiser: User) -> None:
    (a, b), (c, d) = at_table(draft, 1), at_table(draft, 2)
    swap_entries(draft, a, d, by=organiser, why="cousins")
    assert (at_table(draft, 1), at_table(draft, 2)) == ([d, b], [c, a])
    assert set(draft.pairings.filter(by_hand=True).values_list("table__number", flat=True)) == {
        1,
        2,
    }
    assert Seat.objects.get(round=draft, entry=d).colours == ["yellow", "blue"]
    event = Event.objects.get(verb="draft.swap")
    assert (event.actor, event.why, len(event.before["pairings"])) == (organiser, "cousins", 2)


def test_swap_with_the_bye_changes_who_sits_out(draft: Round) -> None:
    (a, b), out = at_table(draft, 1), sitting_out(draft)
    swap_entries(draft, a, out, by=None)
    assert (sitting_out(draft), at_table(draft, 1)) == (a, [out, b])


def test_bye_can_be_moved(draft: Round) -> None:
    (a, _b), out = at_table(draft, 1), sitting_out(draft)
    move_to_bye(draft, a, by=None)
    assert (sitting_out(draft), out in at_table(draft, 1)) == (a, True)


def test_table_change_swaps_with_who_sits_there(draft: Round) -> None:
    first, second = at_table(draft, 1), at_table(draft, 2)
    order = draft.pairings.get(table__number=1).order
    move_to_table(draft, order, table(draft, 2), by=None)
    assert (at_table(draft, 1), at_table(draft, 2)) == (second, first)
    move_to_table(draft, order, table(draft, 8), by=None)
    assert (at_table(draft, 2), at_table(draft, 8)) == ([], first)


def test_table_out_of_service_is_refused(draft: Round) -> None:
    Table.objects.filter(tournament=draft.tournament, number=8).update(in_service=False)
    with pytest.raises(Refused) as refused:
        move_to_table(draft, 1, table(draft, 8), by=None)
    assert refused.value.code == "table-out-of-service"


def test_taken_out_entry_leaves_its_opponent_with_the_bye(draft: Round) -> None:
    (a, b), out = at_table(draft, 1), sitting_out(draft)
    take_out(draft, a, by=None)
    assert not Seat.objects.filter(round=draft, entry=a).exists()
    assert at_table(draft, 1) == [b, out]
    assert not draft.pairings.filter(kind=Pairing.Kind.BYE).exists()


def test_put_in_meets_who_sat_out(draft: Round, tournament: Tournament) -> None:
    out = sitting_out(draft)
    (late,) = factories.make_entries(tournament, 1)
    put_in(draft, late, by=None)
    assert at_table(draft, 5) == [out, late]


def test_put_in_somebody_not_here_is_refused(draft: Round, tournament: Tournament) -> None:
    (away,) = factories.make_entries(tournament, 1, state=Entry.State.ABSENT)
    with pytest.raises(Refused) as refused:
        put_in(draft, away, by=None)
    assert refused.value.code == "not-here"


def test_undo_takes_changes_back_one_by_one(draft: Round, tournament: Tournament) -> None:
    drawn = read_draft(draft)
    a, b = at_table(draft, 1)
    c, _d = at_table(draft, 2)
    (late,) = factories.make_entries(tournament, 1)
    states = [drawn]
    for verb, args in (
        (swap_entries, (a, c)),
        (take_out, (b,)),
        (put_in, (late,)),
        (move_to_table, (1, table(draft, 7))),
    ):
        verb(draft, *args, by=None)  # type: ignore[operator]
        states.append(read_draft(draft))
    for state in reversed(states[:-1]):
        undo_edit(draft, by=None)
        assert read_draft(draft) == state
    assert last_edit(draft) is None
    with pytest.raises(Refused) as refused:
        undo_edit(draft, by=None)
    assert refused.value.code == "nothing-to-undo"


def test_undo_goes_on_from_a_new_change(draft: Round) -> None:
    drawn = read_draft(draft)
    (a, b), (c, d) = at_table(draft, 1), at_table(draft, 2)
    swap_entries(draft, a, c, by=None)
    undo_edit(draft, by=None)
    swap_entries(draft, b, d, by=None)
    undo_edit(draft, by=None)
    assert (read_draft(draft), last_edit(draft)) == (drawn, None)


def test_undo_stops_at_the_last_draw(draft: Round) -> None:
    (a, _b), (c, _d) = at_table(draft, 1), at_table(draft, 2)
    swap_entries(draft, a, c, by=None)
    redraw_round(draft, by=None)
    assert last_edit(draft) is None


def test_two_organisers_at_once_the_second_sees_what_the_first_did(
    draft: Round, organiser: User
) -> None:
    (a, b), (c, d) = at_table(draft, 1), at_table(draft, 2)
    swap_entries(draft, a, c, by=organiser, version=1)
    with pytest.raises(Conflict) as conflict:
        swap_entries(draft, b, d, by=None, version=1)
    assert conflict.value.code == "round-changed"
    assert organiser.display_name in str(conflict.value.message)
    assert (at_table(draft, 1), at_table(draft, 2)) == ([c, b], [a, d])


def test_edit_sent_twice_is_one_change(draft: Round) -> None:
    (a, _b), (c, _d) = at_table(draft, 1), at_table(draft, 2)
    for _again in range(2):
        swap_entries(draft, a, c, by=None, key="k")
    draft.refresh_from_db()
    assert (Event.objects.filter(verb="draft.swap").count(), draft.version) == (1, 2)
    assert c in at_table(draft, 1)


def test_edit_that_dies_leaves_the_draft_as_it_was(draft: Round) -> None:
    drawn = read_draft(draft)
    (a, _b), (c, _d) = at_table(draft, 1), at_table(draft, 2)
    with pytest.raises(Died), dying_at("UPDATE tournaments_seat"):
        swap_entries(draft, a, c, by=None)
    assert read_draft(draft) == drawn


def test_published_round_is_locked_against_edits(draft: Round) -> None:
    a, b = at_table(draft, 1)
    publish_round(draft, by=None)
    with pytest.raises(Conflict) as conflict:
        swap_entries(draft, a, b, by=None)
    assert conflict.value.code == "round-published"


def test_swap_writes_only_the_games_it_touches(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    factories.make_entries(own, 40)
    play_round(own)
    round_ = draw_round(own, by=None)
    first, last = round_.pairings.filter(table__isnull=False).order_by("table__number")[::19]
    a, c = at_table(round_, first.table.number)[0], at_table(round_, last.table.number)[0]
    # On PostgreSQL the tournament's row is locked first; SQLite has one lock for everything.
    queries = 21 if connection.vendor == "postgresql" else 20
    with django_assert_num_queries(queries):
        swap_entries(round_, a, c, by=None, version=1)

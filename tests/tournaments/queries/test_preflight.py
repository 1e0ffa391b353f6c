"""What stands out before a draw."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import make_round, play_round, write_results
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import draw_round
from tournaments.models import Entry, Pairing, Round, Seat, Table, Tournament
from tournaments.queries.preflight import preflight
from tournaments.queries.preflight_model import Level


def codes(tournament: Tournament) -> dict[str, Level]:
    return {note.code: note.level for note in preflight(tournament).notes}


def test_preflight_with_nothing_to_say(tournament: Tournament) -> None:
    factories.make_entries(tournament, 8)
    checks = preflight(tournament)
    assert (checks.number, len(checks.playing), checks.games, checks.tables, checks.notes) == (
        1,
        8,
        4,
        8,
        (),
    )


def test_preflight_with_nobody_here_stops(tournament: Tournament) -> None:
    factories.make_entries(tournament, 8, state=Entry.State.REGISTERED)
    assert codes(tournament) == {"too-few": Level.STOP, "not-checked-in": Level.WARNING}


def test_preflight_names_who_would_sit_out(tournament: Tournament) -> None:
    factories.make_entries(tournament, 7)
    (note,) = preflight(tournament).notes
    assert (note.code, note.level) == ("bye", Level.INFO)
    drawn = draw_round(tournament, by=None)
    bye = Seat.objects.get(round=drawn, pairing__kind=Pairing.Kind.BYE)
    assert note.entries == (bye.entry,)


def test_preflight_counts_tables_in_service(tournament: Tournament) -> None:
    factories.make_entries(tournament, 16)
    Table.objects.filter(tournament=tournament, number=3).update(in_service=False)
    assert codes(tournament) == {"too-few-tables": Level.STOP}
    Entry.objects.filter(number__gt=14).update(state=Entry.State.ABSENT)
    assert codes(tournament) == {"tables-out-of-service": Level.INFO, "absent": Level.INFO}


def test_preflight_of_a_hall_without_tables_stops(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    Table.objects.all().delete()
    assert codes(tournament) == {"no-tables": Level.STOP}


def test_preflight_names_a_fixed_table_that_is_closed(tournament: Tournament) -> None:
    entries = factories.make_entries(tournament, 4)
    table = Table.objects.get(tournament=tournament, number=8)
    Entry.objects.filter(pk=entries[0].pk).update(fixed_table=table)
    Table.objects.filter(pk=table.pk).update(in_service=False)
    notes = {note.code: note for note in preflight(tournament).notes}
    assert notes["fixed-table-out-of-service"].entries == (entries[0],)


def test_preflight_lists_missing_results(tournament: Tournament) -> None:
    a, b, c, d = factories.make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [(a, b), (c, d)])
    assert codes(tournament) == {"round-open": Level.STOP, "missing-results": Level.WARNING}
    close_round(round_, by=None, despite_missing=True)
    checks = preflight(tournament)
    assert (checks.number, len(checks.missing), checks.stops) == (2, 2, ())
    write_results(round_)
    assert preflight(tournament).missing == ()


def test_preflight_names_who_comes_in_late(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    play_round(tournament)
    late = factories.make_entries(tournament, 2)
    (note,) = preflight(tournament).notes
    assert (note.code, note.entries) == ("newcomers", tuple(late))


def test_preflight_with_a_draft_there_stops(draft: Round) -> None:
    assert codes(draft.tournament)["draft-exists"] == Level.STOP


def test_preflight_beyond_the_plan_warns(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    Tournament.objects.update(rounds_planned=1)
    play_round(tournament)
    tournament.refresh_from_db()
    assert codes(tournament) == {"beyond-plan": Level.WARNING}


@pytest.mark.parametrize("pairs", [2, 20])
def test_preflight_takes_a_constant_number_of_queries(
    db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    factories.make_entries(own, 2 * pairs + 1)
    play_round(own)
    with django_assert_num_queries(12):
        preflight(own)

"""From rows to the facts of the formats."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import make_round, write_result, write_results
from tournaments.formats import model
from tournaments.formats.scoring import TieBreak
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.queries.played import entrants_of, played_pairings, settings_of, tables_of


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("registered", "absent"),
        ("present", "active"),
        ("late", "active"),
        ("absent", "absent"),
        ("withdrawn", "withdrawn"),
    ],
)
def test_entrants_carry_status(tournament: Tournament, state: str, status: str) -> None:
    factories.make_entries(tournament, 1, state=state)
    (entrant,) = entrants_of(tournament)
    assert entrant.status == status


def test_entrants_seeded_come_before_unseeded(tournament: Tournament) -> None:
    first, second, third = factories.make_entries(tournament, 3)
    Entry.objects.filter(pk=third.pk).update(seed_rank=1)
    Entry.objects.filter(pk=first.pk).update(seed_rank=7)
    seeds = {entrant.id: entrant.seed for entrant in entrants_of(tournament)}
    assert seeds == {third.pk: 1, first.pk: 2, second.pk: 3}


def test_entrants_order_of_the_unseeded_survives_a_late_entry(tournament: Tournament) -> None:
    factories.make_entries(tournament, 12)
    before = [e.id for e in sorted(entrants_of(tournament), key=lambda e: e.seed)]
    (late,) = factories.make_entries(tournament, 1)
    after = [e.id for e in sorted(entrants_of(tournament), key=lambda e: e.seed)]
    assert [pk for pk in after if pk != late.pk] == before


def test_entrants_keep_their_fixed_table(tournament: Tournament) -> None:
    (entry,) = factories.make_entries(tournament, 1)
    Entry.objects.filter(pk=entry.pk).update(
        fixed_table=Table.objects.get(tournament=tournament, number=3), from_round=2
    )
    (entrant,) = entrants_of(tournament)
    assert (entrant.fixed_table, entrant.available_from_round) == (3, 2)


def test_pairings_leave_drafts_out(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    make_round(tournament, 1, [(a, b)], state=Round.State.DRAFT)
    assert played_pairings(tournament) == ()


def test_pairings_carry_what_was_played(tournament: Tournament) -> None:
    a, b, c = factories.make_entries(tournament, 3)
    first = make_round(tournament, 1, [(a, b), (c,)], state=Round.State.CLOSED)
    write_result(first.pairings.get(order=1), 1, scores=(8, 3))
    make_round(tournament, 2, [(b, c), (a,)])

    seat = model.PlayedSeat
    assert played_pairings(tournament) == (
        model.PlayedPairing(
            round=1,
            table=1,
            final=True,
            seats=(
                seat(
                    entry=a.pk,
                    side=1,
                    outcome=model.Outcome.LOSS,
                    points=Decimal(0),
                    score=Decimal(3),
                ),
                seat(
                    entry=b.pk,
                    side=2,
                    outcome=model.Outcome.WIN,
                    points=Decimal(1),
                    score=Decimal(8),
                ),
            ),
        ),
        model.PlayedPairing(
            round=1, final=True, kind=model.PairingKind.BYE, seats=(seat(entry=c.pk, side=1),)
        ),
        model.PlayedPairing(
            round=2,
            table=1,
            final=False,
            seats=(seat(entry=b.pk, side=1), seat(entry=c.pk, side=2)),
        ),
        model.PlayedPairing(
            round=2, final=True, kind=model.PairingKind.BYE, seats=(seat(entry=a.pk, side=1),)
        ),
    )
    assert [pairing.round for pairing in played_pairings(tournament, 1)] == [1, 1]


def test_pairings_half_a_result_is_none(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    make_round(tournament, 1, [(a, b)])
    Seat.objects.filter(entry=a).update(outcome=Seat.Outcome.WIN)
    (pairing,) = played_pairings(tournament)
    assert not pairing.final


def test_pairings_know_a_walkover(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    make_round(tournament, 1, [(a, b)])
    Seat.objects.filter(entry=a).update(outcome=Seat.Outcome.WALKOVER_WIN)
    Seat.objects.filter(entry=b).update(outcome=Seat.Outcome.WALKOVER_LOSS)
    (pairing,) = played_pairings(tournament)
    assert (pairing.kind, pairing.final, pairing.seats[0].outcome) == (
        model.PairingKind.WALKOVER,
        True,
        model.Outcome.WIN,
    )


def test_tables_out_of_service_are_marked(tournament: Tournament) -> None:
    Table.objects.filter(tournament=tournament, number__gt=2).delete()
    Table.objects.filter(tournament=tournament, number=2).update(in_service=False)
    assert tables_of(tournament) == (model.Table(1), model.Table(2, in_service=False))


def test_settings_read_what_is_stored(tournament: Tournament) -> None:
    tournament.points_scheme = {"win": "2", "draw": "1", "loss": "0", "bye": "1.5"}
    tournament.tie_breaks = ["buchholz_cut_1", "lot"]
    settings = settings_of(tournament)
    assert (settings.points.win, settings.points.bye, settings.points.walkover_win) == (
        Decimal(2),
        Decimal("1.5"),
        Decimal(2),
    )
    assert settings.tie_breaks == (TieBreak.BUCHHOLZ_CUT_1, TieBreak.LOT)
    assert settings.lot_seed == str(tournament.seed)


@pytest.mark.parametrize("pairs", [2, 20])
def test_facts_take_one_query_each(
    tournament: Tournament, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entries = factories.make_entries(factories.make_tournament(tables=40), pairs)
    own = entries[0].tournament
    write_results(make_round(own, 1, list(zip(entries[::2], entries[1::2], strict=True))))
    with django_assert_num_queries(3):
        entrants_of(own)
        played_pairings(own)
        tables_of(own)

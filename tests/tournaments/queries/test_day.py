"""The day's figures and its next step, at tables of two sides and of several."""

from __future__ import annotations

import datetime as dt

import pytest

from tests import factories
from tournaments.models import Pairing, Round, Seat, Tournament
from tournaments.queries.day import day_of


def round_at_tables_of(tournament: Tournament, sides: int, tables: int = 2) -> list[Pairing]:
    """A published round without a result."""
    entries = factories.make_entries(tournament, sides * tables)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=1,
        state=Round.State.PUBLISHED,
        seed=1,
        drawn_at=dt.datetime(2027, 3, 13, 9, tzinfo=dt.UTC),
    )
    pairings = []
    for number, table in enumerate(tournament.tables.all()[:tables]):
        pairing = Pairing.objects.create(round=round_, table=table, order=number + 1)
        for side, entry in enumerate(entries[number * sides : (number + 1) * sides]):
            Seat.objects.create(pairing=pairing, round=round_, entry=entry, side=side)
        pairings.append(pairing)
    return pairings


def finish(pairing: Pairing) -> None:
    """As a result is written: outcomes at tables of two, places alone at larger ones."""
    seats = list(pairing.seats.order_by("side"))
    for place, seat in enumerate(seats, start=1):
        if len(seats) == 2:
            seat.outcome = Seat.Outcome.WIN if place == 1 else Seat.Outcome.LOSS
        seat.place = place
        seat.save()


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_round_can_be_closed_when_every_table_has_its_result(
    tournament: Tournament, sides: int
) -> None:
    pairings = round_at_tables_of(tournament, sides)
    seen = [(day_of(tournament).missing, day_of(tournament).step)]
    for pairing in pairings:
        finish(pairing)
        seen.append((day_of(tournament).missing, day_of(tournament).step))
    assert seen == [(2, "play"), (1, "play"), (0, "close")]

"""A hall of any size in a handful of queries, for tests of what size costs."""

from __future__ import annotations

import datetime as dt

from tests.factories import make_tournament
from tournaments.models import Entry, Pairing, Round, Seat, Tournament

HERE = Entry.State.PRESENT


def hall_that_plays(tables: int) -> Tournament:
    """A tournament whose first round is being played at all its tables by two entries each."""
    tournament = make_tournament(tables=tables)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament, number=n, name=f"Par {n}", name_key=f"par {n}", state="present"
        )
        for n in range(1, 2 * tables + 1)
    )
    then = dt.datetime(2027, 3, 13, 9, tzinfo=dt.UTC)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=1,
        state=Round.State.PUBLISHED,
        seed=1,
        drawn_at=then,
        published_at=then,
    )
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, table=table, order=table.number)
        for table in tournament.tables.order_by("number")
    )
    Seat.objects.bulk_create(
        Seat(pairing=pairing, round=round_, entry=entries[2 * n + side], side=side)
        for n, pairing in enumerate(pairings)
        for side in (0, 1)
    )
    return tournament

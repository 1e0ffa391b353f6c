"""What a result left behind at a table, and what refusing one leaves."""

from __future__ import annotations

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Result
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing


def seats(pairing: Pairing) -> list[tuple[str, str, int | None, int | None]]:
    """Outcome, points, place and score of each side."""
    return [
        (
            seat.outcome,
            f"{seat.points:f}" if seat.points is not None else "",
            seat.place,
            seat.score,
        )
        for seat in pairing.seats.order_by("side")
    ]


def refused(pairing: Pairing, typed: Typed) -> Refused:
    with pytest.raises(Refused) as refusal:
        record_result(pairing, typed, seen=0, by=None)
    assert (Result.objects.count(), Event.objects.count()) == (0, 0)
    assert {seat.place for seat in pairing.seats.all()} == {None}
    return refusal.value

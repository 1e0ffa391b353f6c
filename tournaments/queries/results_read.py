"""Results as a draw reads them: of the rows as they are now, and as a draw has kept them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tournaments.formats.model import PlayedPairing

ReadResult = tuple[int, str, bool, tuple[tuple[Any, ...], ...]]
"""A pairing as a draw reads it: round, kind, whether it is final, and what each seat got."""


def read_result(one: PlayedPairing, *, points: bool) -> ReadResult:
    """What a draw reads of a pairing: not its table, and with `points` not what only tie-breaks
    read."""
    last = (5 if points else 8) if one.final else 2
    seats = [
        (
            seat.entry,
            seat.outcome and seat.outcome.value,
            seat.place,
            _text(seat.points),
            _text(seat.score),
            seat.steps,
            seat.in_time,
        )[: last - 1]
        for seat in one.seats
    ]
    return one.round, one.kind.value, one.final, tuple(sorted(seats, key=_first))


def stored_result(stored: Any, *, points: bool) -> ReadResult:
    """The same of a pairing as a draw keeps it."""
    number, kind, final, _table, _group, _slot, seats = stored
    last = (5 if points else 8) if final else 2
    facts = [(seat[0], *seat[2:last]) for seat in seats]
    return number, kind, final, tuple(sorted(facts, key=_first))


def _first(seat: tuple[Any, ...]) -> Any:
    return seat[0]


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)

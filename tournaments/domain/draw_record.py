"""A draw as it is stored: everything it was made from, and what came of it, as JSON.

`Round.draw` holds one of these, so that the draw can be made again and compared (`check_draw`).
Rows are lists rather than objects: a request of 500 entries in round 8 is a few hundred kB.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tournaments.formats import model
from tournaments.formats.model import Draw, DrawnPairing, DrawRequest, Reason
from tournaments.formats.scoring import StandingsSettings
from tournaments.plain import from_plain, kinds, to_plain

Json = Any


def reason_to_json(reason: Reason) -> Json:
    """`{"code": …, "params": {…}}`; decimals as text, entry keys as lists of numbers."""
    return {
        "code": reason.code,
        "params": {
            key: str(value)
            if isinstance(value, Decimal)
            else list(value)
            if isinstance(value, tuple)
            else value
            for key, value in reason.params.items()
        },
    }


def pairing_to_json(pairing: DrawnPairing) -> Json:
    return {
        "seats": [[seat.entry, seat.side] for seat in pairing.seats],
        "kind": pairing.kind.value,
        "table": pairing.table,
        "group": pairing.group,
        "slot": pairing.slot,
        "reasons": [reason_to_json(reason) for reason in pairing.reasons],
    }


def draw_to_json(draw: Draw) -> Json:
    """What a draw decided, without what it was made from."""
    return {
        "engine": draw.engine_version,
        "optimality": draw.optimality.value,
        "costs": [[cost.tier, cost.cost] for cost in draw.costs],
        "reasons": [reason_to_json(reason) for reason in draw.reasons],
        "warnings": [reason_to_json(reason) for reason in draw.warnings],
        "pairings": [pairing_to_json(pairing) for pairing in draw.pairings],
    }


#: Columns of the rows below, in order. A row that is shorter has defaults for the rest.
_ENTRANT = (
    "id",
    "seed",
    "status",
    "available_from_round",
    "fixed_table",
    "club",
    "city",
    "adjustment",
    "missed_points",
    "struck",
    "needs_access",
    "lot",
)
_SEAT = ("entry", "side", "outcome", "place", "points", "score", "steps", "in_time")
_PAIRING = ("round", "kind", "final", "table", "group", "slot", "seats")
_TABLE = ("number", "in_service", "accessible")


def _row(columns: tuple[str, ...], value: Any) -> list[Json]:
    return [to_plain(getattr(value, column)) for column in columns]


def _from_row(kind: type[Any], columns: tuple[str, ...], row: Json) -> Any:
    """The object a row was made of. Its columns are all of the object's fields."""
    return from_plain(kind, dict(zip(columns, row, strict=False)))


def request_to_json(request: DrawRequest) -> Json:
    """All that a draw depends on but the format's own options, which the round keeps beside it."""
    return {
        "round": request.round,
        "seed": request.seed,
        "entrants": [_row(_ENTRANT, entrant) for entrant in request.entrants],
        "history": [played_to_json(played) for played in request.history],
        "standings": to_plain(request.standings),
        "tables": [_row(_TABLE, table) for table in request.tables],
        "table_ranges": to_plain(request.table_ranges),
        "forbidden": sorted(sorted(pair) for pair in request.forbidden),
    }


def played_to_json(played: model.PlayedPairing) -> Json:
    """A pairing of the history: round, kind, final, table, group, slot, and its seats as rows of
    entry, side, outcome, place, points, score, steps, in_time."""
    return [*_row(_PAIRING[:-1], played), [_row(_SEAT, seat) for seat in played.seats]]


def request_from_json(stored: Json, options: model.FormatOptions | None = None) -> DrawRequest:
    """The request `request_to_json` stored. KeyError, ValueError or TypeError for anything else."""
    return DrawRequest(
        round=stored["round"],
        seed=stored["seed"],
        entrants=tuple(_from_row(model.Entrant, _ENTRANT, row) for row in stored["entrants"]),
        history=tuple(_played(row) for row in stored["history"]),
        standings=from_plain(StandingsSettings, stored["standings"]),
        tables=tuple(_from_row(model.Table, _TABLE, row) for row in stored["tables"]),
        table_ranges=tuple(
            (group, tuple(numbers)) for group, numbers in stored.get("table_ranges", ())
        ),
        forbidden=frozenset(frozenset(pair) for pair in stored["forbidden"]),
        options=options,
    )


def _played(row: Json) -> model.PlayedPairing:
    *facts, seats = row
    return model.PlayedPairing(
        **{
            column: from_plain(kinds(model.PlayedPairing)[column], value)
            for column, value in zip(_PAIRING[:-1], facts, strict=True)
        },
        seats=tuple(_from_row(model.PlayedSeat, _SEAT, seat) for seat in seats),
    )

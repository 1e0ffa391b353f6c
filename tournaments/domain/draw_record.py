"""A draw as it is stored: everything it was made from, and what came of it, as JSON.

`Round.draw` holds one of these, so that the draw can be made again and compared (`check_draw`).
Rows are lists rather than objects: a request of 500 entries in round 8 is a few hundred kB.
"""

from __future__ import annotations

from dataclasses import fields
from decimal import Decimal
from typing import Any

from tournaments.formats import model
from tournaments.formats.model import Draw, DrawnPairing, DrawRequest, Reason
from tournaments.formats.scoring import PointsScheme, StandingsSettings, TieBreak, UnplayedRule

Json = Any


def _number(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _decimal(value: str | None) -> Decimal | None:
    return None if value is None else Decimal(value)


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


def request_to_json(request: DrawRequest) -> Json:
    """All that a draw depends on but the format's own options, which the stage holds."""
    return {
        "round": request.round,
        "seed": request.seed,
        "entrants": [
            [
                entrant.id,
                entrant.seed,
                entrant.status.value,
                entrant.available_from_round,
                entrant.fixed_table,
                entrant.club,
                entrant.city,
                str(entrant.adjustment),
            ]
            for entrant in request.entrants
        ],
        "history": [
            [
                played.round,
                played.kind.value,
                played.final,
                played.table,
                played.group,
                played.slot,
                [
                    [
                        seat.entry,
                        seat.side,
                        seat.outcome,
                        seat.place,
                        _number(seat.points),
                        _number(seat.score),
                    ]
                    for seat in played.seats
                ],
            ]
            for played in request.history
        ],
        "standings": settings_to_json(request.standings),
        "tables": [[table.number, table.in_service] for table in request.tables],
        "forbidden": sorted(sorted(pair) for pair in request.forbidden),
    }


def request_from_json(stored: Json, options: model.FormatOptions | None = None) -> DrawRequest:
    """The request `request_to_json` stored. Raises KeyError or ValueError for anything else."""
    return DrawRequest(
        round=stored["round"],
        seed=stored["seed"],
        entrants=tuple(
            model.Entrant(
                id=pk,
                seed=seed,
                status=model.EntrantStatus(status),
                available_from_round=from_round,
                fixed_table=fixed_table,
                club=club,
                city=city,
                adjustment=Decimal(adjustment),
            )
            for pk, seed, status, from_round, fixed_table, club, city, adjustment in stored[
                "entrants"
            ]
        ),
        history=tuple(_played(row) for row in stored["history"]),
        standings=settings_from_json(stored["standings"]),
        tables=tuple(model.Table(number, in_service) for number, in_service in stored["tables"]),
        forbidden=frozenset(frozenset(pair) for pair in stored["forbidden"]),
        options=options,
    )


def _played(row: Json) -> model.PlayedPairing:
    number, kind, final, table, group, slot, seats = row
    return model.PlayedPairing(
        round=number,
        kind=model.PairingKind(kind),
        final=final,
        table=table,
        group=group,
        slot=slot,
        seats=tuple(
            model.PlayedSeat(
                entry=entry,
                side=side,
                outcome=None if outcome is None else model.Outcome(outcome),
                place=place,
                points=_decimal(points),
                score=_decimal(score),
            )
            for entry, side, outcome, place, points, score in seats
        ),
    )


_POINTS = tuple(field.name for field in fields(PointsScheme) if field.name != "by_place")


def settings_to_json(settings: StandingsSettings) -> Json:
    """Points scheme and tie-breaks as they were at the time of the draw."""
    scheme = settings.points
    return {
        "points": {name: str(getattr(scheme, name)) for name in _POINTS},
        "by_place": [[str(value) for value in row] for row in scheme.by_place],
        "tie_breaks": [tie_break.value for tie_break in settings.tie_breaks],
        "unplayed": settings.unplayed.value,
        "lot_seed": settings.lot_seed,
        "rounds": settings.rounds,
    }


def settings_from_json(stored: Json) -> StandingsSettings:
    points = {name: Decimal(value) for name, value in stored["points"].items()}
    by_place = tuple(tuple(Decimal(value) for value in row) for row in stored["by_place"])
    return StandingsSettings(
        points=PointsScheme(**points, by_place=by_place),
        tie_breaks=tuple(TieBreak(value) for value in stored["tie_breaks"]),
        unplayed=UnplayedRule(stored["unplayed"]),
        lot_seed=stored["lot_seed"],
        rounds=stored["rounds"],
    )

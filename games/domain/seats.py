"""What a final result gives the seats: the one place where `games` writes to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from games.domain.game_results import PLAYED, UNPLAYED, Payload, SideResult, game_results
from tournaments.formats import model
from tournaments.formats.records import award_points
from tournaments.games import GAMES
from tournaments.models import Pairing, Seat, Tournament
from tournaments.queries.played import settings_of

_OUTCOMES = {
    "": None,
    Seat.Outcome.WIN: model.Outcome.WIN,
    Seat.Outcome.WALKOVER_WIN: model.Outcome.WIN,
    Seat.Outcome.LOSS: model.Outcome.LOSS,
    Seat.Outcome.WALKOVER_LOSS: model.Outcome.LOSS,
    Seat.Outcome.DRAW: model.Outcome.DRAW,
}
_WALKOVERS = frozenset({Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS})


def seats_of(pairing: Pairing) -> list[Seat]:
    """The seats of a pairing by side, entries with them."""
    return list(pairing.seats.select_related("entry").order_by("side", "id"))


def colours_of(tournament: Tournament, seats: Sequence[Seat]) -> list[list[str]]:
    """The colours of each side, from its seats; the game's own where the draw set none."""
    own = GAMES[tournament.game].sides
    drawn = {seat.side: list(seat.colours) for seat in seats if seat.colours}
    return [
        drawn.get(side) or list(own[side % len(own)])
        for side in sorted({seat.side for seat in seats})
    ]


def played_with(
    pairing: Pairing,
    seats: Sequence[Seat],
    tournament: Tournament,
    payload: Payload | None,
    *,
    most_minutes: int | None = None,
) -> model.PlayedPairing:
    """The pairing as the standings read it with this (valid) result, or (None) with none.

    Points are those of the tournament's scheme, to the hundredth. `most_minutes` is the time the
    game had.
    """
    sides = sorted({seat.side for seat in seats})
    results = game_results(tournament.game).given(payload) if payload is not None else ()
    given = dict(zip(sides, results, strict=payload is not None))
    outcomes = {result.outcome for result in results}
    table = pairing.table.number if pairing.table is not None else None
    unplayed = bool(outcomes) and outcomes <= _WALKOVERS
    kind = model.PairingKind.WALKOVER if unplayed else model.PairingKind.GAME
    played = model.PlayedPairing(
        round=pairing.round.number,
        seats=tuple(
            model.PlayedSeat(entry=seat.entry_id, side=seat.side + 1)
            if payload is None
            else model.PlayedSeat(
                entry=seat.entry_id,
                side=seat.side + 1,
                outcome=_OUTCOMES[given[seat.side].outcome],
                place=given[seat.side].place,
                score=_decimal(given[seat.side].score),
                steps=given[seat.side].steps,
                in_time=None if _absent(given[seat.side]) else in_time(payload, most_minutes),
                absent=not unplayed and _absent(given[seat.side]),
            )
            for seat in seats
        ),
        final=payload is not None,
        kind=kind,
        table=table,
    )
    if payload is None:
        return played
    scheme = settings_of(tournament).points
    return replace(
        played,
        seats=tuple(
            replace(seat, points=award_points(played, seat, scheme).quantize(Decimal("0.01")))
            for seat in played.seats
        ),
    )


def _absent(result: SideResult) -> bool:
    return result.outcome == Seat.Outcome.WALKOVER_LOSS


def given_to_seats(
    pairing: Pairing,
    seats: Sequence[Seat],
    tournament: Tournament,
    payload: Payload | None,
    *,
    most_minutes: int | None = None,
) -> dict[int, dict[str, Any]]:
    """What the (valid) result gives each entry, as its seat keeps it; with None, nothing."""
    results = game_results(tournament.game).given(payload) if payload is not None else ()
    given = dict(zip(sorted({seat.side for seat in seats}), results, strict=payload is not None))
    played = played_with(pairing, seats, tournament, payload, most_minutes=most_minutes)
    kept: dict[int, dict[str, Any]] = {}
    for seat, scored in zip(seats, played.seats, strict=True):
        result = given.get(seat.side)
        kept[seat.entry_id] = {
            "outcome": result.outcome if result is not None else "",
            "place": result.place if result is not None else None,
            "score": result.score if result is not None else None,
            "steps": result.steps if result is not None else None,
            "in_time": scored.in_time,
            "points": scored.points,
        }
    return kept


def write_to_seats(
    pairing: Pairing,
    seats: Sequence[Seat],
    tournament: Tournament,
    payload: Payload | None,
    *,
    most_minutes: int | None = None,
) -> None:
    """Set what the result gives the pairing's seats; with None, take it away.

    `payload` must be valid. Called under the pairing's lock, with the seats read under it.
    `most_minutes` is the time the game had.
    """
    given = given_to_seats(pairing, seats, tournament, payload, most_minutes=most_minutes)
    for seat in seats:
        for name, value in given[seat.entry_id].items():
            setattr(seat, name, value)
        seat.save(update_fields=list(given[seat.entry_id]))


def in_time(payload: Payload | None, most_minutes: int | None) -> bool | None:
    """Whether the game was played out within its time; None where nobody can tell."""
    if payload is None or payload["ended"] in UNPLAYED:
        return None
    if payload["ended"] != PLAYED:
        return False
    minutes = payload.get("minutes")
    if minutes is None or most_minutes is None:
        return None
    return bool(minutes <= most_minutes)


def _decimal(score: int | None) -> Decimal | None:
    return None if score is None else Decimal(score)

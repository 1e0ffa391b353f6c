"""The games of a tournament as they ended, read in two queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.domain.game_results import PLAYED, UNPLAYED
from games.models import Result
from tournaments.models import Seat, Tournament
from tournaments.public_names import PublicNames
from tournaments.queries.played import PUBLIC_STATES


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFact:
    """One side of a game."""

    entries: tuple[int, ...]
    names: tuple[str, ...]
    """As everybody may read them."""
    numbers: tuple[int, ...]
    score: int | None
    place: int | None

    @property
    def name(self) -> str:
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFact:
    """A game with its final result; byes and what nobody played are none."""

    round: int
    table: int | None
    sides: tuple[SideFact, ...]
    """The best first."""
    minutes: int | None
    played_out: bool
    """Whether it ended by itself: not by time, ruling or a side giving up."""
    payload: Mapping[str, Any]

    @property
    def level(self) -> bool:
        """Whether nobody won."""
        return self.sides[0].place == self.sides[1].place

    @property
    def margin(self) -> int | None:
        """How much more the first scored than the second; None where that is not known, or where
        places went by something else."""
        first, second = self.sides[0].score, self.sides[1].score
        if first is None or second is None or first < second:
            return None
        return first - second


def games_of(tournament: Tournament, names: PublicNames) -> tuple[GameFact, ...]:
    """Every game that was played, by round and table. Two queries, whatever their number."""
    rows = (
        Result.objects.filter(
            current=True,
            pairing__round__tournament=tournament,
            pairing__round__state__in=PUBLIC_STATES,
        )
        .order_by()
        .values_list("pairing_id", "payload")
    )
    payloads = {pairing: payload for pairing, payload in rows if payload}
    seats = (
        Seat.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES)
        .order_by("round__number", "pairing__table__number", "pairing__order", "side", "id")
        .values_list(
            "pairing_id",
            "round__number",
            "pairing__table__number",
            "side",
            "entry_id",
            "entry__name",
            "entry__number",
            "score",
            "place",
        )
    )
    tables: dict[int, tuple[int, int | None, dict[int, list[tuple[Any, ...]]]]] = {}
    for pairing, number, table, side, *seat in seats:
        if pairing in payloads:
            sides = tables.setdefault(pairing, (number, table, {}))[2]
            sides.setdefault(side, []).append(tuple(seat))
    return tuple(
        _game(number, table, sides, payloads[pairing], names)
        for pairing, (number, table, sides) in tables.items()
        if payloads[pairing].get("ended") not in UNPLAYED and len(sides) > 1
    )


def _game(
    number: int,
    table: int | None,
    sides: Mapping[int, list[tuple[Any, ...]]],
    payload: Mapping[str, Any],
    names: PublicNames,
) -> GameFact:
    found = [_side(seats, names) for _number, seats in sorted(sides.items())]
    return GameFact(
        round=number,
        table=table,
        sides=tuple(sorted(found, key=lambda side: side.place or len(found))),
        minutes=payload.get("minutes") or None,
        played_out=payload.get("ended") == PLAYED,
        payload=payload,
    )


def _side(seats: list[tuple[Any, ...]], names: PublicNames) -> SideFact:
    return SideFact(
        entries=tuple(seat[0] for seat in seats),
        names=tuple(names.entry(seat[0], seat[1]) for seat in seats),
        numbers=tuple(seat[2] for seat in seats),
        score=seats[0][3],
        place=seats[0][4],
    )

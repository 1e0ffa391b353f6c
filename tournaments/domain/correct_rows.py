"""Pairings and lists of a stage as values: written as a whole, and put back as they were.

What puts a round right states what each pairing is afterwards; both states are kept with the
event, so that it can be taken back as long as nothing has happened since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import ProtectedError, QuerySet

from tournaments.models import Pairing, Round, Seat, Stage, StageEntry


@dataclass(frozen=True)
class SeatState:
    """One seat, with what its game gave."""

    entry: int
    side: int
    colours: tuple[str, ...] = ()
    outcome: str = ""
    points: str | None = None
    place: int | None = None
    score: int | None = None
    steps: int | None = None
    in_time: bool | None = None


@dataclass(frozen=True)
class PairingState:
    """One pairing. Without seats it is dropped."""

    pk: int | None
    """None: it is added."""
    round: int
    """Key of the round."""
    order: int
    kind: str
    table: int | None
    """Key of the table."""
    group: str
    slot: int | None
    by_hand: bool
    reasons: tuple[Any, ...]
    seats: tuple[SeatState, ...] = field(default=())

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(seat.entry for seat in self.seats)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def pairing_state(stored: dict[str, Any]) -> PairingState:
    """What `PairingState.to_json` wrote, lists of JSON for tuples and all."""
    seats = tuple(
        SeatState(**(seat | {"colours": tuple(seat["colours"])})) for seat in stored["seats"]
    )
    return PairingState(**(stored | {"seats": seats, "reasons": tuple(stored["reasons"])}))


def read_states(pairings: QuerySet[Pairing]) -> dict[int, PairingState]:
    """The pairings by key. Two queries."""
    rows = list(pairings.order_by("round_id", "order"))
    seats: dict[int, list[SeatState]] = {row.pk: [] for row in rows}
    for seat in Seat.objects.filter(pairing__in=list(seats)).order_by("side", "id"):
        seats[seat.pairing_id].append(
            SeatState(
                entry=seat.entry_id,
                side=seat.side,
                colours=tuple(seat.colours),
                outcome=seat.outcome,
                points=None if seat.points is None else str(seat.points),
                place=seat.place,
                score=seat.score,
                steps=seat.steps,
                in_time=seat.in_time,
            )
        )
    return {
        row.pk: PairingState(
            pk=row.pk,
            round=row.round_id,
            order=row.order,
            kind=row.kind,
            table=row.table_id,
            group=row.group,
            slot=row.slot,
            by_hand=row.by_hand,
            reasons=tuple(row.reasons),
            seats=tuple(seats[row.pk]),
        )
        for row in rows
    }


def write_states(
    before: Collection[PairingState], after: Sequence[PairingState]
) -> list[PairingState]:
    """`before` becomes `after`; answers `after` with the keys of what was added.

    Seats are taken away before any is given, and tables too, so that one entry has one seat in a
    round and one table one game at every moment. A pairing that something hangs on (a result that
    was entered, a call) is not deleted when it is dropped: it stays without seats, and is in no
    list.
    """
    touched = [state.pk for state in before if state.pk is not None]
    Seat.objects.filter(pairing__in=touched).delete()
    Pairing.objects.filter(pk__in=touched).update(table=None)
    written: list[PairingState] = []
    for state in after:
        if not state.seats:
            written.append(_drop(state))
            continue
        pairing = Pairing(
            pk=state.pk,
            round_id=state.round,
            order=state.order,
            kind=state.kind,
            table_id=state.table,
            group=state.group,
            slot=state.slot,
            by_hand=state.by_hand,
            reasons=list(state.reasons),
        )
        pairing.save()
        written.append(PairingState(**(_shallow(state) | {"pk": pairing.pk})))
        Seat.objects.bulk_create(
            Seat(
                pairing=pairing,
                round_id=state.round,
                entry_id=seat.entry,
                side=seat.side,
                colours=list(seat.colours),
                outcome=seat.outcome,
                points=None if seat.points is None else Decimal(seat.points),
                place=seat.place,
                score=seat.score,
                steps=seat.steps,
                in_time=seat.in_time,
            )
            for seat in state.seats
        )
    kept = {state.pk for state in after}
    for state in before:
        if state.pk is not None and state.pk not in kept:
            _drop(state)
    return written


def _shallow(state: PairingState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in PairingState.__dataclass_fields__}


def _drop(state: PairingState) -> PairingState:
    """The pairing without seats is gone, or stays behind where something hangs on it."""
    assert state.pk is not None
    bare = _shallow(state) | {"seats": (), "table": None, "kind": Pairing.Kind.BYE.value}
    try:
        Pairing.objects.get(pk=state.pk).delete()
    except ProtectedError:
        Pairing.objects.filter(pk=state.pk).update(table=None, kind=Pairing.Kind.BYE, by_hand=True)
        bare["by_hand"] = True
    return PairingState(**bare)


def read_list(stage: Stage) -> list[list[Any]]:
    """Who went on into a stage: rows of entry, seed, rank, group, by seed. One query."""
    rows = StageEntry.objects.filter(stage=stage).order_by("seed")
    return [list(row) for row in rows.values_list("entry_id", "seed", "rank", "group")]


def write_list(stage: int, rows: Iterable[Sequence[Any]]) -> None:
    """The list of a stage (by key) is `rows`, as `read_list` answers them. Two queries."""
    StageEntry.objects.filter(stage=stage).delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage_id=stage, entry_id=entry, seed=seed, rank=rank, group=group)
        for entry, seed, rank, group in rows
    )


def touch_rounds(rounds: Collection[int]) -> None:
    """Rounds (by key) that are changed count on, so that whoever edits one sees it."""
    for round_ in Round.objects.filter(pk__in=rounds):
        round_.version += 1
        round_.save(update_fields=["version"])

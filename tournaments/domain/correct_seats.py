"""Who sits where once misfits are put right, as values. Reads and writes nothing.

A result stays with its seat. A game that loses a seat becomes a bye, a bye that gets an opponent a
game to be played; a match that loses both is dropped, one that was missing is added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from tournaments.draw_words import ENTRY_PARAMS, LISTED_PARAMS
from tournaments.formats.dependents_model import Dependent
from tournaments.models import Pairing, Seat

from .correct_rows import PairingState, SeatState


class House(Protocol):
    """What a pairing that is made anew gets from the tournament."""

    def colours(self, side: int) -> tuple[str, ...]:
        """The colours of a side, from 0."""

    def bye_points(self, round_: int) -> str | None:
        """What a bye gives in a round (by key); None while the round is a draft."""

    def free_table(self, round_: int) -> int:
        """Key of a table nobody has in the round, which is taken from now on."""


def put_right(state: PairingState, swaps: Iterable[Dependent], house: House) -> PairingState:
    """The match with the right ones in it."""
    swaps = list(swaps)
    instead = {one.wrong: one.right for one in swaps if one.wrong is not None}
    sitting = [instead.get(seat.entry, seat.entry) for seat in state.seats]
    sitting += [one.right for one in swaps if one.wrong is None]
    entries = [entry for entry in sitting if entry is not None]
    if len(entries) == len(state.seats):
        seats = tuple(
            replace(seat, entry=entry) for seat, entry in zip(state.seats, entries, strict=True)
        )
        return replace(state, seats=seats, by_hand=True)
    return seated(state, entries, house)


def added(round_: int, order: int, one: Dependent, house: House) -> PairingState:
    """A match that was missing in a round (by key), at a place in its order."""
    empty = PairingState(
        pk=None,
        round=round_,
        order=order,
        kind=Pairing.Kind.GAME.value,
        table=None,
        group=one.group,
        slot=one.slot,
        by_hand=True,
        reasons=(),
    )
    return seated(empty, one.entries, house)


def seated(state: PairingState, entries: Sequence[int], house: House) -> PairingState:
    """The pairing with those in it and no result; one alone has a bye, two need a table."""
    alone = len(entries) == 1
    points = house.bye_points(state.round) if alone else None
    seats = tuple(
        SeatState(
            entry=entry,
            side=side,
            colours=house.colours(side),
            outcome="" if points is None else Seat.Outcome.BYE.value,
            points=points,
        )
        for side, entry in enumerate(entries)
    )
    table = state.table if len(entries) > 1 else None
    if len(entries) > 1 and table is None:
        table = house.free_table(state.round)
    kind = Pairing.Kind.BYE if len(entries) < 2 else Pairing.Kind.GAME
    return replace(state, seats=seats, kind=kind.value, table=table, by_hand=True)


def replaced(
    states: Iterable[PairingState], rounds: Collection[int], turn: Mapping[int, int]
) -> list[PairingState]:
    """In those rounds (by key), others in the seats of those who should not have gone on: by whom
    they are followed. All results stay with the seats."""
    changed = []
    for state in states:
        if state.round in rounds and turn.keys() & set(state.entries):
            seats = tuple(
                replace(seat, entry=turn.get(seat.entry, seat.entry)) for seat in state.seats
            )
            reasons = tuple(_renamed(reason, turn) for reason in state.reasons)
            state = replace(state, seats=seats, reasons=reasons, by_hand=True)
        changed.append(state)
    return changed


def _renamed(reason: Any, turn: Mapping[int, int]) -> Any:
    """A stored reason that speaks of others."""

    def other(key: str, value: Any) -> Any:
        if key in ENTRY_PARAMS | LISTED_PARAMS:
            if isinstance(value, list):
                return [turn.get(one, one) for one in value]
            return turn.get(value, value) if key in ENTRY_PARAMS else value
        return value

    params = {key: other(key, value) for key, value in reason.get("params", {}).items()}
    return {**reason, "params": params}

"""Tables a game of a running round could be moved to, and what speaks against each."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draw_words import reason_sentence
from tournaments.formats.tables_moves import table_moves
from tournaments.models import Pairing, Round, Table

from .draw_request import ranges_of
from .played import entrants_of, played_pairings, tables_of
from .rounds import pairings_of


@dataclass(frozen=True)
class TableChoice:
    """A table to move to."""

    table: Table
    free: bool
    there: Pairing | None
    """The game that sits there, which would change places with the moving one."""
    against: tuple[str, ...]
    """What speaks against it, the gravest first."""


def tables_to_move_to(round_: Round, pairing: Pairing) -> list[TableChoice]:
    """Every table in service but its own and those where a game is over: the best first, free
    ones before those where somebody sits. Seven queries, whatever the size."""
    pairings = pairings_of(round_)
    at = {one.table.number: one for one in pairings if one.table is not None}
    names = {seat.entry_id: seat.entry.name for one in pairings for seat in one.seats.all()}
    rows = {table.number: table for table in round_.tournament.tables.all()}
    moves = table_moves(
        _entries(next(one for one in pairings if one.pk == pairing.pk)),
        [(number, _entries(one)) for number, one in at.items()],
        entrants_of(round_.tournament),
        tables_of(round_.tournament),
        played_pairings(round_.tournament, round_.number - 1),
        ranges=ranges_of(round_.stage),
        group=pairing.group,
    )
    return [
        TableChoice(
            table=rows[move.number],
            free=move.free,
            there=at.get(move.number),
            against=tuple(
                reason_sentence({"code": one.code, "params": one.params}, names)
                for one in move.violations
                if one.code != "table_occupied"
            ),
        )
        for move in moves
        if rows[move.number].in_service and not _over(at.get(move.number))
    ]


def _entries(pairing: Pairing) -> list[int]:
    return [seat.entry_id for seat in pairing.seats.all()]


def _over(pairing: Pairing | None) -> bool:
    return pairing is not None and all(
        seat.outcome or seat.place is not None for seat in pairing.seats.all()
    )

"""What every format does once it knows its pairings: tables, and the word about open results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    EntryId,
    InvalidRequestError,
    PairingKind,
    Reason,
)
from tournaments.formats.tables import assign_tables


def check_entrants(request: DrawRequest) -> None:
    """Raises `InvalidRequestError` for an entry listed twice, a round below one, or history of
    this round or a later one."""
    if request.round < 1:
        raise InvalidRequestError("round_below_one", round=request.round)
    seen: set[EntryId] = set()
    for entrant in request.entrants:
        if entrant.id in seen:
            raise InvalidRequestError("entry_listed_twice", entry=entrant.id)
        seen.add(entrant.id)
    for pairing in request.history:
        if pairing.round >= request.round:
            raise InvalidRequestError(
                "history_not_before_round", round=request.round, history_round=pairing.round
            )


def place_pairings(
    pairings: Sequence[DrawnPairing], request: DrawRequest
) -> tuple[DrawnPairing, ...]:
    """The pairings at tables, in table order, byes last. Without tables in the request, the
    games in the order given, byes last."""
    games = [pairing for pairing in pairings if pairing.kind is PairingKind.GAME]
    byes = [pairing for pairing in pairings if pairing.kind is not PairingKind.GAME]
    if not request.tables:
        return (*games, *byes)
    choices = assign_tables(
        [pairing.entries for pairing in games],
        request.entrants,
        request.tables,
        request.history,
        ranges=request.table_ranges,
        groups=[pairing.group for pairing in games],
    )
    placed = [
        replace(pairing, table=choice.number, reasons=pairing.reasons + choice.reasons)
        for pairing, choice in zip(games, choices, strict=True)
    ]
    placed.sort(key=lambda pairing: pairing.table or 0)
    return (*placed, *byes)


def open_results(request: DrawRequest) -> tuple[Reason, ...]:
    """Results that are not in yet: a draw can be made without them, not without a word."""
    open_pairings = [pairing for pairing in request.history if not pairing.final]
    if not open_pairings:
        return ()
    return (
        Reason(
            "results_missing",
            {
                "pairings": len(open_pairings),
                "rounds": tuple(sorted({pairing.round for pairing in open_pairings})),
                "tables": tuple(sorted(p.table for p in open_pairings if p.table is not None)),
            },
        ),
    )

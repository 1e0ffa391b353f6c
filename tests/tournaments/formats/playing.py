"""Plays a stage of any tree, for the tests of knockout, double elimination and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tests.tournaments.formats.building import WON, Outcomes, field_of
from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    FormatOptions,
    NoDrawError,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import Format

Decide = Callable[[DrawnPairing], Outcomes]


def played_pairing(
    number: int, pairing: DrawnPairing, outcomes: Outcomes = WON, final: bool = True
) -> PlayedPairing:
    """A drawn pairing with its result."""
    return PlayedPairing(
        round=number,
        kind=pairing.kind,
        final=final or pairing.kind is PairingKind.BYE,
        slot=pairing.slot,
        group=pairing.group,
        seats=tuple(
            PlayedSeat(
                entry=seat.entry,
                side=seat.side,
                outcome=outcomes[seat.side - 1]
                if final and pairing.kind is PairingKind.GAME
                else None,
            )
            for seat in pairing.seats
        ),
    )


def play_rounds(
    format_: Format,
    entrants: Sequence[Entrant],
    options: FormatOptions,
    decide: Decide,
    leave: Callable[[int], set[int]] = lambda number: set(),
) -> Iterator[tuple[Draw, list[PlayedPairing]]]:
    """Each round with its results until the stage is finished. `leave(n)` names who withdraws
    before round n is drawn."""
    here = list(entrants)
    history: list[PlayedPairing] = []
    for number in range(1, 100):
        gone = leave(number)
        here = [replace(e, status=EntrantStatus.WITHDRAWN) if e.id in gone else e for e in here]
        request = DrawRequest(
            round=number,
            entrants=tuple(here),
            seed="",
            history=tuple(history),
            options=options,
        )
        try:
            draw = format_.draw(request)
        except NoDrawError as finished:
            assert finished.reason.code == "stage_finished"
            return
        results = [played_pairing(number, p, decide(p)) for p in draw.pairings]
        history += results
        yield draw, results


def play(
    format_: Format, entries: int, options: FormatOptions, decide: Decide
) -> list[PlayedPairing]:
    """All pairings of a stage of so many."""
    rounds = play_rounds(format_, field_of(entries), options, decide)
    return [pairing for _, results in rounds for pairing in results]


def losses(history: Sequence[PlayedPairing]) -> dict[int, int]:
    """How often each entry that was in the stage has lost."""
    counted: dict[int, int] = {}
    for pairing in history:
        for seat in pairing.seats:
            counted[seat.entry] = counted.get(seat.entry, 0) + (seat.outcome is Outcome.LOSS)
    return counted


def games(history: Sequence[PlayedPairing]) -> list[PlayedPairing]:
    return [pairing for pairing in history if len(pairing.seats) == 2]

"""Whole events at larger tables, each draw fed with the rounds before it, for the tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tests.tournaments.formats.building import field_of
from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    FormatOptions,
    PairingKind,
    ParamValue,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import Format

Pair = frozenset[int]


def played(number: int, pairing: DrawnPairing, dice: random.Random) -> PlayedPairing:
    """The pairing as a final result: places by lot, seats in any order."""
    sides = sorted({seat.side for seat in pairing.seats})
    dice.shuffle(sides)
    game = pairing.kind is PairingKind.GAME
    seats = [
        PlayedSeat(
            entry=seat.entry, side=seat.side, place=1 + sides.index(seat.side) if game else None
        )
        for seat in pairing.seats
    ]
    dice.shuffle(seats)
    return PlayedPairing(round=number, kind=pairing.kind, final=True, seats=tuple(seats))


@dataclass
class Event:
    """An event as it goes on."""

    format: Format
    options: FormatOptions
    entrants: tuple[Entrant, ...]
    seed: str = "s"
    history: list[PlayedPairing] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)

    @property
    def dice(self) -> random.Random:
        return random.Random(f"{self.seed} {len(self.draws)}")

    def request(self) -> DrawRequest:
        """The next round, asked for with another seed each time."""
        number = len(self.draws) + 1
        return DrawRequest(
            round=number,
            entrants=self.entrants,
            seed=f"{self.seed} {number}",
            history=tuple(self.history),
            options=self.options,
        )

    def draw(self) -> Draw:
        draw = self.format.draw(self.request())
        dice = self.dice
        self.draws.append(draw)
        results = [played(draw.round, pairing, dice) for pairing in draw.pairings]
        dice.shuffle(results)
        self.history += results
        return draw

    def change(self, entry: int, change: Callable[[Entrant], Entrant]) -> None:
        self.entrants = tuple(change(e) if e.id == entry else e for e in self.entrants)

    def meetings(self) -> Counter[Pair]:
        """How often each two sat at one table."""
        return Counter(pair for draw in self.draws for pair in pairs_of(draw))

    def partners(self) -> Counter[Pair]:
        return Counter(
            frozenset((one.entry, other.entry))
            for draw in self.draws
            for pairing in draw.pairings
            for one, other in combinations(pairing.seats, 2)
            if one.side == other.side
        )

    def opponents(self) -> Counter[Pair]:
        return self.meetings() - self.partners()

    def byes(self) -> Counter[int]:
        return Counter(entry for draw in self.draws for entry in draw.byes)

    def repeats(self) -> int:
        """Second and further meetings."""
        return sum(times - 1 for times in self.meetings().values())


def event_of(
    format_: Format, options: FormatOptions, entries: int, rounds: int, seed: str = "s"
) -> Event:
    """An event of so many rounds, everybody there throughout."""
    event = Event(format_, options, field_of(entries), seed)
    for _ in range(rounds):
        event.draw()
    return event


def pairs_of(draw: Draw) -> Iterable[Pair]:
    for pairing in draw.pairings:
        for pair in combinations(pairing.entries, 2):
            yield frozenset(pair)


def sizes_of(draw: Draw) -> list[int]:
    """Entries at each table, largest first."""
    sizes = [len(p.seats) for p in draw.pairings if p.kind is PairingKind.GAME]
    return sorted(sizes, reverse=True)


def params_of(draw: Draw, code: str) -> dict[str, ParamValue]:
    """The parameters of the draw's one reason with that code."""
    (reason,) = [reason for reason in draw.reasons if reason.code == code]
    return dict(reason.params)


def random_rounds(
    entries: Sequence[int], sizes: Sequence[int], rounds: int, dice: random.Random
) -> list[PlayedPairing]:
    """Rounds by lot, entries for themselves."""
    history: list[PlayedPairing] = []
    for number in range(1, rounds + 1):
        order = list(entries)
        dice.shuffle(order)
        for size in sizes:
            seats = tuple(
                PlayedSeat(entry=entry, side=side, place=side)
                for side, entry in enumerate(order[:size], start=1)
            )
            del order[:size]
            history.append(PlayedPairing(round=number, final=True, seats=seats))
    return history

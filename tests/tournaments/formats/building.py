"""Short ways to write down facts, and random tournaments, for the tests of the formats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal

from hypothesis import strategies as st

from tournaments.formats.model import (
    Draw,
    DrawRequest,
    Entrant,
    EntrantStatus,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.swiss import SWISS

D = Decimal
WON = (Outcome.WIN, Outcome.LOSS)
LOST = (Outcome.LOSS, Outcome.WIN)
DRAWN = (Outcome.DRAW, Outcome.DRAW)
BOTH_LOST = (Outcome.LOSS, Outcome.LOSS)
Outcomes = tuple[Outcome, Outcome]


def field_of(count: int) -> tuple[Entrant, ...]:
    """Entrants 1 to `count`, seeded by number."""
    return tuple(Entrant(id=number, seed=number) for number in range(1, count + 1))


def game(
    round_number: int,
    one: int,
    other: int,
    outcomes: Outcomes = WON,
    *,
    scores: tuple[int, int] | None = None,
    table: int | None = None,
    final: bool = True,
    kind: PairingKind = PairingKind.GAME,
) -> PlayedPairing:
    return PlayedPairing(
        round=round_number,
        kind=kind,
        final=final,
        table=table,
        seats=tuple(
            PlayedSeat(
                entry=entry,
                side=side,
                outcome=outcomes[side - 1] if final else None,
                score=D(scores[side - 1]) if scores is not None else None,
            )
            for side, entry in ((1, one), (2, other))
        ),
    )


def walkover(
    round_number: int, winner: int, absent: int, outcomes: Outcomes = WON
) -> PlayedPairing:
    return game(round_number, winner, absent, outcomes, kind=PairingKind.WALKOVER)


def bye(round_number: int, entry: int, kind: PairingKind = PairingKind.BYE) -> PlayedPairing:
    seat = PlayedSeat(entry=entry, side=1)
    return PlayedPairing(round=round_number, kind=kind, final=True, seats=(seat,))


def played(draw: Draw, result: Callable[[int, int], Outcomes]) -> list[PlayedPairing]:
    """The draw as final results."""
    pairings: list[PlayedPairing] = []
    for pairing in draw.pairings:
        if pairing.kind is PairingKind.BYE:
            pairings.append(bye(draw.round, pairing.seats[0].entry))
        else:
            one, other = pairing.entries
            outcomes = result(one, other)
            pairings.append(game(draw.round, one, other, outcomes, table=pairing.table))
    return pairings


def drawn_pairs(draw: Draw) -> set[frozenset[int]]:
    return {frozenset(pairing.entries) for pairing in draw.pairings}


def simulate(
    entrants: Sequence[Entrant], rounds: int, seed: int, draws: float = 0.1
) -> tuple[PlayedPairing, ...]:
    """A Swiss tournament of so many rounds in which the better seed tends to win."""
    dice = random.Random(seed)
    history: list[PlayedPairing] = []

    def result(one: int, other: int) -> Outcomes:
        if dice.random() < draws:
            return DRAWN
        lead = (other - one) / len(entrants) + dice.gauss(0, 0.6)
        return WON if lead > 0 else LOST

    for number in range(1, rounds + 1):
        request = DrawRequest(
            round=number, entrants=tuple(entrants), seed=str(seed), history=tuple(history)
        )
        history += played(SWISS.draw(request), result)
    return tuple(history)


def all_rounds(entries: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to pair the entries, with one bye (a pair of one) when they are odd."""
    if not entries:
        yield ()
        return
    if len(entries) % 2:
        for alone in entries:
            rest = [entry for entry in entries if entry != alone]
            for pairs in all_rounds(rest):
                yield (*pairs, (alone,))
        return
    first, *others = entries
    for other in others:
        rest = [entry for entry in others if entry != other]
        for pairs in all_rounds(rest):
            yield ((first, other), *pairs)


@st.composite
def tournaments(
    draw: st.DrawFn, most: int = 8, rounds: int = 5, statuses: bool = True
) -> DrawRequest:
    """Any small tournament with any history, sensible or not, and the next round to be drawn."""
    count = draw(st.integers(2, most))
    played_rounds = draw(st.integers(0, rounds))
    dice = random.Random(draw(st.integers(0, 2**32)))
    history: list[PlayedPairing] = []
    for number in range(1, played_rounds + 1):
        history += _random_round(number, list(range(1, count + 1)), dice)
    entrants = [
        Entrant(
            id=number,
            seed=dice.choice((number, number, 1)),
            status=dice.choice((EntrantStatus.ABSENT, EntrantStatus.WITHDRAWN))
            if statuses and number > 2 and dice.random() < 0.15
            else EntrantStatus.ACTIVE,
            club=dice.choice(("", "Ajax", "Brikken")),
        )
        for number in range(1, count + 1)
    ]
    return DrawRequest(
        round=played_rounds + 1,
        entrants=tuple(entrants),
        seed=str(dice.random()),
        history=tuple(history),
    )


def _random_round(number: int, entries: list[int], dice: random.Random) -> Iterable[PlayedPairing]:
    dice.shuffle(entries)
    while len(entries) > 1:
        one, other = entries.pop(), entries.pop()
        throw = dice.random()
        if throw < 0.05:
            yield walkover(number, one, other)
        elif throw > 0.1:
            scores = (dice.randrange(9), dice.randrange(9))
            yield game(number, one, other, dice.choice((WON, LOST, DRAWN)), scores=scores)
    for entry in entries:
        yield bye(number, entry)

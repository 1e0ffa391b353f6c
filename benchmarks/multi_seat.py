"""How long a round at tables of four takes, and how often entries meet again.

    python -m benchmarks.multi_seat

Simulated events: the better seed tends to win its table. Every way of drawing plays an event of
its own, from the same seeds: this program by score and by design, a greedy filling of the tables
from the top, and networkx, which knows matchings of two only: couples are matched first, then
couples of couples, meetings weighing more than any points. Times are seconds of processor for the
last round.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import networkx

from benchmarks.row import Row
from tournaments.formats.individual import INDIVIDUAL
from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    FormatOptions,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.multi_seat import MULTI_SEAT, MeetBy, MultiSeatOptions
from tournaments.formats.registry import Format

#: Seconds that round 6 of 200 entries at tables of four may take.
LIMIT = 5.0

Tables = list[tuple[int, ...]]
Met = Counter[frozenset[int]]


class Hall:
    """An event: who has met whom, and how many points everybody has."""

    def __init__(self, entries: int) -> None:
        self.entries = range(1, entries + 1)
        self.dice = random.Random(entries)
        self.met: Met = Counter()
        self.points: Counter[int] = Counter()

    def ranked(self) -> list[int]:
        return sorted(self.entries, key=lambda entry: (-self.points[entry], entry))

    def play(self, tables: Tables) -> tuple[int, list[list[int]]]:
        """Repeats of the round, and each table's entries in the order they came in."""
        repeats = 0
        results: list[list[int]] = []
        for table in tables:
            for pair in combinations(table, 2):
                repeats += self.met[frozenset(pair)] > 0
                self.met[frozenset(pair)] += 1
            order = sorted(table, key=lambda e: e / len(self.entries) + self.dice.gauss(0, 0.4))
            for place, entry in enumerate(order):
                self.points[entry] += len(table) - 1 - place
            results.append(order)
        return repeats, results


def greedy(hall: Hall) -> Tables:
    """From the top: the next free entry, then the next ones who have met nobody there, else
    simply the next."""
    left = hall.ranked()
    tables: Tables = []
    while left:
        seats = [left.pop(0)]
        while len(seats) < 4 and left:
            fitting = [
                entry for entry in left if not any(hall.met[frozenset((entry, s))] for s in seats)
            ]
            seats.append(fitting[0] if fitting else left[0])
            left.remove(seats[-1])
        tables.append(tuple(seats))
    return tables


def matched(hall: Hall) -> Tables:
    """Two matchings by networkx, one upon the other."""

    def match(groups: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        graph = networkx.Graph()
        for (a, one), (b, other) in combinations(enumerate(groups), 2):
            cost = 0
            for here in one:
                for there in other:
                    gap = hall.points[here] - hall.points[there]
                    cost += 1_000_000 * hall.met[frozenset((here, there))] + gap * gap
            graph.add_edge(a, b, weight=-cost)
        pairs = networkx.max_weight_matching(graph, maxcardinality=True)
        return [groups[a] + groups[b] for a, b in pairs]

    return match(match([(entry,) for entry in hall.ranked()]))


def peer(name: str, draw: Callable[[Hall], Tables], entries: int, rounds: int) -> float:
    hall = Hall(entries)
    repeats: list[int] = []
    seconds = 0.0
    for _ in range(rounds):
        start = time.process_time()
        tables = draw(hall)
        seconds = time.process_time() - start
        repeats.append(hall.play(tables)[0])
    report(name, entries, rounds, seconds, repeats, "")
    return seconds


def ours(name: str, format_: Format, options: FormatOptions, entries: int, rounds: int) -> float:
    hall = Hall(entries)
    entrants = tuple(Entrant(id=number, seed=number) for number in hall.entries)
    history: list[PlayedPairing] = []
    repeats: list[int] = []
    seconds, known = 0.0, ""
    for number in range(1, rounds + 1):
        request = DrawRequest(
            round=number,
            entrants=entrants,
            seed="benchmark",
            history=tuple(history),
            options=options,
        )
        start = time.process_time()
        draw = format_.draw(request)
        seconds = time.process_time() - start
        games = [p for p in draw.pairings if p.kind is PairingKind.GAME]
        again, results = hall.play([pairing.entries for pairing in games])
        repeats.append(again)
        (told,) = [reason.params for reason in draw.reasons if reason.code == "repeats"]
        known = f"least {told['least']}{'' if told['known'] else ' or more'}, {draw.optimality}"
        history += [
            PlayedPairing(
                round=number,
                final=True,
                seats=tuple(
                    PlayedSeat(entry=s.entry, side=s.side, place=1 + order.index(s.entry))
                    for s in pairing.seats
                ),
            )
            for pairing, order in zip(games, results, strict=True)
        ]
    report(name, entries, rounds, seconds, repeats, known)
    return seconds


def report(
    name: str, entries: int, rounds: int, seconds: float, repeats: list[int], known: str
) -> None:
    print(
        f"{entries:5} entries, round {rounds:2}, {name:24} {seconds:7.3f} s   "
        f"repeats by round {' '.join(map(str, repeats))}   {known}",
        flush=True,
    )


def compare(entries: int, rounds: int) -> tuple[float, float]:
    """Every way, a line each; seconds of ours by score, and of networkx."""
    score = MultiSeatOptions(sides=4, meet_by=MeetBy.SCORE)
    own = ours("by score", MULTI_SEAT, score, entries, rounds)
    ours("by design", MULTI_SEAT, MultiSeatOptions(sides=4, rounds=rounds), entries, rounds)
    hasty = peer("greedy", greedy, entries, rounds)
    twice = peer("networkx, twice matched", matched, entries, rounds)
    print(
        f"      by score against greedy {own / max(hasty, 1e-4):.1f} times as long, "
        f"networkx against by score {twice / own:.1f} times as long"
    )
    return own, twice


def rows() -> Iterator[Row]:
    own, twice = compare(200, 6)
    yield Row(
        what="200 entries, round 6, by score",
        value=own,
        unit="s",
        limit=LIMIT,
        peer="networkx, matched twice",
        ratio=twice / own,
    )


def main() -> None:
    compare(16, 5)
    compare(32, 9)
    compare(200, 6)
    ours("individual", INDIVIDUAL, IndividualOptions(rounds=6), 202, 6)
    ours("by score", MULTI_SEAT, MultiSeatOptions(sides=4, meet_by=MeetBy.SCORE), 600, 6)


if __name__ == "__main__":
    main()

"""How long a Swiss draw takes, beside networkx on the very same graph.

    python -m benchmarks.draw [--large]

Simulated tournaments: the better seed tends to win, one game in ten is a draw. Times are seconds
of processor (what the draw costs) and of clock (what a person waits on this machine just now).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

import networkx
import rustworkx

from benchmarks.row import Row
from tournaments.formats.model import (
    Draw,
    DrawRequest,
    Entrant,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
    Table,
)
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_candidates import Pair, near_pairs
from tournaments.formats.swiss_costs import Prices, priced
from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import SwissOptions
from tournaments.formats.swiss_search import find_pairs, solve_complete

Result = TypeVar("Result")
#: Seconds of processor that round 9 may take, by entries.
LIMITS = {512: 1.0, 2000: 5.0}


def timed(work: Callable[[], Result]) -> tuple[Result, float, float]:
    """The result, seconds of processor, seconds of clock."""
    processor, clock = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - processor, time.perf_counter() - clock


def results_of(draw: Draw, dice: random.Random, entries: int) -> Iterable[PlayedPairing]:
    for pairing in draw.pairings:
        if pairing.kind is PairingKind.BYE:
            outcomes: tuple[Outcome | None, ...] = (None,)
        elif dice.random() < 0.1:
            outcomes = (Outcome.DRAW, Outcome.DRAW)
        else:
            one, other = pairing.entries
            lead = (other - one) / entries + dice.gauss(0, 0.6)
            outcomes = (Outcome.WIN, Outcome.LOSS) if lead > 0 else (Outcome.LOSS, Outcome.WIN)
        yield PlayedPairing(
            round=draw.round,
            kind=pairing.kind,
            table=pairing.table,
            final=True,
            seats=tuple(
                PlayedSeat(entry=seat.entry, side=seat.side, outcome=outcome)
                for seat, outcome in zip(pairing.seats, outcomes, strict=True)
            ),
        )


def tournament(entries: int, rounds: int) -> tuple[DrawRequest, float]:
    """Draws all rounds, a line each; the request for the last, and seconds of processor it took."""
    dice = random.Random(entries)
    entrants = tuple(Entrant(id=number, seed=number) for number in range(1, entries + 1))
    tables = tuple(Table(number) for number in range(1, entries // 2 + 1))
    history: list[PlayedPairing] = []
    request = DrawRequest(round=1, entrants=entrants, seed="benchmark", tables=tables)
    processor = 0.0
    for number in range(1, rounds + 1):
        request = DrawRequest(
            round=number,
            entrants=entrants,
            seed="benchmark",
            tables=tables,
            history=tuple(history),
        )
        draw, processor, clock = timed(partial(SWISS.draw, request))
        costs = " ".join(f"{cost.tier}={cost.cost}" for cost in draw.costs if cost.cost)
        print(
            f"{entries:5} entries, round {number:2}: {processor:6.2f} s processor "
            f"{clock:6.2f} s clock  {draw.optimality.value:8}  {costs}"
        )
        history += results_of(draw, dice, entries)
    return request, processor


def compare(request: DrawRequest, whole: bool) -> tuple[float, float]:
    """The matching alone, by rustworkx and by networkx, on one graph with the same prices; seconds
    of processor of each."""
    field = build_field(request, SwissOptions())
    prices = Prices(field)
    count = len(field.contenders)
    pairs: list[Pair] = (
        [(one, other) for one in range(count) for other in range(one + 1, count)]
        if whole
        else list(dict.fromkeys(near_pairs(field, 18)))
    )
    edges = [(one, other, -prices.price(one, other)) for one, other in pairs]
    ours: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    ours.add_nodes_from([None] * count)
    ours.add_edges_from(edges)
    theirs = networkx.Graph()
    theirs.add_weighted_edges_from(edges)
    fast, processor, _ = timed(
        lambda: rustworkx.max_weight_matching(ours, max_cardinality=True, weight_fn=int)
    )
    slow, peer, _ = timed(lambda: networkx.max_weight_matching(theirs, maxcardinality=True))

    def total(matching: Iterable[Pair]) -> int:
        return sum(prices.price(min(pair), max(pair)) for pair in matching)

    print(
        f"{count:5} entries, {len(edges):6} pairings {'(all)' if whole else '(near)'}: "
        f"rustworkx {processor:7.3f} s, networkx {peer:7.2f} s, {peer / processor:5.0f} times; "
        f"same optimum: {total(fast) == total(slow)}"
    )
    return processor, peer


def rows() -> Iterator[Row]:
    for entries, limit in LIMITS.items():
        request, seconds = tournament(entries, 9)
        what = f"{entries} entries, round 9, the whole draw"
        yield Row(what=what, value=seconds, unit="s", limit=limit)
        if entries == 512:
            ours, theirs = compare(request, whole=False)
            yield Row(
                what="the matching of it, near pairings only",
                value=ours,
                unit="s",
                peer="networkx",
                ratio=theirs / ours,
            )
            yield Row(
                what="what it costs above the best of all pairings",
                value=dearer(request),
                unit="",
                limit=0,
            )


def dearer(request: DrawRequest) -> int:
    """By how much the draw costs more than the cheapest over all pairings, none left out."""
    prices = priced(build_field(request, SwissOptions()))
    return find_pairs(prices.field, prices).price - solve_complete(prices.field, prices).price


def main() -> None:
    compare(tournament(120, 9)[0], whole=True)
    request, _seconds = tournament(512, 9)
    compare(request, whole=False)
    print(f"  512 entries: {dearer(request)} above the optimum over all pairings")
    if "--large" in sys.argv:
        tournament(2000, 11)


if __name__ == "__main__":
    main()

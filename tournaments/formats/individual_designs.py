"""Whist tournaments: a new partner each round, in the end everybody's partner once and
everybody's opponent twice.

With 4n players there are 4n - 1 rounds. With 4n + 1 there are 4n + 1, and everybody sits out
once. They come from three places: from a finite field, where the players number a prime power
one above a multiple of four; from a design in which everybody meets everybody at a table once,
each table played three times with other partners; from starters (`designs_data`).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from tournaments.formats.designs import Design, meeting_designs
from tournaments.formats.designs_data import WHIST_STARTERS, Round
from tournaments.formats.designs_fields import field_of_order
from tournaments.formats.multi_seat_bound import least_in_event

LARGEST = 61
"""Beyond so many players no event is long enough for the difference to be felt."""

SLACK = 5
"""Part of a whist tournament will do with so many per cent more second meetings than must be."""

SLACK_WITHOUT_OTHERS = 20
"""The same where no other design is known."""

PARTNERS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways four at a table can be partners."""


@lru_cache(maxsize=64)
def whist(players: int) -> Design | None:
    """A whist tournament for so many, rounds in an order that spreads repeated meetings as late
    as can be; None where none is known here."""
    if players < 4 or players > LARGEST:
        return None
    rounds = (
        _of_tables_met_once(players)
        or _of_field(players)
        or (WHIST_STARTERS[players].rounds() if players in WHIST_STARTERS else ())
    )
    if not rounds:
        return None
    return Design("whist", players, _spread_out(rounds))


def _of_tables_met_once(players: int) -> tuple[Round, ...]:
    if players % 12 != 4:
        return ()
    once: tuple[Round, ...] = (((0, 1, 2, 3),),)
    if players > 4:
        designs = meeting_designs((4,) * (players // 4))
        once = designs[0].rounds if designs else ()
    if len(once) * 3 != players - 1:
        return ()
    return tuple(
        tuple(tuple(table[seat] for seat in order) for table in tables)
        for order in PARTNERS
        for tables in once
    )


def _of_field(players: int) -> tuple[Round, ...]:
    """Powers of a generator, a quarter of the way apart at each table; then every shift."""
    field = field_of_order(players) if players % 4 == 1 else None
    if field is None:
        return ()
    quarter = (players - 1) // 4
    base = [
        [field.powers[start + step * quarter] for step in (0, 2, 1, 3)] for start in range(quarter)
    ]
    return tuple(
        tuple(tuple(field.add(point, shift) for point in table) for table in base)
        for shift in range(players)
    )


def _spread_out(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """The first round, then always the one with the fewest that met before."""
    pairs = [[pair for table in tables for pair in combinations(table, 2)] for tables in rounds]
    met: dict[frozenset[int], int] = {}
    left = list(range(len(rounds)))
    order: list[int] = []
    while left:
        best = min(left, key=lambda n: sum(met.get(frozenset(pair), 0) for pair in pairs[n]))
        left.remove(best)
        order.append(best)
        for pair in pairs[best]:
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return tuple(rounds[number] for number in order)


def individual_designs(
    players: int, per_side: int, sizes: tuple[int, ...], rounds: int | None
) -> tuple[Design, ...]:
    """Events for single players at tables of two sides, in the order they should be tried.

    A whole whist tournament is as even as an event can be, and so is one whose first rounds have
    hardly more second meetings than any event of that length must have. Other events begin with
    rounds in which nobody meets anybody twice, where there are some, and the search goes on from
    there: over so few rounds it comes nearer to the least.
    """
    once = meeting_designs(sizes) if sum(sizes) == players else ()
    whole = whist(players) if per_side == 2 else None
    if whole is None:
        return once
    if rounds is None or rounds >= len(whole.rounds):
        return (whole, *once)
    least = least_in_event(players, sizes, players - sum(sizes), rounds)
    slack = SLACK if once else SLACK_WITHOUT_OTHERS
    good = _met_again(whole, rounds) * 100 <= least * (100 + slack)
    return (whole, *once) if good else once


@lru_cache(maxsize=128)
def _met_again(design: Design, rounds: int) -> int:
    """Second and further meetings in the first rounds of a design."""
    return sum(times - 1 for times in design.first(rounds).meetings().values())

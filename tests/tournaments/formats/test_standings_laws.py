"""The standings are what the texts of the tie-breaks say, whatever happened in the event."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import BOTH_LOST, DRAWN, LOST, WON, bye, walkover
from tests.tournaments.formats.naive_standings import TEXT, Naive, exact
from tournaments.formats.model import Entrant, EntrantStatus, PairingKind, PlayedPairing, PlayedSeat
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PointsScheme,
    StandingsSettings,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats.standings import compute_standings

D = Decimal
SCHEMES = (
    *(POINTS_SCHEMES[name] for name in ("one", "two", "three", "pieces_in_time", "gammon")),
    replace(POINTS_SCHEMES["one"], requested_bye=D("0.5"), absent=D("0.25"), both_absent=D("0.1")),
    replace(POINTS_SCHEMES["pieces_in_time"], requested_bye=D(4), absent=D(2)),
)
Event = tuple[tuple[Entrant, ...], tuple[PlayedPairing, ...]]


def an_event(dice: random.Random, *, most: int = 9, rounds: int = 6, struck: bool = True) -> Event:
    """Games, walkovers and byes of all kinds; some come late, leave, or are struck."""
    count = dice.randint(2, most)
    first = {
        entry: 1 + (dice.random() < 0.15) * dice.randint(0, 3) for entry in range(1, count + 1)
    }
    last = {entry: rounds - (dice.random() < 0.2) * dice.randint(1, 4) for entry in first}
    pairings: list[PlayedPairing] = []
    for number in range(1, dice.randint(1, rounds) + 1):
        here = [entry for entry in first if first[entry] <= number <= last[entry]]
        dice.shuffle(here)
        while here:
            pairings += _pairing(number, here, dice)
    entrants = tuple(
        Entrant(
            id=entry,
            seed=entry,
            status=EntrantStatus.WITHDRAWN if last[entry] < rounds else EntrantStatus.ACTIVE,
            available_from_round=first[entry],
            missed_points=dice.choice((None, D("0.5"), D(2))),
            struck=struck and last[entry] < rounds and dice.random() < 0.3,
        )
        for entry in first
    )
    return entrants, tuple(pairings)


def _pairing(number: int, here: list[int], dice: random.Random) -> list[PlayedPairing]:
    one, throw = here.pop(), dice.random()
    if throw < 0.08:
        return [bye(number, one, PairingKind.REQUESTED_BYE)]
    if throw < 0.14:
        return []
    if not here:
        return [bye(number, one)]
    other = here.pop()
    if throw < 0.26:
        return [walkover(number, one, other, dice.choice((WON, WON, BOTH_LOST)))]
    outcomes = dice.choice((WON, LOST, DRAWN))
    half = dice.random() < 0.2
    seats = tuple(
        PlayedSeat(
            entry=entry,
            side=side,
            outcome=outcomes[side - 1],
            score=None if half and side == 1 else D(dice.randrange(9)),
            steps=None if half and side == 2 else dice.randrange(40),
            in_time=dice.choice((None, True, False)),
        )
        for side, entry in ((1, one), (2, other))
    )
    return [PlayedPairing(round=number, seats=seats, final=True)]


@pytest.mark.parametrize("rule", UnplayedRule)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), scheme=st.sampled_from(SCHEMES))
def test_each_tie_break_is_what_its_text_says(
    rule: UnplayedRule, seed: int, scheme: PointsScheme
) -> None:
    entrants, pairings = an_event(random.Random(seed))
    list_ = StandingsSettings(points=scheme, tie_breaks=tuple(TEXT), unplayed=rule)
    standings = compute_standings(entrants, pairings, list_)
    text = Naive(entrants, pairings, scheme, rule)
    for tie_break, said in TEXT.items():
        for entrant in entrants:
            if not entrant.struck:
                value = exact(standings.value(entrant.id, tie_break))
                assert _close(value, said(text, entrant.id)), (tie_break, entrant.id)


def _close(one: Fraction | None, other: Fraction | None) -> bool:
    """Equal, up to the last digits of a mean in decimals."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < Fraction(1, 10**20)


@pytest.mark.parametrize("rule", [UnplayedRule.FIDE_2026, UnplayedRule.AS_PLAYED])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), scheme=st.sampled_from(SCHEMES[:3]))
def test_direct_encounter_ranks_as_every_way_the_missing_games_could_end_allows(
    rule: UnplayedRule, seed: int, scheme: PointsScheme
) -> None:
    dice = random.Random(seed)
    entrants, pairings = an_event(dice, most=6, rounds=dice.choice((2, 4, 7)), struck=False)
    list_ = StandingsSettings(
        points=scheme, tie_breaks=(TieBreak.POINTS, TieBreak.DIRECT_ENCOUNTER), unplayed=rule
    )
    standings = compute_standings(entrants, pairings, list_)
    text = Naive(entrants, pairings, scheme, rule)
    levels: dict[Fraction, list[int]] = {}
    for entrant in entrants:
        levels.setdefault(text.points(entrant.id), []).append(entrant.id)
    expected = [
        part
        for points in sorted(levels, reverse=True)
        for part in text.direct_encounter(levels[points])
    ]
    ranks: dict[int, set[int]] = {}
    for row in standings:
        ranks.setdefault(row.rank, set()).add(row.entry)
    assert [ranks[rank] for rank in sorted(ranks)] == expected

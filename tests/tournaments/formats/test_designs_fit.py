"""An event's design is found again from its rounds alone."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournaments.formats.designs import Design, meeting_designs
from tournaments.formats.designs_fit import Fit, Past, read_past
from tournaments.formats.individual_designs import whist
from tournaments.formats.model import PairingKind, PlayedPairing, PlayedSeat


def past_of(design: Design, rounds: int, dice: random.Random, per_side: int = 1) -> Past:
    """The design's first rounds, entries 101 and up dealt to its points by lot."""
    filled = [point for point in range(design.points) if point not in design.empty]
    entries = [101 + number for number in range(len(filled))]
    dice.shuffle(entries)
    entry = dict(zip(filled, entries, strict=True))
    history: list[PlayedPairing] = []
    for number in range(1, rounds + 1):
        tables = design.tables(number)
        seated = {point for table in tables for point in table}
        for table in tables:
            seats = [
                PlayedSeat(entry=entry[point], side=1 + place // per_side)
                for place, point in enumerate(table)
            ]
            dice.shuffle(seats)
            history.append(PlayedPairing(round=number, final=True, seats=tuple(seats)))
        history += [
            PlayedPairing(
                round=number,
                kind=PairingKind.BYE,
                final=True,
                seats=(PlayedSeat(entry=entry[point], side=1),),
            )
            for point in filled
            if point not in seated
        ]
    dice.shuffle(history)
    return read_past(history, rounds)


def designs() -> list[tuple[Design, int]]:
    flat = [((4,) * 8, 6), ((4,) * 4, 4), ((3,) * 5, 6), ((3,) * 8, 6), ((4, 3, 3, 3), 3)]
    found = [(design, rounds) for sizes, rounds in flat for design in meeting_designs(sizes)[:1]]
    return [*found, *((design, 5) for design in map(whist, (13, 12, 16)) if design is not None)]


@pytest.mark.parametrize("seed", range(6))
def test_what_follows_a_design_is_recognised_whoever_stands_where(seed: int) -> None:
    dice = random.Random(seed)
    for design, rounds in designs():
        per_side = 2 if design.name == "whist" else 1
        past = past_of(design, rounds, dice, per_side)
        everybody = sorted(past.founders)
        dice.shuffle(everybody)
        mapped = Fit(design, past, per_side, dice).find(everybody, lambda mapped: True)
        assert mapped is not None
        assert sorted(mapped) == sorted(everybody)
        assert not design.empty.intersection(mapped.values())
        for number, (tables, _) in enumerate(past.rounds, start=1):
            drawn = {frozenset(table) for table in design.tables(number)}
            sat: dict[int, set[int]] = {}
            for entry, table in tables.items():
                sat.setdefault(table, set()).add(mapped[entry])
            sat.pop(-1, None)
            assert {frozenset(points) for points in sat.values()} == drawn


def test_what_leaves_the_design_is_not_recognised() -> None:
    """Two of different tables exchanged in the third round."""
    (design, *_) = meeting_designs((4,) * 4)
    past = past_of(design, 3, random.Random(1))
    tables = dict(past.rounds[2][0])
    one, other = next(
        pair for pair in combinations(sorted(tables), 2) if tables[pair[0]] != tables[pair[1]]
    )
    tables[one], tables[other] = tables[other], tables[one]
    swapped = Past((*past.rounds[:2], (tables, past.rounds[2][1])))
    fit = Fit(design, swapped, 1, random.Random(1))
    assert fit.find(sorted(past.founders), lambda mapped: True) is None


def test_who_comes_late_takes_the_point_of_who_left() -> None:
    (design, *_) = meeting_designs((4,) * 4)
    past = past_of(design, 3, random.Random(2))
    present = [*(entry for entry in past.founders if entry != 107), 200]
    mapped = Fit(design, past, 1, random.Random(2)).find(present, lambda mapped: True)
    assert mapped is not None
    assert mapped[200] == mapped[107]

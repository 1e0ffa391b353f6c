"""Groups: pots, clubs kept apart, and the round robin in each."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of
from tournaments.formats.groups import (
    GROUPS,
    GroupsOptions,
    Pots,
    draw_groups,
    group_name,
)
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import get_format


def pairs_together(groups: list[list[Entrant]]) -> int:
    total = 0
    for group in groups:
        clubs = Counter(entrant.club for entrant in group if entrant.club)
        total += sum(count * (count - 1) // 2 for count in clubs.values())
    return total


@given(st.integers(1, 6), st.integers(2, 40), st.sampled_from(Pots), st.text(max_size=3))
def test_each_group_has_one_of_each_pot(groups: int, entries: int, pots: Pots, seed: str) -> None:
    if entries < 2 * groups:
        entries = 2 * groups
    drawn = draw_groups(field_of(entries), GroupsOptions(groups=groups, pots=pots), seed)
    assert sorted(entry for group in drawn.groups for entry in group) == list(range(1, entries + 1))
    for group in drawn.groups:
        taken = [(entry - 1) // groups for entry in group]
        assert taken == sorted(set(taken))
    sizes = {len(group) for group in drawn.groups}
    assert max(sizes) - min(sizes) <= 1
    assert [group[0] for group in drawn.groups] == list(range(1, groups + 1))


def test_snake_goes_there_and_back() -> None:
    drawn = draw_groups(field_of(8), GroupsOptions(groups=2, pots=Pots.SNAKE), "")
    assert drawn.groups == ((1, 4, 5, 8), (2, 3, 6, 7))


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(Pots))
def test_clubs_are_kept_apart_as_well_as_any_arrangement_does(
    dice: random.Random, pots: Pots
) -> None:
    """Three groups of three: all 36 arrangements of the lower pots are tried."""
    entrants = [
        replace(entrant, club=dice.choice(("", "Ajax", "Brikken", "Cirklen")))
        for entrant in field_of(9)
    ]
    options = GroupsOptions(groups=3, pots=pots, clubs_apart=True)
    drawn = draw_groups(entrants, options, str(dice.random()))
    fewest = min(
        pairs_together([list(group) for group in zip(entrants[:3], second, third, strict=True)])
        for second, third in product(permutations(entrants[3:6]), permutations(entrants[6:]))
    )
    assert (drawn.clubs_together, drawn.cities_together) == (fewest, 0)
    if drawn.optimality is Optimality.BOUNDED:
        sizes = Counter(entrant.club for entrant in entrants if entrant.club)
        assert fewest == sum(
            3 * (each * (each - 1) // 2) + more * each
            for each, more in (divmod(size, 3) for size in sizes.values())
        )


def test_a_snake_that_keeps_clubs_apart_of_itself_stays() -> None:
    entrants = [replace(e, club="Ajax" if e.id in (1, 2) else "") for e in field_of(8)]
    options = GroupsOptions(groups=2, pots=Pots.SNAKE, clubs_apart=True)
    assert draw_groups(entrants, options, "").groups == ((1, 4, 5, 8), (2, 3, 6, 7))
    # With 1 and 4 of one club, 3 and 4 change places and nobody else moves.
    entrants = [replace(e, club="Ajax" if e.id in (1, 4) else "") for e in field_of(8)]
    assert draw_groups(entrants, options, "").groups == ((1, 3, 5, 8), (2, 4, 6, 7))


def test_groups_depend_on_the_seed_and_not_on_the_order_of_the_list() -> None:
    options = GroupsOptions(groups=4)
    drawn = draw_groups(field_of(16), options, "one")
    assert draw_groups(field_of(16)[::-1], options, "one") == drawn
    assert draw_groups(field_of(16), options, "two") != drawn


def test_a_club_too_large_to_keep_apart_is_said() -> None:
    entrants = tuple(replace(entrant, club="Ajax") for entrant in field_of(8))
    options = GroupsOptions(groups=2, clubs_apart=True)
    draw = GROUPS.draw(DrawRequest(round=1, entrants=entrants, seed="", options=options))
    assert [(r.code, dict(r.params)) for r in draw.reasons] == [
        ("not_all_kept_apart", {"clubs": 12, "cities": 0})
    ]
    assert draw.optimality is Optimality.BOUNDED


def test_everybody_meets_everybody_of_the_group_and_nobody_else() -> None:
    entrants = field_of(11)
    options = GroupsOptions(groups=3)
    history: list[PlayedPairing] = []
    rounds = GROUPS.planned_rounds(11, options)
    assert rounds == 3
    for number in range(1, rounds + 1):
        draw = GROUPS.draw(
            DrawRequest(
                round=number,
                entrants=entrants,
                seed=f"seed of round {number}",
                history=tuple(history),
                options=options,
            )
        )
        seated = [entry for pairing in draw.pairings for entry in pairing.entries]
        assert sorted(seated) == list(range(1, 12))
        history += [
            PlayedPairing(
                round=number,
                kind=pairing.kind,
                group=pairing.group,
                final=True,
                seats=tuple(PlayedSeat(entry=s.entry, side=s.side) for s in pairing.seats),
            )
            for pairing in draw.pairings
        ]
    groups: dict[str, set[int]] = {}
    met: Counter[frozenset[int]] = Counter()
    for pairing in history:
        entries = {seat.entry for seat in pairing.seats}
        groups.setdefault(pairing.group, set()).update(entries)
        if len(entries) == 2:
            met[frozenset(entries)] += 1
    assert sorted(groups) == ["A", "B", "C"]
    assert met == {
        frozenset((one, other)): 1
        for group in groups.values()
        for one in group
        for other in group
        if one < other
    }
    with pytest.raises(NoDrawError):
        GROUPS.draw(
            DrawRequest(
                round=4, entrants=entrants, seed="", history=tuple(history), options=options
            )
        )


def test_no_number_of_cities_outweighs_a_club() -> None:
    """2 and 3 and the fourth of their club in one group would part all cities."""
    marks = {1: ("Ajax", "Aarhus"), 2: ("", "Odense"), 3: ("Ajax", "Odense"), 4: ("", "Aarhus")}
    entrants = [
        replace(entrant, club=marks[entrant.id][0], city=marks[entrant.id][1])
        for entrant in field_of(4)
    ]
    options = GroupsOptions(groups=2, clubs_apart=True, cities_apart=True)
    drawn = draw_groups(entrants, options, "")
    assert drawn.groups == ((1, 4), (2, 3))
    assert (drawn.clubs_together, drawn.cities_together) == (0, 2)


def _first_round(entries: int) -> tuple[DrawRequest, tuple[PlayedPairing, ...]]:
    request = DrawRequest(
        round=1, entrants=field_of(entries), seed="", options=GroupsOptions(groups=2)
    )
    history = tuple(
        PlayedPairing(
            round=1,
            kind=pairing.kind,
            group=pairing.group,
            final=True,
            seats=tuple(PlayedSeat(entry=s.entry, side=s.side) for s in pairing.seats),
        )
        for pairing in GROUPS.draw(request).pairings
    )
    return replace(request, round=2), history


def test_fault_7_a_late_entry_joins_the_group_in_which_somebody_sits_out() -> None:
    request, history = _first_round(7)
    late = Entrant(id=8, seed=8, available_from_round=2)
    draw = GROUPS.draw(replace(request, entrants=(*request.entrants, late), history=history))
    (smaller,) = {pairing.group for pairing in history if len(pairing.seats) == 1}
    assert [(r.code, dict(r.params)) for r in draw.reasons] == [
        ("joins_group", {"entry": 8, "group": smaller})
    ]
    assert len(draw.pairings) == 4
    assert draw.byes == ()
    assert draw.warnings == ()


def test_fault_7_a_late_entry_no_group_has_room_for_is_named() -> None:
    request, history = _first_round(8)
    late = Entrant(id=9, seed=9, available_from_round=2)
    draw = GROUPS.draw(replace(request, entrants=(*request.entrants, late), history=history))
    assert [(r.code, dict(r.params)) for r in draw.warnings] == [
        ("not_in_a_group", {"entries": (9,)})
    ]
    assert draw.pairings == GROUPS.draw(replace(request, history=history)).pairings


def test_too_few_entrants_and_lost_groups_are_errors() -> None:
    with pytest.raises(NoDrawError) as few:
        GROUPS.draw(DrawRequest(round=1, entrants=field_of(7), seed=""))
    assert dict(few.value.reason.params) == {"entries": 7, "groups": 4}
    with pytest.raises(InvalidRequestError) as lost:
        GROUPS.draw(DrawRequest(round=2, entrants=field_of(8), seed=""))
    assert lost.value.reason.code == "groups_missing"


def test_names_go_on_after_z() -> None:
    assert [group_name(index) for index in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_groups_are_registered() -> None:
    assert get_format("groups") is GROUPS

"""What each change means in each state of a round, and what an edit changed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of, game
from tournaments.formats.editing import check_draft
from tournaments.formats.editing_differences import Difference, differences
from tournaments.formats.editing_rules import (
    FIRST_ROUND,
    PLAYING,
    RESULT_IN,
    RULES,
    STRICTNESS,
    STRUCTURES,
    Change,
    RoundStatus,
    Structure,
    Verdict,
    judge,
)
from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    PairingKind,
    Seat,
    Table,
)

S, W, R = Verdict.SAFE, Verdict.WARNS, Verdict.REFUSED

TABLE = {
    # change: draft, published, closed
    Change.SWAP_ENTRIES: (S, W, R),
    Change.GIVE_BYE: (W, R, R),
    Change.MOVE_TABLE: (S, W, R),
    Change.SWAP_TABLES: (S, W, R),
    Change.PUT_IN: (S, R, R),
    Change.TAKE_OUT: (W, R, R),
    Change.MOVE_GROUP: (S, R, R),
    Change.REDRAW: (W, R, R),
    Change.DISCARD: (W, R, R),
}


@pytest.mark.parametrize("change", RULES)
def test_change_has_a_verdict_in_each_state_of_the_round(change: Change) -> None:
    assert tuple(judge(change, status).verdict for status in RoundStatus) == TABLE[change]


@pytest.mark.parametrize("change", RULES)
@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("first_round", [True, False])
def test_more_that_has_happened_never_makes_a_verdict_milder(
    change: Change, structure: Structure, first_round: bool
) -> None:
    for playing, result_in in ((False, False), (True, False), (True, True)):
        verdicts = [
            STRICTNESS[
                judge(
                    change,
                    status,
                    structure=structure,
                    first_round=first_round,
                    playing=playing,
                    result_in=result_in,
                ).verdict
            ]
            for status in RoundStatus
        ]
        assert verdicts == sorted(verdicts)
        assert verdicts >= [STRICTNESS[judge(change, status).verdict] for status in RoundStatus]


@pytest.mark.parametrize(
    ("structure", "first_round", "expected"),
    [
        (Structure.OPEN, False, (S, ())),
        (Structure.TABLE, False, (R, ("laid_down",))),
        (Structure.TREE, True, (W, ("seeding_changes",))),
        (Structure.TREE, False, (R, ("tree_decides",))),
    ],
)
def test_what_the_format_lays_down_is_kept(
    structure: Structure, first_round: bool, expected: tuple[Verdict, tuple[str, ...]]
) -> None:
    judged = judge(
        Change.SWAP_ENTRIES, RoundStatus.DRAFT, structure=structure, first_round=first_round
    )
    assert (judged.verdict, judged.codes) == expected


def test_an_entry_changes_groups_in_the_first_draft_alone() -> None:
    def moved(status: RoundStatus, first_round: bool) -> Verdict:
        return judge(
            Change.MOVE_GROUP, status, structure=Structure.TABLE, first_round=first_round
        ).verdict

    assert moved(RoundStatus.DRAFT, True) is W
    assert moved(RoundStatus.PUBLISHED, True) is R
    assert moved(RoundStatus.DRAFT, False) is R


def test_who_meets_whom_stands_once_a_result_is_in_and_not_before() -> None:
    begun = judge(Change.SWAP_ENTRIES, RoundStatus.PUBLISHED, playing=True)
    assert (begun.verdict, begun.codes) == (W, ("pairings_were_published", "game_has_begun"))
    ended = judge(Change.SWAP_ENTRIES, RoundStatus.PUBLISHED, playing=True, result_in=True)
    assert (ended.verdict, ended.codes[0]) == (R, "result_is_in")
    assert judge(Change.MOVE_TABLE, RoundStatus.PUBLISHED, playing=True).verdict is W
    assert judge(Change.MOVE_TABLE, RoundStatus.PUBLISHED, result_in=True).verdict is R


def test_every_verdict_but_a_safe_one_says_why() -> None:
    rules = [rule for by_status in RULES.values() for rule in by_status.values()]
    for table in (*STRUCTURES.values(), *FIRST_ROUND.values(), PLAYING, RESULT_IN):
        rules += table.values()
    assert all((rule.verdict is S) == (rule.code == "") for rule in rules)
    assert set(RULES) == set(TABLE) <= set(Change)


# Differences -----------------------------------------------------------------------------------


def pairing(*entries: int, table: int | None = None, group: str = "") -> DrawnPairing:
    seats = tuple(Seat(entry, side) for side, entry in enumerate(entries, start=1))
    kind = PairingKind.BYE if len(seats) == 1 else PairingKind.GAME
    return DrawnPairing(seats=seats, kind=kind, table=table, group=group)


DRAWN = (pairing(1, 2, table=1), pairing(3, 4, table=2), pairing(5))


def told(*edited: DrawnPairing, drawn: Sequence[DrawnPairing] = DRAWN) -> list[object]:
    return [
        (d.change, d.params.get("entry", d.params.get("entries")))
        for d in differences(drawn, edited)
    ]


@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        (DRAWN[::-1], []),
        (
            (pairing(1, 4, table=1), pairing(3, 2, table=2), pairing(5)),
            [(Change.SWAP_ENTRIES, 4), (Change.SWAP_ENTRIES, 2)],
        ),
        (
            (pairing(1, 2, table=2), pairing(3, 4, table=1), pairing(5)),
            [(Change.MOVE_TABLE, (1, 2)), (Change.MOVE_TABLE, (3, 4))],
        ),
        ((pairing(2, 1, table=1), *DRAWN[1:]), [(Change.CHANGE_SIDES, (2, 1))]),
        (
            (pairing(1, 5, table=1), DRAWN[1], pairing(2)),
            [(Change.TAKE_BYE, 5), (Change.GIVE_BYE, 2)],
        ),
        ((DRAWN[0], DRAWN[1]), [(Change.REMOVE_PAIRING, (5,))]),
        (
            (pairing(1), DRAWN[1], pairing(5)),
            [(Change.TAKE_OUT, 2), (Change.MOVE_TABLE, (1,)), (Change.GIVE_BYE, (1,))],
        ),
        ((*DRAWN[:2], pairing(5, 6, table=3)), [
            (Change.PUT_IN, 6),
            (Change.MOVE_TABLE, (5,)),
            (Change.TAKE_BYE, (5,)),
        ]),
        ((*DRAWN, pairing(7, 8)), [(Change.ADD_PAIRING, (7, 8))]),
    ],
)  # fmt: skip
def test_an_edit_is_told_by_what_it_did(
    edited: tuple[DrawnPairing, ...], expected: list[tuple[Change, object]]
) -> None:
    assert told(*edited) == expected


def test_a_difference_names_what_is_and_what_was() -> None:
    (moved, _) = differences(DRAWN, (pairing(1, 4, table=1), pairing(3, 2, table=2), pairing(5)))
    assert moved == Difference(
        Change.SWAP_ENTRIES,
        {"entry": 4, "opponents": (1,), "was_opponents": (3,), "table": 1, "was_table": 2},
    )


def test_at_tables_of_several_only_those_who_moved_are_told_of() -> None:
    drawn = (pairing(1, 2, 3, 4, table=1), pairing(5, 6, 7, 8, table=2))
    swapped = (pairing(1, 2, 3, 8, table=1), pairing(5, 6, 7, 4, table=2))
    assert told(*swapped, drawn=drawn) == [(Change.SWAP_ENTRIES, 8), (Change.SWAP_ENTRIES, 4)]
    sized = (pairing(1, 2, 3, table=1), pairing(5, 6, 7, 8, 4, table=2))
    assert told(*sized, drawn=drawn) == [(Change.MOVE_ENTRY, 4)]


def test_other_partners_at_the_same_table_are_told_of() -> None:
    seats = tuple(Seat(entry, side) for entry, side in ((1, 1), (2, 1), (3, 2), (4, 2)))
    drawn = DrawnPairing(seats=seats, table=1)
    turned = replace(
        drawn, seats=tuple(Seat(entry, side) for entry, side in ((1, 1), (3, 1), (2, 2), (4, 2)))
    )
    assert told(turned, drawn=(drawn,)) == [(Change.CHANGE_PARTNERS, (1, 3, 2, 4))]


def test_going_to_another_group_is_told_with_both_groups() -> None:
    drawn = (pairing(1, 2, table=1, group="A"), pairing(3, 4, table=2, group="B"))
    edited = (
        pairing(1, 4, table=1, group="A"),
        pairing(3, 2, table=2, group="B"),
    )
    found = differences(drawn, edited)
    assert [(d.change, d.params["entry"], d.params["group"]) for d in found] == [
        (Change.MOVE_GROUP, 4, "A"),
        (Change.MOVE_GROUP, 2, "B"),
    ]


def plain(pairings: Sequence[DrawnPairing]) -> set[object]:
    return {
        (frozenset((seat.entry, seat.side) for seat in p.seats), p.table, p.kind, p.group, p.slot)
        for p in pairings
    }


@st.composite
def rounds(draw: st.DrawFn) -> tuple[DrawnPairing, ...]:
    dice = random.Random(draw(st.integers(0, 2**16)))
    entries = dice.sample(range(1, 8), dice.randint(2, 7))
    found: list[DrawnPairing] = []
    while entries:
        size = min(len(entries), dice.choice((1, 2, 2, 3)))
        seated, entries = entries[:size], entries[size:]
        found.append(pairing(*seated, table=dice.choice((None, 1, 2)), group=dice.choice("AB")))
    return tuple(found)


@settings(max_examples=150, deadline=None)
@given(rounds(), rounds())
def test_two_rounds_without_a_difference_are_the_same_round(
    drawn: tuple[DrawnPairing, ...], edited: tuple[DrawnPairing, ...]
) -> None:
    assert (differences(drawn, edited) == ()) == (plain(drawn) == plain(edited))
    assert differences(drawn, drawn[::-1]) == ()


# Checks of a draft with groups, larger tables and access ----------------------------------------


def codes(request: DrawRequest, *pairings: DrawnPairing, **known: object) -> list[str]:
    return [f.code for f in check_draft(request, pairings, **known)]  # type: ignore[arg-type]


GROUPED = DrawRequest(
    round=2,
    entrants=field_of(4),
    seed="",
    history=tuple(
        replace(played, group=group)
        for played, group in ((game(1, 1, 2), "A"), (game(1, 3, 4), "B"))
    ),
    tables=(Table(1, accessible=True), Table(2), Table(3)),
    table_ranges=(("A", (1,)), ("B", (2,))),
)


def test_groups_that_meet_and_an_entry_in_another_group_are_warned_of() -> None:
    assert codes(GROUPED, pairing(1, 3, table=1, group="A"), pairing(2, 4, table=2, group="B")) == [
        "groups_meet",
        "groups_meet",
    ]
    found = check_draft(
        replace(GROUPED, history=()),
        (pairing(1, 2, table=1, group="B"), pairing(3, 4, table=2, group="B")),
        groups={1: "A", 2: "A", 3: "B", 4: "B"},
    )
    assert [(f.code, f.params) for f in found] == [
        ("entry_in_other_group", {"entry": 1, "group": "B", "was_group": "A"}),
        ("entry_in_other_group", {"entry": 2, "group": "B", "was_group": "A"}),
        ("outside_table_range", {"group": "B", "table": 1}),
    ]


def test_brackets_of_a_tree_are_left_by_winning_and_losing() -> None:
    history = tuple(replace(played, slot=1) for played in GROUPED.history)
    drawn = replace(pairing(1, 3, table=1, group="A"), slot=1)
    assert "groups_meet" not in codes(replace(GROUPED, history=history), drawn)


def test_a_table_with_steps_is_warned_of_for_who_needs_none() -> None:
    first, *rest = field_of(4)
    request = DrawRequest(
        round=1,
        entrants=(replace(first, needs_access=True), *rest),
        seed="",
        tables=GROUPED.tables,
    )
    there = (pairing(1, 2, table=1), pairing(3, 4, table=2))
    assert codes(request, *there) == []
    assert codes(request, pairing(1, 2, table=2), pairing(3, 4, table=1)) == [
        "table_not_accessible"
    ]
    assert codes(replace(request, tables=()), pairing(1, 2, table=2), pairing(3, 4)) == []


def test_tables_of_a_size_that_is_not_allowed_and_uneven_sides_are_warned_of() -> None:
    request = DrawRequest(round=1, entrants=field_of(5), seed="")
    drawn = (pairing(1, 2), pairing(3, 4, 5))
    assert codes(request, *drawn, sizes=(3, 4)) == ["table_of_other_size"]
    uneven = DrawnPairing(seats=(Seat(1, 1), Seat(2, 1), Seat(3, 2)))
    assert codes(request, uneven, pairing(4, 5)) == ["sides_of_unequal_size"]

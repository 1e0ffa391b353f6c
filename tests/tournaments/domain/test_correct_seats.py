"""What becomes of matches that are put right: the laws of trees, with no database."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import BOTH_LOST, LOST, WON, field_of
from tests.tournaments.formats.playing import play, play_rounds
from tests.tournaments.formats.test_dependents import better_seed, put, with_result
from tournaments.domain.correct_rows import PairingState, SeatState
from tournaments.domain.correct_seats import added, put_right, replaced
from tournaments.formats.dependents_model import Choice, Dependent, DependentKind
from tournaments.formats.dependents_tree import misfits
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION, DoubleEliminationOptions
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.knockout_tree import TreeFormat, facts_of
from tournaments.formats.model import (
    DrawRequest,
    FormatOptions,
    NoDrawError,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import get_format

Place = tuple[int, str, int]


class Hall:
    """Rounds are their own keys, and tables never run out."""

    def __init__(self) -> None:
        self.tables = count(1000)

    def colours(self, side: int) -> tuple[str, ...]:
        return (str(side),)

    def bye_points(self, round_: int) -> str | None:
        return "1.00"

    def free_table(self, round_: int) -> int:
        return next(self.tables)


def state_of(played: PlayedPairing, order: int) -> PairingState:
    return PairingState(
        pk=order,
        round=played.round,
        order=order,
        kind=played.kind.value,
        table=order if len(played.seats) > 1 else None,
        group=played.group,
        slot=played.slot,
        by_hand=False,
        reasons=(),
        seats=tuple(
            SeatState(
                entry=seat.entry,
                side=seat.side - 1,
                outcome=(seat.outcome or "") if played.final else "",
            )
            for seat in played.seats
        ),
    )


def played_of(state: PairingState) -> PlayedPairing:
    bye = state.kind == PairingKind.BYE
    return PlayedPairing(
        round=state.round,
        kind=PairingKind(state.kind),
        final=bye or any(seat.outcome for seat in state.seats),
        group=state.group,
        slot=state.slot,
        seats=tuple(
            PlayedSeat(
                entry=seat.entry,
                side=seat.side + 1,
                outcome=Outcome(seat.outcome) if seat.outcome and not bye else None,
            )
            for seat in state.seats
        ),
    )


def after_swaps(
    history: Sequence[PlayedPairing], found: Sequence[Dependent]
) -> list[PlayedPairing]:
    """The history with all put right that can be."""
    hall = Hall()
    swaps: dict[Place, list[Dependent]] = {}
    states: list[PairingState] = []
    for one in found:
        if Choice.SWAP in one.choices and one.kind is DependentKind.SEAT:
            swaps.setdefault((one.round, one.group, one.slot), []).append(one)
    for order, played in enumerate(history, start=1):
        state = state_of(played, order)
        here = swaps.get((played.round, played.group, played.slot or 0))
        states.append(put_right(state, here, hall) if here else state)
    states += [
        added(one.round, order, one, hall)
        for order, one in enumerate(found, start=len(states) + 1)
        if one.kind is DependentKind.MATCH
    ]
    for state in states:
        assert (state.table is None) == (len(state.seats) < 2)
    return [played_of(state) for state in states if state.seats]


def test_a_match_that_both_lost_makes_its_successor_a_bye_without_a_table() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    changed = put(history, with_result(history[0], BOTH_LOST))
    found = misfits(KNOCKOUT.tree(changed), facts_of(changed), set())
    semis = [p for p in after_swaps(changed, found) if p.round == 2]
    assert sorted((p.kind, len(p.seats)) for p in semis) == [
        (PairingKind.BYE, 1),
        (PairingKind.GAME, 2),
    ]


def test_others_sit_in_the_rounds_named_and_in_the_reasons_and_results_stay() -> None:
    reason = {"code": "x", "params": {"entries": [1, 4], "entry": 1, "round": 1}}
    history = play(KNOCKOUT, 4, KnockoutOptions(), better_seed)
    states = [
        replace(state_of(played, order), reasons=(reason,))
        for order, played in enumerate(history, start=1)
    ]
    after = replaced(states, {2}, {1: 9})
    assert [s.entries for s in after if s.round == 1] == [s.entries for s in states if s.round == 1]
    assert {e for s in after if s.round == 2 for e in s.entries} == {9, 2, 3, 4}
    final = next(s for s in after if 9 in s.entries)
    assert final.reasons[0]["params"] == {"entries": [9, 4], "entry": 9, "round": 1}
    back = replaced(after, {2}, {9: 1})
    assert [replace(state, by_hand=False) for state in back] == states


OPTIONS: list[FormatOptions] = [
    KnockoutOptions(),
    KnockoutOptions(third_place=False, consolation=1),
    KnockoutOptions(consolation=2),
    DoubleEliminationOptions(),
    DoubleEliminationOptions(second_final=False),
]


def format_of(options: FormatOptions) -> tuple[str, TreeFormat]:
    if isinstance(options, KnockoutOptions):
        return KNOCKOUT.code, KNOCKOUT
    return DOUBLE_ELIMINATION.code, DOUBLE_ELIMINATION


def drawn_anew(
    code: str, entries: int, options: FormatOptions, history: Sequence[PlayedPairing]
) -> list[set[tuple[str, int, frozenset[int]]]]:
    """Each round after the first as it is drawn from the rounds before it."""
    rounds = []
    for number in range(2, max(p.round for p in history) + 1):
        request = DrawRequest(
            round=number,
            entrants=field_of(entries),
            seed="",
            history=tuple(p for p in history if p.round < number),
            options=options,
        )
        try:
            pairings = get_format(code).draw(request).pairings
        except NoDrawError as refused:
            assert refused.reason.code == "stage_finished"
            pairings = ()
        rounds.append({(p.group, p.slot or 0, frozenset(p.entries)) for p in pairings})
    return rounds


def as_played(history: Sequence[PlayedPairing]) -> list[set[tuple[str, int, frozenset[int]]]]:
    return [
        {
            (p.group, p.slot or 0, frozenset(s.entry for s in p.seats))
            for p in history
            if p.round == number
        }
        for number in range(2, max(p.round for p in history) + 1)
    ]


@settings(max_examples=120, deadline=None)
@given(
    st.integers(2, 17),
    st.sampled_from(OPTIONS),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
)
def test_fault_9_after_all_swaps_the_tree_is_the_one_drawn_from_its_results(
    entries: int, options: FormatOptions, rounds: int, dice: random.Random
) -> None:
    code, format_ = format_of(options)
    history: list[PlayedPairing] = []
    stage = play_rounds(
        get_format(code), field_of(entries), options, lambda _: dice.choice((WON, LOST))
    )
    for number, (_, results) in enumerate(stage, start=1):
        if number <= rounds:
            history += results
    changed = dice.choice([p for p in history if len(p.seats) == 2])
    flipped = with_result(changed, LOST if changed.seats[0].outcome == "win" else WON)
    history = put(history, flipped)
    found = misfits(format_.tree(history, options), facts_of(history), set())
    after = after_swaps(history, found)
    assert as_played(after) == drawn_anew(code, entries, options, after)
    assert misfits(format_.tree(after, options), facts_of(after), set()) == []
    assert all(d.round > changed.round for d in found)


@settings(max_examples=80, deadline=None)
@given(
    st.integers(2, 17),
    st.sampled_from(OPTIONS),
    st.randoms(use_true_random=False),
)
def test_fault_9_whatever_is_corrected_swaps_leave_only_what_nobody_can_tell_yet(
    entries: int, options: FormatOptions, dice: random.Random
) -> None:
    code, format_ = format_of(options)
    outcomes = (WON, LOST, WON, LOST, BOTH_LOST)
    stage = play_rounds(
        get_format(code), field_of(entries), options, lambda _: dice.choice(outcomes)
    )
    history = [p for _, results in stage for p in results]
    changed = dice.choice([p for p in history if len(p.seats) == 2])
    other = with_result(changed, dice.choice(outcomes))
    other = replace(other, final=dice.random() > 0.2)
    history = put(history, other)
    after = after_swaps(history, misfits(format_.tree(history, options), facts_of(history), set()))
    left = misfits(format_.tree(after, options), facts_of(after), set())
    assert all(d.undecided for d in left)
    for number in range(1, max(p.round for p in after) + 1):
        seated = [s.entry for p in after if p.round == number for s in p.seats]
        if not left:
            assert len(seated) == len(set(seated))

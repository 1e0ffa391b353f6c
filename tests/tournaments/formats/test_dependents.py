"""What a correction touches: seats in trees, who went on, rounds drawn since; putting it right."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    BOTH_LOST,
    LOST,
    WON,
    Outcomes,
    field_of,
    simulate,
)
from tests.tournaments.formats.playing import play, play_rounds
from tests.tournaments.formats.test_stages import SETTINGS, play_groups
from tournaments.formats.dependents import (
    Choice,
    Dependent,
    DependentKind,
    Onward,
    StageFacts,
    apply_swaps,
    corrected,
    dependents,
    drawn_differently,
    replace_entries,
)
from tournaments.formats.dependents_tree import misfits
from tournaments.formats.double_elimination import (
    DOUBLE_ELIMINATION,
    DoubleEliminationOptions,
)
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.knockout_tree import TreeFormat, facts_of
from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    EntrantStatus,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    PlayedPairing,
)
from tournaments.formats.registry import get_format
from tournaments.formats.stages import qualifiers, stage_ranking


def better_seed(pairing: DrawnPairing) -> Outcomes:
    return WON if pairing.entries[0] == min(pairing.entries) else LOST


def with_result(pairing: PlayedPairing, outcomes: Outcomes) -> PlayedPairing:
    seats = tuple(
        replace(seat, outcome=outcome)
        for seat, outcome in zip(pairing.seats, outcomes, strict=True)
    )
    return replace(pairing, seats=seats)


def knockout_facts(entries: int, history: Sequence[PlayedPairing]) -> StageFacts:
    return StageFacts(format="knockout", entrants=field_of(entries), history=tuple(history))


def told(found: Sequence[Dependent]) -> list[tuple[int, str, int, int | None, int | None]]:
    return [(d.round, d.group, d.slot, d.wrong, d.right) for d in found]


def test_fault_9_a_wrong_winner_is_found_in_all_matches_it_led_to() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    changed = with_result(history[0], LOST)
    found = dependents(knockout_facts(8, history), changed)
    assert told(found) == [(2, "", 1, 1, 8), (3, "", 1, 1, 8)]
    assert [d.choices for d in found] == [(Choice.KEEP, Choice.SWAP)] * 2
    assert [(r.code, dict(r.params)) for r in found[0].reasons] == [
        (
            "seat_wrong",
            {"entries": (1, 8), "round": 1, "group": "", "slot": 1, "way": "winner"},
        ),
        ("result_stays_with_seat", {"entries": (1, 8)}),
    ]


def test_a_round_without_results_can_be_drawn_anew() -> None:
    stage = play_rounds(KNOCKOUT, field_of(4), KnockoutOptions(), better_seed)
    history = list(next(stage)[1])
    drawn = [replace(with_result(p, WON), final=False) for p in next(stage)[1]]
    found = dependents(knockout_facts(4, [*history, *drawn]), with_result(history[0], LOST))
    assert told(found) == [(2, "", 1, 1, 4), (2, "third_place", 2, 4, 1)]
    assert {d.choices for d in found} == {(Choice.KEEP, Choice.REDRAW, Choice.SWAP)}


def test_fault_9_a_match_both_lost_empties_the_seat_and_its_correction_fills_it_again() -> None:
    def decide(pairing: DrawnPairing) -> Outcomes:
        return BOTH_LOST if set(pairing.entries) == {1, 8} else better_seed(pairing)

    history = play(KNOCKOUT, 8, KnockoutOptions(), decide)
    assert [len(p.seats) for p in history if p.round == 2] == [2, 1]
    found = dependents(knockout_facts(8, history), with_result(history[0], WON))
    # 4 passed the semi-final without an opponent: it is one match, with one seat to be filled.
    assert told(found)[0] == (2, "", 1, None, 1)
    assert [r.code for r in found[0].reasons] == ["seat_missing", "bye_becomes_game"]
    assert [(d.round, d.undecided, d.wrong) for d in found[1:]] == [(3, True, 4)]
    right = apply_swaps(corrected(history, with_result(history[0], WON)), found)
    semis = [p for p in right if p.round == 2]
    assert sorted((p.kind, p.final, len(p.seats)) for p in semis) == [
        (PairingKind.GAME, False, 2),
        (PairingKind.GAME, True, 2),
    ]


def test_a_match_that_becomes_one_both_lost_makes_its_successor_a_bye() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    changed = with_result(history[0], BOTH_LOST)
    found = dependents(knockout_facts(8, history), changed)
    assert told(found) == [
        (2, "", 1, 1, None),
        (3, "", 1, 1, 4),
        (3, "third_place", 2, 4, None),
    ]
    assert [r.code for r in found[0].reasons] == ["seat_to_be_empty", "result_is_dropped"]
    right = apply_swaps(corrected(history, changed), found)
    assert [(p.kind, len(p.seats)) for p in right if p.round == 2][-1] == (PairingKind.GAME, 2)
    assert sum(1 for p in right if p.round == 2 and p.kind is PairingKind.BYE) == 1


def test_a_result_taken_back_leaves_the_seats_after_it_undecided() -> None:
    history = play(KNOCKOUT, 4, KnockoutOptions(), better_seed)
    found = dependents(knockout_facts(4, history), replace(history[0], final=False))
    assert [(d.group, d.wrong, d.undecided, d.choices) for d in found] == [
        ("", 1, True, (Choice.KEEP,)),
        ("third_place", 4, True, (Choice.KEEP,)),
    ]


def test_in_a_double_elimination_both_change_places() -> None:
    options = DoubleEliminationOptions()
    history = play(DOUBLE_ELIMINATION, 4, options, better_seed)
    facts = StageFacts(
        format="double_elimination",
        entrants=field_of(4),
        history=tuple(history),
        options=options,
    )
    found = dependents(facts, with_result(history[0], LOST))
    assert told(found)[:2] == [(2, "winners", 1, 1, 4), (2, "losers", 1, 4, 1)]


def test_a_kept_misfit_is_not_told_again() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    kept = corrected(history, with_result(history[0], LOST))
    other = next(p for p in history if p.round == 1 and p.slot == 3)
    found = dependents(knockout_facts(8, kept), with_result(other, LOST))
    assert told(found) == [(2, "", 2, 2, 7), (3, "", 1, 2, 7)]


def test_the_same_result_again_touches_nothing() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    assert dependents(knockout_facts(8, history), history[3]) == ()


def test_one_who_has_left_is_neither_missed_nor_too_many() -> None:
    stage = play_rounds(
        KNOCKOUT,
        field_of(8),
        KnockoutOptions(),
        better_seed,
        lambda number: {1} if number == 2 else set(),
    )
    history = [p for _, results in stage for p in results]
    entrants = tuple(
        replace(e, status=EntrantStatus.WITHDRAWN) if e.id == 1 else e for e in field_of(8)
    )
    facts = StageFacts(format="knockout", entrants=entrants, history=tuple(history))
    assert dependents(facts, history[1]) == ()
    tree = KNOCKOUT.tree(history)
    assert misfits(tree, facts_of(history), {1}) == []


def test_an_unknown_pairing_is_an_error() -> None:
    history = play(KNOCKOUT, 4, KnockoutOptions(), better_seed)
    with pytest.raises(InvalidRequestError) as unknown:
        dependents(knockout_facts(4, history), replace(history[0], slot=9))
    assert unknown.value.reason.code == "pairing_unknown"


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
    facts = StageFacts(
        format=code, entrants=field_of(entries), history=tuple(history), options=options
    )
    found = dependents(facts, flipped)
    after = apply_swaps(corrected(history, flipped), found)
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
    facts = StageFacts(
        format=code, entrants=field_of(entries), history=tuple(history), options=options
    )
    after = apply_swaps(corrected(history, other), dependents(facts, other))
    left = misfits(format_.tree(after, options), facts_of(after), set())
    assert all(d.undecided for d in left)
    for number in range(1, max(p.round for p in after) + 1):
        seated = [s.entry for p in after if p.round == number for s in p.seats]
        if not left:
            assert len(seated) == len(set(seated))


def test_group_qualifiers_who_goes_out_who_comes_in_and_whose_seed_differs() -> None:
    history = play_groups(8, 2)
    ranking = stage_ranking("groups", field_of(8), history, SETTINGS)
    gone_on = qualifiers(ranking, to_rank=2, tree=True).qualifiers
    facts = StageFacts(
        format="groups",
        entrants=field_of(8),
        history=tuple(history),
        standings=SETTINGS,
        onward=(Onward(gone_on=gone_on, to_rank=2, tree=True),),
    )
    # Group A is 1, 4, 5, 8. With 5 beating 4 it is 5 who is second.
    game = next(p for p in history if {s.entry for s in p.seats} == {4, 5})
    (found,) = dependents(facts, with_result(game, WON if game.seats[0].entry == 5 else LOST))
    assert (found.kind, found.wrong, found.right, found.seed, found.group, found.stage) == (
        DependentKind.QUALIFIER,
        4,
        5,
        3,
        "A",
        0,
    )
    assert found.choices == (Choice.KEEP, Choice.REDRAW, Choice.SWAP)
    # With 4 beating 1 the two change ranks and, apart in the tree, all four their seeds.
    game = next(p for p in history if {s.entry for s in p.seats} == {1, 4})
    played = replace(facts, onward=(replace(facts.onward[0], played=True),))
    seeds = dependents(played, with_result(game, WON if game.seats[0].entry == 4 else LOST))
    assert {d.kind for d in seeds} == {DependentKind.SEED}
    assert {d.choices for d in seeds} == {(Choice.KEEP,)}
    assert {1, 4} <= {d.wrong for d in seeds}


def test_rounds_drawn_since_in_a_swiss_are_named_and_not_called_wrong() -> None:
    history = list(simulate(field_of(8), 4, seed=1, draws=0.0))
    last = [replace(p, final=False) if len(p.seats) == 2 else p for p in history if p.round == 4]
    history = [p for p in history if p.round < 4] + last
    facts = StageFacts(format="swiss", entrants=field_of(8), history=tuple(history))
    changed = next(p for p in history if p.round == 2)
    flipped = with_result(changed, LOST if changed.seats[0].outcome == "win" else WON)
    found = dependents(facts, flipped)
    assert [(d.kind, d.round, d.choices, d.reasons[0].code) for d in found] == [
        (DependentKind.ROUND, 3, (Choice.KEEP,), "drawn_from_other_points"),
        (DependentKind.ROUND, 4, (Choice.KEEP, Choice.REDRAW), "drawn_from_other_points"),
    ]
    assert dependents(facts, changed) == ()


def test_a_round_is_drawn_again_to_see_whether_it_would_differ() -> None:
    history = simulate(field_of(8), 3, seed=1, draws=0.0)
    third = [pairing for pairing in history if pairing.round == 3]
    request = DrawRequest(
        round=3,
        entrants=field_of(8),
        seed="1",
        history=tuple(pairing for pairing in history if pairing.round < 3),
    )
    assert not drawn_differently("swiss", request, third)
    first = request.history[0]
    flipped = with_result(first, LOST if first.seats[0].outcome == "win" else WON)
    other = replace(request, history=corrected(request.history, flipped))
    assert drawn_differently("swiss", other, third)
    assert drawn_differently("knockout", request, third)


def test_entries_are_replaced_with_their_results_in_the_later_stage() -> None:
    history = play(KNOCKOUT, 4, KnockoutOptions(), better_seed)
    replaced = replace_entries(history, {1: 9})
    assert {s.entry for p in replaced for s in p.seats} == {2, 3, 4, 9}
    assert replace_entries(replaced, {9: 1}) == tuple(history)

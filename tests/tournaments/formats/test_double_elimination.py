"""Double elimination: both brackets, the second final, rematches late, corrections, no-shows."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import BOTH_LOST, LOST, WON, Outcomes, field_of
from tests.tournaments.formats.playing import (
    games,
    losses,
    play,
    play_rounds,
    played_pairing,
)
from tournaments.formats.double_elimination import (
    DOUBLE_ELIMINATION,
    FINAL,
    LOSERS,
    WINNERS,
    DoubleEliminationOptions,
    double_elimination_tree,
)
from tournaments.formats.knockout import KnockoutOptions
from tournaments.formats.knockout_tree import WAITING, MatchKey, Way, dropped_slot
from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    InvalidRequestError,
    NoDrawError,
    PlayedPairing,
)
from tournaments.formats.registry import get_format

ONE_FINAL = DoubleEliminationOptions(second_final=False)
TWO_FINALS = DoubleEliminationOptions()


def better_seed(pairing: DrawnPairing) -> Outcomes:
    entries = pairing.entries
    return WON if entries[0] == min(entries) else LOST


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 20), st.booleans(), st.randoms(use_true_random=False))
def test_nobody_plays_on_after_two_losses_and_all_but_the_champion_have_two(
    entries: int, second_final: bool, dice: random.Random
) -> None:
    options = DoubleEliminationOptions(second_final=second_final)
    history: list[PlayedPairing] = []
    rounds = 0
    stage = play_rounds(
        DOUBLE_ELIMINATION, field_of(entries), options, lambda _: dice.choice((WON, LOST))
    )
    for draw, results in stage:
        rounds += 1
        seated = Counter(entry for pairing in draw.pairings for entry in pairing.entries)
        assert set(seated.values()) == {1}
        lost = losses(history)
        assert all(lost.get(entry, 0) < 2 for entry in seated)
        assert all(
            (lost.get(e, 0) == 0) for p in draw.pairings if p.group == WINNERS for e in p.entries
        )
        assert all((lost[e] == 1) for p in draw.pairings if p.group == LOSERS for e in p.entries)
        history += results
    lost = losses(history)
    last = history[-1]
    champion = next(seat.entry for seat in last.seats if seat.outcome == "win")
    reset = rounds == DOUBLE_ELIMINATION.planned_rounds(entries, TWO_FINALS)
    assert len(games(history)) == (2 * entries - 1 if reset else 2 * entries - 2)
    assert rounds == 2 * (entries - 1).bit_length() + reset
    if second_final:
        assert lost.pop(champion) == reset
        assert set(lost.values()) == {2}
    else:
        assert lost.pop(champion) <= 1
        assert sorted(lost.values())[1:] == [2] * (entries - 2)


def test_eight_by_the_seeds_are_the_bracket_one_draws_by_hand() -> None:
    history = play(DOUBLE_ELIMINATION, 8, TWO_FINALS, better_seed)
    rounds: dict[int, list[tuple[str, tuple[int, ...]]]] = {}
    for pairing in history:
        entries = tuple(seat.entry for seat in pairing.seats)
        rounds.setdefault(pairing.round, []).append((pairing.group, entries))
    assert rounds == {
        1: [(WINNERS, (1, 8)), (WINNERS, (4, 5)), (WINNERS, (2, 7)), (WINNERS, (3, 6))],
        2: [(WINNERS, (1, 4)), (WINNERS, (2, 3)), (LOSERS, (8, 5)), (LOSERS, (7, 6))],
        3: [(WINNERS, (1, 2)), (LOSERS, (3, 5)), (LOSERS, (4, 6))],
        4: [(LOSERS, (3, 4))],
        5: [(LOSERS, (2, 3))],
        6: [(FINAL, (1, 2))],
    }


def test_reasons_say_where_each_comes_from() -> None:
    entrants = field_of(4)
    told = [
        [(p.entries, p.reasons[0].code, dict(p.reasons[0].params)) for p in draw.pairings]
        for draw, _ in play_rounds(DOUBLE_ELIMINATION, entrants, TWO_FINALS, lambda p: LOST)
    ]
    assert told[1:] == [
        [
            ((4, 3), "from_slots", {"slots": (1, 2)}),
            ((1, 2), "losers_meet", {"round": 1, "slots": (1, 2)}),
        ],
        [((4, 2), "drops_in", {"entry": 4, "opponent": 2, "round": 2, "slot": 1})],
        [((3, 2), "bracket_winners_meet", {"entry": 3, "opponent": 2})],
        [((3, 2), "second_final", {"entry": 3, "opponent": 2})],
    ]


def test_the_second_final_is_played_only_when_wanted_and_needed() -> None:
    def upset(pairing: DrawnPairing) -> Outcomes:
        return LOST if pairing.group == FINAL else better_seed(pairing)

    assert [p.round for p in play(DOUBLE_ELIMINATION, 4, TWO_FINALS, upset)][-2:] == [4, 5]
    assert play(DOUBLE_ELIMINATION, 4, ONE_FINAL, upset)[-1].round == 4
    assert play(DOUBLE_ELIMINATION, 4, TWO_FINALS, better_seed)[-1].round == 4


def first_rematches(size: int, drops: dict[int, tuple[int, ...]]) -> list[int]:
    """For each match of the winners' bracket and each round its winner may later lose in: rounds
    until the two could first meet again, sorted. `drops[i][slot]` is where losers of round i go."""
    depth = size.bit_length() - 1
    gaps = []
    for lost_in in range(1, depth):
        for slot in range(size >> lost_in):
            for falls_in in range(lost_in + 1, depth + 1):
                place = slot if lost_in == 1 else drops[lost_in][slot]
                entered = 0 if lost_in == 1 else lost_in - 1
                fallen = drops[falls_in][slot >> (falls_in - lost_in)]
                place >>= falls_in - lost_in
                assert entered < falls_in
                if place == fallen:
                    meet = 2 * falls_in - 1
                else:
                    meet = 2 * (falls_in + (place ^ fallen).bit_length()) - 2
                gaps.append(meet - lost_in)
    return sorted(gaps)


def test_drops_put_off_rematches_as_long_as_any_crossing_of_sixteen_does() -> None:
    ours = {
        number: tuple(
            dropped_slot(slot, number, 16 >> number) - 1 for slot in range(1, (16 >> number) + 1)
        )
        for number in (2, 3, 4)
    }
    best = max(
        first_rematches(16, {2: quarters, 3: halves, 4: (0,)})
        for quarters in permutations(range(4))
        for halves in permutations(range(2))
    )
    assert first_rematches(16, ours) == best


@given(st.integers(0, 6), st.integers(1, 8))
def test_each_match_of_the_losers_bracket_gets_one_who_drops(power: int, number: int) -> None:
    slots = 2**power
    assert sorted(dropped_slot(s, number, slots) for s in range(1, slots + 1)) == list(
        range(1, slots + 1)
    )


@given(st.integers(1, 6))
def test_every_winner_and_loser_of_the_tree_goes_to_one_place(power: int) -> None:
    tree = double_elimination_tree(2**power, TWO_FINALS)
    sources = [source for match in tree.matches for source in match.sources]
    assert len(sources) == len(set(sources))
    out = [m for m in tree.matches if tree.next_of(m.key, Way.LOSER) is None]
    # All but two leave by losing in the losers' bracket, one in the second final.
    assert len(out) == 2**power - 1
    assert all(s.key.round < m.key.round for m in tree.matches for s in m.sources)
    ranks = sorted(m.loser_place for m in out)
    assert ranks[0] == 2
    assert all(ranks.count(rank) + rank - 1 == after - 1 for rank, after in _steps(ranks))


def _steps(ranks: list[int]) -> list[tuple[int, int]]:
    distinct = sorted(set(ranks))
    return list(zip(distinct, [*distinct[1:], len(ranks) + 2], strict=True))


def test_fault_9_a_corrected_result_moves_both_where_they_belong() -> None:
    request = DrawRequest(round=1, entrants=field_of(4), seed="", options=TWO_FINALS)
    first = DOUBLE_ELIMINATION.draw(request)
    wrong = [played_pairing(1, pairing) for pairing in first.pairings]
    right = [played_pairing(1, first.pairings[0], LOST), wrong[1]]
    for history, expected in (
        (wrong, [(1, 2), (4, 3)]),
        (right, [(4, 2), (1, 3)]),
    ):
        second = DOUBLE_ELIMINATION.draw(replace(request, round=2, history=tuple(history)))
        assert [p.entries for p in second.pairings] == expected


def test_fault_9_a_match_both_lost_sends_nobody_on_and_the_others_pass() -> None:
    def decide(pairing: DrawnPairing) -> Outcomes:
        return BOTH_LOST if set(pairing.entries) == {1, 4} else better_seed(pairing)

    history = play(DOUBLE_ELIMINATION, 4, TWO_FINALS, decide)
    assert [(p.round, p.group, tuple(s.entry for s in p.seats)) for p in history] == [
        (1, WINNERS, (1, 4)),
        (1, WINNERS, (2, 3)),
        (2, WINNERS, (2,)),
        (2, LOSERS, (3,)),
        (3, LOSERS, (3,)),
        (4, FINAL, (2, 3)),
    ]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 17), st.randoms(use_true_random=False))
def test_fault_7_whoever_leaves_is_drawn_no_more_and_the_stage_goes_on(
    entries: int, dice: random.Random
) -> None:
    gone: set[int] = set()

    def leave(number: int) -> set[int]:
        if number > 1 and dice.random() < 0.6:
            gone.add(dice.randint(1, entries))
        return gone

    stage = play_rounds(
        DOUBLE_ELIMINATION,
        field_of(entries),
        TWO_FINALS,
        lambda _: dice.choice((WON, LOST, BOTH_LOST)),
        leave,
    )
    for draw, _ in stage:
        seated = Counter(entry for pairing in draw.pairings for entry in pairing.entries)
        assert not gone & set(seated)
        assert not seated or set(seated.values()) == {1}


def test_two_who_are_left_wait_while_all_between_them_are_gone() -> None:
    stage = play_rounds(
        DOUBLE_ELIMINATION,
        field_of(8),
        TWO_FINALS,
        better_seed,
        lambda number: {3, 4, 5, 6, 7, 8} if number == 4 else set(),
    )
    rounds = [[(p.group, p.entries) for p in draw.pairings] for draw, _ in stage]
    assert rounds[3:] == [
        [(WAITING, (1,)), (WAITING, (2,))],
        [(LOSERS, (2,))],
        [(FINAL, (1, 2))],
    ]


def test_open_results_are_named_and_waited_for() -> None:
    request = DrawRequest(round=1, entrants=field_of(4), seed="")
    first = DOUBLE_ELIMINATION.draw(request)
    history = tuple(played_pairing(1, p, final=p.slot == 1) for p in first.pairings)
    with pytest.raises(NoDrawError) as refused:
        DOUBLE_ELIMINATION.draw(replace(request, round=2, history=history))
    assert (refused.value.reason.code, dict(refused.value.reason.params)) == (
        "results_missing",
        {"round": 1, "slots": (2,)},
    )


def test_requests_that_contradict_themselves_are_refused() -> None:
    request = DrawRequest(round=1, entrants=field_of(4), seed="", options=KnockoutOptions())
    with pytest.raises(InvalidRequestError):
        DOUBLE_ELIMINATION.draw(request)
    with pytest.raises(InvalidRequestError) as missing:
        DOUBLE_ELIMINATION.draw(replace(request, round=2, options=None))
    assert missing.value.reason.code == "round_before_missing"


def test_double_elimination_is_registered_with_its_rounds() -> None:
    assert get_format("double_elimination") is DOUBLE_ELIMINATION
    assert [DOUBLE_ELIMINATION.planned_rounds(n) for n in (1, 2, 3, 8, 9)] == [0, 3, 5, 7, 9]
    assert DOUBLE_ELIMINATION.planned_rounds(8, ONE_FINAL) == 6
    assert MatchKey(6, FINAL, 1) in double_elimination_tree(8, ONE_FINAL).by_key

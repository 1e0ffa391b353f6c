"""What a correction touches: seats in trees, who went on into a later stage, rounds drawn since."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tests.tournaments.formats.building import BOTH_LOST, LOST, WON, Outcomes, field_of, simulate
from tests.tournaments.formats.playing import play, play_rounds
from tournaments.formats.dependents import drawn_differently, gone_on
from tournaments.formats.dependents_model import Choice, Dependent, DependentKind, Onward
from tournaments.formats.dependents_tree import misfits
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION, DoubleEliminationOptions
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.knockout_tree import TreeFormat, facts_of
from tournaments.formats.model import DrawnPairing, DrawRequest, PlayedPairing
from tournaments.formats.stages import Qualifier


def better_seed(pairing: DrawnPairing) -> Outcomes:
    return WON if pairing.entries[0] == min(pairing.entries) else LOST


def with_result(pairing: PlayedPairing, outcomes: Outcomes) -> PlayedPairing:
    seats = tuple(
        replace(seat, outcome=outcome)
        for seat, outcome in zip(pairing.seats, outcomes, strict=True)
    )
    return replace(pairing, seats=seats)


def told(found: Sequence[Dependent]) -> list[tuple[int, str, int, int | None, int | None]]:
    return [(d.round, d.group, d.slot, d.wrong, d.right) for d in found]


def found_in(
    history: Sequence[PlayedPairing], format_: TreeFormat = KNOCKOUT, gone: Collection[int] = ()
) -> list[Dependent]:
    """What a tree's results do not bear out."""
    return misfits(format_.tree(history), facts_of(history), frozenset(gone))


def put(history: Sequence[PlayedPairing], changed: PlayedPairing) -> list[PlayedPairing]:
    """The history with a pairing in place of the one in the same match."""
    key = (changed.round, changed.group, changed.slot)
    return [changed if (p.round, p.group, p.slot) == key else p for p in history]


def test_fault_9_a_wrong_winner_is_found_in_all_matches_it_led_to() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    assert found_in(history) == []
    found = found_in(put(history, with_result(history[0], LOST)))
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
    found = found_in(put([*history, *drawn], with_result(history[0], LOST)))
    assert told(found) == [(2, "", 1, 1, 4), (2, "third_place", 2, 4, 1)]
    assert {d.choices for d in found} == {(Choice.KEEP, Choice.REDRAW, Choice.SWAP)}


def test_fault_9_a_match_both_lost_empties_the_seat_and_its_correction_fills_it_again() -> None:
    def decide(pairing: DrawnPairing) -> Outcomes:
        return BOTH_LOST if set(pairing.entries) == {1, 8} else better_seed(pairing)

    history = play(KNOCKOUT, 8, KnockoutOptions(), decide)
    assert [len(p.seats) for p in history if p.round == 2] == [2, 1]
    found = found_in(put(history, with_result(history[0], WON)))
    # 4 passed the semi-final without an opponent: it is one match, with one seat to be filled.
    assert told(found)[0] == (2, "", 1, None, 1)
    assert [r.code for r in found[0].reasons] == ["seat_missing", "bye_becomes_game"]
    assert [(d.round, d.undecided, d.wrong) for d in found[1:]] == [(3, True, 4)]


def test_a_match_that_becomes_one_both_lost_empties_the_seat_after_it() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), better_seed)
    found = found_in(put(history, with_result(history[0], BOTH_LOST)))
    assert told(found) == [
        (2, "", 1, 1, None),
        (3, "", 1, 1, 4),
        (3, "third_place", 2, 4, None),
    ]
    assert [r.code for r in found[0].reasons] == ["seat_to_be_empty", "result_is_dropped"]


def test_a_result_taken_back_leaves_the_seats_after_it_undecided() -> None:
    history = play(KNOCKOUT, 4, KnockoutOptions(), better_seed)
    found = found_in(put(history, replace(history[0], final=False)))
    assert [(d.group, d.wrong, d.undecided, d.choices) for d in found] == [
        ("", 1, True, (Choice.KEEP,)),
        ("third_place", 4, True, (Choice.KEEP,)),
    ]


def test_in_a_double_elimination_both_change_places() -> None:
    history = play(DOUBLE_ELIMINATION, 4, DoubleEliminationOptions(), better_seed)
    found = found_in(put(history, with_result(history[0], LOST)), DOUBLE_ELIMINATION)
    assert told(found)[:2] == [(2, "winners", 1, 1, 4), (2, "losers", 1, 4, 1)]


def test_one_who_has_left_is_neither_missed_nor_too_many() -> None:
    stage = play_rounds(
        KNOCKOUT,
        field_of(8),
        KnockoutOptions(),
        better_seed,
        lambda number: {1} if number == 2 else set(),
    )
    history = [p for _, results in stage for p in results]
    assert found_in(history, gone={1}) == []


GONE_ON = (
    Qualifier(entry=1, seed=1, rank=1, group="A"),
    Qualifier(entry=2, seed=2, rank=1, group="B"),
    Qualifier(entry=4, seed=3, rank=2, group="A"),
)


def test_who_goes_out_is_told_with_who_comes_in_of_the_same_group() -> None:
    now = [replace(one, entry=5) if one.entry == 4 else one for one in GONE_ON]
    (found,) = gone_on(Onward(gone_on=GONE_ON), now)
    assert (found.kind, found.wrong, found.right, found.seed, found.group) == (
        DependentKind.QUALIFIER,
        4,
        5,
        3,
        "A",
    )
    assert found.choices == (Choice.KEEP, Choice.REDRAW, Choice.SWAP)
    (played,) = gone_on(Onward(gone_on=GONE_ON, played=True), now)
    assert played.choices == (Choice.KEEP, Choice.SWAP)
    assert [r.code for r in played.reasons] == ["other_qualifier", "results_stay_with_seat"]


def test_one_too_many_and_one_missing_cannot_be_swapped() -> None:
    (fewer,) = gone_on(Onward(gone_on=GONE_ON), GONE_ON[:2])
    assert (fewer.wrong, fewer.right, fewer.reasons[0].code) == (4, None, "qualifier_too_many")
    (more,) = gone_on(Onward(gone_on=GONE_ON[:2]), GONE_ON)
    assert (more.wrong, more.right, more.reasons[0].code) == (None, 4, "qualifier_missing")
    assert fewer.choices == more.choices == (Choice.KEEP, Choice.REDRAW)


def test_another_seed_is_told_and_not_swapped() -> None:
    now = [replace(one, seed=4 - one.seed) for one in GONE_ON]
    found = gone_on(Onward(gone_on=GONE_ON, played=True), now)
    assert [(d.kind, d.wrong, d.seed, d.choices) for d in found] == [
        (DependentKind.SEED, 1, 3, (Choice.KEEP,)),
        (DependentKind.SEED, 4, 1, (Choice.KEEP,)),
    ]


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
    first, *rest = request.history
    flipped = with_result(first, LOST if first.seats[0].outcome == "win" else WON)
    assert drawn_differently("swiss", replace(request, history=(flipped, *rest)), third)
    assert drawn_differently("knockout", request, third)

"""Virtual events of every format: nothing a check looks for is ever found, and the checks find
what is put before them.

`manage.py simulate_format random --events 2000` plays more of them, and larger ones.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import LOST, bye, field_of, game, walkover
from tournaments.formats.groups import GroupsOptions, Pots
from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    Optimality,
    PairingKind,
    PlayedPairing,
    Seat,
    Table,
)
from tournaments.formats.multi_seat_options import MultiSeatOptions
from tournaments.formats.scoring import StandingsSettings
from tournaments.formats.simulation import enough_rounds, planned
from tournaments.formats.simulation_checks import (
    CHECKS,
    EventSeen,
    RoundSeen,
    check_event,
    check_round,
)
from tournaments.formats.simulation_events import simulate_event
from tournaments.formats.simulation_model import FormatFacts, Scenario, Seeding, facts_of
from tournaments.formats.simulation_places import kendall, mean_ranks, spearman
from tournaments.formats.simulation_random import (
    CHAINS,
    MOST,
    play_random,
    random_events,
    random_scenario,
)
from tournaments.formats.simulation_runs import (
    OptionError,
    load_formats,
    option_types,
    parse_options,
    simulate_events,
    summarise,
)
from tournaments.formats.standings import compute_standings

CODES = load_formats()
SHARDS = 4
FEW = 64
EVENTS = int(os.environ.get("STARTFELT_SIMULATED_EVENTS", FEW))
"""Random events; many of them are also larger ones."""


def drawn(*pairings: DrawnPairing) -> Draw:
    return Draw(
        round=1,
        pairings=pairings,
        seed="",
        engine_version="",
        optimality=Optimality.CONSTRUCTED,
    )


def pair(*entries: int, table: int | None = None, group: str = "") -> DrawnPairing:
    seats = tuple(Seat(entry, side) for side, entry in enumerate(entries, start=1))
    kind = PairingKind.GAME if len(entries) > 1 else PairingKind.BYE
    return DrawnPairing(seats=seats, kind=kind, table=table, group=group)


def found(
    code: str,
    draw: Draw,
    entrants: tuple[Entrant, ...],
    history: tuple[PlayedPairing, ...] = (),
    tables: tuple[Table, ...] = (),
    again: Draw | None = None,
) -> list[str]:
    number = 1 + max((played.round for played in history), default=0)
    request = DrawRequest(round=number, entrants=entrants, seed="", history=history, tables=tables)
    return [fault.check for fault in check_round(RoundSeen(request, draw, facts_of(code), again))]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_events_pass_every_check(shard: int) -> None:
    faults = [
        (number, result.scenario, result.faults)
        for number in range(shard, EVENTS, SHARDS)
        for result in [
            play_random(number, seed="1", codes=CODES, most=14 if EVENTS == FEW else MOST)
        ]
        if result.faults
    ]
    assert faults == []


def test_event_begins_with_as_many_as_a_table_of_teams_needs() -> None:
    """Two of these three-player teams would be a player short if anybody came late."""
    options = MultiSeatOptions(sides=3, per_side=2)
    for seed in range(20):
        scenario = Scenario(format="multi_seat", entries=6, lates=0.2, options=options)
        assert simulate_event(scenario, f"teams:{seed}").faults == ()


def test_event_of_same_seed_is_the_same() -> None:
    scenario = Scenario(format="swiss", entries=9, drops=0.2, lates=0.2, draws=0.2, no_shows=0.1)
    assert simulate_event(scenario, "a") == simulate_event(scenario, "a")
    assert simulate_event(scenario, "a") != simulate_event(scenario, "b")


def test_event_of_far_apart_strengths_ends_in_their_order() -> None:
    scenario = Scenario(format="round_robin", entries=8, spread=1000)
    result = simulate_event(scenario, "1")
    assert (result.spearman, result.kendall, result.strongest_won) == (1, 1, True)
    assert (result.rounds, result.games, result.repeats, result.byes) == (7, 28, 0, 0)


def test_event_of_a_knockout_ranks_by_how_far_one_came() -> None:
    scenario = Scenario(format="knockout", entries=8, spread=1000, seeding=Seeding.TRUE)
    result = simulate_event(scenario, "1")
    places = sorted(result.ranks.values())
    assert (result.rounds, result.games, places) == (3, 8, [1, 2, 3, 4, 6.5, 6.5, 6.5, 6.5])
    assert result.strongest_won


def test_event_of_groups_ranks_within_the_groups() -> None:
    scenario = Scenario(
        format="groups", entries=8, spread=1000, options=GroupsOptions(groups=2, pots=Pots.SNAKE)
    )
    result = simulate_event(scenario, "1")
    assert result.strongest_won
    assert sorted(result.ranks.values()) == [1.5, 1.5, 3.5, 3.5, 5.5, 5.5, 7.5, 7.5]


def test_event_with_shares_has_drops_lates_draws_and_no_shows() -> None:
    calm = simulate_event(Scenario(format="swiss", entries=20), "1")
    scenario = Scenario(format="swiss", entries=20, drops=0.5, lates=0.3, no_shows=0.5)
    rough = simulate_event(scenario, "1")
    assert (calm.walkovers, calm.games) == (0, 70)
    assert rough.walkovers > 0
    assert rough.games + rough.walkovers < 70


def test_rounds_are_the_scenarios_the_formats_or_enough() -> None:
    assert planned(Scenario(format="swiss", entries=16)) is None
    assert planned(Scenario(format="swiss", entries=16, rounds=4)) == 4
    assert planned(Scenario(format="knockout", entries=16)) == 4
    assert [enough_rounds(entries) for entries in (2, 4, 16, 100)] == [1, 3, 6, 9]
    assert simulate_event(Scenario(format="round_robin", entries=8, rounds=3), "1").rounds == 3


def test_event_of_a_schedule_plays_everybody_against_everybody() -> None:
    result = simulate_event(Scenario(format="schedule", entries=6, tables=True), "1")
    assert (result.rounds, result.games, result.repeats, result.faults) == (5, 15, 0, ())


def test_summary_holds_the_means_and_the_minutes() -> None:
    scenario = Scenario(format="knockout", entries=4, spread=1000, seeding=Seeding.TRUE)
    summary = summarise(scenario, list(simulate_events(scenario, 3, "1")), 50)
    assert (summary.events, summary.rounds, summary.minutes) == (3, 2, 100)
    assert (summary.strongest_won, summary.games, summary.faults) == (1, 4, ())


def test_summary_of_no_event_is_refused() -> None:
    with pytest.raises(ValueError, match="no events"):
        summarise(Scenario(format="swiss", entries=4), [], 60)


# The checks


def test_checks_find_nothing_in_a_sound_round() -> None:
    draw = drawn(pair(1, 2, table=1), pair(3))
    assert found("swiss", draw, field_of(3), tables=(Table(1),), again=draw) == []


@pytest.mark.parametrize(
    ("code", "draw", "expected"),
    [
        ("swiss", drawn(pair(1, 2), pair(1, 3), pair(4)), {"nobody_twice"}),
        ("swiss", drawn(pair(1, 2), pair(3, 9), pair(4)), {"nobody_away"}),
        ("swiss", drawn(pair(1, 2)), {"each_available_once"}),
        ("swiss", drawn(pair(1, 1), pair(2, 3), pair(4)), {"sides_sound", "nobody_twice"}),
        ("swiss", drawn(pair(1, 2), pair(3), pair(4)), {"byes_few"}),
        ("groups", drawn(pair(1, 2, group="A"), pair(3, group="A")), set()),
    ],
)
def test_checks_find_what_is_wrong_with_a_round(code: str, draw: Draw, expected: set[str]) -> None:
    assert set(found(code, draw, field_of(4))) == expected


def test_checks_find_uneven_sides() -> None:
    seats = (Seat(1, 1), Seat(2, 1), Seat(3, 2))
    assert found("schedule", drawn(DrawnPairing(seats=seats)), field_of(3)) == ["sides_sound"]


def test_checks_find_a_withdrawn_entry() -> None:
    entrants = (*field_of(3), Entrant(id=4, seed=4, status=EntrantStatus.WITHDRAWN))
    draw = drawn(pair(1, 2), pair(3, 4))
    assert found("swiss", draw, entrants) == ["nobody_away"]


def test_checks_find_an_unfair_bye() -> None:
    history = (bye(1, 1), game(1, 2, 3))
    assert found("swiss", drawn(pair(2, 3), pair(1)), field_of(3), history) == ["byes_fair"]


def test_checks_find_a_rematch_nobody_needed() -> None:
    history = (game(1, 1, 2), game(1, 3, 4))
    draw = drawn(pair(1, 2), pair(3, 4))
    assert found("swiss", draw, field_of(4), history) == ["no_needless_rematch"] * 2


def test_checks_find_a_group_that_plays_without_a_member() -> None:
    history = (
        replace(game(1, 1, 2), group="A"),
        replace(bye(1, 3), group="A"),
        replace(game(1, 4, 5), group="B"),
    )
    draw = drawn(pair(1, 3, group="A"))
    assert found("groups", draw, field_of(5), history) == ["group_whole"]


def test_checks_find_a_loser_that_plays_on_and_a_winner_that_does_not() -> None:
    history = (game(1, 1, 4), game(1, 2, 3, LOST))
    assert found("knockout", drawn(pair(1, 3)), field_of(4), history) == []
    third = pair(4, 2, group="third_place")
    assert found("knockout", drawn(pair(1, 3), third), field_of(4), history) == []
    wrong = found("knockout", drawn(pair(1, 2)), field_of(4), history)
    assert wrong == ["loser_out", "winner_goes_on"]


def test_checks_find_a_slot_claimed_twice() -> None:
    draw = drawn(replace(pair(1, 2), slot=1), replace(pair(3, 4), slot=1))
    assert found("knockout", draw, field_of(4)) == ["slots_clear"]


def test_checks_find_tables_that_are_taken_twice_or_out_of_service() -> None:
    tables = (Table(1), Table(2, in_service=False))
    twice = drawn(pair(1, 2, table=1), pair(3, 4, table=1))
    closed = drawn(pair(1, 2, table=1), pair(3, 4, table=2))
    sitting = drawn(pair(1, 2, table=1), pair(3, table=1))
    assert found("swiss", twice, field_of(4), tables=tables) == ["tables_clear"]
    assert found("swiss", closed, field_of(4), tables=tables) == ["tables_clear"]
    assert found("swiss", sitting, field_of(3), tables=tables) == ["tables_clear"]


def test_checks_find_a_draw_that_depends_on_the_order_of_the_lists() -> None:
    one, other = drawn(pair(1, 2), pair(3, 4)), drawn(pair(1, 3), pair(2, 4))
    assert found("swiss", one, field_of(4), again=other) == ["same_again"]


def seen_event(
    code: str, entries: int, history: Sequence[PlayedPairing], planned_rounds: int | None
) -> list[str]:
    own = StandingsSettings()
    entrants = field_of(entries)
    seen = EventSeen(
        scenario=Scenario(format=code, entries=entries),
        facts=facts_of(code),
        entrants=entrants,
        history=history,
        standings=compute_standings(entrants, history, own),
        settings=own,
        rounds=max(played.round for played in history),
        planned=planned_rounds,
        cut_short=False,
    )
    return [fault.check for fault in check_event(seen)]


def test_checks_find_what_is_wrong_with_an_event() -> None:
    both = [game(1, 1, 2), game(1, 3, 4)]
    assert seen_event("knockout", 4, [*both, game(2, 1, 3)], 2) == []
    assert seen_event("knockout", 4, both, 2) == ["ends_as_planned", "one_left"]
    assert seen_event("round_robin", 3, [game(1, 1, 2), game(2, 1, 3)], 3) == ["all_met"]
    assert seen_event("round_robin", 3, [game(1, 1, 2), walkover(2, 1, 3)], 3) == []
    assert seen_event("round_robin", 2, [game(1, 1, 2), game(2, 1, 2)], 1) == ["ends_as_planned"]


def test_format_that_is_not_listed_is_held_to_what_holds_for_all() -> None:
    assert facts_of("invented") == FormatFacts()
    assert len(set(CHECKS)) == len(CHECKS)


# Ranks


def test_mean_ranks_of_level_entries_are_shared() -> None:
    assert mean_ranks({1: 5, 2: 7, 3: 5, 4: 9}) == {1: 1.5, 2: 3, 3: 1.5, 4: 4}


@settings(max_examples=50, deadline=None)
@given(st.permutations(range(8)))
def test_correlations_follow_their_definitions(order: list[int]) -> None:
    one = {entry: float(entry) for entry in range(8)}
    other = {entry: float(place) for place, entry in enumerate(order)}
    squares = sum((one[entry] - other[entry]) ** 2 for entry in one)
    assert spearman(one, other) == pytest.approx(1 - 6 * squares / (8 * 63))
    turned = sum((one[a] - one[b]) * (other[a] - other[b]) < 0 for a in one for b in one if a < b)
    assert kendall(one, other) == pytest.approx(1 - 4 * turned / 56)


def test_correlations_of_level_entries_are_zero() -> None:
    level = dict.fromkeys(range(4), 1.0)
    assert (spearman(level, level), kendall(level, level)) == (0, 0)


# Options as text


def test_options_are_read_from_text() -> None:
    assert parse_options("groups", ["groups=3", "pots=snake", "double=yes"]) == GroupsOptions(
        groups=3, pots=Pots.SNAKE, double=True
    )
    assert parse_options("groups", []) is None
    assert option_types("multi_seat")["rounds"] is int


@pytest.mark.parametrize(
    ("pair_", "said"),
    [
        ("groups", "not of the form"),
        ("group=3", "Its options: cities_apart, clubs_apart, double, groups, pots"),
        ("groups=many", "a whole number"),
        ("pots=hat", "It can be: lot, snake"),
        ("double=perhaps", "It can be: 1, true, yes, 0, false, no"),
    ],
)
def test_options_that_make_no_sense_say_what_would(pair_: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        parse_options("groups", [pair_])


def test_scenarios_take_the_formats_in_turn_and_follow_from_the_seed() -> None:
    count = 40 * len(CODES)
    scenarios = [random_scenario("1", number, CODES) for number in range(count)]
    assert Counter(s.format for s in scenarios) == dict.fromkeys(CODES, 40)
    assert scenarios[7] == random_scenario("1", 7, CODES) != random_scenario("2", 7, CODES)
    assert all(4 <= scenario.entries <= MOST for scenario in scenarios)
    assert max(scenario.entries for scenario in scenarios) > 40
    chains = {(s.format, s.then.format) for s in scenarios if s.then is not None}
    assert chains == {(one, after) for one, others in CHAINS.items() for after in others}
    several = {getattr(scenario.options, "per_side", 1) for scenario in scenarios}
    assert several == {1, 2}


def test_event_of_two_stages_ranks_those_who_went_on_before_the_others() -> None:
    scenario = Scenario(
        format="groups",
        entries=8,
        spread=1000,
        options=GroupsOptions(groups=2, pots=Pots.SNAKE),
        then=Scenario(format="knockout", entries=4),
        to_rank=2,
        seeding=Seeding.TRUE,
    )
    result = simulate_event(scenario, "1")
    assert (result.faults, result.rounds, result.games) == ((), 5, 16)
    assert sorted(result.ranks.values()) == [1, 2, 3, 4, 5.5, 5.5, 7.5, 7.5]
    assert result.strongest_won


def test_random_events_are_the_same_in_one_process_and_in_two() -> None:
    alone = list(random_events("3", 4, most=6))
    assert list(random_events("3", 4, most=6, processes=2)) == alone

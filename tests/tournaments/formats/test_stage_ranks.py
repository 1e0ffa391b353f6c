"""The ranking of a stage as a whole, and what it says about who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import DRAWN, LOST, WON, Outcomes, field_of, simulate
from tests.tournaments.formats.playing import play, played_pairing
from tests.tournaments.formats.test_stages import gone_on
from tournaments.formats.groups import GROUPS, GroupsOptions, Pots
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.model import DrawRequest, PlayedPairing
from tournaments.formats.places import places
from tournaments.formats.scoring import StandingsSettings, TieBreak
from tournaments.formats.stage_ranks import (
    GroupTable,
    Rank,
    over_groups,
    per_round,
    ranked_in,
    shared,
)
from tournaments.formats.stages import Ranked, qualifiers
from tournaments.formats.standings import compute_standings

SETTINGS = StandingsSettings(tie_breaks=(TieBreak.POINTS, TieBreak.DIRECT_ENCOUNTER))


def play_groups(entries: int, groups: int, decide: Outcomes | None = None) -> list[PlayedPairing]:
    """Snake groups in which the better seed wins, or all end as said."""
    options = GroupsOptions(groups=groups, pots=Pots.SNAKE)
    rounds = GROUPS.planned_rounds(entries, options) or 0
    history: list[PlayedPairing] = []
    for number in range(1, rounds + 1):
        request = DrawRequest(
            round=number,
            entrants=field_of(entries),
            seed="",
            history=tuple(history),
            options=options,
        )
        history += [
            played_pairing(
                number,
                pairing,
                decide or (WON if pairing.entries[0] == min(pairing.entries) else LOST),
            )
            for pairing in GROUPS.draw(request).pairings
        ]
    return history


def group_tables(entries: int, history: Sequence[PlayedPairing]) -> list[GroupTable]:
    """The table of each group, from its own games."""
    groups: dict[str, set[int]] = {}
    for pairing in history:
        groups.setdefault(pairing.group, set()).update(seat.entry for seat in pairing.seats)
    return [
        GroupTable(
            name,
            compute_standings(
                [entrant for entrant in field_of(entries) if entrant.id in groups[name]],
                [pairing for pairing in history if pairing.group == name],
                SETTINGS,
            ),
        )
        for name in sorted(groups)
    ]


def ranked_groups(entries: int, history: Sequence[PlayedPairing]) -> tuple[Ranked, ...]:
    tables = group_tables(entries, history)
    return ranked_in(tables, over_groups(tables))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=8))
def test_places_are_shared_from_the_best_to_the_last_of_those_they_fill(sizes: list[int]) -> None:
    rows: list[tuple[int, int]] = []
    for size in sizes:
        first = len(rows) + 1
        rows += [(first + place, first) for place in range(size)]
    ranks = shared(rows, "A")
    assert [rank.entry for rank in ranks] == list(range(1, sum(sizes) + 1))
    for size in sizes:
        level, ranks = ranks[:size], ranks[size:]
        first = level[0].entry
        assert {(one.place, one.last, one.group) for one in level} == {
            (first, first + size - 1, "A")
        }


def test_over_groups_all_firsts_share_a_place_and_then_all_seconds() -> None:
    ranks = over_groups(group_tables(8, play_groups(8, 2)))
    assert [(rank.place, rank.last) for rank in ranks] == [
        (first, first + 1) for first in (1, 3, 5, 7) for _group in "AB"
    ]
    assert {rank.entry for rank in ranks[:2]} == {1, 2}
    assert {rank.group for rank in ranks[:2]} == {"A", "B"}


def test_points_a_round_of_nothing_played_are_none() -> None:
    assert per_round(Decimal("3"), 0) == 0
    assert per_round(Decimal("2.5"), 3) == Fraction(5, 6)


def test_winners_and_seconds_of_groups_go_on_and_mates_are_kept_apart() -> None:
    ranking = ranked_groups(8, play_groups(8, 2))
    assert [(row.entry, row.rank, row.group) for row in ranking] == [
        (1, 1, "A"),
        (4, 2, "A"),
        (5, 3, "A"),
        (8, 4, "A"),
        (2, 1, "B"),
        (3, 2, "B"),
        (6, 3, "B"),
        (7, 4, "B"),
    ]
    qualification = qualifiers(ranking, to_rank=2, tree=True)
    assert gone_on(qualification) == [
        (1, 1, 1, "A"),
        (2, 2, 1, "B"),
        (4, 3, 2, "A"),
        (3, 4, 2, "B"),
    ]
    assert qualification.ties == qualification.reasons == ()
    assert [row.rank for row in qualification.reserves] == [3, 3, 4, 4]
    assert [q.reasons[0].code for q in qualification.qualifiers] == ["qualified"] * 4


def test_a_swiss_is_cut_by_rank_whatever_its_groups_were() -> None:
    history = simulate(field_of(12), 4, seed=3)
    standings = compute_standings(field_of(12), history, StandingsSettings())
    table = GroupTable("", standings)
    ranking = ranked_in([table], shared([(row.entry, row.rank) for row in standings]))
    cut = qualifiers(ranking, to_rank=4, tree=True)
    assert [q.entry for q in cut.qualifiers] == [row.entry for row in ranking[:4]]
    assert [q.seed for q in cut.qualifiers] == [1, 2, 3, 4]
    assert [row.entry for row in cut.reserves] == [row.entry for row in ranking[4:]]


def test_a_knockout_goes_on_by_places() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), lambda p: WON)
    rows = places(KNOCKOUT, field_of(8), history, KnockoutOptions())
    ranks = [Rank(row.entry, row.rank, row.last) for row in rows]
    ranking = ranked_in([], ranks)
    assert [row.rank for row in ranking] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [row.overall for row in ranking] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_seconds_of_unequal_groups_are_compared_by_points_a_round() -> None:
    ranking = ranked_groups(7, play_groups(7, 2))
    seconds = [row for row in ranking if row.rank == 2]
    cut = qualifiers(ranking, to_rank=2)
    order = [q.entry for q in cut.qualifiers if q.rank == 2]
    assert order == [
        row.entry for row in sorted(seconds, key=lambda r: (-r.strength, r.overall, r.group))
    ]


def test_groups_that_all_end_level_name_every_tie() -> None:
    ranking = ranked_groups(8, play_groups(8, 2, DRAWN))
    cut = qualifiers(ranking, to_rank=2, tree=True)
    assert [(tie.group, tie.places, len(tie.entries)) for tie in cut.ties] == [
        ("A", 2, 4),
        ("B", 2, 4),
    ]

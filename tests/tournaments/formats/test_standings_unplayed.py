"""Rounds that were not played, in the standings: byes, walkovers, absences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.formats.building import (
    BOTH_LOST,
    DRAWN,
    bye,
    field_of,
    game,
    walkover,
)
from tests.tournaments.formats.columns import ALL, D, column
from tournaments.formats.model import (
    PairingKind,
)
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    StandingsSettings,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats.standings import compute_standings

# Three rounds. 1 beat 2, had a bye, and won as 3 did not come.
UNPLAYED = (
    *(game(1, 1, 2), game(1, 3, 4, DRAWN), bye(1, 5)),
    *(bye(2, 1), game(2, 2, 4), game(2, 5, 3)),
    *(walkover(3, 1, 3), game(3, 2, 5, DRAWN), bye(3, 4)),
)


@pytest.mark.parametrize(
    ("rule", "first", "third"),
    [
        # 1 has 3 points, 2 has 1½, 3 has ½. The bye counts no more than a draw a round, 1½; the
        # walkover no more than the absent have, ½. 3 met 4 (1½) and 5 (2½), its own walkover ½.
        (UnplayedRule.FIDE_2026, "3.5", "4.5"),
        # Without the caps 1 meets itself twice.
        (UnplayedRule.FIDE_2024, "7.5", "4.5"),
        (UnplayedRule.AS_SCORED, "1.5", "4"),
        # 4 has ½ from games, 5 has 1½.
        (UnplayedRule.PLAYED_ONLY, "1.5", "2"),
    ],
)
def test_unplayed_rounds_count_by_the_rule(rule: UnplayedRule, first: str, third: str) -> None:
    settings_ = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ,), unplayed=rule)
    standings = compute_standings(field_of(5), UNPLAYED, settings_)
    assert column(standings, TieBreak.POINTS) == {
        1: D(3),
        2: D("1.5"),
        3: D("0.5"),
        4: D("1.5"),
        5: D("2.5"),
    }
    assert standings.value(1, TieBreak.BUCHHOLZ) == D(first)
    assert standings.value(3, TieBreak.BUCHHOLZ) == D(third)


def test_a_walkover_lost_is_cut_before_anything_played() -> None:
    """3's own walkover (½) goes first though that is also its least; then 4 (1½)."""
    settings_ = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ_CUT_2))
    standings = compute_standings(field_of(5), UNPLAYED, settings_)
    assert standings.value(3, TieBreak.BUCHHOLZ_CUT_1) == D(4)
    assert standings.value(3, TieBreak.BUCHHOLZ_CUT_2) == D("2.5")
    cut = [t.round for t in standings.working(3, TieBreak.BUCHHOLZ_CUT_1) if not t.counted]
    assert cut == [3]


def test_an_absence_is_cut_before_a_weaker_opponent() -> None:
    """1 beat 2, who has nothing, then stayed away: the absence (1, a dummy) is cut, not 2."""
    history = (game(1, 1, 2), game(2, 3, 2), game(1, 3, 4), bye(2, 4))
    settings_ = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_CUT_1))
    standings = compute_standings(field_of(4), history, settings_)
    assert standings.value(1, TieBreak.BUCHHOLZ) == D(1)
    assert standings.value(1, TieBreak.BUCHHOLZ_CUT_1) == D(0)


def test_opponents_of_one_who_stays_away_for_good_get_draws_for_the_rounds_after() -> None:
    """2 lost, then was absent twice: 1 meets it as one with half a point for each."""
    history = (
        *(game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), bye(2, 4)),
        *(game(3, 1, 4), bye(3, 3)),
    )
    settings_ = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER))
    standings = compute_standings(field_of(4), history, settings_)
    assert column(standings, TieBreak.POINTS) == {1: 3, 2: 0, 3: 2, 4: 1}
    working = standings.working(1, TieBreak.BUCHHOLZ)
    assert [(term.opponents, term.value) for term in working] == [
        ((2,), D(1)),
        ((3,), D(2)),
        ((4,), D(1)),
    ]
    assert standings.value(1, TieBreak.SONNEBORN_BERGER) == D(4)


def test_who_comes_back_has_its_absence_count_as_it_was() -> None:
    history = (game(1, 1, 2), game(1, 3, 4), bye(2, 1), game(2, 3, 4), game(3, 2, 3), bye(3, 1))
    settings_ = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ,))
    standings = compute_standings(field_of(4), history, settings_)
    first = standings.working(1, TieBreak.BUCHHOLZ)[0]
    assert (first.opponents, first.value) == ((2,), D(1))


def test_nobody_wins_a_walkover_both_stayed_away_from() -> None:
    standings = compute_standings(field_of(2), (walkover(1, 1, 2, BOTH_LOST),), ALL)
    assert column(standings, TieBreak.POINTS) == {1: 0, 2: 0}
    assert column(standings, TieBreak.WINS) == {1: 0, 2: 0}


def test_byes_and_walkovers_are_wins_but_no_games_won() -> None:
    standings = compute_standings(field_of(5), UNPLAYED, ALL)
    assert standings.value(1, TieBreak.WINS) == 3
    assert standings.value(1, TieBreak.GAMES_WON) == 1
    first = standings.by_entry[1]
    assert (first.played, first.wins, first.draws, first.losses) == (1, 1, 0, 0)


def test_a_requested_bye_is_worth_what_the_scheme_says() -> None:
    scheme = replace(POINTS_SCHEMES["one"], requested_bye=D("0.5"), absent=D("0.25"))
    history = (bye(1, 1, PairingKind.REQUESTED_BYE), game(1, 2, 3))
    standings = compute_standings(
        field_of(4), history, StandingsSettings(points=scheme, tie_breaks=())
    )
    assert column(standings, TieBreak.POINTS) == {2: 1, 1: D("0.5"), 4: D("0.25"), 3: 0}

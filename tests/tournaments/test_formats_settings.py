"""Settings from JSON: what old ones meant they mean still, and presets come back as they went."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PointsScheme,
    StandingsSettings,
    StruckRule,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats_settings import (
    POINTS_KEYS,
    points_scheme,
    points_to_json,
    preset_points,
    standings_settings,
)

D = Decimal


def test_nothing_stored_is_a_point_a_win() -> None:
    assert points_scheme({}) == POINTS_SCHEMES["one"]


def test_what_was_stored_before_there_were_pieces_means_what_it_meant() -> None:
    stored = {
        "win": "2",
        "draw": "1",
        "loss": "0",
        "bye": "1",
        "walkover_win": "2",
        "walkover_loss": "-1",
    }
    assert points_scheme(stored) == PointsScheme(
        win=D(2),
        draw=D(1),
        bye=D(1),
        walkover_win=D(2),
        walkover_loss=D(-1),
        both_absent=D(-1),
        by_place=((D(2), D(1), D(0)),),
    )


@pytest.mark.parametrize("key", POINTS_SCHEMES)
def test_preset_comes_back_as_it_went(key: str) -> None:
    assert points_scheme(preset_points(key)) == POINTS_SCHEMES[key]
    assert points_scheme({"preset": key}) == POINTS_SCHEMES[key]


def test_a_preset_can_be_changed_in_one_number() -> None:
    scheme = points_scheme({"preset": "pieces_in_time", "bye": "12", "by_place": [["2", "1"]]})
    assert (scheme.bye, scheme.per_score, scheme.by_place) == (D(12), D(2), ((D(2), D(1)),))


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ValueError, match="no points scheme 'half'"):
        points_scheme({"preset": "half"})


def test_each_number_of_a_scheme_is_kept() -> None:
    numbers = {key: D(place) / 4 for place, key in enumerate(POINTS_KEYS, start=1)}
    scheme = PointsScheme(**numbers, by_place=((D(3), D("1.5"), D(0)),))
    assert points_scheme(points_to_json(scheme)) == scheme


def test_settings_carry_what_struck_games_count() -> None:
    read = standings_settings(
        {}, ["steps_difference"], unplayed="as_played", lot_seed="7", struck="nothing"
    )
    assert read == StandingsSettings(
        tie_breaks=(TieBreak.STEPS_DIFFERENCE,),
        unplayed=UnplayedRule.AS_PLAYED,
        struck=StruckRule.NOTHING,
        lot_seed="7",
    )
    assert standings_settings({}, [], unplayed="fide_2026", lot_seed="").struck is StruckRule.BYE

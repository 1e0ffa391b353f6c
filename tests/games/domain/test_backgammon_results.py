"""Results of backgammon: matches and money sessions, the cube, penalty points, the clock."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.text import capfirst
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.game_results import ENDINGS, Typed, game_results
from games.domain.record_result import (
    record_result,
)
from games.domain.table_results import Impossible
from games.game_settings import BackgammonSettings
from games.rules.backgammon.rules import Outcome, Penalty
from tests.games.played_results import refused, seats
from tests.games.tables import make_table
from tournaments.domain.errors import Refused
from tournaments.formats.model import PairingKind
from tournaments.models import Game
from tournaments.queries.played import pairings_from, seat_rows

pytestmark = pytest.mark.django_db


def test_backgammon_score_is_capped_or_stands_as_set() -> None:
    capped = make_table(Game.BACKGAMMON)
    record_result(capped, Typed(scores=(9, 2)), seen=0, by=None)
    stands = make_table(Game.BACKGAMMON, game_settings={"capped": False})
    record_result(stands, Typed(scores=(9, 2)), seen=0, by=None)
    assert [row[3] for row in seats(capped) + seats(stands)] == [7, 2, 9, 2]


def test_backgammon_loser_and_winner_are_enough() -> None:
    pairing = make_table(Game.BACKGAMMON)
    record_result(pairing, Typed(scores=(None, 3), winner=0), seen=0, by=None)
    assert seats(pairing) == [("win", "1.00", 1, 7), ("loss", "0.00", 2, 3)]


def test_backgammon_games_make_the_score() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 3})
    games = (Outcome(0, "gammon", 1), Outcome(1, "single", 1), Outcome(0, "single", 2))
    record_result(pairing, Typed(games=games), seen=0, by=None)
    assert [row[3] for row in seats(pairing)] == [3, 1]
    payload = pairing.results.get().payload
    assert [game["kind"] for game in payload["games"]] == ["gammon", "single", "single"]


@pytest.mark.parametrize("crawford", [True, False])
def test_backgammon_cube_in_the_crawford_game(crawford: bool) -> None:
    settings = {"length": 3, "crawford": crawford}
    pairing = make_table(Game.BACKGAMMON, game_settings=settings)
    typed = Typed(games=(Outcome(0, "gammon", 1), Outcome(0, "single", 2)))
    if crawford:
        error = refused(pairing, typed)
        assert isinstance(error, Impossible)
        assert [problem.rule for problem in error.problems] == ["G11"]
    else:
        record_result(pairing, typed, seen=0, by=None)
        assert [row[3] for row in seats(pairing)] == [3, 0]


@pytest.mark.parametrize(
    ("ended", "scores", "outcome", "kept"),
    [
        ("walkover", (), "walkover-win", None),
        ("forfeit", (5, 2), "win", 5),
        ("timeout", (5, 2), "win", 5),
        ("played", (7, 2), "win", 7),
    ],
)
def test_walkover_forfeit_and_loss_on_time_are_told_apart(
    ended: str, scores: tuple[int, ...], outcome: str, kept: int | None, client: Client
) -> None:
    pairing = make_table(Game.BACKGAMMON)
    record_result(pairing, Typed(scores=scores, winner=0, ended=ended), seen=0, by=None)
    assert (seats(pairing)[0][0], seats(pairing)[0][3]) == (outcome, kept)
    assert pairing.results.get().payload["ended"] == ended
    # In the standings only a walkover is no game.
    tournament = pairing.round.tournament
    (played,) = pairings_from(seat_rows(tournament))
    assert (played.kind is PairingKind.WALKOVER) == (ended == "walkover")
    # The players read how it ended at the table's page, the desk in its list.
    page = client.get(f"/t/{tournament.slug}/tables/1/").content.decode()
    told = [key for key in ENDINGS if f">{capfirst(str(ENDINGS[key]))}.<" in page]
    assert told == [key for key in (ended,) if key != "played"]


@pytest.mark.parametrize("ended", ["timeout", "forfeit"])
def test_backgammon_match_that_stopped(ended: str) -> None:
    pairing = make_table(Game.BACKGAMMON)
    record_result(pairing, Typed(scores=(5, 2), winner=1, ended=ended), seen=0, by=None)
    assert seats(pairing) == [("loss", "0.00", 2, 5), ("win", "1.00", 1, 2)]
    assert pairing.results.get().payload["ended"] == ended


def test_backgammon_penalty_points_are_part_of_the_score() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 3})
    typed = Typed(penalties=(0, 2), games=(Outcome(0, "gammon", 1), Outcome(1, "single", 1)))
    record_result(pairing, typed, seen=0, by=None)
    assert seats(pairing) == [("loss", "0.00", 2, 2), ("win", "1.00", 1, 3)]
    assert pairing.results.get().payload["penalties"] == [0, 2]


def test_backgammon_penalty_between_two_games_stands_in_its_place() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 3})
    games = (Outcome(0, "single", 1), Penalty(1, 2), Outcome(1, "single", 1))
    record_result(pairing, Typed(games=games), seen=0, by=None)
    assert seats(pairing) == [("loss", "0.00", 2, 1), ("win", "1.00", 1, 3)]
    payload = pairing.results.get().payload
    assert payload["games"][1] == {"side": 1, "penalty": 2}
    assert "penalties" not in payload
    assert game_results(Game.BACKGAMMON).typed(payload).games == games


def test_backgammon_game_after_a_penalty_can_be_the_crawford_game() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 3})
    games = (Outcome(0, "single", 1), Penalty(1, 2), Outcome(1, "single", 2))
    error = refused(pairing, Typed(games=games))
    assert isinstance(error, Impossible)
    assert [problem.code for problem in error.problems] == ["crawford_cube"]


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        (Typed(scores=(6, 4)), ["winner_short"]),
        (Typed(scores=(7, 7), winner=0), ["loser_reached"]),
        (Typed(scores=(7, 1), penalties=(0, 2)), ["score_disagrees"]),
        (Typed(scores=(7, 2), winner=0, ended="forfeit"), ["stopped_but_reached"]),
        (Typed(scores=(7, 4), games=(Outcome(0, "single", 8),)), ["score_disagrees"]),
    ],
)
def test_backgammon_impossible_results_are_refused(typed: Typed, codes: list[str]) -> None:
    error = refused(make_table(Game.BACKGAMMON), typed)
    assert isinstance(error, Impossible)
    assert [problem.code for problem in error.problems] == codes


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        (Typed(), "score-missing", "score_0"),
        (Typed(scores=(7,)), "score-missing", "score_1"),
        (Typed(scores=(7, 7)), "winner-missing", "winner"),
        (Typed(scores=(5, 3), ended="forfeit"), "winner-missing", "winner"),
        (Typed(scores=(7, 3, 1)), "too-many-scores", "score_2"),
        (Typed(scores=(7, 0), winner=0, ended="walkover"), "walkover-score", "scores"),
    ],
)
def test_backgammon_says_which_field_lacks(typed: Typed, code: str, field: str) -> None:
    error = refused(make_table(Game.BACKGAMMON), typed)
    assert (error.code, error.field) == (code, field)


def test_money_session_can_end_even() -> None:
    session = {"length": 0, "session_games": 2}
    pairing = make_table(Game.BACKGAMMON, game_settings=session)
    record_result(pairing, Typed(scores=(4, 4)), seen=0, by=None)
    assert seats(pairing) == [("draw", "0.50", 1, 4)] * 2


def test_money_session_counts_its_games_with_jacoby() -> None:
    session = {"length": 0, "jacoby": True}
    pairing = make_table(Game.BACKGAMMON, game_settings=session)
    # Nobody doubled, so the gammon counts once.
    games = (Outcome(0, "gammon", 1), Outcome(1, "gammon", 2))
    record_result(pairing, Typed(games=games), seen=0, by=None)
    assert [row[3] for row in seats(pairing)] == [1, 4]
    other = make_table(Game.BACKGAMMON, game_settings=session)
    with pytest.raises(Refused) as refusal:
        record_result(other, Typed(scores=(2, 4), games=games), seen=0, by=None)
    assert (refusal.value.code, refusal.value.field) == ("session-games", "games")


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 13),
    st.lists(
        st.builds(
            Outcome,
            st.integers(0, 1),
            st.sampled_from(["single", "gammon", "backgammon"]),
            st.sampled_from([1, 1, 2, 4]),
            st.just(False),
        ),
        max_size=30,
    ),
)
def test_backgammon_typed_again_is_the_same_result(length: int, games: list[Outcome]) -> None:
    rules = game_results(Game.BACKGAMMON, BackgammonSettings(length=length, crawford=False))
    colours = rules.sides()
    try:
        payload = rules.payload(Typed(games=tuple(games)), colours)
    except Refused:
        return
    if not rules.problems(payload, "en"):
        assert rules.payload(rules.typed(payload), colours) == payload

"""Results of every game: what is typed, what is inferred, what the seats get, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils.text import capfirst
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from games.domain.game_results import ENDINGS, NOBODY, WALKOVER, Typed, game_results, in_words
from games.domain.record_result import (
    correct_result,
    record_result,
    remove_result,
    undo_result,
)
from games.domain.run_clock import start_clock
from games.domain.table_results import Impossible
from games.game_settings import BackgammonSettings
from games.models import Result
from games.rules.backgammon.rules import Outcome, Penalty
from tests.games.tables import SIDES, make_table
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.recheck_standings import recheck_standings
from tournaments.formats.model import Entrant, PairingKind
from tournaments.formats.records import build_records
from tournaments.models import Event, Game, Pairing, Tournament, User
from tournaments.queries.played import pairings_from, seat_rows, settings_of

pytestmark = pytest.mark.django_db

#: A result of each game as it is usually typed, and another.
TYPED = {
    Game.PARTNERS: (Typed(scores=(8, 5)), Typed(scores=(5, 8))),
    Game.PARTNERS_PLUS_PAIRS: (Typed(scores=(8, 5, 6)), Typed(scores=(5, 8, 6))),
    Game.PARTNERS_PLUS_TEAMS: (Typed(scores=(12, 9)), Typed(scores=(3, 12))),
    Game.BACKGAMMON: (Typed(scores=(7, 4)), Typed(scores=(6, 7))),
    Game.KROKET: (Typed(scores=(4, 3, 2, 0)), Typed(scores=(1, 4, 3, 3))),
}


def seats(pairing: Pairing) -> list[tuple[str, str, int | None, int | None]]:
    """Outcome, points, place and score of each side."""
    return [
        (
            seat.outcome,
            f"{seat.points:f}" if seat.points is not None else "",
            seat.place,
            seat.score,
        )
        for seat in pairing.seats.order_by("side")
    ]


def refused(pairing: Pairing, typed: Typed) -> Refused:
    with pytest.raises(Refused) as refusal:
        record_result(pairing, typed, seen=0, by=None)
    assert (Result.objects.count(), Event.objects.count()) == (0, 0)
    assert {seat.place for seat in pairing.seats.all()} == {None}
    return refusal.value


@pytest.mark.parametrize("game", list(SIDES))
def test_every_verb_works_for_every_game(game: str) -> None:
    pairing = make_table(game)
    first, other = TYPED[Game(game)]
    before = seats(pairing)

    record_result(pairing, first, seen=0, by=None, key="k")
    again = record_result(pairing, first, seen=0, by=None, key="k")
    entered = seats(pairing)
    assert (again.version, Event.objects.count()) == (1, 1)
    with pytest.raises(Conflict):
        record_result(pairing, other, seen=0, by=None)
    with pytest.raises(Conflict):
        record_result(pairing, other, seen=0, by=None, key="k")
    correct_result(pairing, other, seen=1, why="read wrongly", by=None)
    corrected = seats(pairing)
    with pytest.raises(Conflict):
        correct_result(pairing, first, seen=1, why="stale", by=None)
    remove_result(pairing, seen=2, why="wrong table", by=None)
    assert seats(pairing) == before
    undo_result(pairing, version=3, by=None)
    assert seats(pairing) == corrected != entered


@pytest.mark.parametrize("game", list(SIDES))
def test_walkover_and_nobody_came(game: str) -> None:
    sides = SIDES[Game(game)]
    pairing = make_table(game, tables=2)
    record_result(pairing, Typed(winner=1, ended=WALKOVER), seen=0, by=None)
    outcomes = [row[0] for row in seats(pairing)]
    assert outcomes == ["walkover-loss", "walkover-win", *["walkover-loss"] * (sides - 2)]

    other = pairing.round.pairings.get(table__number=2)
    record_result(other, Typed(ended=NOBODY, winner=0), seen=0, by=None)
    assert seats(other) == [("walkover-loss", "0.00", None, None)] * sides
    assert in_words(game, other.results.get().payload) == str(ENDINGS[NOBODY])


@pytest.mark.parametrize("game", list(SIDES))
def test_winner_that_does_not_sit_there_is_refused(game: str) -> None:
    pairing = make_table(game)
    assert refused(pairing, Typed(winner=7, ended=WALKOVER)).code == "winner-unknown"


@pytest.mark.parametrize(
    ("game", "typed", "expected"),
    [
        (
            Game.KROKET,
            Typed(scores=(4, None, 0, 2), absent=(1,)),
            [("", "4.00", 1, 4), ("walkover-loss", "0.00", 4, None)]
            + [("", "2.00", 3, 0), ("", "3.00", 2, 2)],
        ),
        (
            Game.KROKET,
            Typed(scores=(4, 3, 0, 2), absent=(1, 2), places=(1, None, None, 2)),
            [("", "4.00", 1, 4), ("walkover-loss", "0.00", 3, None)]
            + [("walkover-loss", "0.00", 3, None), ("", "3.00", 2, 2)],
        ),
        (
            Game.PARTNERS_PLUS_PAIRS,
            Typed(scores=(8, 5, None), absent=(2,)),
            [("", "1.00", 1, 8), ("", "0.50", 2, 5), ("walkover-loss", "0.00", 3, None)],
        ),
        (
            Game.PARTNERS_PLUS_PAIRS,
            Typed(scores=(0, 5, None), absent=(2,), ended="timeout", winner=1),
            [("", "0.50", 2, 0), ("", "1.00", 1, 5), ("walkover-loss", "0.00", 3, None)],
        ),
    ],
)
def test_seat_of_who_did_not_come_alone_is_lost_by_walkover(
    game: str, typed: Typed, expected: list[tuple[str, str, int | None, int | None]]
) -> None:
    pairing = make_table(game)
    scheme = {"by_place": [["1", "0.5", "0"], ["4", "3", "2", "1"]]}
    Tournament.objects.filter(pk=pairing.round.tournament_id).update(points_scheme=scheme)
    pairing = Pairing.objects.get(pk=pairing.pk)
    record_result(pairing, typed, seen=0, by=None)
    assert seats(pairing) == expected
    rules = game_results(game)
    payload = pairing.results.get().payload
    assert rules.payload(rules.typed(payload), [["blue"]] * len(expected)).get("absent") == list(
        typed.absent
    )
    # The standings read the same: a walkover for one, a game for the others, who did not meet him.
    tournament = pairing.round.tournament
    assert recheck_standings(tournament).differences == ()
    (played,) = pairings_from(seat_rows(tournament))
    entrants = [Entrant(id=seat.entry, seed=number) for number, seat in enumerate(played.seats, 1)]
    records = build_records(entrants, [played], settings_of(tournament).points, 1)
    for seat in played.seats:
        (record,) = records[seat.entry]
        gone = seat.side - 1 in typed.absent
        assert (record.played, record.kind) == (
            not gone,
            PairingKind.WALKOVER if gone else PairingKind.GAME,
        )
        assert len(record.opponents) == len(expected) - len(typed.absent) - (not gone)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (Typed(scores=(4, 0, 0, 0), absent=(1, 2, 3)), "absent-alone"),
        (Typed(scores=(4, 0, 0, 0), absent=(0,), winner=0), "absent-won"),
    ],
)
def test_absent_that_cannot_be_is_refused(typed: Typed, code: str) -> None:
    assert refused(make_table(Game.KROKET), typed).code == code


# Partners+ of three pairs ---------------------------------------------------------------------


def test_places_say_who_was_second() -> None:
    pairing = make_table(Game.PARTNERS_PLUS_PAIRS)
    record_result(pairing, Typed(scores=(6, 8, 6), places=(3, 1, 2)), seen=0, by=None)
    assert [row[2:] for row in seats(pairing)] == [(3, 6), (1, 8), (2, 6)]


def test_without_places_equal_pairs_share_one() -> None:
    pairing = make_table(Game.PARTNERS_PLUS_PAIRS)
    record_result(pairing, Typed(scores=(6, 8, 6)), seen=0, by=None)
    assert [row[1:3] for row in seats(pairing)] == [("0.25", 2), ("1.00", 1), ("0.25", 2)]


@pytest.mark.parametrize(
    ("places", "field"), [((2, None, 1), "place_1"), ((1, 3, 3), "place_1"), ((0, 1, 2), "place_0")]
)
def test_places_that_are_no_ranking_are_refused(places: Any, field: str) -> None:
    pairing = make_table(Game.PARTNERS_PLUS_PAIRS)
    assert refused(pairing, Typed(scores=(6, 8, 6), places=places)).field == field


# Backgammon -----------------------------------------------------------------------------------


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


# Kroket ---------------------------------------------------------------------------------------


def test_kroket_winner_is_at_the_stake() -> None:
    pairing = make_table(Game.KROKET)
    record_result(pairing, Typed(scores=(2, 4, 3, 3)), seen=0, by=None)
    assert [row[2:] for row in seats(pairing)] == [(4, 2), (1, 4), (2, 3), (2, 3)]
    balls = pairing.results.get().payload["balls"]
    assert [ball["stake"] for ball in balls] == [False, True, False, False]


def test_kroket_played_on_for_places() -> None:
    pairing = make_table(Game.KROKET)
    typed = Typed(scores=(4, 4, 2, 1), stakes=(True, True, False, False), places=(2, 1, 3, 4))
    record_result(pairing, typed, seen=0, by=None)
    assert [row[2] for row in seats(pairing)] == [2, 1, 3, 4]
    assert in_words(Game.KROKET, pairing.results.get().payload) == "4×-4×-2-1"


@pytest.mark.parametrize(("sides", "variant"), [(3, "standard"), (6, "six"), (4, "there-and-back")])
def test_kroket_of_every_size(sides: int, variant: str) -> None:
    pairing = make_table(Game.KROKET, sides=sides, game_settings={"variant": variant})
    full = 8 if variant == "there-and-back" else 4
    record_result(pairing, Typed(scores=(full, *[1] * (sides - 1))), seen=0, by=None)
    assert [row[2] for row in seats(pairing)] == [1, *[2] * (sides - 1)]


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        (Typed(scores=(4, 4, 1, 0)), "winner-missing", "place_0"),
        (Typed(scores=(4, 3, 1)), "score-missing", "score_3"),
        (Typed(scores=(2, 3, 1, 0), ended="timeout"), "winner-missing", "winner"),
        (Typed(scores=(4, 3, 2, 1), winner=1, places=(1, 2, 3, 4)), "winner-not-first", "winner"),
    ],
)
def test_kroket_says_which_field_lacks(typed: Typed, code: str, field: str) -> None:
    error = refused(make_table(Game.KROKET), typed)
    assert (error.code, error.field) == (code, field)


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        (Typed(scores=(3, 2, 1, 0)), ["winner_hoops"]),
        (Typed(scores=(5, 2, 1, 0)), ["ball_hoops"]),
        (
            Typed(scores=(4, 1, 2, 0), stakes=(True, False, False, False), places=(1, 2, 3, 4)),
            ["places_contradicted"],
        ),
    ],
)
def test_kroket_impossible_results_are_refused(typed: Typed, codes: list[str]) -> None:
    error = refused(make_table(Game.KROKET), typed)
    assert isinstance(error, Impossible)
    assert [problem.code for problem in error.problems] == codes


# Time and steps -------------------------------------------------------------------------------


def in_time(pairing: Pairing) -> set[bool | None]:
    return {seat.in_time for seat in pairing.seats.all()}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (Typed(scores=(8, 5), minutes=60), True),
        (Typed(scores=(8, 5), minutes=61), False),
        (Typed(scores=(8, 5)), None),
        (Typed(scores=(7, 5), winner=0, ended="timeout"), False),
        (Typed(winner=0, ended="walkover"), None),
    ],
)
def test_seats_say_whether_the_game_ended_in_time(typed: Typed, expected: bool | None) -> None:
    pairing = make_table(Game.PARTNERS)
    record_result(pairing, typed, seen=0, by=None)
    assert in_time(pairing) == {expected}


def test_time_is_that_of_the_round() -> None:
    pairing = make_table(Game.PARTNERS)
    pairing.round.game_settings = {"minutes": 70}
    pairing.round.save()
    record_result(pairing, Typed(scores=(8, 5), minutes=70), seen=0, by=None)
    assert in_time(pairing) == {True}


def test_extra_time_is_the_tables_own(desk: User) -> None:
    pairing = make_table(Game.PARTNERS)
    start_clock(pairing.round, by=desk)
    pairing.extensions.create(seconds=600, why="cards on the floor", given_by=desk)
    record_result(pairing, Typed(scores=(8, 5), minutes=70), seen=0, by=desk)
    assert in_time(pairing) == {True}


@pytest.mark.parametrize("tables", [2, 20])
@pytest.mark.parametrize("game", [Game.BACKGAMMON, Game.PARTNERS_PLUS_TEAMS])
def test_result_takes_the_same_queries_in_any_hall(
    game: str, tables: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pairing = make_table(game, tables=tables)
    # PostgreSQL also locks the tournament, that no round of it is finished meanwhile.
    with django_assert_max_num_queries(16 if connection.vendor == "postgresql" else 15):
        record_result(pairing, TYPED[Game(game)][0], seen=0, by=None, key="k")

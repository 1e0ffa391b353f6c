"""Results of every game: what is typed, what is inferred, what the seats get, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
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
from tests.games.played_results import refused, seats
from tests.games.tables import SIDES, make_table
from tournaments.domain.errors import Conflict
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

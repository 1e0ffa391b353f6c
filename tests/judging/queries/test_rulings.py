"""Rulings found again: by a position like this, in other tournaments, with names as they may be
read; and what is held against a pair."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from games.rules.partners import PARTNERS_PLUS_TEAMS
from judging.cases import case_of
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.note_incident import note_incident
from judging.models import Ruling
from judging.queries.rulings import casebook, find_rulings, public_rulings, records_of
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tournaments.models import Entry, Game, Pairing, Player, Role, Tournament, User

LOCKED = {
    "yellow": ["goal1", "goal2", "start", "start"],
    "red": ["goal1", "start", "red3", "home"],
    "blue": ["goal1", "goal2", "goal3", "blue9"],
    "green": ["start", "start", "green4", "home"],
}
#: The same one seat on, and a piece one field further.
TURNED = {
    "red": ["goal1", "goal2", "start", "start"],
    "blue": ["goal1", "start", "blue4", "home"],
    "green": ["goal1", "goal2", "goal3", "green9"],
    "yellow": ["start", "start", "yellow4", "home"],
}
AT_HOME = {colour: ["home"] * 4 for colour in LOCKED}

OPENING = {
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": [0, 0],
    "off": [0, 0],
}
ONE_MOVED = OPENING | {
    "points": [-2, 0, 0, 0, 1, 4, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
}
NEARLY_OVER = {"points": [1, *[0] * 22, -1], "bar": [0, 0], "off": [14, 14]}

HOOP = {
    "blue": {"at": "e4", "reached": 1},
    "red": {"at": "f6", "reached": 1},
    "yellow": {"at": "start", "reached": 0},
    "green": {"at": "start", "reached": 0},
}
BESIDE = HOOP | {"blue": {"at": "e5", "reached": 1}}
FAR_ON = {
    name: {"at": "b9", "reached": 4} if name == "blue" else {"at": "home", "reached": 5}
    for name in HOOP
}


def ruled(tournament: Tournament, by: User | None = None, **more: Any) -> Ruling:
    """A ruling about pair 1 of the tournament."""
    said: dict[str, Any] = {
        "happened": "Alt står stille.",
        "decision": "Der åbnes.",
        "rules": {Game.BACKGAMMON: ("G5",), Game.KROKET: ("K7",)}.get(
            Game(tournament.game), ("H3",)
        ),
        "entry": tournament.entries.get(number=1),
    }
    return give_ruling(tournament, RulingFacts(**said | more), by=by)


def other(**fields: Any) -> Tournament:
    tournament = make_tournament(**fields)
    make_entries(tournament, 2)
    return tournament


@pytest.fixture
def here(db: None) -> Tournament:
    return other(game=Game.PARTNERS)


def alike(tournament: Tournament, position: Any, **more: Any) -> list[tuple[int | None, Ruling]]:
    case = case_of(tournament, position)
    assert case is not None
    return [(one.alike, one.ruling) for one in find_rulings(tournament, like=case, **more)]


def test_ruling_on_a_position_like_this_is_found_before_one_is_given(here: Tournament) -> None:
    same, turned = ruled(here, position=LOCKED), ruled(here, position=TURNED)
    ruled(here, position=AT_HOME)
    ruled(here)
    found = alike(here, LOCKED)
    assert [ruling for _alike, ruling in found] == [same, turned]
    assert found[0][0] == 100 and 90 < (found[1][0] or 0) < 100


@pytest.mark.parametrize(
    ("game", "asked", "near", "far"),
    [
        (Game.BACKGAMMON, OPENING, ONE_MOVED, NEARLY_OVER),
        (Game.KROKET, HOOP, BESIDE, FAR_ON),
    ],
)
@pytest.mark.django_db
def test_positions_of_other_games_are_alike_too(game: str, asked: Any, near: Any, far: Any) -> None:
    tournament = other(game=game, ruleset="")
    ruled(tournament, position=far)
    there = ruled(tournament, position=near)
    found = alike(tournament, asked)
    assert [ruling for _alike, ruling in found] == [there]
    assert 90 < (found[0][0] or 0) < 100


def test_position_that_is_none_is_like_nothing(here: Tournament) -> None:
    positions: list[Any] = [None, {}, {"yellow": ["red5"]}, OPENING, HOOP]
    assert [case_of(here, one) for one in positions] == [None] * len(positions)


def test_search_looks_where_the_account_may_and_where_everybody_may(here: Tournament) -> None:
    reader = make_user("rikke", role=Role.Kind.JUDGE, tournament=here)
    public = ruled(other(game=Game.PARTNERS), position=LOCKED)
    ruled(other(game=Game.PARTNERS, public=False), position=LOCKED)
    own = other(game=Game.PARTNERS, public=False)
    Role.objects.create(tournament=own, user=reader, kind=Role.Kind.DESK)
    theirs = ruled(own, position=LOCKED)
    ruled(other(game=Game.PARTNERS_PLUS_TEAMS), rules=("P1",))
    mine = ruled(here, position=LOCKED)
    assert {ruling for _alike, ruling in alike(here, LOCKED)} == {mine}
    found = {ruling for _alike, ruling in alike(here, LOCKED, everywhere=reader)}
    assert found == {mine, public, theirs}
    assert {line.ruling for line in find_rulings(here, everywhere=reader)} == found


@pytest.mark.django_db
def test_both_kinds_of_partners_plus_are_ruled_on_alike() -> None:
    pairs, teams = other(game=Game.PARTNERS_PLUS_PAIRS), other(game=Game.PARTNERS_PLUS_TEAMS)
    first, second, *others = PARTNERS_PLUS_TEAMS.board.colours
    position = {colour: ["home"] * 4 for colour in others}
    position |= {first: ["start", "home", "home", "home"], second: [f"{first}9"] + ["home"] * 3}
    ruling = ruled(teams, rules=("P1",), position=position)
    reader = make_user("rikke", role=Role.Kind.JUDGE, tournament=pairs)
    assert alike(pairs, position, everywhere=reader) == [(100, ruling)]


def test_names_of_another_tournament_are_those_that_everybody_may_read(here: Tournament) -> None:
    reader = make_user("rikke", role=Role.Kind.JUDGE, tournament=here)
    elsewhere = other(game=Game.PARTNERS)
    for tournament in (here, elsewhere):
        Entry.objects.filter(tournament=tournament, number=1).update(name="Anna 1 og Bo 1")
        Player.objects.filter(tournament=tournament, name="Anna 1").update(initials_only=True)
    ruled(here)
    ruled(elsewhere)

    def names(lines: Any) -> dict[int, str]:
        return {one.ruling.tournament_id: one.ruling.entry.name for one in lines}

    found = names(find_rulings(here, everywhere=reader))
    assert found[here.pk] == "Anna 1 og Bo 1"
    assert "Anna" not in found[elsewhere.pk]
    assert names(casebook(here, reader))[elsewhere.pk] == found[elsewhere.pk]
    assert names(public_rulings(elsewhere)) == {elsewhere.pk: found[elsewhere.pk]}


def test_casebook_has_the_years_rulings_that_stand(here: Tournament) -> None:
    old = ruled(here)
    new = ruled(here, amends=old)
    earlier = other(game=Game.PARTNERS, date=here.date - dt.timedelta(days=1))
    first = ruled(earlier)
    ruled(other(game=Game.PARTNERS, date=here.date.replace(year=here.date.year - 1)))
    hidden = other(game=Game.PARTNERS, public=False)
    secret = ruled(hidden)
    ruled(other(game=Game.BACKGAMMON, ruleset=""))
    assert [one.ruling for one in casebook(here)] == [first, new]
    reader = make_user("rikke", role=Role.Kind.JUDGE, tournament=hidden)
    assert {one.ruling for one in casebook(here, reader)} == {first, new, secret}


def test_repeated_is_who_was_warned_or_punished_by_a_ruling_that_stands(here: Tournament) -> None:
    one, two = here.entries.order_by("number")
    pairing: Pairing = make_round(here, 1, [[one, two]]).pairings.get()
    judge = make_user("sofus", role=Role.Kind.JUDGE, tournament=here)

    def repeated() -> list[bool]:
        return [record.repeated for record in records_of(here.game, [one, two])]

    note_incident(pairing, one, "signal", by=judge)
    assert repeated() == [False, False]
    warned = ruled(here, consequence="warning")
    assert repeated() == [True, False]
    ruled(here, amends=warned)
    assert repeated() == [False, False]
    ruled(here, consequence="penalty", points=Decimal(1))
    ruled(here, consequence="penalty", points=Decimal(1), entry=two)
    assert repeated() == [True, True]
    record = records_of(here.game, [one])[0]
    assert [len(record.penalties), len(record.warnings), len(record.notes)] == [1, 0, 1]

"""The hall as files: tables, calls with their waiting times, what judges noted, and the games."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone, translation

from games.models import Result
from judging.models import Call, Incident
from reports.exports import EXPORTS, Reader
from tests.reports.paper import make_round
from tests.results import write_result
from tournaments.access import ALLOWED, Action
from tournaments.models import Role, Tournament, User


def read(name: str, tournament: Tournament) -> list[dict[str, Any]]:
    with translation.override("en"):
        table = EXPORTS[name].read(Reader(tournament, frozenset(Action)))
    heads = [column.head for column in table.columns]
    return [dict(zip(heads, row, strict=True)) for row in table.rows]


def test_calls_say_how_long_each_table_waited(db: None, judge: User) -> None:
    round_ = make_round(2)
    one, two = round_.pairings.order_by("order")
    at = timezone.now()
    common = {"round": round_, "source": "pair", "language": "nb"}
    Call.objects.create(
        **common,
        pairing=one,
        entry=one.seats.get(side=1).entry,
        reason="rule",
        state=Call.State.RESOLVED,
        judge=judge,
        placed_at=at,
        taken_at=at + dt.timedelta(minutes=1),
        first_arrived_at=at + dt.timedelta(minutes=2, seconds=30),
        closed_at=at + dt.timedelta(minutes=10),
        minutes_given=8,
    )
    Call.objects.create(
        **common,
        pairing=two,
        state=Call.State.WITHDRAWN,
        placed_at=at + dt.timedelta(seconds=1),
        closed_at=at + dt.timedelta(seconds=61),
    )
    came, went = read("calls", round_.tournament)
    wanted = ("Table", "Called by", "Minutes waited", "Minutes at the table", "Minutes given back")
    assert [came[head] for head in wanted] == [1, "Par 2", Decimal("2.5"), Decimal("7.5"), 8]
    assert [went[head] for head in wanted] == [2, None, Decimal(1), None, 0]


def test_incidents_are_named_as_judges_tap_them(db: None, judge: User) -> None:
    round_ = make_round(1)
    pairing = round_.pairings.get()
    entry = pairing.seats.get(side=0).entry
    for kind in ("slow", "gone-by-now"):
        Incident.objects.create(
            round=round_, pairing=pairing, entry=entry, kind=kind, noted_by=judge,
            noted_at=timezone.now(),
        )  # fmt: skip
    rows = read("incidents", round_.tournament)
    assert [(row["Against"], row["What"], row["Judge"]) for row in rows] == [
        ("Par 1", "slow play", judge.display_name),
        ("Par 1", "gone-by-now", judge.display_name),
    ]


@pytest.mark.parametrize("name", ["calls", "incidents"])
def test_what_judges_know_is_for_judges(name: str) -> None:
    allowed = {kind for kind, actions in ALLOWED.items() if EXPORTS[name].needs in actions}
    assert (Role.Kind.JUDGE in allowed, Role.Kind.DESK in allowed) == (True, False)


def test_statistics_have_a_row_for_each_game_played(db: None) -> None:
    round_ = make_round(2)
    one, _two = round_.pairings.order_by("order")
    write_result(one, 1, scores=(5, 8))
    one.seats.filter(side=0).update(place=2)
    one.seats.filter(side=1).update(place=1)
    Result.objects.create(pairing=one, version=1, payload={"ended": "played", "minutes": 43})
    (row,) = read("statistics", round_.tournament)
    assert row["Minutes"] == 43
    assert (row["1. of the game"], row["2. of the game"]) == ("Par 2", "Par 1")
    assert (row["Played to the end"], row["Level"]) == (True, False)


def test_tables_of_the_hall_say_whose_they_are_and_who_sits_there(db: None) -> None:
    round_ = make_round(2)
    tournament = round_.tournament
    tournament.tables.filter(number=2).update(in_service=False, accessible=True)
    tournament.entries.filter(number=3).update(fixed_table=tournament.tables.get(number=1))
    rows = read("tables", tournament)
    assert [
        (row["Table"], row["In service"], row["Without steps"], row["Fixed table of"])
        for row in rows
    ] == [(1, True, False, "Par 3"), (2, False, True, None)]
    assert [row["Who sits there now"] for row in rows] == ["Par 1 – Par 2", "Par 3 – Par 4"]

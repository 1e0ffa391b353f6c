"""The same seed gives the same day, however often it is played in one database."""

from __future__ import annotations

import datetime as dt

import pytest

from config.day.run import Day
from tests.factories import make_user
from tournaments.models import Game, Seat, User
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

ROUNDS = 2


def played(by: User, slug: str) -> tuple[list[tuple[object, ...]], list[int]]:
    """Who sat where and what came of it, and the final list, by number of the entry."""
    day = Day.begin(
        by=by,
        name=slug,
        slug=slug,
        entries=5,
        tables=3,
        rounds=ROUNDS,
        seed=5,
        public=False,
        date=dt.date(2026, 9, 5),
        game=Game.BACKGAMMON,
    )
    day.check_in()
    for _ in range(ROUNDS):
        round_ = day.draw()
        day.play(round_)
        day.close(round_)
    seats = Seat.objects.filter(round__tournament=day.tournament).order_by(
        "round__number", "pairing__order", "side"
    )
    numbers = dict(day.tournament.entries.values_list("pk", "number"))
    return (
        list(
            seats.values_list(
                "round__number",
                "round__seed",
                "pairing__table__number",
                "side",
                "entry__number",
                "outcome",
                "points",
                "score",
            )
        ),
        [numbers[row.entry] for row in standings_of(day.tournament)],
    )


def test_same_seed_played_twice_is_the_same_day() -> None:
    by = make_user("organiser")
    first = played(by, "one")
    assert played(by, "two") == first

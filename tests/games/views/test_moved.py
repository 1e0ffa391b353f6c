"""A game is sent to another table: whoever looks anywhere is told where it came from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.domain.draw_round import draw_round
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Round, Tournament, User


@pytest.fixture
def moved(tournament: Tournament) -> Round:
    """Round 1, in which the game of table 1 was moved to table 8."""
    factories.make_entries(tournament, 6)
    round_ = publish_round(draw_round(tournament, by=None), by=None)
    game = round_.pairings.get(table__number=1)
    move_table(game, tournament.tables.get(number=8), by=None)
    return round_


def at(round_: Round, table: int) -> Entry:
    return round_.seats.filter(pairing__table__number=table)[0].entry


def test_own_page_says_from_where_to_where(moved: Round, client: Client) -> None:
    for table, told in ((8, True), (2, False)):
        page = client.get(reverse("entry", args=[moved.tournament.slug, at(moved, table).number]))
        assert (page.context["seat"].moved_from is not None) is told
        assert (b"finding-warning" in page.content) is told


def test_round_and_wall_say_it(
    moved: Round, client: Client, client_of: Callable[[User], Client], organiser: User
) -> None:
    slug = moved.tournament.slug
    page = client.get(reverse("round", args=[slug, 1]))
    left = {
        row["table"]: {one["moved"] for side in row["sides"] for one in side["entries"]}
        for row in page.context["pairings"]
    }
    assert {table: bool(*words) for table, words in left.items()} == {
        "2": False,
        "3": False,
        "8": True,
    }
    (words,) = left["8"]
    assert words in page.content.decode()
    wall = client.get(reverse("wall-pairings", args=[slug]))
    (screen,) = wall.context["deck"].screens
    assert [one["left"] for one in screen.context["lines"] if one["number"] == 8] == [1, 1]
    for by in ("table", "name"):
        desk = client_of(organiser).get(reverse("desk-round", args=[slug, 1]), {"by": by})
        assert words in desk.content.decode()


def test_fixed_tables_and_tables_without_steps_are_marked(
    moved: Round, client: Client, client_of: Callable[[User], Client], organiser: User
) -> None:
    entry = at(moved, 2)
    entry.needs_access, entry.fixed_table = True, moved.tournament.tables.get(number=2)
    entry.save()
    slug = moved.tournament.slug
    page = client.get(reverse("round", args=[slug, 1]))
    (wishes,) = [
        one["wishes"]
        for row in page.context["pairings"]
        for side in row["sides"]
        for one in side["entries"]
        if one["wishes"]
    ]
    assert len(wishes) == 2
    assert all(wish in page.content.decode() for wish in wishes)
    desk = client_of(organiser).get(reverse("desk-round", args=[slug, 1])).content.decode()
    assert all(wish in desk for wish in wishes)

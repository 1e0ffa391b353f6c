"""The rotating wall: what takes turns, for how long, and what is asked for again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_round, make_tournament
from tournaments.models import Entry, Event, Round, Tournament
from tournaments.wall import sources

HTMX = {"HX-Request": "true"}


def address(tournament: Tournament, name: str = "wall") -> str:
    return reverse(name, args=[tournament.slug])


def keys(tournament: Tournament, **query: Any) -> list[str]:
    return [one.key for one in Client().get(address(tournament), query).context["deck"].screens]


@pytest.fixture
def hall(tournament: Tournament) -> Tournament:
    """Seven pairs; three tables play, one pair sits out."""
    entries = make_entries(tournament, 7)
    make_round(tournament, list(zip(entries[:6:2], entries[1:6:2], strict=True)), bye=entries[6])
    return tournament


def test_everything_there_is_takes_its_turn(hall: Tournament) -> None:
    assert keys(hall) == ["clock-1", "tables-1", "standings-1", "phone-1"]
    hall.wall_text = "Kaffe hele dagen\n\nTak til Hasle Bank\nfor borde og stole"
    hall.save()
    assert keys(hall)[-2:] == ["text-1", "text-2"]


def test_before_the_first_round_the_wall_shows_the_way_to_the_phone(
    tournament: Tournament,
) -> None:
    assert keys(tournament) == ["phone-1"]
    page = Client().get(address(tournament, "wall-pairings"))
    assert (page.context["deck"].screens, bool(page.context["deck"].empty)) == ((), True)
    assert page.context["deck"].empty in page.content.decode()


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({"show": "tables"}, ["tables-1"]),
        ({"show": "standings,tables"}, ["tables-1", "standings-1"]),
        ({"show": ["standings", "phone"]}, ["standings-1", "phone-1"]),
        ({"show": "bracket"}, ["bracket-1"]),
        ({"show": "weather"}, ["clock-1", "tables-1", "standings-1", "phone-1"]),
    ],
)
def test_what_was_chosen_takes_turns(
    hall: Tournament, query: dict[str, Any], shown: list[str]
) -> None:
    assert keys(hall, **query) == shown


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("20", 20.0),
        ("", 12.0),
        ("x", 12.0),
        ("0", 1.0),
        ("999", 120.0),
        ("9999", 120.0),
        ("9" * 30, 12.0),
    ],
)
def test_each_screen_stays_as_long_as_chosen(hall: Tournament, asked: str, seconds: float) -> None:
    deck = Client().get(address(hall), {"seconds": asked, "show": "tables"}).context["deck"]
    assert [one.seconds for one in deck.screens] == [seconds]


def test_wall_of_kroket_says_that_course_and_cards_are_not_the_originals(hall: Tournament) -> None:
    Tournament.objects.filter(pk=hall.pk).update(game="kroket")
    client = Client()
    client.cookies["language"] = "en"
    foot = client.get(address(hall)).content.decode().partition('class="wall-foot-name"')[2]
    assert "Not the original" in foot.partition("</p>")[0]


def test_a_draft_is_not_on_the_wall(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], state=Round.State.DRAFT)
    assert keys(tournament) == ["standings-1", "phone-1"]


def test_tables_are_listed_by_name_as_danes_sort_them(tournament: Tournament) -> None:
    first, second, third = make_entries(tournament, 3)
    for entry, name in ((first, "Ålborg"), (second, "Æbler"), (third, "Bier")):
        entry.name = name
        entry.save()
    make_round(tournament, [(first, second)], bye=third)
    (screen,) = Client().get(address(tournament, "wall-pairings")).context["deck"].screens
    assert screen.context["lines"] == [
        {"name": "Bier", "number": None, "left": None},
        {"name": "Æbler", "number": 1, "left": None},
        {"name": "Ålborg", "number": 1, "left": None},
    ]


def test_a_finished_tournament_shows_its_final_standings(hall: Tournament) -> None:
    hall.rounds.update(state=Round.State.CLOSED)
    hall.state = Tournament.State.FINISHED
    hall.save()
    assert keys(hall) == ["standings-1"]


def test_nothing_new_is_answered_with_nothing(hall: Tournament) -> None:
    stamp = Client().get(address(hall)).context["stamp"]
    again = Client().get(address(hall), {"stamp": stamp}, headers=HTMX)
    assert (again.status_code, again.content, bool(again["X-Server-Now"])) == (204, b"", True)
    Event.objects.create(
        tournament=hall, verb="result.enter", subject_kind="pairing", subject_id=1, subject="x"
    )
    renewed = Client().get(address(hall), {"stamp": stamp}, headers=HTMX)
    assert renewed.status_code == 200
    assert renewed.content.decode().strip().startswith('<div id="wall-deck"')


def test_a_deck_that_is_renewed_asks_for_the_same_again(hall: Tournament) -> None:
    page = Client().get(address(hall), {"show": "standings,tables", "seconds": "20"})
    text = page.content.decode()
    assert f'hx-get="{address(hall)}?show=tables,standings&amp;seconds=20&amp;stamp=' in text


def test_the_menu_offers_every_screen_and_leads_to_the_wall(hall: Tournament) -> None:
    page = Client().get(address(hall, "wall-choose"))
    rows = {row["code"]: (row["on"], row["screens"]) for row in page.context["rows"]}
    assert rows == {
        "clock": (True, 1),
        "calls": (True, 0),
        "tables": (True, 1),
        "standings": (True, 1),
        "bracket": (False, 1),
        "phone": (True, 1),
        "text": (True, 0),
    }
    chosen = Client().get(address(hall, "wall-choose"), {"show": "text", "seconds": "30"})
    assert [row["code"] for row in chosen.context["rows"] if row["on"]] == ["text"]
    assert chosen.context["seconds"] == 30


def test_sources_take_their_turn_in_order() -> None:
    order = ["clock", "calls", "tables", "standings", "bracket", "phone", "text"]
    assert [source.code for source in sources()] == order


@pytest.mark.parametrize("how_many", [2, 20])
def test_wall_takes_the_same_queries_at_any_size(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, how_many: int
) -> None:
    big = make_tournament(tables=20)
    entries = make_entries(big, 2 * how_many)
    make_round(big, list(zip(entries[::2], entries[1::2], strict=True)))
    client = Client()
    stamp = client.get(address(big)).context["stamp"]
    with django_assert_num_queries(20):
        client.get(address(big))
    with django_assert_num_queries(5):
        client.get(address(big), {"stamp": stamp}, headers=HTMX)
    with django_assert_num_queries(7):
        client.get(address(big, "wall-pairings"))


def test_wall_of_a_tournament_that_is_not_public(hall: Tournament) -> None:
    hall.public = False
    hall.save()
    for name in ("wall", "wall-choose", "wall-pairings", "wall-standings", "wall-bracket"):
        assert Client().get(address(hall, name)).status_code == 404


def test_names_and_words_are_escaped(hall: Tournament) -> None:
    hall.wall_text = "<b>Kaffe</b>\n<script>"
    hall.save()
    Entry.objects.filter(number=1).update(name="<i>Par</i>")
    text = Client().get(address(hall)).content.decode()
    assert "<b>Kaffe" not in text and "<i>Par" not in text

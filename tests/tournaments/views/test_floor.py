"""The floor plan and the page on which it is arranged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.domain.claims import claim_result
from games.domain.run_clock import start_clock
from judging.domain.place_call import place_call
from tests.factories import make_entries, make_round, make_user
from tests.games.claiming import LOST, WON
from tests.results import write_result
from tests.tournaments.control.halls import hall_that_plays
from tournaments.floor_plan.places import Place, places_of
from tournaments.floor_plan.plan import known_places
from tournaments.models import Entry, Role, Round, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def client(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def playing(tournament: Tournament, tables: int) -> Round:
    entries = make_entries(tournament, 2 * tables)
    return make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))


def states(client: Client, tournament: Tournament) -> dict[int, str]:
    plan = client.get(address("desk-floor", tournament)).context["plan"]
    return {spot.number: spot.state for spot in plan.spots}


def test_each_table_shows_what_goes_on_there_the_loudest_word(
    client_of: ClientOf, organiser: User, tournament: Tournament, time_machine: Any
) -> None:
    nine = datetime(2027, 3, 13, 9, tzinfo=UTC)
    time_machine.move_to(nine, tick=False)
    client = client_of(organiser)
    round_ = playing(tournament, 6)
    tournament.tables.filter(number=8).update(in_service=False)
    assert set(states(client, tournament).values()) == {"waiting", "free", "out"}
    start_clock(round_, by=None)
    games = {game.order: game for game in round_.pairings.all()}
    write_result(games[1], 0)
    for number, second in ((2, LOST), (3, None), (4, LOST)):
        for side, what in ((0, WON), (1, second)):
            entry = games[number].seats.get(side=side).entry
            if what is not None:
                claim_result(games[number], entry, what, device=f"{number}{side}")
    place_call(games[4], by=None)
    shown = {1: "done", 2: "disputed", 3: "reported", 4: "judge-called", 7: "free", 8: "out"}
    assert states(client, tournament) == shown | {5: "playing", 6: "playing"}
    time_machine.move_to(nine + timedelta(minutes=61), tick=False)
    late = {3: "over-time", 5: "over-time", 6: "over-time"}
    assert states(client, tournament) == shown | late


def test_a_state_is_said_in_words_and_a_touch_opens_the_table(
    client: Client, tournament: Tournament
) -> None:
    playing(tournament, 2)
    Entry.objects.filter(number=1).update(fixed_table=tournament.tables.get(number=3))
    tournament.tables.filter(number=3).update(accessible=True)
    plan = client.get(address("desk-floor", tournament)).context["plan"]
    by_number = {spot.number: spot for spot in plan.spots}
    game = reverse("desk-table-result", args=[tournament.slug, 1, 2])
    assert by_number[2].url == game
    assert by_number[3].url == address("desk-tables", tournament) + "#table-3"
    assert "Par 3 – Par 4" in by_number[2].label
    assert "1 Par 1" in by_number[3].label
    assert (by_number[3].fixed, by_number[3].accessible) == ("1 Par 1", True)


def test_draft_is_seen_by_those_who_draw_alone(
    client: Client, client_of: ClientOf, desk: User, tournament: Tournament
) -> None:
    round_ = playing(tournament, 1)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    assert states(client, tournament)[1] == "draft"
    assert states(client_of(desk), tournament)[1] == "free"


def arranged(tournament: Tournament) -> dict[int, Place]:
    known = known_places(tournament.tables.all())
    return {number: place for number, place in known.items() if place is not None}


def sent(client: Client, tournament: Tournament, places: dict[int, list[int]], **more: str) -> Any:
    page = client.get(address("desk-floor-arrange", tournament))
    data = {"seen": page.context["seen"], "places": json.dumps(places), **more}
    return client.post(address("desk-floor-arrange", tournament), data, follow=True)


def test_saved_plan_is_shown_and_taken_back_by_its_message(
    client: Client, tournament: Tournament
) -> None:
    shown = places_of(known_places(tournament.tables.all()))
    page = sent(client, tournament, {2: [30, 12]})
    assert arranged(tournament) == shown | {2: Place(30, 12)}
    (message,) = page.context["messages"]
    assert re.search(r'transform="translate\(300 120\)"', page.content.decode())
    client.post(message.extra_tags.removeprefix("undo:"))
    assert arranged(tournament) == {}


def test_rows_are_laid_out_without_a_script(client: Client, tournament: Tournament) -> None:
    data = {"tables": "", "per_row": "2", "rows": "1"}
    assert client.post(address("desk-floor-arrange", tournament), data).status_code == 302
    ys = {number: place.y for number, place in arranged(tournament).items()}
    assert [ys[n] for n in range(1, 9)] == [0, 0, 5, 5, 10, 10, 15, 15]


def test_of_two_who_arrange_the_second_is_shown_what_stands(
    client: Client, tournament: Tournament
) -> None:
    url = address("desk-floor-arrange", tournament)
    seen = client.get(url).context["seen"]
    sent(client, tournament, {1: [40, 40]})
    stood = arranged(tournament)
    answer = client.post(url, {"seen": seen, "places": json.dumps({1: [50, 50]})})
    assert (answer.status_code, arranged(tournament)) == (409, stood)
    assert answer.context["spots"][0][1:] == (40, 40)


@pytest.mark.parametrize(
    "typed",
    [
        {"places": "{"},
        {"places": "[1]"},
        {"places": '{"1": [1]}'},
        {"places": '{"1": [1e999, 1]}'},
        {"places": '{"99": [1, 1]}'},
        {"places": '{"1": [5000, 1]}'},
        {"places": '{"1": [0, 0], "2": [1, 1]}'},
        {"rows": "1", "per_row": "0"},
        {"rows": "1", "per_row": "x"},
        {"rows": "1", "per_row": "2", "tables": "8-1"},
        {"rows": "1", "per_row": "2", "tables": "1-99"},
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_moved(
    client: Client, tournament: Tournament, typed: dict[str, str]
) -> None:
    answer = client.post(address("desk-floor-arrange", tournament), typed)
    assert (answer.status_code, arranged(tournament)) == (422, {})


def test_only_organisers_arrange(client_of: ClientOf, desk: User, tournament: Tournament) -> None:
    client = client_of(desk)
    page = client.get(address("desk-floor", tournament))
    assert (
        page.status_code,
        client.get(address("desk-floor-arrange", tournament)).status_code,
    ) == (
        200,
        403,
    )
    assert address("desk-floor-arrange", tournament) not in page.content.decode()


@pytest.mark.parametrize("name", ["desk-floor", "desk-floor-arrange"])
def test_large_hall_asks_no_more_than_a_small_one(db: None, client_of: ClientOf, name: str) -> None:
    counts = []
    for tables in (2, 250):
        hall = hall_that_plays(tables)
        client = client_of(make_user(role=Role.Kind.ORGANISER, tournament=hall))
        start_clock(hall.rounds.get(), by=None)
        client.get(address(name, hall))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(name, hall)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] < 35

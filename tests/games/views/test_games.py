"""Result pages, records and settings of every game: the grid, a table, faults, two at once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.day.tables import TableGame, play_table
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import GameRecord, Result
from tests import factories
from tests.games.tables import SIDES, make_table
from tournaments.models import Event, Game, Pairing, Round, User

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}
LINES = {
    Game.PARTNERS: "1 85",
    Game.PARTNERS_PLUS_PAIRS: "1 8-5-5 #132",
    Game.PARTNERS_PLUS_TEAMS: "1 12-9",
    Game.BACKGAMMON: "1 7-4",
    Game.KROKET: "1 4x-4x-2-1 #2134",
}


@pytest.fixture
def client(client_of: ClientOf, db: None) -> Client:
    """Somebody who works at every tournament that a test makes."""
    return client_of(factories.make_user("ditte"))


def staff(pairing: Pairing) -> str:
    """The account of `client` works at the table's tournament; the address of its table."""
    tournament = pairing.round.tournament
    user = User.objects.get(username="ditte")
    factories.Role.objects.create(tournament=tournament, user=user, kind="organiser")
    return f"/desk/{tournament.slug}/rounds/1/tables/1/"


def grid_of(pairing: Pairing) -> str:
    return f"/desk/{pairing.round.tournament.slug}/rounds/1/results/"


@pytest.mark.parametrize("game", list(SIDES))
def test_line_is_saved_and_shown(game: str, client: Client) -> None:
    pairing = make_table(game)
    staff(pairing)
    assert client.get(grid_of(pairing)).status_code == 200
    answer = client.post(f"{grid_of(pairing)}quick/", {"line": LINES[Game(game)]})
    assert (answer.status_code, Result.objects.count()) == (302, 1)
    row = client.get(grid_of(pairing)).context["rows"][0]
    assert [cell.side.won for cell in row.cells].count(True) == 1


@pytest.mark.parametrize("game", list(SIDES))
def test_table_and_correction_of_every_game(game: str, client: Client) -> None:
    pairing = make_table(game)
    table = staff(pairing)
    assert client.get(table).status_code == 200
    client.post(f"{grid_of(pairing)}quick/", {"line": LINES[Game(game)]})
    assert client.get(table).status_code == 200
    form = client.get(f"{table}correct/")
    raw = form.context["row"].raw
    assert (form.status_code, raw.typed().winner is not None) == (200, True)
    again = client.get(f"{table}correct/?{raw.query}")
    assert (again.status_code, again.context["follows"] is not None) == (200, True)


def test_row_of_kroket_asks_for_places_when_two_came_equally_far(client: Client) -> None:
    table = staff(make_table(Game.KROKET))
    typed = {"score_0": "4", "score_1": "4", "score_2": "1", "score_3": "0"}
    answer = client.post(table, typed, **HTMX)
    assert (answer.status_code, answer.context["row"].field) == (422, "place_0")
    assert 'name="place_3"' in answer.content.decode()
    places = {"place_0": "2", "place_1": "1", "place_2": "3", "place_3": "4", "score_0": "4x"}
    answer = client.post(table, typed | places, **HTMX)
    assert answer.status_code == 200
    assert [cell.saved for cell in answer.context["row"].cells] == ["4×", "4×", "1", "0"]


def test_match_with_its_games_and_penalty(client: Client) -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 3})
    table = staff(pairing)
    typed = {"games": "1 g\n2", "penalty_1": "2", "picked": "1", "ended": "played"}
    assert client.post(table, typed | {"games": "1 g\nx"}).context["row"].field == "games"
    assert client.post(table, typed).status_code == 302
    assert pairing.results.get().payload["score"] == [2, 3]
    row = client.get(table).context["row"]
    assert (len(row.saved_games), row.saved_penalties) == (2, [("Par 2", 2)])


@pytest.mark.parametrize("game", [Game.BACKGAMMON, Game.KROKET])
@pytest.mark.parametrize("tables", [2, 5])
def test_grid_takes_the_same_queries_for_any_number_of_tables(
    game: str, tables: int, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    pairing = make_table(game, tables=tables)
    staff(pairing)
    client.post(f"{grid_of(pairing)}quick/", {"line": LINES[Game(game)]})
    client.get(grid_of(pairing))
    with django_assert_num_queries(14):
        client.get(grid_of(pairing))


# Records --------------------------------------------------------------------------------------


@cache
def played(game: str, slug: str) -> TableGame:
    """A game that bots have played at a table like that of the test; played once."""
    fields = {"game_settings": {"length": 1}} if game == Game.BACKGAMMON else {}
    return play_table(make_table(game, slug=slug, **fields), random.Random(2))


def table_for_record(game: str) -> Pairing:
    fields = {"game_settings": {"length": 1}} if game == Game.BACKGAMMON else {}
    return make_table(game, **fields)


@pytest.mark.parametrize("game", [Game.PARTNERS, Game.BACKGAMMON, Game.KROKET])
def test_record_fills_in_the_result_and_is_shown(game: str, client: Client) -> None:
    text = played(game, "seen").record
    pairing = table_for_record(game)
    page = f"{staff(pairing)}record/"
    assert client.get(page).status_code == 200
    file = SimpleUploadedFile("game.txt", text.encode())

    answer = client.post(page, {"file": file, "seen": "0", "key": "k" * 32})

    assert (answer.status_code, answer["Location"]) == (302, page)
    assert GameRecord.objects.get().result == pairing.results.get()
    event = Event.objects.get(verb="result.record")
    assert event.after["record"] == GameRecord.objects.get().pk
    shown = client.get(page)
    assert ("<svg" in str(shown.context["picture"])) == (game != Game.BACKGAMMON)
    assert len(shown.context["lines"]) == len(text.split("\n"))
    assert client.get(f"{page}?download=1").content.decode() == text


def test_record_of_another_result_is_refused(client: Client) -> None:
    game = played(Game.PARTNERS, "other")
    pairing = table_for_record(Game.PARTNERS)
    page = f"{staff(pairing)}record/"
    record_result(pairing, Typed(scores=game.typed.scores[::-1]), seen=0, by=None)
    answer = client.post(page, {"record": game.record, "seen": "1"})
    assert (answer.status_code, answer.context["error"].code) == (422, "record-disagrees")
    assert answer.context["text"] == game.record
    assert not GameRecord.objects.exists()


def test_record_with_faults_names_their_lines(client: Client) -> None:
    pairing = table_for_record(Game.BACKGAMMON)
    page = f"{staff(pairing)}record/"
    lines = played(Game.BACKGAMMON, "faults").record.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  2)"))
    lines[at] = "  2) 66: 24/1 24/1                    55: 24/1"
    answer = client.post(page, {"record": "\n".join(lines), "seen": "0"})
    assert (answer.status_code, answer.context["error"].code) == (422, "record-illegal")
    wrong = [line.number for line in answer.context["lines"] if line.problems]
    assert wrong[0] == at + 1
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "record-no-text"),
        (b"\xff\xfe\x00\x01", "record-no-text"),
        (b"x" * 600_000, "record-too-long"),
        (b"8-5", "record-illegal"),
    ],
)
def test_file_that_is_no_record_is_refused(data: bytes, code: str, client: Client) -> None:
    page = f"{staff(table_for_record(Game.PARTNERS))}record/"
    answer = client.post(page, {"file": SimpleUploadedFile("x.txt", data), "seen": "0"})
    assert answer.status_code == 422
    assert answer.context["error"].code == code


def test_record_sent_twice_is_kept_once(client: Client) -> None:
    page = f"{staff(table_for_record(Game.PARTNERS))}record/"
    sent = {"record": played(Game.PARTNERS, "twice").record, "seen": "0", "key": "k" * 32}
    first, second = client.post(page, sent), client.post(page, sent)
    assert first.status_code == 302
    assert (second.status_code, GameRecord.objects.count()) == (422, 1)
    assert second.context["error"].code in {"record-there", "key-reused"}


# Settings of a round --------------------------------------------------------------------------


def test_round_can_be_a_longer_match(client: Client) -> None:
    pairing = make_table(Game.BACKGAMMON)
    staff(pairing)
    page = f"/desk/{pairing.round.tournament.slug}/rounds/1/game/"
    assert client.get(page).status_code == 200
    sent = {"length": "11", "seen": "{}", "key": "k" * 32}
    assert client.post(page, sent).status_code == 302
    assert client.post(page, sent).status_code in {302, 409}
    assert Round.objects.get().game_settings == {"length": 11}
    assert Event.objects.filter(verb="round.game-settings").count() == 1
    assert client.get(grid_of(pairing)).context["rules"].example == "11-8"


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"length": "100"}, 422), ({"length": "x"}, 422), ({"moves": "any"}, 422)],
)
def test_round_settings_that_cannot_be_are_refused(
    sent: dict[str, str], status: int, client: Client
) -> None:
    pairing = make_table(Game.BACKGAMMON)
    staff(pairing)
    page = f"/desk/{pairing.round.tournament.slug}/rounds/1/game/"
    assert client.post(page, sent | {"seen": "{}"}).status_code == status
    assert Round.objects.get().game_settings == {}


def test_round_settings_changed_by_two_are_those_of_the_first(client: Client) -> None:
    pairing = make_table(Game.BACKGAMMON)
    staff(pairing)
    page = f"/desk/{pairing.round.tournament.slug}/rounds/1/game/"
    Round.objects.update(game_settings={"length": 9})
    assert client.post(page, {"length": "11", "seen": "{}"}).status_code == 409
    seen = json.dumps({"length": 9})
    assert client.post(page, {"length": "11", "seen": seen}).status_code == 302


def test_round_with_a_result_stays_as_it_was_played(client: Client) -> None:
    pairing = make_table(Game.BACKGAMMON)
    staff(pairing)
    record_result(pairing, Typed(scores=(7, 3)), seen=0, by=None)
    slug = pairing.round.tournament.slug
    for page in (f"/desk/{slug}/rounds/1/game/", f"/desk/{slug}/stages/1/game/"):
        assert client.post(page, {"length": "11", "seen": "{}"}).status_code == 422


def test_stage_can_be_played_otherwise(client: Client) -> None:
    pairing = make_table(Game.BACKGAMMON)
    staff(pairing)
    page = f"/desk/{pairing.round.tournament.slug}/stages/1/game/"
    assert client.get(page).status_code == 200
    assert client.post(page, {"crawford": "no", "seen": "{}"}).status_code == 302
    assert pairing.round.tournament.stages.get().game_settings == {"crawford": False}


@pytest.mark.parametrize("game", list(SIDES))
def test_players_pages_of_every_game(game: str, client: Client) -> None:
    pairing = make_table(game)
    slug = pairing.round.tournament.slug
    for page in (f"/t/{slug}/", f"/t/{slug}/entries/1/", f"/t/{slug}/tables/1/"):
        assert Client().get(page).status_code == 200
    record_result(pairing, Typed(winner=0, ended="walkover"), seen=0, by=None)
    for page in (f"/t/{slug}/entries/1/", f"/t/{slug}/tables/1/"):
        assert Client().get(page).status_code == 200

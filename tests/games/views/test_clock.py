"""The clock at the desk and on the wall: controls by role, what is new, one table's extra time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.domain.extend_table import extend_table
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import start_clock
from games.models import Clock, Extension, Pause
from tests import factories
from tests.results import make_round
from tournaments.models import Pairing, Round, Tournament, User

ClientOf = Callable[[User], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def desk_clock(round_: Round) -> str:
    return f"/desk/{round_.tournament.slug}/clock/"


@pytest.fixture
def run(round_: Round) -> str:
    return f"/desk/{round_.tournament.slug}/rounds/1/clock"


@pytest.fixture
def wall(round_: Round) -> str:
    return f"/t/{round_.tournament.slug}/wall/clock/"


def test_clock_before_the_first_round(
    tournament: Tournament, desk: User, client_of: ClientOf
) -> None:
    assert client_of(desk).get(f"/desk/{tournament.slug}/clock/").status_code == 200
    assert Client().get(f"/t/{tournament.slug}/wall/clock/").status_code == 200


def test_clock_is_run_by_its_buttons(
    desk_clock: str, run: str, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    for verb in ("start", "pause", "resume"):
        assert client.post(f"{run}/{verb}/")["Location"] == desk_clock
    assert Pause.objects.get().ended_at is not None
    client.post(f"{run}/length/", {"seen": 3600, "minutes": 5})
    assert Clock.objects.get().seconds == 3900
    client.post(f"{run}/length/", {"seen": 3900, "minutes": 10, "less": 1})
    assert Clock.objects.get().seconds == 3300
    client.post(f"{run}/undo/")
    assert Clock.objects.count() == 0


def test_clock_started_from_the_time_it_was_forgotten(
    run: str, round_: Round, desk: User, client_of: ClientOf
) -> None:
    began = timezone.localtime(timezone.now(), round_.tournament.zone) - timedelta(minutes=7)
    client_of(desk).post(f"{run}/start/", {"at": began.strftime("%H.%M")})
    assert Clock.objects.get().started_at == began.replace(second=0, microsecond=0)


@pytest.mark.parametrize("typed", ["25.00", "kl. 9", "14", "9.60"])
def test_clock_start_with_a_time_that_is_none_keeps_it(
    run: str, desk: User, client_of: ClientOf, typed: str
) -> None:
    answer = client_of(desk).post(f"{run}/start/", {"at": typed})
    assert (answer.status_code, answer.context["typed"]["at"]) == (422, typed)
    assert Clock.objects.count() == 0


def test_clock_refusal_without_a_field_is_a_message(
    desk_clock: str, run: str, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).post(f"{run}/pause/", follow=True)
    assert [str(message.level_tag) for message in answer.context["messages"]] == ["error"]


def test_clock_verb_that_does_not_exist(run: str, desk: User, client_of: ClientOf) -> None:
    assert client_of(desk).post(f"{run}/explode/").status_code == 404
    assert client_of(desk).get(f"{run}/start/").status_code == 405


def test_extension_is_for_judge_and_organiser(
    round_: Round, judge: User, desk: User, organiser: User, client_of: ClientOf
) -> None:
    address = f"/desk/{round_.tournament.slug}/rounds/1/extend/"
    data = {"table": 2, "minutes": 10, "why": "Kaffe"}
    codes = [client_of(u).post(address, data).status_code for u in (judge, organiser, desk)]
    assert (codes, Extension.objects.count()) == ([302, 302, 403], 2)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"table": "8", "minutes": "5", "why": "x"}, "table"),
        ({"table": "x", "minutes": "5", "why": "x"}, "table"),
        ({"table": "1", "minutes": "", "why": "x"}, "minutes"),
        ({"table": "1", "minutes": "500", "why": "x"}, "minutes"),
        ({"table": "1", "minutes": "5", "why": ""}, "why"),
    ],
)
def test_extension_refused_beside_its_field(
    round_: Round, judge: User, client_of: ClientOf, data: dict[str, str], field: str
) -> None:
    answer = client_of(judge).post(f"/desk/{round_.tournament.slug}/rounds/1/extend/", data)
    assert (answer.status_code, answer.context["error"].field) == (422, field)
    assert answer.context["typed"]["table"] == data["table"]
    assert Extension.objects.count() == 0


def test_extension_taken_back(
    round_: Round, pairing: Pairing, judge: User, desk: User, client_of: ClientOf
) -> None:
    extension = extend_table(pairing, minutes=5, why="x", by=judge)
    address = f"/desk/{round_.tournament.slug}/extensions/{extension.pk}/withdraw/"
    assert client_of(desk).post(address).status_code == 403
    assert client_of(judge).post(address).status_code == 302
    assert client_of(judge).post(address).status_code == 404
    assert Extension.objects.count() == 0


def test_extension_of_another_tournament_is_not_found(
    pairing: Pairing, judge: User, client_of: ClientOf
) -> None:
    extension = extend_table(pairing, minutes=5, why="x", by=judge)
    other = factories.make_tournament()
    factories.Role.objects.create(tournament=other, user=judge, kind="judge")
    address = f"/desk/{other.slug}/extensions/{extension.pk}/withdraw/"
    assert client_of(judge).post(address).status_code == 404


def test_poll_is_empty_until_something_happens(
    desk_clock: str, wall: str, round_: Round, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    for address in (desk_clock, wall):
        stamp = client.get(address).context["stamp"]
        answer = client.get(address, {"seen": stamp}, **HTMX)
        assert (answer.status_code, answer.content) == (204, b"")
        assert int(answer["X-Server-Now"]) > 0
    start_clock(round_, by=desk)
    for address in (desk_clock, wall):
        answer = client.get(address, {"seen": stamp}, **HTMX)
        assert (answer.status_code, b"<html" in answer.content) == (200, False)
        assert b'id="clock-piece"' in answer.content


def test_wall_shows_who_plays_on(wall: str, round_: Round, pairing: Pairing, judge: User) -> None:
    start_clock(round_, at=timezone.now() - timedelta(minutes=61), by=judge)
    extend_table(pairing, minutes=10, why="x", by=judge)
    second = round_.pairings.get(table__number=2)
    record_result(second, Typed(scores=(8, 5)), seen=0, by=judge)
    context = Client().get(wall).context
    assert (context["playing"], [table.number for table in context["listed"]]) == (2, [3, 1])


def test_wall_names_many_tables_over_time_by_number(desk: User) -> None:
    tournament = factories.make_tournament(tables=12)
    entries = factories.make_entries(tournament, 24)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 24, 2)])
    start_clock(round_, at=timezone.now() - timedelta(minutes=61), by=desk)
    extend_table(round_.pairings.get(table__number=5), minutes=10, why="x", by=desk)
    context = Client().get(f"/t/{tournament.slug}/wall/clock/").context
    assert (context["numbered"], context["unlisted"]) == (True, 0)
    assert [table.number for table in context["over_time"]] == [1, 2, 3, 4, *range(6, 13)]
    assert [table.number for table in context["listed"]] == [5]


def test_wall_of_a_tournament_that_is_not_public(wall: str) -> None:
    Tournament.objects.update(public=False)
    assert Client().get(wall).status_code == 404


@pytest.mark.parametrize("games", [2, 20])
def test_wall_and_desk_take_the_same_queries_for_any_number_of_tables(
    desk: User, client_of: ClientOf, django_assert_num_queries: Callable[..., object], games: int
) -> None:
    tournament = factories.make_tournament(tables=20)
    factories.Role.objects.create(tournament=tournament, user=desk, kind="desk")
    entries = factories.make_entries(tournament, games * 2)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, games * 2, 2)])
    start_clock(round_, by=desk)
    client = client_of(desk)
    with django_assert_num_queries(14):
        stamp = Client().get(f"/t/{tournament.slug}/wall/clock/").context["stamp"]
    with django_assert_num_queries(6):
        Client().get(f"/t/{tournament.slug}/wall/clock/?seen={stamp}", **HTMX)
    with django_assert_num_queries(18):
        client.get(f"/desk/{tournament.slug}/clock/")


def test_refused_extra_time_has_the_focus(round_: Round, judge: User, client_of: ClientOf) -> None:
    client, url = client_of(judge), f"/desk/{round_.tournament.slug}/rounds/1/extend/"
    for sent, field in (
        ({"table": "99", "minutes": "10", "why": "x"}, "extend-table"),
        ({"table": "1", "minutes": "0", "why": "x"}, "extend-minutes"),
        ({"table": "1", "minutes": "10", "why": ""}, "extend-why"),
    ):
        answer = client.post(url, sent)
        assert (answer.status_code, f'"{field}-error" autofocus' in answer.content.decode()) == (
            422,
            True,
        )

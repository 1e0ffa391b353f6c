"""Pieces that are made once for everybody who asks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import time_machine
from django.core.asgi import get_asgi_application
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from config.live.shared import with_shared
from tests import factories
from tests.config.live.pieces import Pieces, ask, get, in_a_loop, open_page, something_happens
from tournaments.models import Role, Tournament


@given(askers=st.integers(2, 40))
@in_a_loop
async def test_many_who_ask_at_once_are_given_what_is_made_once(askers: int) -> None:
    pieces = Pieces()
    pieces.slow.clear()
    application = with_shared(pieces)
    waiting = [asyncio.create_task(ask(application)) for _ in range(askers)]
    await asyncio.sleep(0)
    pieces.slow.set()
    answers = await asyncio.gather(*waiting)
    assert (set(answers), len(pieces.asked)) == (
        {(200, "piece 1.0.0- language=da")},
        1,
    )


@in_a_loop
async def test_who_asks_with_the_stamp_of_what_is_kept_is_told_that_nothing_is_new() -> None:
    pieces = Pieces()
    application = with_shared(pieces)
    await ask(application)
    assert await ask(application, query="stamp=1.0.0-") == (204, "")
    assert len(pieces.asked) == 1


@in_a_loop
async def test_after_every_event_what_is_kept_is_asked_about() -> None:
    pieces = Pieces()
    application = with_shared(pieces)
    await ask(application)
    something_happens()
    assert (await ask(application))[1] == "piece 1.0.0- language=da"
    pieces.stamp = "2.0.0-"
    something_happens()
    assert (await ask(application))[1] == "piece 2.0.0- language=da"
    assert [one.split()[0] for one in pieces.asked] == ["stamp=-", "stamp=1.0.0-"] + [
        "stamp=1.0.0-"
    ]


@in_a_loop
async def test_what_is_being_made_while_something_happens_is_not_for_who_asks_after_it() -> None:
    pieces = Pieces()
    pieces.slow.clear()
    application = with_shared(pieces)
    early = asyncio.create_task(ask(application))
    while not pieces.asked:
        await asyncio.sleep(0)
    pieces.stamp = "2.0.0-"
    something_happens()
    late = asyncio.create_task(ask(application))
    await asyncio.sleep(0)
    pieces.slow.set()
    assert [(await early)[1], (await late)[1]] == [
        "piece 1.0.0- language=da",
        "piece 2.0.0- language=da",
    ]


@in_a_loop
async def test_what_was_chosen_is_kept_apart_and_who_asks_is_not_passed_on() -> None:
    pieces = Pieces()
    application = with_shared(pieces)
    await ask(application, cookie="sessionid=secret; language=en")
    await ask(application, query="round=2&stamp=x-", cookie="language=en")
    await ask(application, query="stamp=1.0.0-over")
    assert pieces.asked == [
        "stamp=- language=en",
        "round=2&stamp=- language=en",
        "stamp=-over language=da",
    ]


@pytest.mark.parametrize(
    ("path", "query", "htmx"),
    [
        ("/t/dm/standings/", "stamp=1", False),
        ("/t/dm/standings/", "", True),
        ("/t/dm/entries/1/", "stamp=1", True),
        ("/desk/dm/standings/", "stamp=1", True),
        ("/nowhere/", "stamp=1", True),
    ],
)
@in_a_loop
async def test_whatever_is_not_the_same_for_everybody_goes_its_own_way(
    path: str, query: str, htmx: bool
) -> None:
    of_a_page = {"hx_request": "true"} if htmx else {}
    pieces = Pieces()
    application = with_shared(pieces)
    for _ in range(2):
        await get(application, path, query=query, cookie="sessionid=own", **of_a_page)
    assert pieces.asked == [f"{query} sessionid=own"] * 2


@pytest.mark.parametrize(
    ("status", "more"), [(404, []), (200, [(b"set-cookie", b"sessionid=somebody")])]
)
@in_a_loop
async def test_what_strangers_may_not_see_is_asked_for_by_each_for_themselves(
    status: int, more: list[tuple[bytes, bytes]]
) -> None:
    pieces = Pieces()
    pieces.status, pieces.more = status, more
    application = with_shared(pieces)
    await ask(application, cookie="sessionid=own")
    assert pieces.asked == ["stamp=- language=da", "stamp=old- sessionid=own"]


@pytest.mark.django_db(transaction=True)
def test_piece_of_the_standings_comes_from_django_and_is_kept() -> None:
    tournament: Tournament = factories.make_tournament()
    factories.make_entries(tournament, 2)
    application = with_shared(get_asgi_application())
    path = reverse("standings", args=[tournament.slug])

    async def twice() -> list[tuple[int, str]]:
        return [await ask(application, path) for _ in range(2)]

    first, second = asyncio.run(twice())
    assert (first, "page-poll" in first[1]) == (second, True)


# Whole pages -------------------------------------------------------------------------------------


class Pages:
    """An application that answers with a whole page, and counts."""

    def __init__(self) -> None:
        self.asked: list[dict[bytes, bytes]] = []
        self.tag = b'W/"1"'
        self.status = 200
        self.more: list[tuple[bytes, bytes]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        self.asked.append(headers)
        holds = headers.get(b"if-none-match") == self.tag
        own = [(b"etag", self.tag), (b"cache-control", b"public, no-cache"), *self.more]
        await send(
            {"type": "http.response.start", "status": 304 if holds else self.status, "headers": own}
        )
        body = b"" if holds else b"page " + self.tag + headers.get(b"cookie", b"")
        await send({"type": "http.response.body", "body": body})


@in_a_loop
async def test_whole_page_is_made_once_and_who_has_it_is_told_that_it_holds() -> None:
    pages = Pages()
    application = with_shared(pages)
    assert await open_page(application) == (200, 'page W/"1"language=da')
    assert await open_page(application, if_none_match='W/"1"') == (304, "")
    assert await open_page(application, if_none_match='W/"0"') == (200, 'page W/"1"language=da')
    assert len(pages.asked) == 1
    something_happens()
    assert await open_page(application, if_none_match='W/"1"') == (304, "")
    pages.tag = b'W/"2"'
    something_happens()
    assert await open_page(application, if_none_match='W/"1"') == (
        200,
        'page W/"2"language=da',
    )
    assert [one.get(b"if-none-match") for one in pages.asked] == [None, b'W/"1"', b'W/"1"']


@pytest.mark.parametrize(
    "cookie",
    ["sessionid=x", "plays-for=x", "messages=x", "called=x", "other=x", "language=da; sessionid=x"],
)
@in_a_loop
async def test_browser_with_something_of_its_own_is_given_its_own_page(cookie: str) -> None:
    pages = Pages()
    application = with_shared(pages)
    await open_page(application)
    assert await open_page(application, cookie=cookie) == (200, f'page W/"1"{cookie}')
    assert len(pages.asked) == 2


@in_a_loop
async def test_page_is_another_one_in_another_language_and_over_tls() -> None:
    pages = Pages()
    application = with_shared(pages)
    answers = [
        await open_page(application, cookie="language=en; csrftoken=x"),
        await open_page(application, cookie="language=xx"),
        await open_page(application, scheme="https"),
    ]
    assert [answer[1] for answer in answers] == [
        'page W/"1"language=en',
        'page W/"1"language=da',
        'page W/"1"language=da',
    ]
    assert len(pages.asked) == 3


@in_a_loop
async def test_page_that_sets_a_cookie_is_kept_for_nobody() -> None:
    pages = Pages()
    pages.more = [(b"set-cookie", b"x=1")]
    application = with_shared(pages)
    await open_page(application)
    await open_page(application, cookie="language=da")
    assert len(pages.asked) == 3


# In another minute it has another tag.
@time_machine.travel("2027-03-13 10:00:30+01:00", tick=False)
@pytest.mark.parametrize("name", ["standings", "pairings", "tournament", "statistics", "rulings"])
def test_public_page_is_to_the_byte_the_same_for_everybody(
    tournament: Tournament, client: Client, name: str
) -> None:
    address = reverse(name, args=[tournament.slug])
    one, other = client.get(address), Client().get(address)
    assert one.status_code == 200
    assert one.content == other.content
    assert (one.headers["Cache-Control"], one.headers["ETag"]) == (
        "public, no-cache",
        other.headers["ETag"],
    )
    assert (one.headers["Vary"], dict(one.cookies)) == ("Cookie, Accept-Encoding", {})
    assert Client().get(address, headers={"If-None-Match": one.headers["ETag"]}).status_code == 304


def test_public_page_of_somebody_who_is_logged_in_is_kept_by_nobody_else(
    tournament: Tournament, client: Client
) -> None:
    address = reverse("standings", args=[tournament.slug])
    organiser = factories.make_user(role=Role.Kind.ORGANISER, tournament=tournament)
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(address)
    assert answer.status_code == 200
    assert (answer.headers["Cache-Control"], "ETag" in answer.headers) == (
        "private, no-cache",
        False,
    )


@in_a_loop
async def test_piece_with_an_address_of_its_own_is_made_once_without_a_stamp() -> None:
    pieces = Pieces()
    application = with_shared(pieces)
    path = "/t/dm/rounds/1/long/"
    answers = [await ask(application, path, query="") for _ in range(3)]
    assert (set(answers), len(pieces.asked)) == ({(200, "piece 1.0.0- language=da")}, 1)

"""Pieces that are made once for everybody who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.core.asgi import get_asgi_application
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from config.live.hints import Hint
from config.live.hub import hub
from config.live.shared import AsgiApplication, with_shared
from tests import factories
from tournaments.models import Tournament


class Pieces:
    """An application that answers with what it is told, and counts."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.stamp = "1.0.0-"
        self.status = 200
        self.more: list[tuple[bytes, bytes]] = []
        self.slow = asyncio.Event()
        self.slow.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        query = scope["query_string"].decode()
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode()
        self.asked.append(f"{query} {cookies}")
        stamp = self.stamp
        body = f"piece {stamp} {cookies}".encode()
        await self.slow.wait()
        status = 204 if f"stamp={stamp}" in query.split("&") else self.status
        headers = [(b"ETag", f'W/"{stamp}~da"'.encode()), *self.more]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else body})


async def ask(
    application: AsgiApplication,
    path: str = "/t/dm/standings/",
    *,
    query: str = "stamp=old-",
    cookie: str = "",
    htmx: bool = True,
) -> tuple[int, str]:
    sent: list[dict[str, Any]] = []
    headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
    headers += [(b"hx-request", b"true")] if htmx else []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": headers,
    }
    await application(scope, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent).decode()


def something_happens() -> None:
    hub.publish(Hint(1, 1, frozenset({"results"})))


@given(askers=st.integers(2, 40))
def test_many_who_ask_at_once_are_given_what_is_made_once(askers: int) -> None:
    async def run() -> None:
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

    asyncio.run(run())


def test_who_asks_with_the_stamp_of_what_is_kept_is_told_that_nothing_is_new() -> None:
    async def run() -> None:
        pieces = Pieces()
        application = with_shared(pieces)
        await ask(application)
        assert await ask(application, query="stamp=1.0.0-") == (204, "")
        assert len(pieces.asked) == 1

    asyncio.run(run())


def test_after_every_event_what_is_kept_is_asked_about() -> None:
    async def run() -> None:
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

    asyncio.run(run())


def test_what_is_being_made_while_something_happens_is_not_given_to_who_asks_after_it() -> None:
    async def run() -> None:
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

    asyncio.run(run())


def test_what_was_chosen_is_kept_apart_and_who_asks_is_not_passed_on() -> None:
    async def run() -> None:
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

    asyncio.run(run())


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
def test_whatever_is_not_the_same_for_everybody_goes_its_own_way(
    path: str, query: str, htmx: bool
) -> None:
    async def run() -> None:
        pieces = Pieces()
        application = with_shared(pieces)
        for _ in range(2):
            await ask(application, path, query=query, cookie="sessionid=own", htmx=htmx)
        assert pieces.asked == [f"{query} sessionid=own"] * 2

    asyncio.run(run())


@pytest.mark.parametrize(
    ("status", "more"), [(404, []), (200, [(b"set-cookie", b"sessionid=somebody")])]
)
def test_what_strangers_may_not_see_is_asked_for_by_each_for_themselves(
    status: int, more: list[tuple[bytes, bytes]]
) -> None:
    async def run() -> None:
        pieces = Pieces()
        pieces.status, pieces.more = status, more
        application = with_shared(pieces)
        await ask(application, cookie="sessionid=own")
        assert pieces.asked == ["stamp=- language=da", "stamp=old- sessionid=own"]

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_piece_of_the_standings_comes_from_django_and_is_kept(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    tournament: Tournament = factories.make_tournament()
    factories.make_entries(tournament, 2)
    application = with_shared(get_asgi_application())

    async def run() -> None:
        path = reverse("standings", args=[tournament.slug])
        first = await ask(application, path)
        assert (first, "page-poll" in first[1]) == (await ask(application, path), True)

    asyncio.run(run())

"""Requests are answered a few at a time, on threads that stay."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from config.turns import FOR_MANY, Lane, TurnsHandler

MOST = 3


class Place:
    """What happens in the views below."""

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.connections: set[int] = set()
        self.order: list[str] = []
        self.leave: set[str] = set()
        self.at_once = self.highest = 0
        self.lock = threading.Lock()
        self.go_on = threading.Event()
        self.left = threading.Event()


place = Place()


def look(request: HttpRequest) -> HttpResponse:
    with place.lock:
        place.order.append(request.method or "")
        place.threads.add(threading.get_ident())
        place.at_once += 1
        place.highest = max(place.highest, place.at_once)
    place.go_on.wait(30)
    with place.lock:
        place.at_once -= 1
    place.left.set()
    return HttpResponse("seen")


def ask_the_database(_request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    with place.lock:
        place.connections.add(id(connection.connection))
    return HttpResponse("asked")


urlpatterns = [path("look/", look), path("database/", ask_the_database)]


@pytest.fixture(autouse=True)
def own_place() -> Any:
    global place
    place = Place()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        yield
    place.go_on.set()


async def ask(handler: TurnsHandler, address: str, method: str = "GET", **more: object) -> bytes:
    """What is answered, until the method is in `place.leave`: then the browser leaves. `more`
    is in the request's scope."""
    sent: list[dict[str, Any]] = []
    asked = False

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await until(lambda: method in place.leave)
            return {"type": "http.disconnect"}
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": method,
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    } | more
    await handler(scope, receive, send)
    return b"".join(one.get("body", b"") for one in sent)


async def until(state: Any) -> None:
    async with asyncio.timeout(30):
        while not state():
            await asyncio.sleep(0.001)


def test_no_more_than_may_are_answered_at_once_and_all_are() -> None:
    async def many() -> list[bytes]:
        handler = TurnsHandler(dict.fromkeys(Lane, MOST))
        asking = [asyncio.create_task(ask(handler, "/look/")) for _ in range(40)]
        await until(lambda: place.at_once == MOST)
        place.go_on.set()
        return await asyncio.gather(*asking)

    assert (asyncio.run(many()), place.highest) == ([b"seen"] * 40, MOST)
    assert len(place.threads) == MOST


def test_one_after_the_other_are_answered_on_the_same_thread() -> None:
    async def some() -> None:
        handler = TurnsHandler(dict.fromkeys(Lane, MOST))
        place.go_on.set()
        for _ in range(10):
            await ask(handler, "/look/")
            await asyncio.sleep(0)

    asyncio.run(some())
    assert len(place.threads) == 1


def test_turn_of_a_browser_that_left_ends_when_its_thread_is_free() -> None:
    async def one_leaves() -> tuple[int, bytes]:
        handler = TurnsHandler(dict.fromkeys(Lane, 1))
        leaving = asyncio.create_task(ask(handler, "/look/", "HEAD"))
        await until(lambda: place.at_once == 1)
        place.leave.add("HEAD")
        await leaving
        next_one = asyncio.create_task(ask(handler, "/look/"))
        await asyncio.sleep(0.05)
        meanwhile = place.highest
        place.go_on.set()
        return meanwhile, await next_one

    assert asyncio.run(one_leaves()) == (1, b"seen")


@pytest.mark.parametrize(
    ("method", "more"), [("POST", {}), ("PUT", {}), ("HEAD", {FOR_MANY: True})]
)
def test_crowd_that_looks_keeps_nobody_else_waiting(method: str, more: dict[str, object]) -> None:
    async def several() -> None:
        handler = TurnsHandler(dict.fromkeys(Lane, 1))
        looking = [asyncio.create_task(ask(handler, "/look/")) for _ in range(3)]
        await until(lambda: place.at_once == 1)
        other = asyncio.create_task(ask(handler, "/look/", method, **more))
        await until(lambda: place.at_once == 2)
        place.go_on.set()
        await asyncio.gather(*looking, other)

    asyncio.run(several())
    assert place.order == ["GET", method, "GET", "GET"]


def test_who_leaves_while_waiting_takes_no_turn() -> None:
    async def one_leaves() -> bytes:
        handler = TurnsHandler(dict.fromkeys(Lane, 1))
        first = asyncio.create_task(ask(handler, "/look/"))
        await until(lambda: place.at_once == 1)
        leaving = asyncio.create_task(ask(handler, "/look/", "HEAD"))
        staying = asyncio.create_task(ask(handler, "/look/"))
        await asyncio.sleep(0.05)
        place.leave.add("HEAD")
        await leaving
        place.go_on.set()
        await first
        return await staying

    assert (asyncio.run(one_leaves()), place.order) == (b"seen", ["GET", "GET"])


@pytest.mark.django_db(transaction=True)
def test_connection_of_a_thread_is_used_again(settings: Any) -> None:
    assert connection.settings_dict["CONN_MAX_AGE"] > 0

    async def some() -> None:
        handler = TurnsHandler(dict.fromkeys(Lane, MOST))
        for _ in range(10):
            assert await ask(handler, "/database/") == b"asked"
            await asyncio.sleep(0)

    asyncio.run(some())
    assert len(place.connections) == 1

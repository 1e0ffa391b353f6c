"""The address pages listen at: `/live/<slug>/`, server-sent events.

Beside Django rather than in it: there an open answer holds a thread, and with it a database
connection. Here Django is asked once who listens and what to; then the connection is given back,
and a listener is a few kilobytes.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from types import FrameType
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connections

from config.health.pulse import beat
from config.live.hints import Hint, mark_of
from config.live.hub import Listener, hub
from config.live.relay import CHANNEL, relay
from tournaments.access import Action, actions_of
from tournaments.away import away_in
from tournaments.models import Tournament

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/live/"
#: A sign of life goes out so often, in seconds: proxies cut what is silent, and a page that
#: hears nothing for two of them knows that its line is dead.
BEAT = 15.0


@dataclass(frozen=True, slots=True)
class _Place:
    tournament: int
    staff: bool
    user: int | None
    mark: str


#: Seconds for which it is known where somebody without a session listens: when everybody comes back
#: at once, they need not each ask the database, with a connection of their own.
KNOWN = 1.0
#: By address and host; when it was asked, and what had been heard of then: an event may have made
#: a tournament another one.
_known: dict[tuple[str, bytes], tuple[_Place, float, int]] = {}
_MOST_KNOWN = 256


class _Refusal(Exception):
    def __init__(self, status: int) -> None:
        self.status = status


def with_live(application: AsgiApplication) -> AsgiApplication:
    """`application`, and live pages beside it."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(application, scope, receive, send)
        elif scope["type"] == "http" and _slug(scope) is not None:
            await _listen(scope, receive, send)
        else:
            await application(scope, receive, send)

    return serve


def _slug(scope: Scope) -> str | None:
    path = str(scope["path"])
    slug = path.removeprefix(PREFIX).removesuffix("/")
    return slug if path == f"{PREFIX}{slug}/" and slug and "/" not in slug else None


async def _lifespan(
    application: AsgiApplication, scope: Scope, receive: Receive, send: Send
) -> None:
    """Open the hub before the server takes requests, close it when the server is told to end."""
    hub.open(asyncio.get_running_loop())
    _close_on_signal()
    tasks = [asyncio.create_task(beat(hub.count, CHANNEL))]
    if not settings.EMBEDDED:
        tasks.append(asyncio.create_task(relay()))
    try:
        await application(scope, receive, send)
    finally:
        hub.close()
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _close_on_signal() -> None:
    """A server that ends waits for open answers; ours never end by themselves."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if not callable(before):
            continue

        def ending(
            number: int,
            frame: FrameType | None,
            before: Callable[[int, FrameType | None], Any] = before,
        ) -> None:
            hub.close()
            before(number, frame)

        signal.signal(number, ending)


async def _listen(scope: Scope, receive: Receive, send: Send) -> None:
    try:
        if scope["method"] != "GET":
            raise _Refusal(405)
        if hub.count() >= settings.LIVE_LISTENERS:
            raise _Refusal(503)
        place, before = await _ask(scope)
    except _Refusal as refusal:
        headers = [(b"cache-control", b"no-store"), (b"content-length", b"0")]
        if refusal.status == 503:
            headers.append((b"retry-after", b"30"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body"})
        return
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [
                (b"content-type", b"text/event-stream; charset=utf-8"),
                (b"cache-control", b"no-store"),
                (b"x-accel-buffering", b"no"),
            ],
        }
    )
    with hub.listening(
        place.tournament, staff=place.staff, user=place.user, mark=place.mark
    ) as listener:
        if hub.endings != before:
            # Something ended between the question and now; whoever it was comes back at once.
            listener.close()
        telling = asyncio.create_task(_tell(listener, send))
        leaving = asyncio.create_task(_until_gone(receive))
        _done, open_ = await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in open_:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    with suppress(OSError):
        await send({"type": "http.response.body"})


async def _ask(scope: Scope) -> tuple[_Place, int]:
    """Where who asks may listen, and how many endings had been heard of before the question."""
    before = hub.endings
    headers = dict(scope["headers"])
    key = (str(scope["path"]), headers.get(b"host", b""))
    # A cookie of that name may be somebody's; whatever else is sent says nothing of who listens.
    nobody = settings.SESSION_COOKIE_NAME.encode() not in headers.get(b"cookie", b"")
    known = _known.get(key) if nobody else None
    news = hub.news
    if known is not None and known[2] == news and time.monotonic() - known[1] < KNOWN:
        return known[0], before
    try:
        place = await sync_to_async(_place_of, thread_sensitive=False)(scope)
        if nobody:
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            _known[key] = place, time.monotonic(), news
        return place, before
    except DatabaseError as error:
        if away_in(error) is None:
            raise
        raise _Refusal(503) from error


async def _tell(listener: Listener, send: Send) -> None:
    # Not all at once when the server is back: each page waits its own while before it returns.
    retry = 1000 + random.randrange(3000)
    await _send(send, f"retry: {retry}\nevent: open\ndata: {BEAT:.0f}\n\n")
    while not listener.closed:
        hint = await listener.next(BEAT)
        if hint is not None:
            await _send(send, _as_text(hint, 0 if listener.staff else pace(hub.count())))
        elif not listener.closed:
            await _send(send, "event: beat\ndata:\n\n")


#: Pages that a process answers all within half a second; for each one beyond, all of them take
#: a third of a millisecond more, up to a second: late by that, and not in a queue for longer.
AT_ONCE, SLOWEST = 500, 1000


def pace(listeners: int) -> int:
    """Milliseconds by which pages wait longer than usual before they ask, when so many listen."""
    return min(max(listeners - AT_ONCE, 0) // 3, SLOWEST)


@lru_cache(maxsize=64)
def _as_text(hint: Hint, pace: int) -> str:
    """Thousands are told the same."""
    told = {"of": sorted(hint.of), "pairings": sorted(hint.pairings)} | (
        {"pace": pace} if pace else {}
    )
    data = json.dumps(told, separators=(",", ":"))
    return f"event: hint\ndata: {data}\n\n"


async def _send(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _place_of(scope: Scope) -> _Place:
    """Who asks, and whether they may listen here. Leaves no connection open behind it."""
    try:
        request = ASGIRequest(dict(scope), BytesIO())
        try:
            request.get_host()
        except DisallowedHost:
            raise _Refusal(400) from None
        engine = import_module(settings.SESSION_ENGINE)
        request.session = engine.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        tournament = Tournament.objects.filter(slug=_slug(scope)).first()
        if tournament is None:
            raise _Refusal(404)
        user = get_user(request)
        actions = actions_of(user, tournament)
        if not tournament.public and not actions:
            raise _Refusal(404)
        mark = mark_of(request.session.session_key or "") if user.pk else ""
        return _Place(tournament.pk, Action.LOOK in actions, user.pk, mark)
    finally:
        connections.close_all()

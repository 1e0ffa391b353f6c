"""Public pages and their pieces are made once and given to everybody who asks.

When a result comes in, two thousand phones ask for the same standings within a second. Django
makes them once; everybody else gets the same bytes from here, before Django, without a thread and
without a question to the database. Who is first asks for all who come meanwhile.

What is kept is never older than the newest event this process has heard of: each one makes
everything here doubtful, and Django is asked with the stamp of what is kept, which costs it two
light queries while nothing is new. The same is done after a second in any case, so that a lost
hint costs no more than that. Django is asked as somebody without a session, so what is kept is
what everybody may see; where that is refused, whoever asked goes to Django by themselves.

What a crowd follows is asked for before the crowd is told that it has changed: made while two
thousand ask for it, a piece takes ten times as long, and all of them wait for it.

A whole page is shared by browsers without a cookie that says whose they are; all others have
something on it that is their own, and go to Django.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.urls import Resolver404, resolve

from config.live.hub import hub
from config.metrics import registry as metrics
from config.turns import FOR_MANY
from tournaments.follows import is_anybody

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

#: Seconds after which Django is asked whether anything is new, though nothing was heard.
FRESH: Final = 1.0
#: Pieces kept at once: all rounds and standings of a few tournaments in three languages.
KEPT: Final = 256
#: As many who were given a piece are a crowd, and so many pieces are made before a crowd asks.
CROWD: Final = 100
MOST_AHEAD: Final = 8
#: Said anew with each answer.
_CLOCK: Final = b"x-server-now"


#: The kind of a whole page.
WHOLE: Final = "whole page"


class Key(NamedTuple):
    """Whoever asks with the same one is given the same."""

    scheme: bytes
    host: bytes
    path: str
    query: str
    kind: str
    """The end of the stamp ("…-open"): a page of another kind has other pieces. Or `WHOLE`."""
    language: str
    gzip: bool


@dataclass(slots=True)
class Kept:
    """An answer of Django."""

    scope: Scope
    """Of who asked for it: it can be asked for again."""

    status: int
    headers: Headers
    body: bytes
    stamp: str
    """Of the piece, or the tag of the page; empty where it is neither (it leads elsewhere)."""
    heard: int
    """`hub.news` when Django was asked."""
    asked_at: float
    takers: int
    """How many were given it, and half of those that were given the one before."""


class Shared:
    """What is kept, and what is being asked for. On the server's loop alone."""

    def __init__(self, application: AsgiApplication) -> None:
        self._application = application
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._asking: dict[Key, asyncio.Task[Kept]] = {}
        self._going: asyncio.Task[None] | None = None
        """What asks ahead. One at a time: results that pour in must not keep Django busy."""

    async def answer(self, key: Key, scope: Scope) -> Kept:
        """As of now: at the earliest of the moment when it was asked for."""
        heard = hub.news
        while True:
            kept = self._kept.get(key)
            if kept is not None and kept.heard >= heard and _age(kept) < FRESH:
                self._kept.move_to_end(key)
                kept.takers += 1
                return kept
            task = self._asking.get(key)
            if task is None:
                task = asyncio.create_task(self._ask(key, scope, kept))
                self._asking[key] = task
            made = await asyncio.shield(task)
            if made.heard >= heard:
                made.takers += 1
                return made

    def ahead(self) -> None:
        """Something has happened, and nobody is told yet: ask for what many will ask for then."""
        if self._going is not None and not self._going.done():
            return
        crowds = [(kept.takers, key) for key, kept in self._kept.items() if kept.takers >= CROWD]
        if crowds:
            keys = [key for _takers, key in sorted(crowds, reverse=True)[:MOST_AHEAD]]
            self._going = asyncio.create_task(self._ask_ahead(keys))

    async def _ask_ahead(self, keys: Sequence[Key]) -> None:
        # One after the other: side by side, all of them would be late.
        for key in keys:
            kept = self._kept.get(key)
            if kept is not None:
                # Whatever goes wrong is said to whoever asks next.
                await asyncio.gather(self.answer(key, kept.scope), return_exceptions=True)

    async def _ask(self, key: Key, scope: Scope, kept: Kept | None) -> Kept:
        heard, asked_at = hub.news, time.monotonic()
        stamp = kept.stamp if kept is not None else ""
        takers = kept.takers // 2 if kept is not None else 0
        try:
            status, headers, body = await _get(self._application, key, dict(scope), stamp)
        finally:
            # Before it is done: whoever found it done and too old would ask it again for ever.
            del self._asking[key]
        if status in {204, 304} and kept is not None:
            status, headers, body, takers = kept.status, kept.headers, kept.body, kept.takers
        else:
            stamp = _stamp_in(key, headers)
        made = Kept(scope, status, headers, body, stamp, heard, asked_at, takers)
        self._kept[key] = made
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made


def _age(kept: Kept) -> float:
    return time.monotonic() - kept.asked_at


def with_shared(application: AsgiApplication) -> AsgiApplication:
    """`application`, and before it what it has made already."""
    shared = Shared(application)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            with hub.telling_first(shared.ahead):
                await application(scope, receive, send)
            return
        asked = _asked(scope)
        if asked is None:
            await application(scope, receive, send)
            return
        key, stamp = asked
        kept = await shared.answer(key, scope)
        if 400 <= kept.status != 503 or any(name == b"set-cookie" for name, _ in kept.headers):
            # For its own people there may be more to see; not while the database is away, and not
            # everybody is to ask then.
            await application(scope, receive, send)
            return
        if key.kind == WHOLE:
            await _send_page(kept, stamp, send)
            return
        now = (_CLOCK, str(int(time.time() * 1000)).encode())
        if kept.stamp and kept.stamp == stamp:
            metrics.SHARED_ANSWERS.labels("nothing-new").inc()
            headers: Headers = [(b"cache-control", b"public, no-cache"), now]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body"})
            return
        metrics.SHARED_ANSWERS.labels("piece").inc()
        headers = [*(one for one in kept.headers if one[0] != _CLOCK), now]
        await send({"type": "http.response.start", "status": kept.status, "headers": headers})
        await send({"type": "http.response.body", "body": kept.body})

    return serve


#: Of a page's headers, what an answer without it says, too.
_OF_NO_BODY: Final = frozenset({b"etag", b"cache-control", b"vary"})


async def _send_page(kept: Kept, tags: str, send: Send) -> None:
    """A whole page, or that the one which is kept by whoever asks still holds."""
    if kept.stamp and kept.stamp in tags:
        metrics.SHARED_ANSWERS.labels("page-holds").inc()
        headers = [one for one in kept.headers if one[0] in _OF_NO_BODY]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body"})
        return
    metrics.SHARED_ANSWERS.labels("page").inc()
    await send({"type": "http.response.start", "status": kept.status, "headers": kept.headers})
    await send({"type": "http.response.body", "body": kept.body})


@lru_cache(maxsize=4096)
def _is_shared(path: str) -> tuple[bool, bool]:
    """Whether the page there says that its pieces are the same for everybody; and whether it is
    one itself, asked for without a stamp."""
    try:
        view = resolve(path).func
    except Resolver404:
        return False, False
    return getattr(view, "shared", False), getattr(view, "by_itself", False)


def _asked(scope: Scope) -> tuple[Key, str] | None:
    """What of a shared page is asked for, and the stamp or the tags of what the asker has; None:
    something else."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    is_shared, by_itself = _is_shared(scope["path"])
    if not is_shared:
        return None
    headers = dict(scope["headers"])
    cookies = _cookies(headers.get(b"cookie", b"").decode("latin-1"))
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if headers.get(b"hx-request") == b"true":
        if b"stamp=" not in scope["query_string"] and not by_itself:
            return None
        has = next((value for name, value in query if name == "stamp"), "")
        kind = has.partition("-")[2]
    elif is_anybody(cookies):
        has, kind = headers.get(b"if-none-match", b"").decode("latin-1"), WHOLE
    else:
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    key = Key(
        scheme=headers.get(b"x-forwarded-proto", str(scope.get("scheme", "")).encode()),
        host=headers.get(b"host", b""),
        path=scope["path"],
        query=urlencode([(name, value) for name, value in query if name != "stamp"]),
        kind=kind,
        language=language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE,
        gzip=b"gzip" in headers.get(b"accept-encoding", b""),
    )
    return key, has


def _cookies(text: str) -> dict[str, str]:
    if not text:
        return {}
    try:
        return {name: one.value for name, one in SimpleCookie(text).items()}
    except CookieError:
        # Nobody knows whose they are.
        return {text: ""}


#: Of the one who asks first, this alone goes on to Django.
_PASSED_ON: Final = frozenset({b"host", b"x-forwarded-proto", b"x-forwarded-for"})


async def _get(
    application: AsgiApplication, key: Key, scope: Scope, stamp: str
) -> tuple[int, Headers, bytes]:
    """What Django answers to somebody without a session, who has what has that stamp."""
    own: Headers = []
    scope[FOR_MANY] = True
    if key.kind == WHOLE:
        scope["query_string"] = key.query.encode()
        if stamp:
            own.append((b"if-none-match", stamp.encode("latin-1")))
    else:
        query = f"{key.query}&" if key.query else ""
        asked = urlencode({"stamp": stamp or f"-{key.kind}"})
        scope["query_string"] = f"{query}{asked}".encode()
        own.append((b"hx-request", b"true"))
    scope["headers"] = [
        *(one for one in scope["headers"] if one[0] in _PASSED_ON),
        *own,
        (b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}={key.language}".encode()),
        *([(b"accept-encoding", b"gzip")] if key.gzip else []),
    ]
    status = 500
    headers: Headers = []
    body: list[bytes] = []
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            # The one who asked first may leave; the others still wait.
            await asyncio.Event().wait()
        sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = [(bytes(name).lower(), bytes(value)) for name, value in message["headers"]]
        else:
            body.append(message.get("body", b""))

    await application(scope, receive, send)
    return status, headers, b"".join(body)


def _stamp_in(key: Key, headers: Headers) -> str:
    """The tag of a page; of a piece, the stamp out of the one that `tournaments.follows` gives it:
    `W/"stamp~language"`."""
    tag = dict(headers).get(b"etag", b"").decode("latin-1")
    return tag if key.kind == WHOLE else tag.removeprefix('W/"').rpartition("~")[0]

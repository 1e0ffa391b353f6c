"""What machines ask: `/health/live`, `/health/ready` and `/metrics`.

Before Django rather than in it: who looks after a process knows neither the host's name nor TLS,
and must get an answer while all of Django's threads are busy. Nothing here reads a session.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings

from config.health.readiness import PARTS, is_ready, parts
from config.live.hub import hub
from config.metrics.exposition import CONTENT_TYPE, exposition

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]
Answer = tuple[int, str, bytes]

log = logging.getLogger("startfelt.health")

#: Seconds that somebody who asks waits at most, and for which an answer is good for all.
PATIENCE: Final = 2.5
GOOD_FOR: Final = 1.0
JSON: Final = "application/json"
#: By these one sees that a proxy passed a request on: then it is not from this machine.
_PASSED_ON: Final = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-real-ip"})


class Once:
    """Something that takes a while, done once for all who ask meanwhile and a little longer."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._task: asyncio.Task[Any] | None = None
        self._began = 0.0

    async def __call__(self) -> Any:
        """What `work` gives; TimeoutError after `PATIENCE`. The work goes on, and is not begun a
        second time while it does."""
        task = self._task
        if task is None or (task.done() and time.monotonic() - self._began > GOOD_FOR):
            self._began = time.monotonic()
            work = sync_to_async(self._work, thread_sensitive=False)
            task = self._task = asyncio.create_task(work())
        return await asyncio.wait_for(asyncio.shield(task), PATIENCE)


def live() -> Answer:
    """This process answers: that is all that is asked."""
    return 200, JSON, b'{"live": true}\n'


def _ready(found: dict[str, str]) -> Answer:
    ready = is_ready(found)
    text = json.dumps({"ready": ready, "parts": found}) + "\n"
    return 200 if ready else 503, JSON, text.encode()


class Probes:
    """The three addresses. On the server's loop alone."""

    def __init__(self) -> None:
        self._parts = Once(parts)
        self._figures = Once(exposition)

    async def ready(self) -> Answer:
        """Whether requests may be sent here; which part is missing, if not."""
        if hub.ending:
            return _ready({"process": "ending"})
        try:
            found = await self._parts()
        except TimeoutError:
            found = dict.fromkeys(PARTS, "no-answer-yet")
        return _ready(found)

    async def figures(self) -> Answer:
        """The text for Prometheus."""
        try:
            return 200, CONTENT_TYPE, await self._figures()
        except TimeoutError:
            return 503, JSON, b'{"metrics": "no-answer-yet"}\n'

    async def answer(self, scope: Scope) -> Answer | None:
        """The answer to a request for one of them; None for any other."""
        path = str(scope["path"]).rstrip("/")
        if path not in PATHS:
            return None
        if scope["method"] not in {"GET", "HEAD"}:
            return 405, JSON, b""
        if path == "/health/live":
            return live()
        if path == "/health/ready":
            return await self.ready()
        # Nobody outside learns that there is such an address.
        return await self.figures() if may_read_figures(scope) else (404, JSON, b"")


PATHS: Final = frozenset({"/health/live", "/health/ready", "/metrics"})


def may_read_figures(scope: Scope) -> bool:
    """With METRICS_TOKEN whoever brings it (`Authorization: Bearer …`), from anywhere. Without,
    who asks from this machine itself: not where a proxy is, which is on this machine, too, and
    asks for everybody."""
    headers = {bytes(name).lower(): bytes(value) for name, value in scope["headers"]}
    if settings.METRICS_TOKEN:
        given = headers.get(b"authorization", b"")
        return hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
    if settings.TRUSTED_PROXIES or headers.keys() & _PASSED_ON:
        return False
    client = scope.get("client")
    try:
        return client is not None and ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


def with_health(application: AsgiApplication) -> AsgiApplication:
    """`application`, and before it what machines ask."""
    probes = Probes()

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        answer = await probes.answer(scope) if scope["type"] == "http" else None
        if answer is None:
            await application(scope, receive, send)
            return
        status, kind, body = answer
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if _is_head(scope) else body})

    return serve


def _is_head(scope: Scope) -> bool:
    return bool(scope["method"] == "HEAD")

"""An application whose pieces are counted, and how it is asked through what keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from config.live.hints import Hint
from config.live.hub import hub
from config.live.shared import AsgiApplication

PAGE = "/t/dm/standings/"


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
        if scope["type"] == "lifespan":
            await asyncio.Event().wait()
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


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine, in a loop of its own."""

    @wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return run


async def get(
    application: AsgiApplication,
    path: str,
    *,
    query: str = "",
    scheme: str = "http",
    **headers: str,
) -> tuple[int, str]:
    """What is answered: the status and the body."""
    sent: list[dict[str, Any]] = []
    given = {"host": "testserver"} | {name.replace("_", "-"): one for name, one in headers.items()}

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "scheme": scheme,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    await application(scope, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent).decode()


async def ask(
    application: AsgiApplication, path: str = PAGE, query: str = "stamp=old-", **headers: str
) -> tuple[int, str]:
    """For a piece, as a page does that is open."""
    return await get(application, path, query=query, hx_request="true", **headers)


async def open_page(
    application: AsgiApplication, scheme: str = "http", **headers: str
) -> tuple[int, str]:
    return await get(application, PAGE, scheme=scheme, **headers)


def something_happens() -> None:
    hub.publish(Hint(1, 1, frozenset({"results"})))

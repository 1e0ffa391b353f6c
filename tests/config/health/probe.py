"""Asks an ASGI application as a server would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any, NamedTuple

from config.health.endpoint import AsgiApplication, with_health

Message = MutableMapping[str, Any]


class Said(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def beneath(_scope: Any, _receive: Any, send: Any) -> None:
    """Django's place: what machines do not ask comes here."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"Django"})


async def asked(
    application: AsgiApplication,
    path: str,
    *,
    method: str = "GET",
    client: tuple[str, int] | None = ("127.0.0.1", 1),
    **headers: str,
) -> Said:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": pairs,
        "client": client,
    }
    await application(scope, receive, send)
    said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Said(sent[0]["status"], said, body)


def ask(path: str, **more: Any) -> Said:
    """The answer to one request, on a loop of its own."""
    return asyncio.run(asked(with_health(beneath), path, **more))


__all__ = ["Said", "ask", "asked", "beneath"]

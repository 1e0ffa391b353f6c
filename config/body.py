"""How much anybody may send in one request.

Django writes a body to the disk before any view, and any door, has looked at it: without a bound
whoever likes could fill the disk. The largest thing that is sent is the archive of a tournament.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

#: Bytes of one request; an archive may have as many and the form around it a little more.
MOST: Final = 257 * 1024 * 1024


class TooMuch(Exception):
    """More came than may, of a body that did not say how long it is."""


def with_bounded_body(application: Application, most: int = MOST) -> Application:
    """The application, to which no request with a larger body comes through: 413 instead."""

    async def bounded(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if _said(scope) > most:
            await _refuse(send)
            return
        taken = 0
        answered = False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooMuch
            return message

        async def noted(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await application(scope, counted, noted)
        except TooMuch:
            if not answered:
                await _refuse(send)

    return bounded


def _said(scope: MutableMapping[str, Any]) -> int:
    """The length that the request says it has; 0 where it says none, or nonsense."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


async def _refuse(send: Send) -> None:
    words = b"Too much was sent at once."
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(words)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": words})

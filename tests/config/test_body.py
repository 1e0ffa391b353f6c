"""More than any page sends is turned away before it is written anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from config.body import MOST, Message, Receive, Send, with_bounded_body
from tournaments.imports.reading import MAX_BYTES
from tournaments.transfer.container import LIMITS


async def adds_up(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    """An application that answers how many bytes came."""
    taken, more = 0, True
    while more:
        message = await receive()
        taken += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(taken).encode()})


def asked(pieces: list[bytes], *, said: bytes | None, most: int = 10) -> tuple[int, bytes, int]:
    """Status and body of the answer, and how many pieces were never taken from the line."""
    waiting = list(pieces)
    sent: list[Message] = []

    async def receive() -> Message:
        piece = waiting.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if said is None else [(b"content-length", said)]
    scope = {"type": "http", "headers": headers}
    asyncio.run(with_bounded_body(adds_up, most)(scope, receive, send))
    return sent[0]["status"], sent[1]["body"], len(waiting)


@pytest.mark.parametrize("said", [b"10", None])
def test_what_fits_comes_through(said: bytes | None) -> None:
    assert asked([b"12345", b"67890"], said=said) == (200, b"10", 0)


@pytest.mark.parametrize("said", [b"11", b"9" * 40])
def test_what_says_that_it_is_too_much_is_not_read(said: bytes) -> None:
    status, _words, left = asked([b"12345", b"678901"], said=said)
    assert (status, left) == (413, 2)


@pytest.mark.parametrize("said", [None, b"1", b"-5", b"ten"])
def test_what_does_not_say_so_is_broken_off(said: bytes | None) -> None:
    status, _words, left = asked([b"12345"] * 9, said=said)
    assert (status, left) == (413, 6)


def test_other_lines_are_left_alone() -> None:
    seen = []

    async def application(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_message: Any) -> Any:
        raise AssertionError

    asyncio.run(with_bounded_body(application)({"type": "lifespan"}, nothing, nothing))
    assert seen == ["lifespan"]


def test_everything_that_is_taken_fits() -> None:
    assert LIMITS.file < MOST and MAX_BYTES < MOST

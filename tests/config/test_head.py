"""The bounds within which a request is read, over a real line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import chain, repeat
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.head import MOST, BoundedHttp

HEAD = b"POST / HTTP/1.1\r\nhost: here\r\n"
PIECES = HEAD + b"connection: close\r\ntransfer-encoding: chunked\r\n\r\n"


class Program:
    """Answers with how many bytes of a body came."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        came, more = 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            came += len(message["body"])
            more = message["more_body"]
        body = b"%d\r\n" % came
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def served(program: Program) -> AsyncIterator[int]:
    """The port at which it answers."""
    config = uvicorn.Config(program, log_config=None, lifespan="off", ws="none")
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: BoundedHttp(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]
    for left in list(state.tasks):
        left.cancel()
    await asyncio.gather(*state.tasks, return_exceptions=True)


async def answers(port: int, pieces: Iterable[bytes]) -> bytes | None:
    """What comes back until the other end closes; None when it does so before all was sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
    except OSError:
        return None
    back = b""
    with suppress(ConnectionResetError):
        while got := await reader.read(65536):
            back += got
    writer.close()
    return back


def ask(pieces: Iterable[bytes]) -> tuple[list[bytes], int]:
    """The first lines of what is answered (that it was cut off, where it was), and how often the
    program was asked."""
    program = Program()

    async def asking() -> bytes | None:
        async with served(program) as port:
            return await asyncio.wait_for(answers(port, pieces), 60)

    answered = asyncio.run(asking())
    if answered is None:
        return [CUT_OFF], program.asked
    lines = answered.split(b"\r\n")
    return [line for line in lines if line.startswith(b"HTTP/")], program.asked


CUT_OFF = b"cut off"
OK, REFUSED = b"HTTP/1.1 200 OK", b"HTTP/1.1 400 Bad Request"
CLOSE = b"connection: close\r\n"


@pytest.mark.parametrize(
    ("pieces", "status", "asked"),
    [
        pytest.param([HEAD + CLOSE + b"\r\n"], OK, 1, id="nothing"),
        pytest.param(
            [HEAD + CLOSE + b"a: " + b"x" * (MOST - 100) + b"\r\n\r\n"], OK, 1, id="long"
        ),
        pytest.param(
            [HEAD + CLOSE + b"a: " + b"x" * MOST + b"\r\n\r\n"], REFUSED, 0, id="longer"
        ),
        pytest.param([b"GET /" + b"x" * MOST + b" HTTP/1.1\r\n\r\n"], REFUSED, 0, id="address"),
        pytest.param(
            [HEAD, CLOSE, b"content-length: %d\r\n\r\n" % (8 * MOST), b"x" * 8 * MOST],
            OK, 1, id="long body",
        ),
        pytest.param(
            [PIECES, b"1\r\nx\r\n" * MOST, b"0\r\n\r\n"],
            OK, 1, id="many pieces",
        ),
    ],
)  # fmt: skip
def test_request_is_read_within_its_bounds(pieces: list[bytes], status: bytes, asked: int) -> None:
    assert ask(pieces) == ([status], asked)


@pytest.mark.parametrize(
    ("first", "over_and_over"),
    [
        pytest.param(b"GET /", b"x" * 4096, id="address"),
        pytest.param(HEAD, b"x" * 4096, id="name"),
        pytest.param(HEAD + b"a: ", b"x" * 4096, id="value"),
        pytest.param(HEAD, b"a: x\r\n" * 512, id="headers"),
    ],
)
def test_head_without_end_is_cut_off(first: bytes, over_and_over: bytes) -> None:
    assert ask(chain([first], repeat(over_and_over))) == ([CUT_OFF], 0)


@pytest.mark.parametrize(
    "over_and_over",
    [pytest.param(b"x" * 4096, id="value"), pytest.param(b"a: x\r\n" * 512, id="headers")],
)
def test_what_follows_a_body_without_end_is_cut_off(over_and_over: bytes) -> None:
    first = PIECES + b"1\r\nx\r\n0\r\na: "
    assert ask(chain([first], repeat(over_and_over))) == ([CUT_OFF], 1)


def test_length_of_a_piece_without_end_is_cut_off() -> None:
    pieces = chain([PIECES, b"1;"], repeat(b"x" * 4096))
    assert ask(pieces) == ([CUT_OFF], 1)


def test_two_requests_sent_at_once_are_both_answered() -> None:
    both = HEAD + b"content-length: 2\r\n\r\nab" + HEAD + CLOSE + b"\r\n"
    assert ask([both]) == ([OK, OK], 2)

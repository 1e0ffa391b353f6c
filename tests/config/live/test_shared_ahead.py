"""What is made before it is asked for, and what happens while it is being made."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from config.live.hub import Listener, hub
from config.live.shared import CROWD, AsgiApplication, with_shared
from tests.config.live.pieces import Pieces, ask, in_a_loop, something_happens


@asynccontextmanager
async def served(application: AsgiApplication) -> AsyncIterator[Listener]:
    """The application as a server has it, from its start to its end, and one who listens."""
    hub.open(asyncio.get_running_loop())
    serving = asyncio.create_task(application({"type": "lifespan"}, no_message, no_answer))
    await asyncio.sleep(0)
    with hub.listening(1, staff=False) as listener:
        yield listener
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def no_message() -> dict[str, Any]:
    raise AssertionError("nobody asks for a message")


async def no_answer(_message: Any) -> None:
    raise AssertionError("nobody answers")


@pytest.mark.parametrize(("askers", "asked_ahead"), [(CROWD, 1), (CROWD - 1, 0)])
@in_a_loop
async def test_what_a_crowd_follows_is_made_before_it_is_told(
    askers: int, asked_ahead: int
) -> None:
    pieces = Pieces()
    application = with_shared(pieces)
    async with served(application) as listener:
        for _ in range(askers):
            await ask(application)
        pieces.stamp, before = "2.0.0-", len(pieces.asked)
        something_happens()
        assert await listener.next(30) is not None
        ahead = len(pieces.asked) - before
        answer = await ask(application)
    assert (ahead, answer, len(pieces.asked) - before) == (
        asked_ahead,
        (200, "piece 2.0.0- language=da"),
        1,
    )


@pytest.fixture
def a_loop_that_hangs_fails() -> Iterator[None]:
    def tell(_number: int, _frame: object) -> None:
        pytest.fail("the loop stood still")

    before = signal.signal(signal.SIGALRM, tell)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("a_loop_that_hangs_fails")
@in_a_loop
async def test_who_asks_at_the_very_moment_when_an_older_piece_is_made_gets_a_newer_one() -> None:
    pieces = Pieces()
    moment: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def at_that_moment() -> tuple[int, str]:
        await moment
        pieces.stamp = "2.0.0-"
        something_happens()
        return await ask(application)

    async def made_at_that_moment(scope: Any, receive: Any, send: Any) -> None:
        await pieces(scope, receive, send)
        # Whoever waits for this is called before those who wait for the piece.
        if not moment.done():
            moment.set_result(None)

    application = with_shared(made_at_that_moment)
    other = asyncio.create_task(at_that_moment())
    await asyncio.sleep(0)
    assert (await ask(application), await other) == (
        (200, "piece 1.0.0- language=da"),
        (200, "piece 2.0.0- language=da"),
    )

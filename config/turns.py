"""Django under asyncio on a few threads that stay, and not on a new one for each request.

Django's own handler gives every request a thread, and with it a connection to the database that
nothing else will ever use: a crowd that comes at once takes all the connections PostgreSQL has, and
hundreds of threads that each get a sliver of the processor answer nobody in time. Here so many are
answered at once, each on one of as many threads with a connection of its own; whoever comes
meanwhile waits on the event loop and holds neither.

A turn begins when all of the request is there, so a phone with a bad line takes none while it
sends. The whole of Django runs in it as it does under WSGI: nothing of it changes to and fro
between the loop and a thread.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from typing import Final

from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase

from config.metrics import registry as metrics


class Lane(StrEnum):
    """What a request is, by who waits for it."""

    FOR_MANY = "what many wait for"
    HANDED_IN = "what somebody hands in"
    LOOKED_AT = "what one looks at"


#: Requests of one process that are answered at once. Each lane has its own, so that neither a crowd
#: nor those who wait for their turn to write keep the others waiting. Few, since Python runs one
#: of them at a time: the more there are, the longer each of them and the loop wait for its lock.
TURNS: Final = {Lane.FOR_MANY: 2, Lane.HANDED_IN: 3, Lane.LOOKED_AT: 3}
#: In the scope of a request that many wait for.
FOR_MANY: Final = "startfelt.for_many"


class TurnsHandler(ASGIHandler):
    """Django's; of each lane not more than `turns` requests are answered at once."""

    def __init__(self, turns: Mapping[Lane, int] = TURNS) -> None:
        super().__init__()
        self._lanes = {lane: _Turns(number) for lane, number in turns.items()}

    def load_middleware(self, is_async: bool = False) -> None:
        """As under WSGI."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, when it was the request's turn."""
        return await self._lanes[lane_of(request)].run(self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        # Django does this where a request begins, and that was on another thread.
        close_old_connections()
        return self.get_response(request)


class _Turns:
    """As many threads as there are turns."""

    def __init__(self, number: int) -> None:
        self._turns = asyncio.Semaphore(number)
        # The one that ended last begins first: its connection was used last.
        self._threads = [ThreadPoolExecutor(1, thread_name_prefix="django") for _ in range(number)]

    async def run(
        self, answer: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest
    ) -> HttpResponseBase:
        with metrics.WAITING.track_inprogress():
            await self._turns.acquire()
        thread = self._threads.pop()
        loop = asyncio.get_running_loop()

        def ended(_work: Future[HttpResponseBase]) -> None:
            # The loop is gone where the server is ending.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._give_back, thread)

        work = thread.submit(contextvars.copy_context().run, answer, request)
        # Not when this coroutine ends: it may be cancelled, and the thread works on.
        work.add_done_callback(ended)
        return await asyncio.wrap_future(work)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        self._threads.append(thread)
        self._turns.release()


def lane_of(request: HttpRequest) -> Lane:
    """Into which a request belongs."""
    if FOR_MANY in getattr(request, "scope", ()):
        return Lane.FOR_MANY
    return Lane.LOOKED_AT if request.method in {"GET", "HEAD"} else Lane.HANDED_IN

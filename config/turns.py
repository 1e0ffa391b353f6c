"""Django under asyncio on a few threads that stay, and not on a new one for each request.

Django's own handler gives every request a thread, and with it a connection to the database that
nothing else will ever use: a crowd that comes at once takes all the connections PostgreSQL has, and
hundreds of threads that each get a sliver of the processor answer nobody in time. Here so many are
answered at once, each on one of as many threads with a connection of its own; whoever comes
meanwhile waits on the event loop, in the order of coming, and holds neither.

A turn begins when all of the request is there, so a phone with a bad line takes none while it
sends. The whole of Django runs in it as it does under WSGI: nothing of it changes to and fro
between the loop and a thread.
"""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase

from config.metrics import registry as metrics

#: Requests of one process that are answered at once. Many more than there are processors, since
#: those that wait for their turn to write must not keep everybody from reading.
MOST: Final = 20


class TurnsHandler(ASGIHandler):
    """Django's; not more than `most` requests are answered at once."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__()
        self._turns = asyncio.Semaphore(most)
        # The one that ended last begins first: its connection was used last.
        self._threads = [ThreadPoolExecutor(1, thread_name_prefix="django") for _ in range(most)]

    def load_middleware(self, is_async: bool = False) -> None:
        """As under WSGI."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, when it was the request's turn."""
        with metrics.WAITING.track_inprogress():
            await self._turns.acquire()
        thread = self._threads.pop()
        loop = asyncio.get_running_loop()

        def ended(_work: Future[HttpResponseBase]) -> None:
            # The loop is gone where the server is ending.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._give_back, thread)

        work = thread.submit(contextvars.copy_context().run, self._answer, request)
        # Not when this coroutine ends: it may be cancelled, and the thread works on.
        work.add_done_callback(ended)
        return await asyncio.wrap_future(work)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        # Django does this where a request begins, and that was on another thread.
        close_old_connections()
        return self.get_response(request)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        self._threads.append(thread)
        self._turns.release()

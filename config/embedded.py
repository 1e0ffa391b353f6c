"""Embedded mode: the Celery worker and its beat as daemon threads of the web process.

What they lose when the process is killed is a wake-up, no work: jobs are rows, and the sweep of
the next start finds them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from threading import Lock, Thread
from typing import Any

from celery.beat import EmbeddedService
from django.conf import settings

from config.celery import app
from judging import tasks as judging_tasks
from reports import tasks as reports_tasks
from tournaments import tasks as tournaments_tasks
from tournaments.domain.lease import stopping

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApplication = Callable[[Message, Receive, Send], Awaitable[None]]

#: Three, so that a short list need not wait behind 500 score sheets and a slow mail server.
CONCURRENCY = 3

_lock = Lock()
_running: list[Any] = []


def start_worker() -> bool:
    """Start worker and beat in this process, once; True when this call did.

    Does nothing with REDIS_URL set: then they are processes of their own.
    """
    if not settings.EMBEDDED:
        return False
    with _lock:
        if _running:
            return False
        stopping.clear()
        worker = app.WorkController(
            pool="threads",
            concurrency=CONCURRENCY,
            hostname="embedded@startfelt",
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        beat = EmbeddedService(app, thread=True, scheduler_cls="config.beat:Scheduler")
        _running.extend([worker, beat])
    Thread(target=worker.start, name="worker", daemon=True).start()
    beat.start()
    for tasks in (reports_tasks, tournaments_tasks, judging_tasks):
        tasks.wake()
    return True


def stop_worker() -> None:
    """Stop both; what is being made is given back and made after the next start."""
    with _lock:
        if not _running:
            return
        stopping.set()
        worker, beat = _running
        beat.stop()
        worker.stop()
        _running.clear()


def with_worker(application: AsgiApplication) -> AsgiApplication:
    """`application`, which starts and stops the worker as the server itself starts and stops."""

    async def serve(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await application(scope, receive, send)
            return
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                # In a thread: Celery closes this thread's database connections, which Django
                # refuses where an event loop runs.
                await asyncio.to_thread(start_worker)
                await send({"type": "lifespan.startup.complete"})
            else:
                await asyncio.to_thread(stop_worker)
                await send({"type": "lifespan.shutdown.complete"})
                return

    return serve

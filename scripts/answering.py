"""The program as a forked process runs it: read once by its parent, answering in each child."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from socket import socket

from uvicorn import Config, Server

from config.head import BoundedHttp

#: WhiteNoise reads a file in a thread while Django waits; that is meant, and nobody's concern.
WHITENOISE_READS = "StreamingHttpResponse must consume synchronous iterators"


class Answering(Server):
    """Says each time that its loop turns, from when it answers."""

    def __init__(self, config: Config, turned: Callable[[], None]) -> None:
        super().__init__(config)
        self._turned = turned

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        self._turned()
        return await super().on_tick(counter)


def load(*, last_requests: int, certificate: tuple[str, str] | None) -> Config:
    """Read the program. Nothing of it may be open or running in the parent: a connection that
    processes share would carry the words of both. `last_requests` are the seconds that open ones
    have to end."""
    warnings.filterwarnings("ignore", message=WHITENOISE_READS)
    config = Config(
        "config.asgi:application",
        # Its lines are written as everybody's (LOG_FORMAT).
        log_config=None,
        log_level="warning",
        proxy_headers=False,
        http=BoundedHttp,
        timeout_graceful_shutdown=last_requests,
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )
    config.load()
    _read_ahead()
    return config


#: What a child would read by itself: for its first answer, and for the work that it begins with.
_NEEDED = ("config.urls", "uvicorn.loops.auto", "asyncio.selector_events")
_NEEDED_EMBEDDED = (
    "celery.concurrency.thread",
    "celery.contrib.django.task",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.memory",
    "config.beat",
)


def _read_ahead() -> None:
    from django.conf import settings
    from django.urls import get_resolver
    from django.utils import translation

    for module in (*_NEEDED, *(_NEEDED_EMBEDDED if settings.EMBEDDED else ())):
        import_module(module)
    from config.celery import app

    app.loader.import_default_modules()
    get_resolver().check()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Round")


def answer(config: Config, sockets: Sequence[socket], turned: Callable[[], None] = bool) -> None:
    """Until it is told to end."""
    # The server ends in good order and raises then what it was told by.
    with suppress(KeyboardInterrupt):
        Answering(config, turned).run(sockets=list(sockets))

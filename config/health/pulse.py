"""Whether news gets to open pages, and whether anybody works in the background: asked all the
time, so that somebody who looks is told at once.

Every few seconds each web process sends a word the way hints go and looks how long it takes to
come back; in full mode that is over Redis. What it finds it leaves where all processes find it.
The workers do the same by a task of beat's: that it was done shows that beat, broker and a worker
are there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.cache import cache

from config.health.clock import watch
from tournaments.counters import away

if TYPE_CHECKING:
    # Embedded mode has no Redis, and does not wait until what speaks to it is loaded.
    from redis import Redis

log = logging.getLogger("startfelt.health")

#: Seconds between two looks.
EVERY: Final = 5.0
#: A process that has said nothing for so many seconds is gone.
GONE: Final = 4 * EVERY
#: Where the web processes leave what they found, and the workers when they were last there.
KEY: Final = "startfelt:pulses"
WORKED: Final = "health:worked"


@dataclass(frozen=True, slots=True)
class Pulse:
    """What one web process found."""

    at: float
    """Seconds since 1970."""
    lag: float
    """Seconds that a word to open pages takes, or has been taking."""
    listeners: int


class Echo:
    """Words on their way in this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lag = 0.0
        self._sent: float | None = None

    def send(self) -> float:
        """A word goes out: its moment. One that is still out stays the one that counts."""
        if self._sent is None:
            self._sent = self._clock()
        return self._sent

    def came(self, sent: float) -> None:
        """It came back."""
        if self._sent == sent:
            self._lag, self._sent = max(self._clock() - sent, 0.0), None

    def lag(self) -> float:
        """Of the last that came back, or of one that is out for longer."""
        out = 0.0 if self._sent is None else self._clock() - self._sent
        return max(self._lag, out) if out < EVERY else out


echo: Final = Echo()
#: The newest of this process.
_own: list[Pulse] = []
#: When this process began to answer, in seconds that only count.
_began: list[float] = []


def _me() -> str:
    """What this process is called. It was forked from one that has read all of this."""
    return f"{socket.gethostname()}:{os.getpid()}"


async def beat(listeners: Callable[[], int], channel: str) -> None:
    """Look again and again until cancelled. On the loop that open pages are served by; `channel` is
    the one that hints travel by."""
    _began[:] = [time.monotonic()]
    while True:
        watch.look()
        pulse = Pulse(time.time(), echo.lag(), listeners())
        _own[:] = [pulse]
        if settings.EMBEDDED:
            # Nothing is between: what holds a hint up is a loop that is busy.
            sent = echo.send()
            asyncio.get_running_loop().call_soon(echo.came, sent)
        else:
            with suppress(*away()):
                await _leave(pulse, channel)
        await asyncio.sleep(EVERY)


async def _leave(pulse: Pulse, channel: str) -> None:
    from redis.asyncio import Redis

    async with Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1
    ) as client:
        word = json.dumps({"echo": _me(), "sent": echo.send()})
        found = json.dumps([pulse.at, pulse.lag, pulse.listeners])
        async with client.pipeline(transaction=False) as pipe:
            pipe.publish(channel, word)
            pipe.hset(KEY, _me(), found)
            pipe.expire(KEY, 3600)
            await pipe.execute()


def take_echo(stored: Any) -> bool:
    """Whether what came over the line is a word of `beat`; ours is counted."""
    if not isinstance(stored, dict) or "echo" not in stored:
        return False
    if stored["echo"] == _me():
        echo.came(float(stored["sent"]))
    return True


def pulses() -> list[Pulse] | None:
    """Of all web processes that are there; None when Redis does not answer."""
    if settings.EMBEDDED:
        return list(_own)
    try:
        client = _client()
        found: dict[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]
        now = time.time()
        there, gone = [], []
        for name, text in found.items():
            pulse = Pulse(*json.loads(text))
            if now - pulse.at < GONE:
                there.append(pulse)
            else:
                gone.append(name)
        if gone:
            client.hdel(KEY, *gone)
        return there
    except away():
        return None


@lru_cache(maxsize=1)
def _client() -> Redis:
    from redis import Redis

    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def up() -> float:
    """Seconds since this process began to answer; where none of this looks, it always has."""
    return time.monotonic() - _began[0] if _began else math.inf


def note_worked() -> None:
    """A worker did something now."""
    cache.set(WORKED, time.time(), 7 * 24 * 3600)


def worked_at() -> float | None:
    """When a worker last did something, in seconds since 1970; None when that is not known."""
    try:
        found: float | None = cache.get(WORKED)
    except away():
        return None
    return found

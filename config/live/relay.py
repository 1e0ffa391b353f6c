"""How a hint gets from the process that wrote to the processes where pages listen.

Embedded, they are the same process. With Redis, every web process listens to one channel; when
Redis has been away, all pages are told to ask again, since hints were lost meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings

from config.health.pulse import EVERY, GONE, take_echo
from config.live.hints import Ending, Hint, hint_of, mark_of
from config.live.hub import hub
from tournaments.counters import away
from tournaments.models import Event

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger("startfelt.live")

CHANNEL = "startfelt:live"
#: How long a write waits for Redis, in seconds: the result is saved already, the hint is a favour.
PATIENCE = 0.5
#: So many seconds of silence and the line is dead: words of `pulse.beat` come all the time. Not
#: less, or a machine that is only busy makes every page ask for news.
SILENCE = GONE
#: Pauses between attempts to reach Redis again, in seconds; the last one goes on for ever.
PAUSES = (0.2, 0.5, 1.0, 2.0)


def announce(event: Event, **_kwargs: Any) -> None:
    """Receiver of `event_recorded`: pass the event's hint on. Never raises."""
    hint = hint_of(event)
    if settings.EMBEDDED:
        hub.publish(hint)
        return
    try:
        _writer().publish(CHANNEL, hint.to_json())
    except away() as error:
        log.warning("Open pages were not told of event %s: %s", event.pk, error)


def announce_end(
    user: int, tournament: int | None, sessions: Iterable[str], **_kwargs: Any
) -> None:
    """Receiver of `access_ended`: lines that are open close. Never raises."""
    ending = Ending(user, tournament, frozenset(mark_of(key) for key in sessions))
    if settings.EMBEDDED:
        hub.end(ending)
        return
    try:
        _writer().publish(CHANNEL, ending.to_json())
    except away() as error:
        # Each web process has lost Redis, too, and asks everybody again when it is back.
        log.warning("Open pages were not closed for account %s: %s", user, error)


@lru_cache(maxsize=1)
def _writer() -> Redis:
    from redis import Redis

    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )


async def relay() -> None:
    """Hand hints from Redis to this process's hub until cancelled. Comes back by itself."""
    from redis import TimeoutError as Silent
    from redis.asyncio import Redis

    failures = 0
    missed = False
    while True:
        try:
            async with (
                Redis.from_url(
                    settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
                ) as client,
                client.pubsub(ignore_subscribe_messages=True) as channel,
            ):
                await channel.subscribe(CHANNEL)
                if missed:
                    log.warning("Redis answers again; all open pages ask for news.")
                    hub.end_all()
                    hub.publish_all()
                failures, missed = 0, False
                heard = time.monotonic()
                while True:
                    message = await channel.get_message(timeout=EVERY)
                    if message is not None:
                        heard = time.monotonic()
                        _take(message["data"])
                    elif time.monotonic() - heard > SILENCE:
                        raise Silent("nothing came for too long")
        except away() as error:
            if not missed:
                log.warning("Live pages: Redis does not answer (%s); trying again.", error)
            missed = True
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1


def _take(data: bytes) -> None:
    try:
        if take_echo(json.loads(data)):
            return
        ending = Ending.from_json(data)
        if ending is not None:
            hub.end(ending)
        else:
            hub.publish(Hint.from_json(data))
    except (ValueError, TypeError, KeyError):
        log.warning("Live pages: a message that is no hint was passed over.")

"""How often something was done lately: counted in the cache, forgotten after a while.

The cache holds nothing that must be true: it only slows down who tries too often. While it is away
(Redis in full mode) nothing is counted, everybody is let through, and the program's log says so.
"""

from __future__ import annotations

import logging

from django.core.cache import cache

log = logging.getLogger("startfelt.counters")


def away() -> tuple[type[Exception], ...]:
    """What says that the cache is not there. Asked when something is raised, so that embedded mode,
    which has no Redis, never loads what speaks to it: a tenth of its start."""
    from redis.exceptions import RedisError

    return RedisError, OSError


def count(counter: str, seconds: int) -> int:
    """One more under `counter`, kept for `seconds` from the first; how many there are now, 0 where
    nobody can tell."""
    try:
        cache.add(counter, 0, seconds)
        return int(cache.incr(counter))
    except ValueError:
        # Forgotten between the two lines: it begins again with the next.
        return 1
    except away() as error:
        _tell(error)
        return 0


def counted(counter: str) -> int:
    """How many there are under `counter`; 0 where nobody can tell."""
    try:
        return int(cache.get(counter, 0))
    except away() as error:
        _tell(error)
        return 0


def _tell(error: Exception) -> None:
    log.warning("the cache is away, nothing is counted and nobody is held up: %s", error)

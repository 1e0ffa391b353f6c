"""How often a wrong code was tried lately: counted in the cache, forgotten after a while."""

from __future__ import annotations

from contextlib import suppress

from django.core.cache import cache


def count_wrong(counter: str, seconds: int) -> None:
    """One more wrong code under `counter`, kept for `seconds` from the first."""
    cache.add(counter, 0, seconds)
    # Forgotten between the two lines: then it begins again with the next.
    with suppress(ValueError):
        cache.incr(counter)


def too_many(counter: str, most: int) -> bool:
    """Whether `most` wrong ones were counted."""
    return bool(cache.get(counter, 0) >= most)

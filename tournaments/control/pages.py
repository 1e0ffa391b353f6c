"""Which pages an account may open, by what guards them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.access import OPEN, Action


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern)
        else:
            yield pattern


@cache
def _guards(resolver: URLResolver) -> dict[str, str]:
    return {
        str(pattern.name): str(getattr(pattern.callback, "access", ""))
        for pattern in _patterns(resolver)
        if pattern.name
    }


def may_open(name: str, actions: Collection[Action]) -> bool:
    """Whether the page called `name` is open to somebody who may do `actions`. One that nobody
    guards, or that there is not, is open to nobody."""
    guard = _guards(get_resolver()).get(name, "")
    return guard in OPEN.values() or guard in actions

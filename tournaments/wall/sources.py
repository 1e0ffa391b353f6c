"""All that a wall can show, by code."""

from __future__ import annotations

from .model import Source
from .own import OWN

_SOURCES: dict[str, Source] = {source.code: source for source in OWN}


def add_source(source: Source) -> None:
    """Let the wall show it. The same code again replaces it."""
    _SOURCES[source.code] = source


def sources() -> list[Source]:
    """In the order they take their turn."""
    return sorted(_SOURCES.values(), key=lambda source: (source.order, source.code))

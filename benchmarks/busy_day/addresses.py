"""Which pages are asked for: every address of the project, with arguments that exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import UUIDConverter

from .hall import ROUNDS, SLUG


@dataclass(frozen=True)
class Page:
    """An address to ask for. `label` tells apart several of one name."""

    name: str
    kwargs: dict[str, Any] = field(default_factory=dict)
    label: str = ""
    query: dict[str, str] = field(default_factory=dict)
    htmx: bool = False
    anonymous: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.label})" if self.label else self.name


#: What an argument stands for where nothing else is said of its address.
_ARGUMENTS: dict[str, Any] = {"slug": SLUG, "n": ROUNDS, "number": 2, "what": "remove"}
#: Addresses whose `number` is a round's.
_OF_A_ROUND = {"round", "desk-round", "desk-close", "desk-move"}
#: Pages that lead somebody who is logged in elsewhere.
_ANONYMOUS = {"log-in"}

_TOURNAMENT = {"slug": SLUG}
_ROUND = {"slug": SLUG, "n": ROUNDS}
_LAST = {"slug": SLUG, "number": ROUNDS}

#: Before the last round is drawn; while it is a draft; when it is over.
BEFORE = (Page("desk-draw", _TOURNAMENT, "before the round"),)
DRAFT = (
    Page("desk-round", _LAST, "draft"),
    Page("desk-rounds", _TOURNAMENT, "draft"),
    Page("desk-overview", _TOURNAMENT, "draft"),
    Page("desk-check-in", _TOURNAMENT, "draft"),
)
AFTER = (
    Page("desk-draw", _TOURNAMENT, "all is played"),
    Page("desk-finish", _TOURNAMENT, "all is played"),
    Page("standings", _TOURNAMENT, "all is played"),
    Page("desk-overview", _TOURNAMENT, "all is played"),
)


def names() -> dict[str, dict[str, object]]:
    """Every named address but the support pages', and of each of its arguments something that it
    takes."""
    found: dict[str, dict[str, object]] = {}

    def walk(resolver: URLResolver) -> None:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver) and pattern.app_name != "admin":
                walk(pattern)
            elif isinstance(pattern, URLPattern) and pattern.name:
                found.setdefault(pattern.name, _arguments(pattern.pattern))

    walk(get_resolver())
    return found


def _arguments(pattern: Any) -> dict[str, object]:
    kinds = pattern.converters
    return {
        name: UUID(int=1) if isinstance(kinds.get(name), UUIDConverter) else 1
        for name in pattern.regex.groupindex
    }


def while_playing(entries: int, given: dict[str, Any], changed_upload: str) -> Iterator[Page]:
    """Every address while the last round is being played, then the other ways some are asked.

    `given` are arguments that the day has brought (the keys of an upload, a job, an event).
    """
    for name, arguments in names().items():
        kwargs = {one: (_ARGUMENTS | given).get(one, any_) for one, any_ in arguments.items()}
        if name in _OF_A_ROUND:
            kwargs["number"] = ROUNDS
        if name == "desk-move":
            kwargs["order"] = entries // 2
        yield Page(name, kwargs, anonymous=name in _ANONYMOUS)
    playing = entries // 2
    yield Page("desk-import-preview", _TOURNAMENT | {"upload_id": changed_upload}, "changed rows")
    yield Page("desk-entries", _TOURNAMENT, "one state", {"state": "present"})
    yield Page("desk-round", _LAST, "by name", {"by": "name"})
    yield Page("desk-round", _TOURNAMENT | {"number": 1}, "closed")
    yield Page("desk-move", _LAST | {"order": playing}, "picked", {"table": "1"})
    yield Page("desk-round-results", _ROUND, "missing", {"show": "missing"})
    yield Page("desk-round-results", _TOURNAMENT | {"n": 1}, "closed round")
    yield Page("desk-result-changes", _ROUND, "nothing new", {"after": str(10**9)})
    yield Page("desk-table-result", _ROUND | {"number": playing}, "playing")
    yield Page("desk-clock", _TOURNAMENT, "piece", htmx=True)
    yield Page("desk-log", _TOURNAMENT, "page 20", {"page": "20"})
    yield Page("tournament", _TOURNAMENT, "anybody", anonymous=True)
    yield Page("standings", _TOURNAMENT, "round 5", {"round": "5"}, anonymous=True)
    yield Page("working", _TOURNAMENT | {"number": 2}, "piece", htmx=True, anonymous=True)
    yield Page("entry", _TOURNAMENT | {"number": 2}, "piece", htmx=True, anonymous=True)
    yield Page("table", _TOURNAMENT | {"number": playing}, "playing", anonymous=True)
    for wall in ("wall-clock", "wall-standings", "wall-pairings"):
        yield Page(wall, _TOURNAMENT, "piece", htmx=True, anonymous=True)

"""All screens of one wall, in the order they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event

from .model import Look, Screen, Source
from .pages import seconds_each
from .sources import sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A screen in its place."""

    key: str
    """Stays the same when the screen is renewed: "tables-2"."""
    title: str
    part: str
    page: int
    pages: int
    seconds: float
    template: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    screens: tuple[Shown, ...]
    corner: Shown | None
    """What stands small beside every screen but its source's own."""
    empty: str
    """What is said instead where there is no screen at all."""


def deck_of(look: Look, chosen: Sequence[Source], seconds: float) -> Deck:
    """The screens of the sources chosen; what has nothing to show is passed over."""
    shown: list[Shown] = []
    for source in chosen:
        screens = list(source.screens(look))
        each = seconds_each(len(screens), seconds)
        shown += [
            _shown(source, screen, page, len(screens), each)
            for page, screen in enumerate(screens, start=1)
        ]
    empty = ""
    if not shown:
        empty = next((source.empty(look) for source in chosen if source.empty), "")
    return Deck(screens=tuple(shown), corner=_corner(look), empty=empty)


def _corner(look: Look) -> Shown | None:
    for source in sources():
        screen = source.corner(look) if source.corner is not None else None
        if screen is not None:
            return _shown(source, screen, 1, 1, 0.0)
    return None


def _shown(source: Source, screen: Screen, page: int, pages: int, seconds: float) -> Shown:
    return Shown(
        key=f"{source.code}-{page}",
        title=screen.title,
        part=screen.part,
        page=page,
        pages=pages,
        seconds=seconds,
        template=screen.template,
        context=dict(screen.context),
    )


def deck_stamp(look: Look) -> str:
    """A short text that changes whenever a deck may have something new. Few, light queries."""
    events = Event.objects.filter(tournament=look.tournament).order_by("-id")
    newest = events.values_list("id", flat=True).first() or 0
    more = [source.stamp(look) for source in sources() if source.stamp is not None]
    return "-".join([str(newest), *more])

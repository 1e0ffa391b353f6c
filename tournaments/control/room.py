"""The control room as a page shows it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.access import Action
from tournaments.control.needs import Asked, Needs, Obstacle, needs_of
from tournaments.control.pages import may_open
from tournaments.hooks import glances_asked
from tournaments.models import Tournament
from tournaments.queries.day import Day, day_of
from tournaments.queries.news import news_stamp


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """All that the control room shows."""

    day: Day
    needs: Needs
    way: tuple[Obstacle, ...]
    """What stands in the way of the next step."""
    glances: tuple[tuple[str, dict[str, Any]], ...]
    """What the floors above show at the head of the page: templates and what is in them."""


def room_of(
    tournament: Tournament, actions: Collection[Action], now: datetime | None = None
) -> Room:
    """The control room for somebody who may do `actions`. Constant queries."""
    asked = Asked(
        tournament=tournament,
        day=day_of(tournament),
        now=now or timezone.now(),
        actions=frozenset(actions),
    )
    needs = needs_of(asked)
    answers: list[tuple[Any, Any]] = glances_asked.send(sender=Tournament, asked=asked)
    return Room(
        day=asked.day,
        needs=needs,
        way=tuple(_way(asked, needs)),
        glances=tuple(glance for _by, glances in answers for glance in glances),
    )


def _way(asked: Asked, needs: Needs) -> list[Obstacle]:
    found = needs.in_the_way_of(asked.day.step)
    missing = asked.day.missing
    if asked.day.step == "play" and missing and may_open("desk-results", asked.actions):
        url = reverse("desk-results", args=[asked.tournament.slug])
        found.insert(0, Obstacle(words=_("Results missing"), count=missing, url=url))
    return found


def room_stamp(tournament: Tournament, now: datetime | None = None) -> str:
    """Changes with everything that happens, and every minute: what waits grows older, and a clock
    that runs out leaves no event."""
    now = now or timezone.now()
    return f"{news_stamp(tournament, 'all')}-{int(now.timestamp()) // 60}"

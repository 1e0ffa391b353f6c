"""The floor plan as a page draws it: each table at its place, with what goes on there."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Action
from tournaments.addresses import stem
from tournaments.control.pages import may_open
from tournaments.floor_plan.places import Place, places_of, size_of
from tournaments.floor_plan.states import LOUDEST, mark_of, words_of
from tournaments.marks import StateMark
from tournaments.models import Round, Table, Tournament
from tournaments.queries.hall import Hall, HallTable, hall_of
from tournaments.views.round_rows import who_text

#: Units of the drawing in a step of the plan.
UNIT: Final = 10
#: Units around the tables.
EDGE: Final = 10
#: Pixels to a unit: a table of a large hall is still as large as a finger.
SMALLEST: Final = 1.15
LARGEST: Final = 2.0
#: Pixels that a desk's screen has for the plan.
SCREEN: Final = 1120


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A table on the plan."""

    number: int
    place: Place
    state: str
    mark: StateMark
    who: str
    fixed: str
    """Whose table it always is; empty for nobody's."""
    accessible: bool
    url: str

    @property
    def x(self) -> int:
        return self.place.x * UNIT

    @property
    def y(self) -> int:
        return self.place.y * UNIT

    @property
    def label(self) -> str:
        """All of it in words."""
        parts = [
            _("Table %(number)s: %(state)s") % {"number": self.number, "state": self.mark.word},
            self.who,
            _("always %(name)s") % {"name": self.fixed} if self.fixed else "",
            _("without steps") if self.accessible else "",
        ]
        return ". ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The whole hall."""

    spots: tuple[Spot, ...]
    round: Round | None
    width: int
    height: int
    """Of the drawing, in its units."""

    @property
    def shown(self) -> tuple[int, int]:
        """How wide and high it is shown, in pixels: a small hall not larger than it need be, a
        large one not so small that nobody can hit a table."""
        width, height = self.width + 2 * EDGE, self.height + 2 * EDGE
        scale = max(SMALLEST, min(LARGEST, SCREEN / width))
        return round(width * scale), round(height * scale)

    @property
    def counts(self) -> list[tuple[StateMark, str, int]]:
        """How many tables are in each state, the loudest first."""
        states = [spot.state for spot in self.spots]
        return [(mark_of(one), one, states.count(one)) for one in LOUDEST if one in states]


def known_places(tables: Iterable[Table]) -> dict[int, Place | None]:
    """By number: where a table was put, or None."""
    return {
        table.number: None
        if table.plan_x is None or table.plan_y is None
        else Place(table.plan_x, table.plan_y)
        for table in tables
    }


def places_stamp(tables: Iterable[Table]) -> str:
    """What an arrangement was made from."""
    return hashlib.sha256(repr(sorted(known_places(tables).items())).encode()).hexdigest()[:20]


def plan_of(
    tournament: Tournament,
    actions: Collection[Action],
    now: datetime | None = None,
) -> Plan:
    """The plan for somebody who may do `actions`. Some fifteen queries, whatever the size."""
    hall = hall_of(tournament, drafts=Action.DRAW in actions)
    places = places_of(known_places(one.table for one in hall.tables))
    playing = hall.round if hall.round and hall.round.state == Round.State.PUBLISHED else None
    words = words_of(playing, now or timezone.now()) if playing is not None else {}
    opens = _Opens(tournament, hall, actions)
    spots = [_spot(one, places, hall, words, opens) for one in hall.tables]
    width, height = size_of(places.values())
    return Plan(spots=tuple(spots), round=hall.round, width=width * UNIT, height=height * UNIT)


class _Opens:
    """Where a touch leads: to the game that is played, or to what is said of the table."""

    def __init__(self, tournament: Tournament, hall: Hall, actions: Collection[Action]) -> None:
        round_ = hall.round
        playing = round_ is not None and round_.state == Round.State.PUBLISHED
        self.hall = reverse("desk-tables", args=[tournament.slug])
        self.game = ""
        if round_ is not None and playing and may_open("desk-table-result", actions):
            self.game = stem("desk-table-result", tournament.slug, round_.number)
        elif playing:
            self.game = stem("table", tournament.slug)

    def of(self, one: HallTable) -> str:
        number = one.table.number
        if self.game and one.game is not None:
            return f"{self.game}{number}/"
        return f"{self.hall}#table-{number}"


def _spot(
    one: HallTable, places: dict[int, Place], hall: Hall, words: dict[int, str], opens: _Opens
) -> Spot:
    state = _state(one, hall, words)
    return Spot(
        number=one.table.number,
        place=places[one.table.number],
        state=state,
        mark=mark_of(state),
        who=who_text(one.game) if one.game is not None else "",
        fixed=f"{one.fixed.number} {one.fixed.name}" if one.fixed is not None else "",
        accessible=one.table.accessible,
        url=opens.of(one),
    )


def _state(one: HallTable, hall: Hall, words: dict[int, str]) -> str:
    if one.game is None:
        return "free" if one.table.in_service else "out"
    if hall.round is not None and hall.round.state == Round.State.DRAFT:
        return "draft"
    return "done" if one.over else words.get(one.game.pk, "waiting")

"""What needs doing now: each floor says what it knows of, and the control room puts it in order.

`tournaments.hooks.needs_asked` is sent with `asked`; a receiver answers a list of `Need`s. So the
page knows of calls, clocks and printers without importing any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.control.pages import may_open
from tournaments.hooks import needs_asked
from tournaments.marks import Weight
from tournaments.models import Round, Tournament
from tournaments.queries.day import Day

#: So many of a kind are shown one by one; the rest are counted.
FEW: Final = 6


class Kind(StrEnum):
    """What a need is about. In the order in which they stand where they weigh the same."""

    CALL = "call"
    DISPUTE = "dispute"
    LATE = "late"
    SEAT = "seat"
    TABLE = "table"
    CLOCK = "clock"
    RESULT = "result"
    REPORTED = "reported"
    COMING = "coming"
    CHECK_IN = "check-in"
    LETTER = "letter"
    WEBHOOK = "webhook"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class KindWords:
    """How a kind is called, and its icon of static/icons/symbols.svg."""

    name: str | Promise
    icon: str


KINDS: Final[dict[Kind, KindWords]] = {
    Kind.CALL: KindWords(gettext_lazy("Call"), "hand"),
    Kind.DISPUTE: KindWords(gettext_lazy("Disputed"), "differ"),
    Kind.LATE: KindWords(gettext_lazy("Over time"), "clock-alert"),
    Kind.SEAT: KindWords(gettext_lazy("No seat"), "seat"),
    Kind.TABLE: KindWords(gettext_lazy("Table"), "table"),
    Kind.CLOCK: KindWords(gettext_lazy("Clock"), "clock"),
    Kind.RESULT: KindWords(gettext_lazy("Result"), "results"),
    Kind.REPORTED: KindWords(gettext_lazy("One side has reported"), "half"),
    Kind.COMING: KindWords(gettext_lazy("Late"), "clock"),
    Kind.CHECK_IN: KindWords(gettext_lazy("Check-in"), "check-in"),
    Kind.LETTER: KindWords(gettext_lazy("E-mail"), "send"),
    Kind.WEBHOOK: KindWords(gettext_lazy("Webhook"), "send"),
    Kind.PAPER: KindWords(gettext_lazy("Paper"), "papers"),
}
_KIND_ORDER: Final = {kind: place for place, kind in enumerate(Kind)}
_OF_A_GAME: Final = frozenset({Kind.CALL, Kind.DISPUTE, Kind.LATE, Kind.REPORTED})
_WEIGHT_ORDER: Final = {Weight.URGENT: 0, Weight.ACTIVE: 1, Weight.QUIET: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing somebody should do."""

    kind: Kind
    weight: Weight
    sentence: str
    page: str
    """The name of the address where it is done; without leave to open it, the need is nobody's
    business and is not shown."""
    url: str
    since: datetime | None = None
    table: int | None = None
    """The number of the table it is about."""
    entry: int | None = None
    """The number of the entry it is about."""
    all_at: str = ""
    """Where all of its kind stand."""
    blocks: frozenset[str] = frozenset()
    """The steps of the day (`Day.step`) in whose way it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a receiver is asked about."""

    tournament: Tournament
    day: Day
    now: datetime
    actions: frozenset[Action]
    """What whoever asks may do."""

    @property
    def playing(self) -> Round | None:
        """The round that is being played; None between rounds and while it is a draft."""
        round_ = self.day.round
        published = round_ is not None and round_.state == Round.State.PUBLISHED
        return round_ if published else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A need as the page shows it."""

    need: Need
    words: KindWords
    minutes: int | None
    """How long it has been so, in whole minutes; None where nobody counts."""
    key: str
    """Its name on the page: the same while it lasts, so that whoever has it under the finger
    keeps it when the page renews itself."""

    @property
    def ago(self) -> str:
        """ "7 min", "1 h 5 min"; empty where nobody counts, and for what came just now."""
        if not self.minutes:
            return ""
        hours, minutes = divmod(self.minutes, 60)
        facts = {"hours": hours, "minutes": minutes}
        return _("%(hours)s h %(minutes)s min") % facts if hours else _("%(minutes)s min") % facts


@dataclass(frozen=True, slots=True, kw_only=True)
class More:
    """Needs of a kind beyond those that are shown."""

    kind: Kind
    words: KindWords
    count: int
    url: str
    weight: Weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """What stands in the way of the next step, so many times."""

    words: str | Promise
    count: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """All there is to do, the most urgent first."""

    all: tuple[Need, ...]
    lines: tuple[Line | More, ...] = field(default=())

    @property
    def urgent(self) -> int:
        return sum(need.weight is Weight.URGENT for need in self.all)

    def in_the_way_of(self, step: str) -> list[Obstacle]:
        """What stands in the way of a step of the day, a line for each kind."""
        found: dict[Kind, list[Need]] = {}
        for need in self.all:
            if step in need.blocks:
                found.setdefault(need.kind, []).append(need)
        return [
            Obstacle(
                words=KINDS[kind].name,
                count=len(needs),
                url=needs[0].url if len(needs) == 1 else needs[0].all_at or needs[0].url,
            )
            for kind, needs in found.items()
        ]


def _order(need: Need) -> tuple[int, int, float, int, int]:
    since = need.since.timestamp() if need.since is not None else float("inf")
    return (
        _WEIGHT_ORDER[need.weight],
        _KIND_ORDER[need.kind],
        since,
        need.table or 0,
        need.entry or 0,
    )


def once_each(needs: Iterable[Need]) -> list[Need]:
    """`needs`, in order, without those about a game that has a more urgent one already: a table
    that calls because it takes long is one thing to do."""
    seen: set[int] = set()
    kept: list[Need] = []
    for need in needs:
        if need.kind in _OF_A_GAME and need.table is not None:
            if need.table in seen:
                continue
            seen.add(need.table)
        kept.append(need)
    return kept


def in_order(needs: Iterable[Need]) -> list[Need]:
    """By weight, then kind, then the one that has lasted longest."""
    return sorted(needs, key=_order)


def lines_of(needs: Sequence[Need], now: datetime) -> tuple[Line | More, ...]:
    """`needs`, in order, as the page shows them: `FEW` of a kind and weight, and how many more."""
    lines: list[Line | More] = []
    groups: dict[tuple[Weight, Kind], list[Need]] = {}
    for need in needs:
        groups.setdefault((need.weight, need.kind), []).append(need)
    for (weight, kind), group in groups.items():
        # One more than few is shown rather than counted: the count would take its line.
        shown = group if len(group) <= FEW + 1 else group[:FEW]
        lines += [
            Line(
                need=need,
                words=KINDS[kind],
                minutes=_minutes(need.since, now),
                key=f"{kind}-{weight}-{need.table or need.entry or place}",
            )
            for place, need in enumerate(shown)
        ]
        if len(group) > len(shown):
            last = group[-1]
            lines.append(
                More(
                    kind=kind,
                    words=KINDS[kind],
                    count=len(group) - len(shown),
                    url=last.all_at or last.url,
                    weight=weight,
                )
            )
    return tuple(lines)


def _minutes(since: datetime | None, now: datetime) -> int | None:
    return None if since is None else max(0, int((now - since).total_seconds() // 60))


def needs_of(asked: Asked) -> Needs:
    """Everything that needs doing, as far as whoever asks may do something about it.

    A floor that fails is not caught: the page would say that all is well.
    """
    answers: list[tuple[Any, Any]] = needs_asked.send(sender=Tournament, asked=asked)
    found: list[Need] = [
        need for _by, needs in answers for need in needs if may_open(need.page, asked.actions)
    ]
    ordered = once_each(in_order(found))
    return Needs(all=tuple(ordered), lines=lines_of(ordered, asked.now))

"""When what happens: a pure function of the plan and of what has happened. No Django."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from zoneinfo import ZoneInfo


class SlotKind(StrEnum):
    DOORS = "doors"
    ROUND = "round"
    BREAK = "break"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of the timetable. Instants are aware, in the tournament's zone."""

    kind: SlotKind
    begins: dt.datetime
    ends: dt.datetime
    #: Of a round, or of the round a break comes after; 0 for the others.
    number: int = 0
    name: str = ""
    #: It has begun: what stands there is what happened.
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """A longer pause after a round."""

    after: int
    minutes: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a round: when it began, and when it was over (None while it is not)."""

    began: dt.datetime
    ended: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What was decided beforehand."""

    date: dt.date
    zone: ZoneInfo
    #: None: nobody has said yet; then only rounds that have begun have a time.
    first_round: dt.time | None
    doors: dt.time | None = None
    rounds: int
    minutes: int
    between: int = 15
    breaks: Sequence[Break] = ()


def slots(plan: Plan, played: Mapping[int, Played]) -> tuple[Slot, ...]:
    """The day in order. A round that began moves all after it; each then keeps its distance.

    A round takes its minutes, or as long as it took. Nothing is said of a round while no time is
    known that it could be counted from.
    """
    found: list[Slot] = []
    if plan.doors is not None:
        at = _at(plan, plan.doors)
        found.append(Slot(SlotKind.DOORS, at, at))
    cursor = _at(plan, plan.first_round) if plan.first_round is not None else None
    breaks = {one.after: one for one in plan.breaks}
    for number in range(1, max([plan.rounds, *played]) + 1):
        known = played.get(number)
        begins = known.began.astimezone(plan.zone) if known is not None else cursor
        if begins is None:
            continue
        ends = begins + dt.timedelta(minutes=plan.minutes)
        if known is not None and known.ended is not None:
            ends = known.ended.astimezone(plan.zone)
        found.append(Slot(SlotKind.ROUND, begins, ends, number, begun=known is not None))
        pause = breaks.get(number)
        if pause is not None:
            over = ends + dt.timedelta(minutes=pause.minutes)
            found.append(Slot(SlotKind.BREAK, ends, over, number, pause.name))
            cursor = over
        else:
            cursor = ends + dt.timedelta(minutes=plan.between)
    if found and found[-1].kind is not SlotKind.DOORS and cursor is not None:
        found.append(Slot(SlotKind.PRIZES, cursor, cursor))
    return tuple(found)


def _at(plan: Plan, time: dt.time) -> dt.datetime:
    return dt.datetime.combine(plan.date, time, tzinfo=plan.zone)

"""Whether registration is open, how many places are left, and until when one is kept. Pure."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from zoneinfo import ZoneInfo


class Phase(StrEnum):
    """Where registration stands."""

    NOT_YET = "not-yet"
    OPEN = "open"
    CLOSED = "closed"
    #: The first round is published, or all of it is over: nobody waits any more.
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """When people may sign up, in UTC; None where nobody has said."""

    opens_at: dt.datetime | None
    closes_at: dt.datetime | None
    starts_at: dt.datetime
    """When the doors open; where nobody has said, when the day begins in the hall."""
    begun: bool
    """The first round is published: what was signed up for is being played."""

    @property
    def ends_at(self) -> dt.datetime:
        """When it closes: where nobody has said, when the doors open."""
        return self.closes_at or self.starts_at

    def phase(self, now: dt.datetime) -> Phase:
        if self.begun:
            return Phase.OVER
        if now >= self.ends_at:
            return Phase.CLOSED
        if self.opens_at is not None and now < self.opens_at:
            return Phase.NOT_YET
        return Phase.OPEN

    def answer_by(self, now: dt.datetime, hours: int, *, by_hand: bool = False) -> dt.datetime:
        """Until when a place offered now is kept: so many hours, never past the closing.

        One that the desk offers by hand after the closing is kept until the doors open at the
        latest. Not after `now` when there is no time left at all.
        """
        last = max(self.ends_at, self.starts_at) if by_hand else self.ends_at
        return min(now + dt.timedelta(hours=hours), last)


def starts_at(day: dt.date, doors_open: dt.time | None, zone: ZoneInfo) -> dt.datetime:
    """When people are to be in the hall, by the hall's own clock."""
    return dt.datetime.combine(day, doors_open or dt.time(), tzinfo=zone)


@dataclass(frozen=True, slots=True)
class Places:
    """How the places of a tournament are taken."""

    capacity: int
    entries: int
    """Entries that have not withdrawn."""
    held: int
    """Sign-ups that hold a place without being an entry yet."""
    waiting: int

    @property
    def taken(self) -> int:
        return self.entries + self.held

    @property
    def free(self) -> int:
        return max(0, self.capacity - self.taken)

    @property
    def left(self) -> int:
        """For one who comes now: none while others wait, since they come first."""
        return 0 if self.waiting else self.free

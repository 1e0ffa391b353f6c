"""What a table's clock shows: a pure function of stored instants and the server's now.

Nothing here counts. A clock is the instant it started, the spans in which it stood still, the
extra time a table was given, and the instant its result came in. A process that dies loses no
second, and two screens that know the same facts show the same digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

ZERO = timedelta(0)


class State(StrEnum):
    """Where a table's game is. The values are the keys of the state badges."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER_TIME = "over-time"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch in which the clock stood still; `ended_at` is None while it still does."""

    began_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """All that one table's clock depends on, besides now. All instants are aware."""

    length: timedelta
    """What every table of the round has."""
    started_at: datetime | None = None
    pauses: tuple[Span, ...] = ()
    """In any order; they may overlap."""
    extensions: tuple[timedelta, ...] = ()
    """Extra time for this table, in any order."""
    finished_at: datetime | None = None
    """When the result came in: from then on the clock shows what it showed then."""

    @property
    def total(self) -> timedelta:
        """The table's whole playing time."""
        return self.length + sum(self.extensions, ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What the clock shows."""

    state: State
    total: timedelta
    """The table's whole playing time, extensions included."""
    elapsed: timedelta
    """How long has been played, pauses left out."""
    running: bool
    """Whether the digits change as time passes."""
    paused: bool = False
    """Whether the game has begun, is not done, and stands still."""
    ends_at: datetime | None = None
    """The instant at which nothing remains, if nobody pauses; only while running."""

    @property
    def remaining(self) -> timedelta:
        """Time left; negative once the table is over time."""
        return self.total - self.elapsed

    @property
    def over_by(self) -> timedelta:
        """How much longer than its time the table has played; zero within its time."""
        return max(ZERO, -self.remaining)

    @property
    def badge(self) -> str:
        """The key of the badge to show: the state, or "paused" while the game stands still."""
        return "paused" if self.paused and self.state is State.PLAYING else self.state.value

    @property
    def minutes(self) -> int | None:
        """Minutes played, rounded, at least one; None before the clock has started."""
        seconds = self.elapsed.total_seconds()
        return max(1, round(seconds / 60)) if seconds > 0 else None


def face(timing: Timing, now: datetime) -> Face:
    """What a clock with the facts `timing` shows at `now`.

    A start that lies after `now` counts as not started. A game is over time from the instant
    nothing remains. A pause moves the end by exactly its own length, an extension by its own.
    """
    done = timing.finished_at is not None
    until = min(now, timing.finished_at) if timing.finished_at is not None else now
    started = timing.started_at
    if started is None or started > until:
        return Face(
            state=State.DONE if done else State.WAITING,
            total=timing.total,
            elapsed=ZERO,
            running=False,
        )
    elapsed = until - started - _stood_still(timing.pauses, started, until)
    if done:
        return Face(state=State.DONE, total=timing.total, elapsed=elapsed, running=False)
    paused = any(
        pause.began_at <= now and (pause.ended_at is None or now < pause.ended_at)
        for pause in timing.pauses
    )
    remaining = timing.total - elapsed
    return Face(
        state=State.PLAYING if remaining > ZERO else State.OVER_TIME,
        total=timing.total,
        elapsed=elapsed,
        running=not paused,
        paused=paused,
        ends_at=None if paused else now + remaining,
    )


def _stood_still(pauses: Iterable[Span], start: datetime, until: datetime) -> timedelta:
    """How much of the time from `start` to `until` lies in pauses, overlaps counted once."""
    total, reached = ZERO, start
    for pause in sorted(pauses, key=lambda pause: pause.began_at):
        began = max(pause.began_at, reached)
        ended = until if pause.ended_at is None else min(pause.ended_at, until)
        if ended > began:
            total += ended - began
            reached = ended
    return total

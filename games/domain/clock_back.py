"""What was done to a round's clock is as if it had not been done; and as if it had after all.

Letting a clock run on is not taking its pause back: that leaves the pause, and every end moves by
it. Here the instants themselves come and go, so that the clock shows what it would have shown.
All lock the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.domain.run_clock import (
    called,
    clock_time,
    playable,
    running_clock,
    shown,
    stood,
)
from games.models import Clock, Pause
from games.queries import clock_of
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict
from tournaments.models import Round, User

#: A pause as the log keeps it: from and to, as instants.
Stood = Sequence[str | None]


def undo_pause(round_: Round, pause: Stood, *, by: User | None, key: str = "") -> Clock:
    """The clock never stood still: the time since counts. Conflict when it runs again."""
    with act("clock.undo-pause", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        row = _last(clock, pause)
        before = {"paused": clock_time(doing, row.began_at)} | shown(doing, clock)
        row.delete()
        doing.log(
            before=before | {"stood": [list(pause)]},
            after=shown(doing, clock),
            called=called(doing),
        )
        return clock


def pause_again(round_: Round, pause: Stood, *, by: User | None, key: str = "") -> Clock:
    """The clock has stood still since the instant it was paused at, after all."""
    with act("clock.pause", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        began = _instant(pause[0])
        if clock.pauses.filter(ended_at__isnull=True).exists():
            raise _changed()
        if clock.pauses.filter(ended_at__gt=began).exists() or began < clock.started_at:
            raise _changed()
        row = Pause.objects.create(clock=clock, began_at=began)
        doing.log(after=shown(doing, clock) | {"stood": stood([row])}, called=called(doing))
        return clock


def undo_resume(round_: Round, pause: Stood, *, by: User | None, key: str = "") -> Clock:
    """The clock has stood still all along since the pause began. Conflict when it has been paused
    once more."""
    with act("clock.undo-resume", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        row = _last(clock, pause)
        before = shown(doing, clock)
        row.ended_at = None
        row.save(update_fields=["ended_at"])
        doing.log(
            before=before | {"stood": [list(pause)]},
            after={"paused": clock_time(doing, row.began_at)} | shown(doing, clock),
            called=called(doing),
        )
        return clock


def resume_again(round_: Round, pause: Stood, *, by: User | None, key: str = "") -> Clock:
    """The pause ended when it had ended, after all."""
    with act("clock.resume", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        row = _last(clock, [pause[0], None])
        row.ended_at = _instant(pause[1])
        row.save(update_fields=["ended_at"])
        doing.log(
            before={"paused": clock_time(doing, row.began_at)},
            after=shown(doing, clock) | {"stood": stood([row])},
            called=called(doing),
        )
        return clock


def start_again(
    round_: Round, ran: tuple[str, int], pauses: Sequence[Stood], *, by: User | None, key: str = ""
) -> Clock:
    """The clock runs since the instant it had been started at, with the pauses it had."""
    with act("clock.start", round_, by=by, key=key) as doing:
        if doing.already:
            return running_clock(doing)
        playable(doing)
        if clock_of(doing.row) is not None:
            raise _changed()
        started, seconds = ran
        clock = Clock.objects.create(round=doing.row, seconds=seconds, started_at=_instant(started))
        Pause.objects.bulk_create(
            Pause(
                clock=clock,
                began_at=_instant(began),
                ended_at=None if ended is None else _instant(ended),
            )
            for began, ended in pauses
        )
        doing.log(
            after={
                "started": clock_time(doing, clock.started_at),
                "minutes": round(seconds / 60),
            },
            called=called(doing),
        )
        return clock


def _last(clock: Clock, pause: Stood) -> Pause:
    """The newest pause of the clock, if it is that one."""
    row = clock.pauses.order_by("began_at").last()
    if row is None or stood([row])[0] != list(pause):
        raise _changed()
    return row


def _instant(text: str | None) -> datetime:
    assert text is not None
    return datetime.fromisoformat(text)


def _changed() -> Conflict:
    return Conflict(
        "clock-changed", _("The clock has been changed since. Look at it as it is now.")
    )

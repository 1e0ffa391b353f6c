"""The round's clock: start, pause, resume, change of length, and the start taken back.

All lock the round. What the clock shows follows from the instants written here (`games.timing`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.game_settings import minutes_of
from games.models import Clock, Pause, Result
from games.queries import clock_of, timing_of
from games.timing import face
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Round, User

#: The shortest and the longest time a game may be given.
SHORTEST, LONGEST = timedelta(seconds=1), timedelta(hours=12)


def start_clock(
    round_: Round, *, at: datetime | None = None, by: User | None, key: str = ""
) -> Clock:
    """Start the clock of a published round, now or at an instant that has passed (`at`).

    Every table gets the minutes of the round.
    """
    with act("clock.start", round_, by=by, key=key) as doing:
        if doing.already:
            return running_clock(doing)
        playable(doing)
        now = timezone.now()
        if (running := clock_of(doing.row)) is not None:
            raise Conflict(
                "clock-started",
                _("The clock of round %(number)s runs since %(at)s.")
                % {"number": doing.row.number, "at": clock_time(doing, running.started_at)},
            )
        started_at = at or now
        if started_at > now:
            raise Refused(
                "start-ahead", _("The clock cannot have started in the future."), field="at"
            )
        if now - started_at > LONGEST:
            raise Refused("start-long-ago", _("That is more than half a day ago."), field="at")
        minutes = minutes_of(doing.row)
        clock = Clock.objects.create(round=doing.row, seconds=minutes * 60, started_at=started_at)
        doing.log(
            after={"started": clock_time(doing, started_at), "minutes": minutes},
            called=called(doing),
        )
        return clock


def pause_clock(round_: Round, *, by: User | None, key: str = "") -> Clock:
    """Stop the clock of every table."""
    with act("clock.pause", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        running = clock.pauses.filter(ended_at__isnull=True).first()
        if running is not None:
            raise Conflict(
                "clock-paused",
                _("The clock stands still already, since %(at)s.")
                % {"at": clock_time(doing, running.began_at)},
            )
        pause = Pause.objects.create(clock=clock, began_at=timezone.now())
        after = shown(doing, clock) | {"stood": stood([pause])}
        doing.log(after=after, called=called(doing))
        return clock


def resume_clock(round_: Round, *, by: User | None, key: str = "") -> Clock:
    """Let the clock run on. Every end moves by exactly the pause."""
    with act("clock.resume", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        running = clock.pauses.filter(ended_at__isnull=True).first()
        if running is None:
            raise Conflict("clock-running", _("The clock is running already."))
        # A clock of the machine that was set back must not make a pause end before it began.
        running.ended_at = max(timezone.now(), running.began_at)
        running.save(update_fields=["ended_at"])
        doing.log(
            before={"paused": clock_time(doing, running.began_at)},
            after=shown(doing, clock) | {"stood": stood([running])},
            called=called(doing),
        )
        return clock


def set_clock_length(
    round_: Round, *, seconds: int, seen: int | None = None, by: User | None, key: str = ""
) -> Clock:
    """Give every table of the round `seconds` in all (extensions come on top).

    `seen` is the length the form showed: if somebody changed it meanwhile, that is a Conflict.
    """
    with act("clock.length", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        if seen is not None and seen != clock.seconds:
            raise Conflict(
                "length-changed",
                _("Somebody has changed the playing time meanwhile: it is %(minutes)s minutes now.")
                % {"minutes": round(clock.seconds / 60)},
            )
        if not SHORTEST <= timedelta(seconds=seconds) <= LONGEST:
            raise Refused(
                "length-range", _("The playing time must be between a second and 12 hours.")
            )
        before = clock.seconds
        clock.seconds = seconds
        clock.save(update_fields=["seconds"])
        doing.log(
            before={"minutes": round(before / 60), "seconds": before},
            after={"minutes": round(seconds / 60), "seconds": seconds},
            called=called(doing),
        )
        return clock


def end_clock(round_: Round, *, by: User | None, key: str = "") -> Clock:
    """Time is up now, for every table without an extension. Whoever plays on is over time."""
    with act("clock.end", round_, by=by, key=key) as doing:
        clock = running_clock(doing)
        if doing.already:
            return clock
        playable(doing)
        elapsed = face(timing_of(doing.row, clock), timezone.now()).elapsed
        seconds = max(1, int(elapsed.total_seconds()))
        if seconds >= clock.seconds:
            raise Refused("clock-over", _("The time is up already."))
        before = clock.seconds
        clock.seconds = seconds
        clock.save(update_fields=["seconds"])
        doing.log(
            before={"minutes": round(before / 60), "seconds": before},
            after={"minutes": round(seconds / 60), "seconds": seconds},
            called=called(doing),
        )
        return clock


def undo_clock_start(round_: Round, *, by: User | None, key: str = "") -> None:
    """Take back a start that was a mistake: the clock waits again, its pauses are gone.

    Refused once a result is in: then somebody has played by this clock.
    """
    with act("clock.undo-start", round_, by=by, key=key) as doing:
        if doing.already:
            return
        clock = running_clock(doing)
        playable(doing)
        finished = Result.objects.filter(pairing__round=doing.row, current=True).count()
        if finished:
            raise Refused(
                "results-in",
                _("The round is being played: results are in. Pause the clock instead."),
            )
        before = {"started": clock_time(doing, clock.started_at)} | shown(doing, clock)
        before["ran"] = [clock.started_at.isoformat(), clock.seconds]
        before["stood"] = stood(clock.pauses.all())
        clock.pauses.all().delete()
        clock.delete()
        doing.log(before=before, takes_back="clock.start", called=called(doing))


# The steps -----------------------------------------------------------------------------------


def playable(doing: Act[Round]) -> None:
    """Refused for a round that nobody plays yet, or any more."""
    number = {"number": doing.row.number}
    if doing.row.state == Round.State.DRAFT:
        raise Refused(
            "round-draft",
            _("Round %(number)s is not published yet. Publish it, then start the clock.") % number,
        )
    if doing.row.state == Round.State.CLOSED:
        raise Refused("round-closed", _("Round %(number)s is closed: its clock is over.") % number)


def running_clock(doing: Act[Round]) -> Clock:
    """The clock of the round. Conflict without one."""
    clock = clock_of(doing.row)
    if clock is None:
        raise Conflict(
            "clock-not-started",
            _("The clock of round %(number)s is not running.") % {"number": doing.row.number},
        )
    return clock


def clock_time(doing: Act[Round], at: datetime) -> str:
    """An instant as the hall reads it."""
    return date_format(timezone.localtime(at, doing.tournament.zone), "TIME_FORMAT")


def stood(pauses: Iterable[Pause]) -> list[list[str | None]]:
    """Pauses as the log keeps them: from and to, as instants; the last may last."""
    return [
        [pause.began_at.isoformat(), pause.ended_at.isoformat() if pause.ended_at else None]
        for pause in pauses
    ]


def shown(doing: Act[Round], clock: Clock) -> dict[str, object]:
    """What the clock shows at this moment, for the log."""
    left = face(timing_of(doing.row, clock), timezone.now()).remaining
    return {"minutes left": round(left.total_seconds() / 60)}


def called(doing: Act[Round]) -> str:
    """The round as the log calls it."""
    return _("round %(number)s") % {"number": doing.row.number}

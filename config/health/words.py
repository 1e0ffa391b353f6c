"""The status page's sentences: what is well, and what to do where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.health.queues import Queue
from config.health.state import State

#: Seconds. Pages that are open ask by themselves after 20, so more than that is never seen.
SLOW_LINE: Final = 3.0
#: After which somebody waits for a paper, a letter or a judge's phone in vain.
LATE: Final = {"documents": 90.0, "letters": 300.0, "pushes": 60.0, "forecasts": 300.0}
#: A worker shows itself every five seconds.
IDLE: Final = 30.0
#: Until it does so for the first time, on a slow computer.
STARTING: Final = 60.0
#: Hours since everything was copied.
OLD_BACKUP: Final = 24
#: Megabytes left on the disk.
LITTLE_ROOM: Final = 1000.0
NO_ROOM: Final = 100.0
DRIFT: Final = 2.0

#: How it is: all is well; somebody should see to it; it must be seen to now.
WELL, WATCH, WRONG = "well", "watch", "wrong"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing: its heading, how it is, and what to do where it is not well."""

    key: str
    name: str
    level: str
    what: str
    now: str = ""


def _results(state: State) -> Line:
    name = _("Results")
    if not state.takes_writes:
        return Line(
            "results",
            name,
            WRONG,
            _("The database takes nothing in: results cannot be saved."),
            _("Keep results on paper, and tell whoever runs the server: this is a copy to read."),
        )
    if state.newest_result is None:
        return Line("results", name, WELL, _("Results are being saved. There is none yet."))
    when = formats.date_format(timezone.localtime(state.newest_result), "SHORT_DATETIME_FORMAT")
    text = _("Results are being saved. The newest came %(when)s.") % {"when": when}
    return Line("results", name, WELL, text)


def _live(state: State) -> Line:
    name = _("Live pages")
    if state.pulses is None:
        return Line(
            "live",
            name,
            WRONG,
            _("Live pages are told of nothing; they ask by themselves every 20 seconds."),
            _("Results are saved all the same. Redis does not answer: start it again."),
        )
    if state.lag >= SLOW_LINE:
        return Line(
            "live",
            name,
            WATCH,
            _("Live pages are behind by %(time)s.") % {"time": spell(state.lag)},
            _("Results are saved all the same. If it stays so, the server is too busy: let fewer "
              "screens follow, or add web processes."),
        )  # fmt: skip
    pages = (
        ngettext("One page listens.", "%(count)d pages listen.", state.listeners)
        % {"count": state.listeners}
        if state.listeners
        else _("No page listens now.")
    )
    return Line("live", name, WELL, _("Live pages are up to date.") + " " + pages)


def _work(state: State) -> Line:
    name = _("Work in the background")
    if state.idle is not None and state.idle < IDLE:
        return Line("work", name, WELL, _("Papers and e-mails are being seen to."))
    if state.up < STARTING:
        text = _("Startfelt has just been started: papers and e-mails are seen to in a moment.")
        return Line("work", name, WELL, text)
    text = (
        _("Nobody has worked in the background since the start.")
        if state.idle is None
        else _("Nobody has worked in the background for %(time)s.") % {"time": spell(state.idle)}
    )
    now = (
        _("Papers and e-mails wait until then. Stop Startfelt and start it again; nothing is "
          "lost.")
        if state.embedded
        else _("Papers and e-mails wait until then. Start worker and beat again; nothing is "
               "lost.")
    )  # fmt: skip
    return Line("work", name, WRONG, text, now)


def _queue(key: str, name: str, long: Callable[[int], str], now: str) -> Callable[[State], Line]:
    def line(state: State) -> Line:
        queue = state.queues[key]
        late = queue.waiting > 0 and queue.seconds >= LATE[key]
        text = long(queue.waiting) % {"count": queue.waiting}
        if late:
            text += " " + _("The oldest has waited for %(time)s.") % {"time": spell(queue.seconds)}
        return Line(key, name, WATCH if late else WELL, text, now if late else "")

    return line


def _documents(state: State) -> Line:
    return _queue(
        "documents",
        _("Papers"),
        lambda count: (
            ngettext(
                "The printer queue is %(count)d long.",
                "The printer queue is %(count)d long.",
                count,
            )
            if count
            else _("Every paper that was asked for is made.")
        ),
        _("Look at Papers: one that takes too long can be cancelled and asked for again."),
    )(state)


def _letters(state: State) -> Line:
    queue: Queue = state.queues["letters"]
    if not state.mail_server and (queue.waiting or queue.failed):
        return Line(
            "letters",
            _("E-mails"),
            WATCH,
            _("No mail server is set up, so nobody gets the e-mails."),
            _("They can be read under E-mails; give the link in a letter to whoever it is for."),
        )
    if queue.failed:
        return Line(
            "letters",
            _("E-mails"),
            WATCH,
            ngettext(
                "%(count)d e-mail could not be sent.",
                "%(count)d e-mails could not be sent.",
                queue.failed,
            )
            % {"count": queue.failed},
            _("Look at E-mails: it says why, and sends them again."),
        )
    return _queue(
        "letters",
        _("E-mails"),
        lambda count: (
            ngettext("%(count)d e-mail is waiting.", "%(count)d e-mails are waiting.", count)
            if count
            else _("Every e-mail has been sent.")
        ),
        _("Is there a network? They are tried again by themselves."),
    )(state)


def _pushes(state: State) -> Line:
    return _queue(
        "pushes",
        _("Judges’ phones"),
        lambda count: (
            ngettext(
                "%(count)d word to a judge’s phone is waiting.",
                "%(count)d words to judges’ phones are waiting.",
                count,
            )
            if count
            else _("Judges’ phones have been told of every call.")
        ),
        _("Without the internet phones are told nothing: keep the judges’ page open on one."),
    )(state)


def _backup(state: State) -> Line:
    name = _("Copies")
    now = _("Copy everything to another disk: make backup TO=…")
    if state.backup is None:
        return Line("backup", name, WATCH, _("Nothing has been copied yet."), now)
    age = max((state.now - state.backup).total_seconds(), 0.0)
    text = _("The last copy was made %(time)s ago.") % {"time": spell(age)}
    old = age > OLD_BACKUP * 3600
    return Line("backup", name, WATCH if old else WELL, text, now if old else "")


def _room(state: State) -> Line:
    name = _("Room on the disk")
    left = _("%(size)s is left.") % {"size": size(state.free)}
    if state.free < NO_ROOM:
        now = _("Results will soon not be saved. Make room now: delete what is not Startfelt’s.")
        return Line("room", name, WRONG, left, now)
    if state.free < LITTLE_ROOM:
        return Line("room", name, WATCH, left, _("Make room before the next round."))
    return Line("room", name, WELL, left)


def _clocks(state: State) -> Line:
    name = _("Clocks")
    if state.jumped:
        text = (
            _("The clock of this computer was set forward by %(time)s.")
            if state.jumped > 0
            else _("The clock of this computer was set back by %(time)s.")
        )
        now = _("Round clocks show another time left: look at them, and give tables extra time "
                "where it is too little.")  # fmt: skip
        return Line("clocks", name, WATCH, text % {"time": spell(abs(state.jumped))}, now)
    if abs(state.drift) < DRIFT:
        return Line("clocks", name, WELL, _("The servers agree on what time it is."))
    return Line(
        "clocks",
        name,
        WATCH,
        _("Two servers differ by %(time)s about what time it is.")
        % {"time": spell(abs(state.drift))},
        _("Round clocks may jump. Let both servers be set by the network’s time (NTP)."),
    )


_LINES: Final[tuple[Callable[[State], Line], ...]] = (
    _results, _live, _work, _documents, _letters, _pushes, _backup, _room, _clocks,
)  # fmt: skip


def lines_of(state: State) -> list[Line]:
    """Everything, in the order in which it matters."""
    return [line(state) for line in _LINES]


def level_of(lines: list[Line]) -> str:
    """The gravest there is."""
    return max((line.level for line in lines), key=(WELL, WATCH, WRONG).index)


def spell(seconds: float) -> str:
    """A while, as one would say it: "4 seconds", "12 minutes", "3 hours", "2 days"."""
    count = round(seconds)
    if count < 100:
        return ngettext("%(n)d second", "%(n)d seconds", count) % {"n": count}
    count = round(seconds / 60)
    if count < 100:
        return ngettext("%(n)d minute", "%(n)d minutes", count) % {"n": count}
    count = round(seconds / 3600)
    if count < 48:
        return ngettext("%(n)d hour", "%(n)d hours", count) % {"n": count}
    count = round(seconds / 86400)
    return ngettext("%(n)d day", "%(n)d days", count) % {"n": count}


def size(megabytes: float) -> str:
    """Room, as disks are sold: "12 GB", "80 MB"."""
    if megabytes >= 1000:
        return _("%(n)s GB") % {"n": formats.number_format(round(megabytes / 1000))}
    return _("%(n)s MB") % {"n": formats.number_format(round(megabytes))}

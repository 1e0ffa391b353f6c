"""How what happens at the tables is taken back."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.domain.clock_back import (
    pause_again,
    resume_again,
    start_again,
    undo_pause,
    undo_resume,
)
from games.domain.extend_table import extend_table, withdraw_extension
from games.domain.record_result import undo_result
from games.domain.run_clock import set_clock_length, undo_clock_start
from games.models import Clock, Extension, Result
from tournaments.access import Action
from tournaments.domain.errors import Conflict, Refused
from tournaments.undo.drawn import drawn_since
from tournaments.undo.registry import Step, Way
from tournaments.undo.registry import register as register_ways


def _result_back(step: Step) -> None:
    pairing = step.pairing()
    later = drawn_since(step).filter(number__gt=pairing.round.number).first()
    if later is not None:
        raise Refused(
            "drawn-since",
            _(
                "Round %(number)s has been drawn from this result since. Correct the result at its "
                "table instead: that page shows what follows, and asks."
            )
            % {"number": later.number},
        )
    newest = Result.objects.filter(pairing=pairing).order_by("-version").first()
    undo_result(
        pairing,
        version=step.event.after["version"],
        seen=newest.version if newest is not None else 0,
        by=step.by,
        key=step.key,
    )


def _start_back(step: Step) -> None:
    undo_clock_start(step.round(), by=step.by, key=step.key)


def _start_again(step: Step) -> None:
    before = step.event.before
    start_again(step.round(), tuple(before["ran"]), before["stood"], by=step.by, key=step.key)


def _pause_back(step: Step) -> None:
    undo_pause(step.round(), step.event.after["stood"][0], by=step.by, key=step.key)


def _pause_again(step: Step) -> None:
    pause_again(step.round(), step.event.before["stood"][0], by=step.by, key=step.key)


def _resume_back(step: Step) -> None:
    undo_resume(step.round(), step.event.after["stood"][0], by=step.by, key=step.key)


def _resume_again(step: Step) -> None:
    resume_again(step.round(), step.event.before["stood"][0], by=step.by, key=step.key)


def _length_back(step: Step) -> None:
    event, round_ = step.event, step.round()
    clock = Clock.objects.filter(round=round_).first()
    if clock is None or clock.seconds != event.after["seconds"]:
        raise Conflict(
            "clock-changed", _("The clock has been changed since. Look at it as it is now.")
        )
    set_clock_length(round_, seconds=event.before["seconds"], by=step.by, key=step.key)


def _extension_back(step: Step) -> None:
    extension = Extension.objects.filter(
        pk=step.event.after["extension"], pairing=step.pairing()
    ).first()
    if extension is None:
        raise Conflict("extension-gone", _("Somebody has taken this extra time back already."))
    withdraw_extension(extension, by=step.by, key=step.key)


def _extension_again(step: Step) -> None:
    before = step.event.before
    extend_table(
        step.pairing(), minutes=before["minutes"], why=before["why"], by=step.by, key=step.key
    )


_RESULT: Final = Way(
    do=_result_back,
    action=Action.ENTER_RESULTS,
    aspect="result",
    becomes=gettext_lazy(
        "The result is as it was before: %(subject)s. Where there was none, what the players had "
        "said stands again."
    ),
)
_LENGTH: Final = Way(
    do=_length_back,
    action=Action.RUN_CLOCK,
    aspect="clock",
    becomes=gettext_lazy("The playing time is as long as before: %(subject)s."),
)
_STOPPED: Final = gettext_lazy(
    "The clock stands still, and has done so since it was paused: %(subject)s."
)
_RAN: Final = gettext_lazy("The clock counts as if it had never stood still: %(subject)s.")

WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys(
        ("result.record", "result.correct", "result.remove", "result.agree", "result.undo"),
        _RESULT,
    ),
    "clock.start": Way(
        do=_start_back,
        action=Action.RUN_CLOCK,
        aspect="clock",
        becomes=gettext_lazy("The clock waits, as if it had not been started: %(subject)s."),
    ),
    "clock.undo-start": Way(
        do=_start_again,
        action=Action.RUN_CLOCK,
        aspect="clock",
        becomes=gettext_lazy("The clock runs since it was first started: %(subject)s."),
    ),
    "clock.pause": Way(do=_pause_back, action=Action.RUN_CLOCK, aspect="clock", becomes=_RAN),
    "clock.undo-pause": Way(
        do=_pause_again, action=Action.RUN_CLOCK, aspect="clock", becomes=_STOPPED
    ),
    "clock.resume": Way(do=_resume_back, action=Action.RUN_CLOCK, aspect="clock", becomes=_STOPPED),
    "clock.undo-resume": Way(
        do=_resume_again,
        action=Action.RUN_CLOCK,
        aspect="clock",
        becomes=gettext_lazy("The clock runs on from when it was let run: %(subject)s."),
    ),
    "clock.length": _LENGTH,
    "clock.end": _LENGTH,
    "table.extend": Way(
        do=_extension_back,
        action=Action.EXTEND,
        becomes=gettext_lazy("The extra time is gone: %(subject)s."),
    ),
    "table.withdraw-extension": Way(
        do=_extension_again,
        action=Action.EXTEND,
        becomes=gettext_lazy("The table has its extra time again: %(subject)s."),
    ),
}

NEVER: Final[dict[str, str | Promise]] = {
    "claim.": gettext_lazy(
        "What players say of their own game is theirs: they change it on their own page."
    ),
    "record.": gettext_lazy(
        "The record belongs to the result it proves. Correct the result, and it goes with it."
    ),
}


def register() -> None:
    """Called when the app starts."""
    register_ways(WAYS, NEVER)

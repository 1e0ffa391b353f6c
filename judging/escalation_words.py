"""The steps of a long game in words: for judges, and for the table itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.escalation import Step


@dataclass(frozen=True, slots=True)
class StepWords:
    """How a step is called, what a judge presses to take it, what the table is told."""

    name: str | Promise
    take: str | Promise
    told: str | Promise
    short: str | Promise
    """For a line of steps."""
    why: str | Promise = ""
    """The usual reason to take it, which a judge may write otherwise; none where what was decided
    is the reason."""


STEPS: Final[dict[Step, StepWords]] = {
    Step.RUNNING: StepWords(
        name=_("playing"),
        take="",
        told="",
        short=_("Playing"),
    ),
    Step.OVER_TIME: StepWords(
        name=_("over time"),
        take=_("Note that the time is up"),
        told=_("The time is up. Play on; the judges look at your game."),
        short=_("Over time"),
        why=_("The time of the game is up."),
    ),
    Step.TEN_MINUTES: StepWords(
        name=_("ten minutes to open the game"),
        take=_("Give 10 minutes to open it"),
        told=_("You have ten minutes to open the game yourselves. Playing to open it counts."),
        short=_("10 minutes"),
        why=_("The game is locked, and its time is up."),
    ),
    Step.OPENING: StepWords(
        name=_("opened by the judges"),
        take=_("Decide how it is opened"),
        told=_("The judges have decided how the game is opened."),
        short=_("Opened"),
    ),
    Step.LOCKED_AGAIN: StepWords(
        name=_("locked again"),
        take=_("Note that it is locked again"),
        told=_("The game is locked again. The head judge names the winner."),
        short=_("Locked again"),
        why=_("What we decided did not keep it open."),
    ),
    Step.ADJUDICATED: StepWords(
        name=_("decided by the judges"),
        take=_("Name the winner"),
        told=_("The judges have named the winner. That is final."),
        short=_("Decided"),
    ),
}

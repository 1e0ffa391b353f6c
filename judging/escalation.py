"""A game that lasts too long: its steps, as the guide for judges knows them, and nothing else.

A chain. The clock proposes a step, a judge takes it; the head judge may take one back, to the
step before. What is allowed stands in `TRANSITIONS` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class Step(StrEnum):
    """Where a table's game is, as far as the judges are concerned."""

    RUNNING = "running"
    OVER_TIME = "over-time"
    TEN_MINUTES = "ten-minutes"
    OPENING = "opening"
    LOCKED_AGAIN = "locked-again"
    ADJUDICATED = "adjudicated"


class Office(StrEnum):
    """Who may take a step."""

    JUDGE = "judge"
    HEAD_JUDGE = "head-judge"


class Proposal(StrEnum):
    """What the clock sees when it proposes a step."""

    TIME_IS_UP = "time-is-up"
    TEN_MINUTES_ARE_UP = "ten-minutes-are-up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One step that may be taken: from where, to where, by whom, by which rule."""

    origin: Step
    target: Step
    rule: str
    office: Office = Office.JUDGE
    proposed: Proposal | None = None
    """What the clock must see to propose it; a judge may take it without."""
    why: bool = False
    """Whether it is to be said what was decided; any other step has a usual reason."""
    ruled: bool = False
    """Whether it is taken by giving a ruling, and in no other way."""


TRANSITIONS: Final[Mapping[Step, Transition]] = {
    step.origin: step
    for step in (
        Transition(
            origin=Step.RUNNING,
            target=Step.OVER_TIME,
            rule="H1",
            proposed=Proposal.TIME_IS_UP,
        ),
        Transition(origin=Step.OVER_TIME, target=Step.TEN_MINUTES, rule="H2"),
        Transition(
            origin=Step.TEN_MINUTES,
            target=Step.OPENING,
            rule="H3",
            proposed=Proposal.TEN_MINUTES_ARE_UP,
            why=True,
        ),
        Transition(origin=Step.OPENING, target=Step.LOCKED_AGAIN, rule="H4"),
        Transition(
            origin=Step.LOCKED_AGAIN,
            target=Step.ADJUDICATED,
            rule="H4",
            office=Office.HEAD_JUDGE,
            ruled=True,
        ),
    )
}
"""The one step forward from each step; none from the last."""

BEFORE: Final[Mapping[Step, Step]] = {step.target: step.origin for step in TRANSITIONS.values()}
"""Where the head judge goes back to when a step is taken back; nothing before the first."""

MINUTES_TO_OPEN: Final = 10
"""What the players are given to open the game themselves (H2)."""


def proposal(
    step: Step, *, over_time: bool, until: datetime | None, now: datetime
) -> Transition | None:
    """The step that the clock proposes to a judge, if any.

    `over_time` is whether the table's own time is up, `until` the end of the minutes it was given
    to open the game.
    """
    transition = TRANSITIONS.get(step)
    if transition is None or transition.proposed is None:
        return None
    seen = {
        Proposal.TIME_IS_UP: over_time,
        Proposal.TEN_MINUTES_ARE_UP: until is not None and until <= now,
    }
    return transition if seen[transition.proposed] else None

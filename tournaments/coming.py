"""What comes after a round, and when it is planned to begin: a floor above knows the timetable."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from tournaments.hooks import coming_asked
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Coming:
    """The next thing that everybody waits for."""

    begins: dt.datetime
    """As planned, in the tournament's zone."""
    round: int
    """The round it is; 0 for the prize-giving."""


def coming_after(tournament: Tournament, number: int) -> Coming | None:
    """What comes after round `number` (0: before the first); None where nobody has planned it."""
    answers: list[tuple[Any, Any]] = coming_asked.send(
        sender=Coming, tournament=tournament, after=number
    )
    return next((found for _receiver, found in answers if found is not None), None)

"""What comes after a round, as the organiser planned it."""

from __future__ import annotations

from typing import Any

from reports.models import Timetable
from reports.timetable import SlotKind
from reports.timetable_of import timetable_of
from tournaments.coming import Coming
from tournaments.models import Tournament


def planned_after(
    sender: object, tournament: Tournament, after: int, **_kwargs: Any
) -> Coming | None:
    """Answers `coming_asked`: the next round, or the prize-giving after the last. None without a
    plan: nobody is told a time that nobody has said. Six queries at most, one without a plan."""
    if not Timetable.objects.filter(tournament=tournament).exists():
        return None
    for slot in timetable_of(tournament):
        if slot.kind is SlotKind.ROUND and slot.number > after and not slot.begun:
            return Coming(slot.begins, slot.number)
        if slot.kind is SlotKind.PRIZES:
            return Coming(slot.begins, 0)
    return None

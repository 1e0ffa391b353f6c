"""A tournament's timetable: what was planned and what has happened, from rows; and in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Clock
from reports.models import Timetable
from reports.timetable import Break, Plan, Played, Slot, SlotKind, slots
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.stages import rounds_planned, stages_of


def timetable_of(tournament: Tournament) -> tuple[Slot, ...]:
    """The lines of the day; empty while no time is known. Five queries at most."""
    planned = Timetable.objects.filter(tournament=tournament).first()
    doors = Registration.objects.filter(tournament=tournament).values_list("doors_open", flat=True)
    clocks = Clock.objects.filter(round__tournament=tournament).select_related("round")
    played = {
        clock.round.number: Played(
            clock.started_at,
            clock.round.closed_at if clock.round.state == Round.State.CLOSED else None,
        )
        for clock in clocks.defer("round__draw")
    }
    plan = Plan(
        date=tournament.date,
        zone=tournament.zone,
        first_round=planned.first_round if planned is not None else None,
        doors=doors.first(),
        rounds=rounds_planned(stages_of(tournament), tournament),
        minutes=tournament.minutes_per_game,
        between=planned.minutes_between if planned is not None else 15,
        breaks=[Break(one["after"], one["minutes"], one["name"]) for one in planned.breaks]
        if planned is not None
        else (),
    )
    return slots(plan, played)


def slot_words(slot: Slot) -> str:
    """What a line of the timetable is called."""
    if slot.kind is SlotKind.ROUND:
        return _("Round %(number)s") % {"number": slot.number}
    if slot.kind is SlotKind.BREAK:
        return slot.name or _("Break")
    return {SlotKind.DOORS: _("Doors open"), SlotKind.PRIZES: _("Prize-giving")}[slot.kind]

"""Who asked to sit which round out, and in which rounds one can."""

from __future__ import annotations

from tournaments.models import Entry, RequestedBye, Round, Seat

from .draw_request import may_sit_out
from .stages import StageFacts, current_stage


def stage_of_coming(stages: list[StageFacts], number: int) -> StageFacts:
    """The stage that round `number` is in, or will be as the stages are set up now."""
    first = 1
    for one in stages:
        length = max(one.planned or 0, one.rounds)
        if one.planned is None or number < first + length:
            return one
        first += length
    return current_stage(stages)


def rounds_to_sit_out(entry: Entry, stages: list[StageFacts], coming: int, last: int) -> list[int]:
    """Rounds from `coming` to `last` that `entry` may still ask to sit out. One query."""
    asked = set(entry.requested_byes.values_list("round_number", flat=True))
    return [
        number
        for number in range(max(coming, entry.from_round), last + 1)
        if number not in asked and may_sit_out(stage_of_coming(stages, number), number)
    ]


def asking(round_: Round) -> list[Entry]:
    """Those who asked to sit the round out and have no seat in it: they get their bye when it is
    published. In a round that nobody can sit out, nobody. One query, two in a laid-down stage."""
    stage = round_.stage
    seated = Seat.objects.filter(round=round_).values("entry")
    entries = (
        Entry.objects.filter(
            requested_byes__in=RequestedBye.objects.filter(round_number=round_.number),
            tournament=round_.tournament_id,
            from_round__lte=round_.number,
        )
        .exclude(state__in=(Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED))
        .exclude(pk__in=seated)
        .order_by("number")
    )
    if stage.number > 1:
        entries = entries.filter(stage_entries__stage=stage)
    return list(entries)

"""What `judging` knows needs doing: calls that wait, games that last too long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.queries import clock_of, timing_of
from games.timing import State, face
from judging.escalation import Step
from judging.models import Call, LongGame
from judging.models.call import OPEN
from judging.queries.calls import open_calls
from judging.queries.long_games import LongTable, long_tables
from tournaments.addresses import stem
from tournaments.control.needs import Asked, Kind, Need
from tournaments.marks import Weight
from tournaments.models import Round, Tournament

_BLOCKS: Final = frozenset({"play", "close"})


def judge_needs(sender: object, asked: Asked, **_kwargs: Any) -> list[Need]:
    """Answers `needs_asked`. A dozen queries, whatever the number of tables."""
    round_ = asked.playing
    if round_ is None:
        return []
    calls = list(open_calls(asked.tournament))
    called = {call.pairing_id for call in calls}
    return [*_calls(asked, calls), *_late(asked, round_, called)]


def calls_waiting(sender: object, tournament: Tournament, **_kwargs: Any) -> dict[str, int]:
    """Answers `waiting_asked`: calls that no judge has taken. One query."""
    waiting = Call.objects.filter(round__tournament=tournament, state=Call.State.WAITING)
    return {"gavel": waiting.count()}


def _calls(asked: Asked, calls: list[Call]) -> Iterator[Need]:
    url = reverse("desk-calls", args=[asked.tournament.slug])
    for call in calls:
        number = call.pairing.table.number if call.pairing.table is not None else None
        waiting = call.state == Call.State.WAITING
        yield Need(
            kind=Kind.CALL,
            weight=Weight.URGENT if waiting else Weight.ACTIVE,
            sentence=_call_words(call, number),
            page="desk-calls",
            url=url,
            since=call.placed_at,
            table=number,
            all_at=url,
            blocks=_BLOCKS,
        )


def _call_words(call: Call, number: int | None) -> str:
    facts = {
        "number": number if number is not None else "–",
        "judge": call.judge.display_name if call.judge is not None else "",
    }
    if call.state == Call.State.ARRIVED:
        return _("%(judge)s is at table %(number)s.") % facts
    if call.state == Call.State.TAKEN:
        return _("%(judge)s is on the way to table %(number)s.") % facts
    if call.for_head:
        return _("Table %(number)s has called the head judge.") % facts
    return _("Table %(number)s has called a judge.") % facts


def _late(asked: Asked, round_: Round, called: set[int]) -> Iterator[Need]:
    """Tables over time, and those at which the judges have taken a step. While the time of the
    round runs and nothing was decided anywhere, the tables are not read."""
    begun = LongGame.objects.filter(round=round_).exclude(step=Step.RUNNING)
    over = face(timing_of(round_, clock_of(round_)), asked.now).state is State.OVER_TIME
    if not over and not begun.exists():
        return
    long_at = stem("desk-long-game", asked.tournament.slug, round_.number)
    for row in long_tables(round_, asked.now):
        number = row.table.number
        if row.table.result is not None or row.table.pairing.pk in called or number is None:
            continue
        over_by = row.table.face.over_by
        yield Need(
            kind=Kind.LATE,
            weight=Weight.URGENT if row.proposed else Weight.ACTIVE,
            sentence=_late_words(row, number),
            page="desk-long-game",
            url=f"{long_at}{number}/",
            since=asked.now - over_by if over_by else None,
            table=number,
            all_at=reverse("desk-long-games", args=[asked.tournament.slug]),
            blocks=_BLOCKS,
        )


def _late_words(row: LongTable, number: int) -> str:
    minutes = int(row.table.face.over_by.total_seconds() // 60)
    if row.step in {Step.RUNNING, Step.OVER_TIME}:
        words = ngettext(
            "Table %(number)s is %(count)s minute over time.",
            "Table %(number)s is %(count)s minutes over time.",
            minutes,
        )
        return words % {"number": number, "count": minutes}
    return _("Table %(number)s: %(step)s.") % {"number": number, "step": row.words.name}


def table_words(sender: object, round_: Round, now: datetime, **_kwargs: Any) -> dict[int, str]:
    """Answers `tables_asked`: the tables with an open call. One query."""
    calls = Call.objects.filter(round=round_, state__in=OPEN)
    return dict.fromkeys(calls.values_list("pairing_id", flat=True), "judge-called")

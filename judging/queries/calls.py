"""Reads about calls: the queue as judges see it, and as the table that called sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.queries import TableState, clock_of, clock_stamp, shown_round, table_states, timing_of
from games.timing import State, Timing, face
from judging.domain.answer_call import minutes_of
from judging.escalation import Step, Transition, proposal
from judging.models import Call, LongGame, Ruling
from judging.models.call import OPEN
from tournaments.models import Pairing, Round, Tournament, User

#: So many tables that the clock proposes are shown in full.
FEW: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLine:
    """An open call as the queue shows it."""

    call: Call
    table: TableState | None
    """What goes on at the table; None in the odd case that its round is not shown any more."""
    number: int | None
    place: int
    """Its place among those who wait, 1 the next; 0 once a judge has it."""
    waited: int
    """Whole minutes since it came."""
    give_back: int
    """Minutes that would be given back to the table now; 0 for none."""
    language: str
    """The caller's language, by its own name."""
    mine: bool
    ruled: bool
    """Whether a ruling has been given on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLine:
    """A table at which the clock proposes a step to a judge."""

    table: TableState
    transition: Transition
    over_by: int
    """Whole minutes beyond its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """How long tables waited for a judge, in minutes; None without any call."""

    calls: int
    median: float | None
    longest: float | None
    spent: float | None
    """The median time at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """All that judges have to do now."""

    round: Round | None
    lines: tuple[CallLine, ...]
    proposed: tuple[ClockLine, ...]
    more_proposed: tuple[int, ...]
    """Numbers of the tables beyond those: when a whole hall goes over time, few can be shown."""
    stamp: str

    @property
    def waiting(self) -> int:
        return sum(line.call.state == Call.State.WAITING for line in self.lines)


def queue_stamp(tournament: Tournament, round_: Round | None, now: datetime) -> str:
    """Changes with every event, every table that goes over time, and every minute (ages)."""
    return f"{clock_stamp(tournament, round_, now)}-{int(now.timestamp()) // 60}"


def queue_of(tournament: Tournament, user: User, now: datetime | None = None) -> Queue:
    """Calls that are open, the oldest first, own ones on top; then what the clock proposes.

    Constant queries, whatever the number of tables and calls.
    """
    now = now or timezone.now()
    round_ = shown_round(tournament)
    timing = timing_of(round_, clock_of(round_)) if round_ is not None else None
    calls = list(open_calls(tournament))
    tables = {}
    if round_ is not None and timing is not None:
        only = _tables_looked_at(round_, timing, calls, now)
        tables = {table.pairing.pk: table for table in table_states(round_, now, only=only)}
    waiting = [call.pk for call in calls if call.state == Call.State.WAITING]
    lines = [_line(call, tables.get(call.pairing_id), waiting, timing, user, now) for call in calls]
    lines.sort(key=lambda line: not line.mine)
    proposed = _proposed(tables.values(), {call.pairing_id for call in calls}, round_, now)
    return Queue(
        round=round_,
        lines=tuple(lines),
        proposed=proposed[:FEW],
        more_proposed=tuple(line.table.number or 0 for line in proposed[FEW:]),
        stamp=queue_stamp(tournament, round_, now),
    )


def _tables_looked_at(
    round_: Round, timing: Timing, calls: Iterable[Call], now: datetime
) -> set[int] | None:
    """Keys of the games of which the queue may tell: all (None) once the time is up, before that
    those that have called and those whose minutes to open are over. A table's own time is never
    shorter than the round's. A judge waits for this page: a hall of 200 tables is not read for it.
    """
    if face(timing, now).state is State.OVER_TIME:
        return None
    ended = LongGame.objects.filter(round=round_, until__lte=now)
    return {call.pairing_id for call in calls} | set(ended.values_list("pairing_id", flat=True))


def open_calls(tournament: Tournament) -> Iterable[Call]:
    """Calls with which somebody still has to do something, the oldest first."""
    return (
        Call.objects.filter(round__tournament=tournament, state__in=OPEN)
        .select_related("pairing__table", "round", "entry", "judge")
        .defer("round__draw", "pairing__reasons")
        .annotate(ruled=Exists(Ruling.objects.filter(call=OuterRef("pk"))))
        .order_by("placed_at", "id")
    )


def _line(
    call: Call,
    table: TableState | None,
    waiting: list[int],
    timing: Timing | None,
    user: User,
    now: datetime,
) -> CallLine:
    done = table is None or table.result is not None
    lost = timedelta(0)
    if timing is not None and not done:
        lost = face(timing, now).elapsed - face(timing, call.placed_at).elapsed
    return CallLine(
        call=call,
        table=table,
        number=call.pairing.table.number if call.pairing.table is not None else None,
        place=waiting.index(call.pk) + 1 if call.pk in waiting else 0,
        waited=int((now - call.placed_at).total_seconds() // 60),
        give_back=minutes_of(lost),
        language=str(dict(settings.LANGUAGES).get(call.language, call.language)),
        mine=call.judge_id == user.pk,
        ruled=bool(getattr(call, "ruled", False)),
    )


def _proposed(
    tables: Collection[TableState], called: set[int], round_: Round | None, now: datetime
) -> tuple[ClockLine, ...]:
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return ()
    games = {game.pairing_id: game for game in LongGame.objects.filter(round=round_)}
    found = []
    for table in tables:
        if table.result is not None or table.pairing.pk in called:
            continue
        game = games.get(table.pairing.pk)
        transition = proposal(
            Step(game.step) if game is not None else Step.RUNNING,
            over_time=table.face.state is State.OVER_TIME,
            until=game.until if game is not None else None,
            now=now,
        )
        if transition is not None:
            over = int(table.face.over_by.total_seconds() // 60)
            found.append(ClockLine(table=table, transition=transition, over_by=over))
    return tuple(found)


def waits_of(tournament: Tournament) -> Waits:
    """Over all calls to which somebody came. One query."""
    rows = Call.objects.filter(round__tournament=tournament, first_arrived_at__isnull=False)
    times = list(rows.values_list("placed_at", "first_arrived_at", "closed_at"))
    waited = [(came - placed).total_seconds() / 60 for placed, came, _ in times if came]
    spent = [(closed - came).total_seconds() / 60 for _, came, closed in times if came and closed]
    return Waits(
        calls=len(times),
        median=median(waited) if waited else None,
        longest=max(waited, default=None),
        spent=median(spent) if spent else None,
    )


# For the table that called ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSeen:
    """An open call as the table sees it."""

    call: Call
    ahead: int
    """How many wait before it."""


def call_of(pairing: Pairing) -> CallSeen | None:
    """The table's open call. Two queries, one without a call."""
    call = Call.objects.filter(pairing=pairing, state__in=OPEN).select_related("judge").first()
    if call is None:
        return None
    before = Q(placed_at__lt=call.placed_at) | Q(placed_at=call.placed_at, pk__lt=call.pk)
    ahead = Call.objects.filter(before, round=call.round_id, state=Call.State.WAITING)
    return CallSeen(call=call, ahead=ahead.count() if call.judge_id is None else 0)

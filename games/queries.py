"""Reads about what happens at the tables: one row a table, and what its clock shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from games.domain.game_results.model import ENDINGS, PLAYED, WALKOVER
from games.game_settings import minutes_of
from games.models import Clock, Extension, Result
from games.timing import Face, Span, State, Timing, face
from tournaments.models import Entry, Event, Pairing, Round, Seat, Table, Tournament
from tournaments.queries.news import news_stamp


@dataclass(frozen=True, slots=True, kw_only=True)
class SideState:
    """One side of a table: who sits there, and what the game gave them."""

    index: int
    colours: tuple[str, ...]
    entries: tuple[Entry, ...]
    outcome: str
    """A `Seat.Outcome`; empty while there is no result."""
    points: object
    """Points of each entry of the side as a Decimal; None while there is no result."""
    place: int | None
    score: int | None
    """What the side scored in the game; in Partners the pieces locked."""

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """One table of a round at one instant."""

    pairing: Pairing
    number: int | None
    """The table's number; None while the game has no table."""
    sides: tuple[SideState, ...]
    face: Face
    result: Result | None
    """The current result; None while there is none."""
    latest: Result | None
    """The newest version, which may be one that took the result away."""
    extensions: tuple[Extension, ...]

    @property
    def version(self) -> int:
        """What a form carries to say which version it saw; 0 when there never was a result."""
        return self.latest.version if self.latest is not None else 0

    @property
    def state(self) -> str:
        """The key of the table's badge: waiting, playing, paused, over-time or done."""
        return self.face.badge

    @property
    def ended(self) -> str:
        """How the game ended, in words; "" without a result, and for a game played out."""
        ended = self.result.payload["ended"] if self.result is not None else PLAYED
        return "" if ended == PLAYED else str(ENDINGS[ended])

    @property
    def more_minutes(self) -> int:
        """Minutes of extra time in all."""
        return sum(extension.seconds for extension in self.extensions) // 60

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everybody at the table."""
        return tuple(entry for side in self.sides for entry in side.entries)

    def opponents_of(self, entry: Entry) -> tuple[Entry, ...]:
        """Everybody on the other sides of the table."""
        return tuple(
            other for side in self.sides if entry not in side.entries for other in side.entries
        )


def timing_of(
    round_: Round,
    clock: Clock | None,
    *,
    extensions: Iterable[Extension] = (),
    results: Sequence[Result] = (),
) -> Timing:
    """The stored facts of one table's clock, as `games.timing` reads them.

    `clock` needs its pauses prefetched when many tables are read. Before the start, a table has
    the minutes of its round.
    """
    seconds = clock.seconds if clock is not None else minutes_of(round_) * 60
    return Timing(
        length=timedelta(seconds=seconds),
        started_at=clock.started_at if clock is not None else None,
        pauses=tuple(Span(pause.began_at, pause.ended_at) for pause in clock.pauses.all())
        if clock is not None
        else (),
        extensions=extra_time(extensions),
        finished_at=finished_at(results),
    )


def extra_time(extensions: Iterable[Extension]) -> tuple[timedelta, ...]:
    """The extensions as times."""
    return tuple(timedelta(seconds=extension.seconds) for extension in extensions)


def finished_at(results: Iterable[Result]) -> datetime | None:
    """When the table's result first came in; None without one.

    A correction does not move it. A result that was taken away never came in.
    """
    first: datetime | None = None
    for result in sorted(results, key=lambda result: result.version):
        first = None if result.removes else first or result.entered_at
    return first


def clock_of(round_: Round) -> Clock | None:
    """The round's clock with its pauses; None before the start. Two queries."""
    return Clock.objects.filter(round=round_).prefetch_related("pauses").first()


def round_face(round_: Round, now: datetime | None = None) -> Face:
    """What the round's clock shows, for tables without an extension."""
    return face(timing_of(round_, clock_of(round_)), now or timezone.now())


def table_states(
    round_: Round, now: datetime | None = None, *, only: Collection[int] | None = None
) -> list[TableState]:
    """Every game of the round in the order of table numbers, as it stands at `now`; or `only`
    those with these keys.

    Byes are left out. Six queries, whatever the number of tables.
    """
    rows = Pairing.objects.filter(round=round_)
    return _states(round_, rows if only is None else rows.filter(pk__in=only), now)


def table_state(pairing: Pairing, now: datetime | None = None) -> TableState:
    """The same for one game."""
    return _states(pairing.round, Pairing.objects.filter(pk=pairing.pk), now)[0]


def _states(round_: Round, pairings: QuerySet[Pairing], now: datetime | None) -> list[TableState]:
    now = now or timezone.now()
    clock = clock_of(round_)
    rows = list(
        pairings.filter(kind=Pairing.Kind.GAME)
        .select_related("table")
        .defer("reasons")
        .order_by("table__number", "order")
    )
    # By hand rather than prefetched: a manager and a query set for each row cost more than all
    # the rest in a hall of 250 tables.
    seats = _by_pairing(
        Seat.objects.filter(pairing__in=rows).select_related("entry").order_by("side", "id")
    )
    results = _by_pairing(
        Result.objects.filter(pairing__in=rows).select_related("entered_by").order_by("version")
    )
    extensions = _by_pairing(
        Extension.objects.filter(pairing__in=rows).select_related("given_by").order_by("given_at")
    )
    timing = timing_of(round_, clock)
    shared = face(timing, now)
    return [
        _state(
            round_,
            pairing,
            seats.get(pairing.pk, []),
            results.get(pairing.pk, []),
            tuple(extensions.get(pairing.pk, ())),
            lambda extra, finished: (
                face(replace(timing, extensions=extra, finished_at=finished), now)
                if extra or finished
                else shared
            ),
        )
        for pairing in rows
    ]


R = TypeVar("R", Seat, Result, Extension)


def _by_pairing(rows: Iterable[R]) -> dict[int, list[R]]:
    grouped: dict[int, list[R]] = {}
    for row in rows:
        grouped.setdefault(row.pairing_id, []).append(row)
    return grouped


def _state(
    round_: Round,
    pairing: Pairing,
    seats: Sequence[Seat],
    results: Sequence[Result],
    extensions: tuple[Extension, ...],
    face_of: Callable[[tuple[timedelta, ...], datetime | None], Face],
) -> TableState:
    """`face_of` says what the clock shows with a table's extra time and its end."""
    pairing.round = round_
    return TableState(
        pairing=pairing,
        number=pairing.table.number if pairing.table is not None else None,
        sides=_sides(seats),
        face=face_of(extra_time(extensions), finished_at(results)),
        result=next((result for result in results if result.current), None),
        latest=results[-1] if results else None,
        extensions=extensions,
    )


def _sides(seats: Iterable[Seat]) -> tuple[SideState, ...]:
    by_side: dict[int, list[Seat]] = {}
    for seat in seats:
        by_side.setdefault(seat.side, []).append(seat)
    return tuple(
        SideState(
            index=index,
            colours=tuple(sitting[0].colours),
            entries=tuple(seat.entry for seat in sitting),
            outcome=sitting[0].outcome,
            points=sitting[0].points,
            place=sitting[0].place,
            score=sitting[0].score,
        )
        for index, sitting in sorted(by_side.items())
    )


def endings_in(sender: object, round_: Round, **_kwargs: Any) -> dict[int, str]:
    """Answers `endings_asked`: games that did not end at the board. A walkover stands beside the
    sides already. One query."""
    results = Result.objects.filter(pairing__round=round_, current=True).order_by()
    others = results.exclude(payload__ended__in=(PLAYED, WALKOVER))
    return {
        pairing: str(ENDINGS[ended])
        for pairing, ended in others.values_list("pairing_id", "payload__ended")
        if ended in ENDINGS
    }


def shown_round(tournament: Tournament) -> Round | None:
    """The round people are in: the newest one that is published or closed."""
    return (
        Round.objects.filter(tournament=tournament)
        .exclude(state=Round.State.DRAFT)
        .order_by("-number")
        .select_related("tournament", "stage")
        .first()
    )


def clock_stamp(tournament: Tournament, round_: Round | None, now: datetime | None = None) -> str:
    """A short text that changes whenever a page about the round's clock has something new.

    That is: something happened in the tournament, or a table has gone over time. Few, light
    queries, so that it may be asked every few seconds by many.
    """
    newest = Event.objects.filter(tournament=tournament).order_by("-id")
    number = newest.values_list("id", flat=True).first() or 0
    return f"{number}-{_over_time(round_, None, now)}"


#: What an entry's own page and a table's page show.
PAIR_NEWS = "rounds clock results claims entries presence tournament timetable"
TABLE_NEWS = "rounds clock results claims entries tournament"


def pair_stamp(tournament: Tournament, round_: Round | None, entry: Entry) -> str:
    """The same for an entry's own page: what happens at other tables is no news to it, and its
    place is that of the last time something was. Three light queries."""
    own = Pairing.objects.filter(seats__entry=entry)
    newest = news_stamp(tournament, PAIR_NEWS, pairings=own, entry=entry)
    return f"{newest}-{_over_time(round_, own, None)}"


def table_stamp(tournament: Tournament, round_: Round | None, table: Table) -> str:
    """The same for a table's page."""
    own = Pairing.objects.filter(table=table, round__tournament=tournament)
    newest = news_stamp(tournament, TABLE_NEWS, pairings=own)
    return f"{newest}-{_over_time(round_, own, None)}"


def _over_time(
    round_: Round | None, pairings: QuerySet[Pairing] | None, now: datetime | None
) -> int:
    """How many different ends of `pairings` (None: of all) have passed."""
    clock = clock_of(round_) if round_ is not None else None
    if round_ is None or clock is None:
        return 0
    now = now or timezone.now()
    extra: dict[int, list[Extension]] = {}
    given = Extension.objects.filter(pairing__round=round_)
    for extension in given if pairings is None else given.filter(pairing__in=pairings):
        extra.setdefault(extension.pairing_id, []).append(extension)
    ends = [face(timing_of(round_, clock, extensions=more), now) for more in ((), *extra.values())]
    return sum(end.state is State.OVER_TIME for end in ends)

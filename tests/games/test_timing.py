"""Laws of the clock: what it shows follows from stored instants and now, from nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from games.timing import ZERO, Face, Span, State, Timing, face

START = datetime(2027, 3, 13, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


spans = st.timedeltas(min_value=ZERO, max_value=timedelta(hours=3))
lengths = st.timedeltas(min_value=timedelta(seconds=1), max_value=timedelta(hours=2))


@st.composite
def pause_lists(draw: st.DrawFn) -> tuple[Span, ...]:
    """Pauses as they are stored: one after the other, the last one perhaps still running."""
    edges = sorted(draw(st.lists(spans, max_size=8, unique=True)))
    instants = [START + edge for edge in edges]
    return tuple(
        Span(instants[i], instants[i + 1] if i + 1 < len(instants) else None)
        for i in range(0, len(instants), 2)
    )


timings = st.builds(
    Timing,
    length=lengths,
    started_at=st.just(START),
    pauses=pause_lists(),
    extensions=st.lists(st.timedeltas(ZERO, HOUR), max_size=3).map(tuple),
)
nows = spans.map(lambda after: START + after)


@given(timings, nows, spans)
def test_face_a_pause_moves_the_end_by_exactly_the_pause(
    timing: Timing, now: datetime, pause: timedelta
) -> None:
    assume(all(p.ended_at is not None and p.ended_at <= now for p in timing.pauses))
    paused = replace(timing, pauses=(*timing.pauses, Span(now, now + pause)))
    before, after = face(timing, now), face(paused, now + pause)
    assert (after.remaining, after.elapsed) == (before.remaining, before.elapsed)
    assert before.ends_at is not None
    assert after.ends_at == before.ends_at + pause


@given(timings, nows, st.timedeltas(ZERO, HOUR))
def test_face_an_extension_adds_itself(timing: Timing, now: datetime, extra: timedelta) -> None:
    extended = replace(timing, extensions=(*timing.extensions, extra))
    before, after = face(timing, now), face(extended, now)
    assert after.remaining == before.remaining + extra
    assert (after.elapsed, after.running) == (before.elapsed, before.running)
    if before.ends_at is not None:
        assert after.ends_at == before.ends_at + extra


@given(timings, nows, st.randoms())
def test_face_the_order_of_rows_means_nothing(
    timing: Timing, now: datetime, random: Random
) -> None:
    pauses, extensions = list(timing.pauses), list(timing.extensions)
    random.shuffle(pauses)
    random.shuffle(extensions)
    shuffled = replace(timing, pauses=tuple(pauses), extensions=tuple(extensions))
    assert face(shuffled, now) == face(timing, now)


@given(timings, nows, spans)
def test_face_never_counts_while_paused(timing: Timing, now: datetime, later: timedelta) -> None:
    closed = tuple(p for p in timing.pauses if p.ended_at is not None and p.ended_at <= now)
    standing = replace(timing, pauses=(*closed, Span(now)))
    assert face(standing, now + later) == face(standing, now)


@given(timings, nows, spans)
def test_face_is_frozen_after_the_result(timing: Timing, now: datetime, later: timedelta) -> None:
    done = replace(timing, finished_at=now)
    assert face(done, now + later) == face(done, now)
    assert face(done, now).state is State.DONE
    assert face(done, now).remaining == face(timing, now).remaining


@given(timings, nows, spans)
def test_face_runs_one_second_a_second(timing: Timing, now: datetime, step: timedelta) -> None:
    first = face(timing, now)
    assume(first.running and first.ends_at is not None)
    assume(all(p.began_at <= now or p.began_at > now + step for p in timing.pauses))
    second = face(timing, now + step)
    assert second.remaining == first.remaining - step
    assert second.ends_at == first.ends_at


@given(timings, nows)
def test_face_parts_add_up(timing: Timing, now: datetime) -> None:
    shown = face(timing, now)
    assert ZERO <= shown.elapsed <= now - START
    assert shown.remaining + shown.elapsed == timing.total
    assert shown.over_by == max(ZERO, -shown.remaining)
    assert (shown.state is State.OVER_TIME) == (shown.remaining <= ZERO)
    assert shown.running != shown.paused


@given(timings, st.timedeltas(timedelta(microseconds=1), HOUR))
def test_face_waits_before_the_start(timing: Timing, early: timedelta) -> None:
    waiting = face(timing, START - early)
    assert waiting == face(replace(timing, started_at=None), START)
    assert (waiting.state, waiting.remaining) == (State.WAITING, timing.total)


def test_face_of_an_hour() -> None:
    timing = Timing(length=HOUR, started_at=START)
    assert face(timing, START + minutes(20)) == Face(
        state=State.PLAYING,
        total=HOUR,
        elapsed=minutes(20),
        running=True,
        ends_at=START + HOUR,
    )


def test_face_over_time_from_the_instant_nothing_remains() -> None:
    timing = Timing(length=HOUR, started_at=START)
    states = [face(timing, START + HOUR + timedelta(seconds=s)).state for s in (-1, 0, 1)]
    assert states == [State.PLAYING, State.OVER_TIME, State.OVER_TIME]


def test_face_overlapping_pauses_count_once() -> None:
    timing = Timing(
        length=HOUR,
        started_at=START,
        pauses=(
            Span(START + minutes(10), START + minutes(20)),
            Span(START + minutes(15), START + minutes(25)),
        ),
    )
    assert face(timing, START + minutes(30)).elapsed == minutes(15)


def test_face_a_pause_before_the_start_is_nothing() -> None:
    timing = Timing(
        length=HOUR, started_at=START, pauses=(Span(START - minutes(5), START + minutes(1)),)
    )
    assert face(timing, START + minutes(2)).elapsed == minutes(1)


def test_face_of_a_result_without_a_clock_is_done() -> None:
    shown = face(Timing(length=HOUR, finished_at=START), START)
    assert (shown.state, shown.remaining, shown.minutes) == (State.DONE, HOUR, None)


def test_badge_says_paused_only_within_the_time() -> None:
    timing = Timing(length=HOUR, started_at=START, pauses=(Span(START + minutes(10)),))
    late = Timing(length=HOUR, started_at=START, pauses=(Span(START + minutes(70)),))
    assert face(timing, START + minutes(30)).badge == "paused"
    assert face(late, START + minutes(80)).badge == "over-time"


def test_minutes_are_rounded_and_at_least_one() -> None:
    timing = Timing(length=HOUR, started_at=START)
    shown = [face(timing, START + timedelta(seconds=s)).minutes for s in (0, 5, 89, 91, 3420)]
    assert shown == [None, 1, 1, 2, 57]

"""When registration is open, and until when a place is kept."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournaments.registration.places import Phase, Places, Times, starts_at

DAY = dt.date(2027, 3, 13)
ZONE = ZoneInfo("Europe/Copenhagen")
START = starts_at(DAY, dt.time(9), ZONE)
HOUR = dt.timedelta(hours=1)
hours = st.integers(-500, 500).map(lambda n: START + n * HOUR)


def times(opens_at: dt.datetime | None = None, closes_at: dt.datetime | None = None) -> Times:
    return Times(opens_at=opens_at, closes_at=closes_at, starts_at=START, begun=False)


def test_doors_open_by_the_clock_of_the_hall() -> None:
    assert dt.datetime(2027, 3, 13, 8, tzinfo=dt.UTC) == START
    assert starts_at(DAY, None, ZONE) == dt.datetime(2027, 3, 12, 23, tzinfo=dt.UTC)


def test_phases_follow_one_another() -> None:
    open_ = times(opens_at=START - 9 * HOUR, closes_at=START - 2 * HOUR)
    assert [open_.phase(START - n * HOUR) for n in (10, 9, 3, 2, 0)] == [
        Phase.NOT_YET, Phase.OPEN, Phase.OPEN, Phase.CLOSED, Phase.CLOSED,
    ]  # fmt: skip


def test_without_times_it_is_open_until_the_doors_are() -> None:
    assert times().phase(START - HOUR) is Phase.OPEN
    assert times().phase(START) is Phase.CLOSED


@given(now=hours, closes=st.none() | hours, kept=st.integers(1, 240), by_hand=st.booleans())
def test_law_no_place_is_kept_past_the_closing_or_the_start(
    now: dt.datetime, closes: dt.datetime | None, kept: int, by_hand: bool
) -> None:
    when = times(closes_at=closes)
    answer_by = when.answer_by(now, kept, by_hand=by_hand)
    assert answer_by <= now + kept * HOUR
    assert answer_by <= (max(when.ends_at, START) if by_hand else when.ends_at)


@given(
    capacity=st.integers(0, 9),
    entries=st.integers(0, 9),
    held=st.integers(0, 9),
    waiting=st.integers(0, 3),
)
def test_law_nobody_is_let_in_before_those_who_wait(
    capacity: int, entries: int, held: int, waiting: int
) -> None:
    places = Places(capacity, entries, held, waiting)
    assert places.free == max(0, capacity - entries - held)
    assert places.left == (0 if waiting else places.free)

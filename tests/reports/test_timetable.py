"""The day as planned and as it went. Pure."""

from __future__ import annotations

import datetime as dt
import itertools
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from reports.timetable import Break, Plan, Played, SlotKind, slots

ZONE = ZoneInfo("Europe/Copenhagen")


def plan(**fields: object) -> Plan:
    return Plan(
        **{  # type: ignore[arg-type]
            "date": dt.date(2027, 3, 13),
            "zone": ZONE,
            "first_round": dt.time(9, 30),
            "rounds": 3,
            "minutes": 60,
            **fields,
        }
    )


def told(found: object) -> list[str]:
    return [f"{slot.kind} {slot.number} {slot.begins:%H:%M}" for slot in found]  # type: ignore[attr-defined]


def test_rounds_follow_each_other_with_breaks_and_prizes() -> None:
    found = slots(plan(doors=dt.time(8, 45), breaks=[Break(2, 45)]), {})
    assert told(found) == [
        "doors 0 08:45", "round 1 09:30", "round 2 10:45", "break 2 11:45", "round 3 12:30",
        "prizes 0 13:45",
    ]  # fmt: skip


def test_round_that_began_moves_all_after_it() -> None:
    began = dt.datetime(2027, 3, 13, 10, 0, tzinfo=ZONE)
    found = slots(plan(), {1: Played(began, began + dt.timedelta(minutes=40))})
    assert told(found)[:2] == ["round 1 10:00", "round 2 10:55"]


def test_without_a_time_only_what_began_is_told() -> None:
    assert slots(plan(first_round=None), {}) == ()
    began = dt.datetime(2027, 3, 13, 10, 0, tzinfo=ZONE)
    found = slots(plan(first_round=None), {2: Played(began)})
    assert told(found) == ["round 2 10:00", "round 3 11:15", "prizes 0 12:30"]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 9),
    st.integers(5, 120),
    st.integers(0, 60),
    st.dictionaries(st.integers(1, 9), st.integers(1, 120), max_size=3),
)
def test_nothing_overlaps_and_every_round_is_there(
    rounds: int, minutes: int, between: int, breaks: dict[int, int]
) -> None:
    found = slots(
        plan(
            first_round=dt.time(0, 5),
            rounds=rounds,
            minutes=minutes,
            between=between,
            breaks=[Break(after, long) for after, long in breaks.items()],
        ),
        {},
    )
    assert [s.number for s in found if s.kind is SlotKind.ROUND] == list(range(1, rounds + 1))
    assert all(one.ends <= other.begins for one, other in itertools.pairwise(found))

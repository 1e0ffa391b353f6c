"""The chain finds whatever was done to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.log_chain import BEGINNING, Fault, digest_of, faults


@dataclass(frozen=True)
class Logged:
    verb: str = "entry.register"
    subject: str = "Åse & Bo"
    after: dict[str, Any] = field(default_factory=dict)
    before: dict[str, Any] = field(default_factory=dict)
    why: str = ""
    key: str = ""
    actor_id: int | None = 7
    tournament_id: int = 1
    subject_kind: str = "entry"
    subject_id: int = 12
    at: datetime = datetime(2027, 3, 14, 9, 30, tzinfo=UTC)
    place: int | None = None
    digest: str = ""
    origin: dict[str, Any] | None = None


def chain(events: list[Logged]) -> list[Logged]:
    previous, sealed = BEGINNING, []
    for place, event in enumerate(events, start=1):
        previous = digest_of(event, place, previous)
        sealed.append(replace(event, place=place, digest=previous))
    return sealed


LOGS = st.lists(
    st.builds(
        Logged,
        verb=st.sampled_from(["entry.register", "round.publish", "result.enter"]),
        subject=st.text(max_size=8),
        after=st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=3),
        why=st.text(max_size=5),
    ),
    min_size=1,
    max_size=8,
).map(chain)


@given(LOGS)
def test_chain_as_it_was_written_holds(log: list[Logged]) -> None:
    assert list(faults(log)) == []


CHANGES: dict[str, Any] = {
    "verb": "result.correct",
    "subject": "somebody else",
    "after": {"points": 3},
    "before": {"points": 3},
    "why": "another reason",
    "key": "k",
    "actor_id": None,
    "tournament_id": 2,
    "subject_kind": "round",
    "subject_id": 13,
    "at": datetime(2027, 3, 14, 9, 30, 0, 1, tzinfo=UTC),
    "digest": "f" * 64,
    "origin": {"id": 1, "tournament": 2, "actor": 7, "subject": 12},
}


@pytest.mark.parametrize("name", CHANGES)
def test_event_changed_in_any_field_is_found(name: str) -> None:
    log = chain([Logged(subject="a"), Logged(subject="b"), Logged(subject="c")])
    log[1] = replace(log[1], **{name: CHANGES[name]})
    after = [Fault(3, "changed")] if name == "digest" else []
    assert list(faults(log)) == [Fault(2, "changed"), *after]


@given(LOGS, st.data())
def test_event_taken_out_before_the_last_is_found(log: list[Logged], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(log) - 1))
    found = list(faults(log[:at] + log[at + 1 :]))
    assert found == ([Fault(at + 1, "missing")] if at < len(log) - 1 else [])


@given(LOGS.filter(lambda log: len(log) > 1), st.data())
def test_two_events_that_changed_places_are_found(log: list[Logged], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(log) - 2))
    one, other = log[at : at + 2]
    log[at] = replace(other, place=one.place)
    log[at + 1] = replace(one, place=other.place)
    assert [fault.place for fault in faults(log)][:2] == [at + 1, at + 2]


def test_digest_does_not_depend_on_the_order_of_keys_or_the_zone() -> None:
    one = Logged(after={"a": 1, "b": {"c": 2, "d": 3}})
    other = Logged(
        after={"b": {"d": 3, "c": 2}, "a": 1},
        at=one.at.astimezone(timezone(timedelta(hours=2))),
    )
    assert digest_of(one, 1, BEGINNING) == digest_of(other, 1, BEGINNING)


def test_digest_stays_what_it_was_in_earlier_versions() -> None:
    """Written down: a program that reckons it otherwise would call every old log false."""
    assert digest_of(Logged(after={"number": 3}), 1, BEGINNING) == (
        "fa45b59bbd0b33790a3607bea374bba46105aa6b096df104410fc1750b1723c4"
    )

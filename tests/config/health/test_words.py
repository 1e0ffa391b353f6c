"""The organiser's sentences: what is well, what is not, and what to do then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone, translation

from config.health.pulse import Pulse
from config.health.queues import Queue
from config.health.state import State
from config.health.words import LATE, Line, level_of, lines_of, size, spell

NOW = dt.datetime(2027, 3, 14, 13, 5, tzinfo=dt.UTC)
QUIET = {name: Queue(0, 0.0) for name in LATE}
WELL = State(
    now=NOW,
    takes_writes=True,
    newest_result=NOW,
    pulses=[Pulse(NOW.timestamp(), 0.01, 40), Pulse(NOW.timestamp(), 0.02, 2)],
    idle=3.0,
    up=600.0,
    queues=QUIET,
    backup=NOW - dt.timedelta(minutes=12),
    free=52_000.0,
    drift=0.01,
    jumped=0.0,
    mail_server=True,
    embedded=False,
)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"), timezone.override("Europe/Copenhagen"):
        yield


def line(key: str, **changes: Any) -> Line:
    return next(one for one in lines_of(replace(WELL, **changes)) if one.key == key)


def test_when_all_is_well_each_thing_says_so_and_nothing_is_to_be_done() -> None:
    lines = lines_of(WELL)
    assert level_of(lines) == "well"
    assert {one.now for one in lines} == {""}
    assert [one.key for one in lines] == [
        "results", "live", "work", "documents", "letters", "pushes", "backup", "room", "clocks"
    ]  # fmt: skip
    said = {one.key: one.what for one in lines}
    assert said["live"] == "Live pages are up to date. 42 pages listen."
    assert said["backup"] == "The last copy was made 12 minutes ago."
    assert said["room"] == "52 GB is left."
    assert said["results"].startswith("Results are being saved. The newest came ")


@pytest.mark.parametrize(
    ("key", "changes", "level", "what"),
    [
        ("results", {"takes_writes": False}, "wrong", "The database takes nothing in"),
        ("results", {"newest_result": None}, "well", "Results are being saved. There is none yet."),
        ("live", {"pulses": None}, "wrong", "Live pages are told of nothing"),
        ("live", {"pulses": [Pulse(0, 4.2, 1)]}, "watch", "Live pages are behind by 4 seconds."),
        ("live", {"pulses": []}, "well", "Live pages are up to date. No page listens now."),
        (
            "live",
            {"pulses": [Pulse(0, 0.1, 1)]},
            "well",
            "Live pages are up to date. One page listens.",
        ),
        ("work", {"idle": 180.0}, "wrong", "Nobody has worked in the background for 3 minutes."),
        ("work", {"idle": None}, "wrong", "Nobody has worked in the background since the start."),
        ("work", {"idle": None, "up": 4.0}, "well", "Startfelt has just been started: papers and"),
        # Redis remembers when somebody worked before all of it was stopped.
        ("work", {"idle": 7200.0, "up": 4.0}, "well", "Startfelt has just been started"),
        ("work", {"idle": 3.0, "up": 4.0}, "well", "Papers and e-mails are being seen to."),
        ("work", {"idle": None, "up": 60.0}, "wrong", "Nobody has worked in the background"),
        (
            "documents",
            {"queues": QUIET | {"documents": Queue(3, 12.0)}},
            "well",
            "The printer queue is 3 long.",
        ),
        (
            "documents",
            {"queues": QUIET | {"documents": Queue(3, 95.0)}},
            "watch",
            "The printer queue is 3 long. The oldest has waited for 95 seconds.",
        ),
        (
            "letters",
            {"queues": QUIET | {"letters": Queue(0, 0.0, 2)}},
            "watch",
            "2 e-mails could not be sent.",
        ),
        (
            "letters",
            {"queues": QUIET | {"letters": Queue(1, 1.0)}, "mail_server": False},
            "watch",
            "No mail server is set up",
        ),
        (
            "pushes",
            {"queues": QUIET | {"pushes": Queue(1, 61.0)}},
            "watch",
            "1 word to a judge’s phone is waiting. The oldest has waited for 61 seconds.",
        ),
        ("backup", {"backup": None}, "watch", "Nothing has been copied yet."),
        (
            "backup",
            {"backup": NOW - dt.timedelta(days=3)},
            "watch",
            "The last copy was made 3 days ago.",
        ),
        ("room", {"free": 640.0}, "watch", "640 MB is left."),
        ("room", {"free": 80.0}, "wrong", "80 MB is left."),
        ("clocks", {"drift": -4.0}, "watch", "Two servers differ by 4 seconds"),
        (
            "clocks",
            {"jumped": -3600.0},
            "watch",
            "The clock of this computer was set back by 60 minutes",
        ),
        (
            "clocks",
            {"jumped": 90.0},
            "watch",
            "The clock of this computer was set forward by 90 seconds",
        ),
    ],
)
def test_what_is_said(key: str, changes: dict[str, Any], level: str, what: str) -> None:
    said = line(key, **changes)
    assert (said.level, said.what[: len(what)]) == (level, what)
    assert bool(said.now) == (level != "well")


def test_what_to_start_again_depends_on_the_mode() -> None:
    assert "worker and beat" in line("work", idle=None).now
    assert "Stop Startfelt" in line("work", idle=None, embedded=True).now


def test_gravest_word_stands_for_all() -> None:
    assert level_of(lines_of(replace(WELL, backup=None))) == "watch"
    assert level_of(lines_of(replace(WELL, backup=None, free=1.0))) == "wrong"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (99, "99 seconds"),
        (100, "2 minutes"),
        (7200, "2 hours"),
        (200_000, "2 days"),
    ],
)
def test_while_is_said_as_one_would(seconds: float, said: str) -> None:
    assert spell(seconds) == said


def test_room_is_said_as_disks_are_sold() -> None:
    assert (size(999.0), size(1000.0), size(52_400.0)) == ("999 MB", "1 GB", "52 GB")

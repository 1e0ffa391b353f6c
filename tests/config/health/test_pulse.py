"""Whether news gets to open pages: how long a word takes, and one that does not come back."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from django.core.cache import cache

from config.health import pulse
from config.health.pulse import EVERY, Echo, beat, note_worked, pulses, take_echo, up, worked_at


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_lag_is_what_the_last_word_took() -> None:
    clock = Clock()
    echo = Echo(clock)
    sent = echo.send()
    clock.now += 0.25
    echo.came(sent)
    assert echo.lag() == 0.25


def test_word_that_does_not_come_back_is_a_growing_lag() -> None:
    clock = Clock()
    echo = Echo(clock)
    first = echo.send()
    clock.now += EVERY + 1
    assert echo.send() == first
    clock.now += EVERY
    assert echo.lag() == 2 * EVERY + 1
    echo.came(first)
    assert echo.lag() == 2 * EVERY + 1
    second = echo.send()
    echo.came(second)
    assert echo.lag() == 0.0


def test_word_of_another_time_changes_nothing() -> None:
    echo = Echo(Clock())
    echo.send()
    echo.came(5.0)
    assert echo.lag() == 0.0


@pytest.mark.parametrize(
    ("stored", "taken"),
    [({"echo": "other:1", "sent": 1.0}, True), ({"end": [1, None, []]}, False), ([1, 2], False)],
)
def test_only_words_of_the_pulse_are_taken_from_the_line(stored: Any, taken: bool) -> None:
    assert take_echo(stored) == taken


def test_embedded_process_says_how_many_listen_and_how_late_its_loop_is(settings: Any) -> None:
    settings.EMBEDDED = True

    async def one_beat() -> None:
        task = asyncio.create_task(beat(lambda: 7, "unused"))
        while not pulse._own:
            await asyncio.sleep(0)
        task.cancel()

    pulse._own.clear()
    pulse._began.clear()
    assert up() == math.inf
    try:
        asyncio.run(one_beat())
        found, since = pulses(), up()
    finally:
        pulse._own.clear()
        pulse._began.clear()
    assert 0.0 <= since < 60.0
    assert found is not None
    [said] = found
    assert said.listeners == 7
    assert said.lag >= 0.0


def test_redis_that_is_away_is_known_as_such(settings: Any) -> None:
    settings.EMBEDDED, settings.REDIS_URL = False, "redis://127.0.0.1:1/0"
    pulse._client.cache_clear()
    try:
        assert pulses() is None
    finally:
        pulse._client.cache_clear()


def test_worker_that_did_something_is_remembered() -> None:
    cache.delete(pulse.WORKED)
    assert worked_at() is None
    note_worked()
    assert worked_at() is not None

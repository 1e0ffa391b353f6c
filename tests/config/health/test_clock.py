"""Whether somebody has set the clock."""

from __future__ import annotations

from config.health.clock import TOLD_FOR, Watch


class Clocks:
    """Two that a test moves."""

    def __init__(self) -> None:
        self.day, self.counts = 1_800_000_000.0, 500.0

    def go(self, seconds: float, jump: float = 0.0) -> None:
        self.day += seconds + jump
        self.counts += seconds


def test_clock_that_was_set_is_told_for_an_hour() -> None:
    clocks = Clocks()
    watch = Watch(lambda: clocks.day, lambda: clocks.counts)
    watch.look()
    clocks.go(5, jump=-3600)
    watch.look()
    assert watch.jumped() == -3600
    clocks.go(TOLD_FOR)
    watch.look()
    assert watch.jumped() == -3600
    clocks.go(1)
    assert watch.jumped() == 0


def test_clock_that_was_set_and_set_right_again_is_nothing_to_tell() -> None:
    clocks = Clocks()
    watch = Watch(lambda: clocks.day, lambda: clocks.counts)
    watch.look()
    for jump in (3600, 0, -3600):
        clocks.go(5, jump)
        watch.look()
    assert watch.jumped() == 0


def test_clock_that_ntp_moves_or_that_nobody_can_compare_is_nothing_to_tell() -> None:
    clocks = Clocks()
    watch = Watch(lambda: clocks.day, lambda: clocks.counts)
    blind = Watch(lambda: clocks.day, lambda: None)
    for jump in (0, 0.5, -1, 0.2):
        clocks.go(5, jump)
        watch.look()
        blind.look()
    assert (watch.jumped(), blind.jumped()) == (0, 0)

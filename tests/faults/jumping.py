"""Embedded mode whose clock jumps: SIGUSR1 an hour forwards, SIGUSR2 an hour back, all of its
clocks of the day but not the ones that only count. The process that answers is to be told."""

from __future__ import annotations

import datetime as dt
import signal
from types import FrameType

import time_machine

from scripts.serve import main

HOUR = dt.timedelta(hours=1)

if __name__ == "__main__":
    clock = time_machine.travel(dt.datetime.now(dt.UTC), tick=True).start()

    def forwards(_number: int, _frame: FrameType | None) -> None:
        clock.shift(HOUR)

    def back(_number: int, _frame: FrameType | None) -> None:
        clock.shift(-HOUR)

    signal.signal(signal.SIGUSR1, forwards)
    signal.signal(signal.SIGUSR2, back)
    main()

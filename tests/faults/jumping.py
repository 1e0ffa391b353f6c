"""A server whose clock jumps: SIGUSR1 an hour forwards, SIGUSR2 an hour back, all of its clocks of
the day but not the ones that only count. The arguments are uvicorn's."""

from __future__ import annotations

import datetime as dt
import signal
from types import FrameType

import time_machine
from uvicorn.main import main

HOUR = 3600.0
_offset = 0.0
_travel: time_machine.travel | None = None
_real = time_machine.escape_hatch.time.time


def jump(seconds: float) -> None:
    global _offset, _travel
    _offset += seconds
    if _travel is not None:
        _travel.stop()
    there = dt.datetime.fromtimestamp(_real() + _offset, dt.UTC)
    _travel = time_machine.travel(there, tick=True)
    _travel.start()


def _forwards(_number: int, _frame: FrameType | None) -> None:
    jump(HOUR)


def _back(_number: int, _frame: FrameType | None) -> None:
    jump(-HOUR)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, _forwards)
    signal.signal(signal.SIGUSR2, _back)
    main()

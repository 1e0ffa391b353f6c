"""The figures themselves.

Embedded, they are in memory. In full mode several processes answer behind one port and workers
print beside them: then each keeps its own in a memory-mapped file under DATA_DIR/metrics, and who
is asked adds up the files. prometheus_client decides that when it is imported, by one variable of
the environment, so that is set here before.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final = Path(settings.DATA_DIR) / "metrics"
#: Whether several processes share the figures.
SHARED: Final = not settings.EMBEDDED
#: Under the number of no process lies what those counted that are gone.
GONE: Final = 0
if SHARED:
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(FOLDER)
else:
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)

from prometheus_client import (  # noqa: E402
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.mmap_dict import MmapedDict  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402

#: When each began to count is nobody's question, and half of the text.
disable_created_metrics()
OWN: Final = CollectorRegistry()
#: Upper ends in seconds: what people notice lies between 0.1 and 1.
ANSWERS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
WAITS: Final = (0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 5.0, 20.0)
LAGS: Final = (0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)

REQUESTS: Final = Counter(
    "startfelt_requests_total",
    "Answers given, by view, method and status.",
    ["view", "method", "status"],
    registry=OWN,
)
SECONDS: Final = Histogram(
    "startfelt_request_seconds",
    "Seconds until an answer was made, by view.",
    ["view"],
    buckets=ANSWERS,
    registry=OWN,
)
WAITING: Final = Gauge(
    "startfelt_waiting_requests",
    "Requests that wait for their turn.",
    registry=OWN,
    multiprocess_mode="livesum",
)
SHARED_ANSWERS: Final = Counter(
    "startfelt_shared_answers_total",
    "Public pages and pieces of them given without asking Django, by what was given.",
    ["answer"],
    registry=OWN,
)
EVENTS: Final = Counter(
    "startfelt_events_total",
    "What was done, as the log has it, by verb.",
    ["verb"],
    registry=OWN,
)
RESULTS: Final = Counter(
    "startfelt_results_recorded_total", "Results recorded, also corrected ones.", registry=OWN
)
HINTS: Final = Counter(
    "startfelt_hints_sent_total", "Hints given to open pages, one for each page.", registry=OWN
)
HINT_LAG: Final = Histogram(
    "startfelt_hint_lag_seconds",
    "Seconds from an event to the hint that tells open pages of it.",
    buckets=LAGS,
    registry=OWN,
)
LISTENERS: Final = Gauge(
    "startfelt_live_listeners",
    "Pages that listen now.",
    registry=OWN,
    multiprocess_mode="livesum",
)
RENDERS: Final = Counter(
    "startfelt_renders_total", "Documents made, by kind and how it went.", ["document", "state"],
    registry=OWN,
)  # fmt: skip
RENDER_SECONDS: Final = Histogram(
    "startfelt_render_seconds",
    "Seconds a document took to make.",
    buckets=(0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0),
    registry=OWN,
)
LOCK_WAIT: Final = Histogram(
    "startfelt_lock_wait_seconds",
    "Seconds a statement that takes a lock took: mostly the wait for it.",
    buckets=WAITS,
    registry=OWN,
)


def readable() -> CollectorRegistry:
    """A registry to be read: this process's own, or all processes' figures added up."""
    if not SHARED:
        return OWN
    gather_the_dead()
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody, path=str(FOLDER))
    return everybody


def gather_the_dead() -> None:
    """What a process that is gone had open is open no more; what it counted goes into one file.

    A worker's process ends after fifty tasks, so without this there would be thousands of files
    after a day. One at a time does it; whoever comes meanwhile reads them as they are.
    """
    import fcntl  # not on Windows, where there is no full mode

    with (FOLDER / "gathering").open("w") as guard:
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        for file in sorted(FOLDER.glob("*_*.db")):
            kind, _line, pid = file.stem.rpartition("_")
            if not pid.isdecimal() or int(pid) == GONE or _is_alive(int(pid)):
                continue
            if kind in {"counter", "histogram"}:
                _add(file, FOLDER / f"{kind}_{GONE}.db")
            file.unlink(missing_ok=True)


def _add(file: Path, to: Path) -> None:
    sums = MmapedDict(str(to))
    try:
        for key, value, _stamp, _place in MmapedDict.read_all_values_from_file(str(file)):
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    finally:
        sums.close()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

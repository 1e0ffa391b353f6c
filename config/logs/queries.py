"""What is asked of the database while one answer is made: how many questions, how long, the same
again and again; and how long anybody waited for a lock."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings

from config.metrics import registry as metrics

log = logging.getLogger("startfelt.queries")

#: So many times the same statement is a loop that should be one question.
REPEATED: Final = 5
#: As much of a statement as is said.
_SHOWN: Final = 160
#: What waits for others: a row's lock on PostgreSQL, the one writer's turn on SQLite.
_LOCKS: Final = re.compile(r"^BEGIN (IMMEDIATE|EXCLUSIVE)\b|\bFOR (NO KEY )?UPDATE\b|\bFOR SHARE\b")


@dataclass(slots=True)
class Watch:
    """What was asked during one request. Seconds."""

    count: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_sql: str = ""
    #: Only kept where somebody wants to know (SLOW_QUERY_MS).
    statements: Counter[str] | None = None
    began: float = field(default_factory=time.perf_counter)

    def add(self, sql: str, seconds: float) -> None:
        """One more."""
        self.count += 1
        self.seconds += seconds
        if seconds > self.slowest:
            self.slowest, self.slowest_sql = seconds, sql
        if self.statements is not None:
            self.statements[sql] += 1

    def repeated(self) -> list[tuple[str, int]]:
        """Statements that were asked `REPEATED` times or more, the most frequent first."""
        if self.statements is None:
            return []
        return [(sql, n) for sql, n in self.statements.most_common() if n >= REPEATED]


_watch: Final[ContextVar[Watch | None]] = ContextVar("watch", default=None)


@contextmanager
def watching() -> Iterator[Watch]:
    """Count what is asked in the block."""
    watch = Watch(statements=Counter() if settings.SLOW_QUERY_MS else None)
    token = _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.reset(token)


def observe(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """An execute wrapper: tells the request's `Watch`, and the metrics about locks."""
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        seconds = time.perf_counter() - began
        watch = _watch.get()
        if watch is not None:
            watch.add(sql, seconds)
        if _LOCKS.search(sql):
            metrics.LOCK_WAIT.observe(seconds)


def observe_connection(*, connection: Any, **_kwargs: Any) -> None:
    """Receiver of `connection_created`."""
    if observe not in connection.execute_wrappers:
        connection.execute_wrappers.append(observe)


def say_what_was_slow(view: str, watch: Watch) -> None:
    """Warn of statements that took SLOW_QUERY_MS or more and of those repeated. 0: say nothing."""
    threshold = settings.SLOW_QUERY_MS
    if not threshold:
        return
    if watch.slowest * 1000 >= threshold:
        log.warning(
            "%s: %d queries in %.0f ms; the slowest took %.0f ms: %s",
            view,
            watch.count,
            watch.seconds * 1000,
            watch.slowest * 1000,
            _short(watch.slowest_sql),
        )
    for sql, times in watch.repeated():
        log.warning("%s: %d times the same query of %d: %s", view, times, watch.count, _short(sql))


def _short(sql: str) -> str:
    """The statement without its values (they are parameters, and say who somebody is)."""
    text = " ".join(sql.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"

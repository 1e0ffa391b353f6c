"""What every line of the log is about, as long as the request or the task lasts."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

#: The id of the request, given back in its answer.
request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
#: The slug of the tournament that the request is about.
tournament: Final[ContextVar[str]] = ContextVar("tournament", default="")
#: The name of the task that a worker is at.
task: Final[ContextVar[str]] = ContextVar("task", default="")

FIELDS: Final = {"request": request_id, "tournament": tournament, "task": task}


def about() -> dict[str, str]:
    """What is known now, without what is not."""
    return {name: value for name, one in FIELDS.items() if (value := one.get())}


@contextmanager
def within(**values: str) -> Iterator[None]:
    """`request`, `tournament` and `task` have these values for as long as the block lasts."""
    tokens = [(FIELDS[name], FIELDS[name].set(value)) for name, value in values.items()]
    try:
        yield
    finally:
        for variable, token in reversed(tokens):
            variable.reset(token)


class About(logging.Filter):
    """Puts on each record what it is about (`record.about`). Lets all of them through.

    On the handler, not in the formatter: a record that another thread writes keeps its own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        # Django says what came of a request when our part in it is over.
        asked = getattr(getattr(record, "request", None), "about", None)
        record.about = getattr(record, "about", None) or about() or asked or {}
        return True


def note_task(*, task: Any = None, sender: Any = None, **_kwargs: Any) -> None:
    """Receiver of Celery's `task_prerun`."""
    FIELDS["task"].set(getattr(task or sender, "name", ""))


def forget_task(**_kwargs: Any) -> None:
    """Receiver of Celery's `task_postrun`."""
    FIELDS["task"].set("")

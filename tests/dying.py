"""A process that dies in the middle of its work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


class Died(BaseException):
    """Not an `Exception`: nothing in the program may catch it and go on."""


@contextmanager
def dying_at(statement: str) -> Iterator[None]:
    """Raises `Died` instead of the first statement that begins so, such as "INSERT INTO x"."""

    def die(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.replace('"', "").startswith(statement):
            raise Died(statement)
        return execute(sql, *rest)

    with connection.execute_wrapper(die):
        yield

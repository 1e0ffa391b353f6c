"""What is not there for a while: the database, room on the disk, somebody's turn to write.

Nothing is broken then. Whoever asked is told what it is, that nothing is saved twice, and to come
again: 503 with `Retry-After`, which the app's queue keeps trying at, and not 500, which it gives
up on.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Seconds after which it is worth asking again.
RETRY_AFTER: Final = 5


class Away(StrEnum):
    """What is missing. The values are for programs, and stay what they are."""

    DATABASE = "database-away"
    ROOM = "no-room"
    TURN = "busy"


#: Of each: what it is, how it stands with what was sent, what to do.
WORDS: Final[dict[Away, tuple[str | Promise, str | Promise, str | Promise]]] = {
    Away.DATABASE: (
        _("Startfelt cannot save just now"),
        _("The database does not answer. What was saved before is safe."),
        _(
            "Wait a moment and send it again: nothing is saved twice. What waits in the app’s list "
            "is sent by itself. If it lasts, keep results on paper and tell the desk."
        ),
    ),
    Away.ROOM: (
        _("The disk is full"),
        _("Nothing more can be saved until there is room. What was saved before is safe."),
        _(
            "Make room on the disk, or tell whoever runs the server; nothing has to be started "
            "again. Then send it again: nothing is saved twice."
        ),
    ),
    Away.TURN: (
        _("Too much is being saved at once"),
        _("It was not your turn in time. What was saved before is safe."),
        _("Wait a moment and send it again: nothing is saved twice."),
    ),
}

#: What SQLite calls it, by the beginning of the name.
_SQLITE: Final = {
    "SQLITE_FULL": Away.ROOM,
    "SQLITE_BUSY": Away.TURN,
    "SQLITE_LOCKED": Away.TURN,
    "SQLITE_IOERR": Away.DATABASE,
    "SQLITE_CANTOPEN": Away.DATABASE,
    "SQLITE_READONLY": Away.DATABASE,
    "SQLITE_PROTOCOL": Away.DATABASE,
    "SQLITE_NOMEM": Away.DATABASE,
}
#: What PostgreSQL calls it, by the beginning of the SQLSTATE; the first that fits.
_POSTGRES: Final = {
    "53100": Away.ROOM,
    "53": Away.TURN,  # too many connections, too little memory
    "55P03": Away.TURN,  # a lock that was waited for long enough
    "57014": Away.TURN,  # a statement that was given up
    "40": Away.TURN,  # two that waited for each other
    "08": Away.DATABASE,
    "57": Away.DATABASE,  # it ends, or begins
    "58": Away.DATABASE,  # the system under it fails
    "25006": Away.DATABASE,  # a copy that may only be read
}
_SYSTEM: Final = {
    errno.ENOSPC: Away.ROOM,
    errno.EDQUOT: Away.ROOM,
    errno.EFBIG: Away.ROOM,
    errno.EROFS: Away.DATABASE,
    errno.EIO: Away.DATABASE,
}


def away_in(error: BaseException | None) -> Away | None:
    """What is away, if that is why `error` was raised, itself or by what it came from."""
    return next(filter(None, map(_of_one, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _of_one(error: BaseException) -> Away | None:
    if isinstance(error, DatabaseError):
        return _of_database(error, error.__cause__)
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0)
    return None


def _of_database(error: DatabaseError, cause: BaseException | None) -> Away | None:
    """By the driver's own words; without any, a connection that is no more."""
    if isinstance(cause, sqlite3.Error):
        return _begins(_SQLITE, getattr(cause, "sqlite_errorname", ""))
    state = getattr(cause, "sqlstate", None)
    if state:
        return _begins(_POSTGRES, state)
    lost = isinstance(error, OperationalError | InterfaceError)
    return Away.DATABASE if lost and cause is not None else None


def _begins(table: dict[str, Away], name: str) -> Away | None:
    return next((away for begin, away in table.items() if name.startswith(begin)), None)

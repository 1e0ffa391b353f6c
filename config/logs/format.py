"""How an entry of the log is written: a line for people, or an object for machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

#: What may stand in a record beside its message, as `extra={"fields": {…}}`.
FIELDS: Final = "fields"


def moment(record: logging.LogRecord) -> str:
    """When it was written: UTC, to the millisecond."""
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What it is about, and what it says in fields."""
    return {**(getattr(record, "about", None) or {}), **(getattr(record, FIELDS, None) or {})}


class LineFormatter(logging.Formatter):
    """`2027-03-14 13:05:09,120 INFO startfelt.request: … (request=… tournament=…)`."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        fields = " ".join(f"{name}={value}" for name, value in fields_of(record).items())
        return f"{line} ({fields})" if fields else line


class JsonFormatter(logging.Formatter):
    """One object on one line: `at`, `level`, `logger`, `message`, what it is about, its fields, and
    `exception` with its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: value for name, value in fields_of(record).items() if name not in entry}
        if record.exc_text:
            entry["exception"] = record.exc_text
        elif record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            entry["stack"] = self.formatStack(record.stack_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


#: LOG_FORMAT -> who writes it.
FORMATTERS: Final[dict[str, type[logging.Formatter]]] = {
    "line": LineFormatter,
    "json": JsonFormatter,
}

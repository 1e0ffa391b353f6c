"""The log says what went wrong, where and how often, and nothing about anybody.

What people typed gets into a log in three ways: in the message of an exception (`invalid literal
for int(): 'Wilhelmine'`, `Key (name)=(…) already exists`), in an address (a code, a signed link, a
search), and in what another program answers (`550 <bo@example.org> unknown`). Of exceptions only
the type and the place in the code are written, and addresses and numbers are covered.
"""

from __future__ import annotations

import copy
import logging
import re
import traceback
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.template import TemplateDoesNotExist

#: What is covered wherever it stands.
_COVERED: Final = (
    (re.compile(r"[^\s<>\"'(=,;:/]+@[^\s<>\"'),;]+"), "…@…"),
    # The code of an entry, as a page of its own.
    (re.compile(r"(/p/)[^/\s?\"']+"), r"\1…"),
    # A signed text: what it says, when it was signed, the signature.
    (re.compile(r"[\w-]{4,}:[\w-]{5,}:[\w-]{20,}"), "…"),
    # A key in an address. Names of tournaments have no capitals.
    (re.compile(r"(?<=/)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}"), "…"),
    # What was searched for.
    (re.compile(r"(/[^\s?\"']*\?)[^\s\"']+"), r"\1…"),
    (re.compile(r"\+\d[\d \-]{6,}\d"), "+…"),
    (re.compile(r"(?<![\w.:/-])\d{2} ?\d{2} ?\d{2} ?\d{2}(?![\w.:/-])"), "…"),
)
#: Exceptions whose messages speak of the program and its surroundings alone.
_TOLD: Final = (
    *(AttributeError, ImportError, NameError, OperationalError, ImproperlyConfigured),
    *(TemplateDoesNotExist, ConnectionError),
)
_CODE: Final = re.compile(r"[a-z][a-z0-9_-]{0,40}")


def covered(text: str) -> str:
    """`text` without addresses of people, codes, keys, searches and telephone numbers."""
    for found, instead in _COVERED:
        text = found.sub(instead, text)
    return text


def words_of(error: BaseException) -> str:
    """What kind of exception it is, without a word that may have come from outside."""
    kind = type(error)
    name = (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )
    code = getattr(error, "code", None)
    if isinstance(code, str) and _CODE.fullmatch(code):
        return f"{name} [{code}]"
    if isinstance(error, _TOLD):
        return f"{name}: {covered(str(error))}"
    if isinstance(error, OSError) and error.strerror:
        return f"{name}: {error.strerror}"
    return name


def trace_of(error: BaseException) -> str:
    """Where it happened, and what led to it: lines of the program, none of its values."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    earlier = f"{trace_of(before)}\n\nand then:\n\n" if before is not None else ""
    stack = "".join(traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__)).format())
    inner = getattr(error, "exceptions", ())
    groups = "".join(f"\n\nin it:\n\n{trace_of(one)}" for one in inner)
    return f"{earlier}Traceback (most recent call last):\n{stack}{words_of(error)}{groups}"


def discreet(record: logging.LogRecord) -> logging.LogRecord:
    """The same entry of the log, to be written; other handlers keep what they were given."""
    written = copy.copy(record)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        written.exc_info, written.exc_text = None, trace_of(error)
    if isinstance(record.args, tuple):
        written.args = tuple(
            words_of(one) if isinstance(one, BaseException) else one for one in record.args
        )
    message = written.getMessage()
    if error is not None and str(error) and str(error) in message:
        message = message.replace(str(error), words_of(error))
    written.msg, written.args = covered(message), None
    return written


class DiscreetHandler(logging.StreamHandler):
    """Writes every entry discreetly, whoever formats it."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))

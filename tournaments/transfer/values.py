"""Values of model fields as JSON and back. What comes back is checked as a form would."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models

from .references import Json, depth_of

#: How deep stored JSON may be nested. What the program writes is at most 12 deep.
DEEPEST: Final = 40
_DECIMAL: Final = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?\Z")


def to_json(value: Any) -> Json:
    """A stored value as the file has it: times in UTC, decimals as text."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return value


def from_json(field: models.Field[Any, Any], value: Json) -> Any:
    """The value `to_json` wrote. Raises ValueError for what the field cannot hold."""
    if value is None:
        if field.null:
            return None
        raise ValueError(f"{field.name} is empty")
    try:
        found = _read(field, value)
        if field.choices and found not in _choices(field):
            raise ValueError(f"{field.name} cannot be {found!r}")
        field.run_validators(found)
    except (ValidationError, OverflowError) as error:
        raise ValueError(f"{field.name}: {error}") from None
    return found


def _choices(field: models.Field[Any, Any]) -> set[Any]:
    return {value for value, _words in field.flatchoices} | ({""} if field.blank else set())


def _read(field: models.Field[Any, Any], value: Json) -> Any:
    if isinstance(field, models.JSONField):
        return _plain(value)
    if isinstance(field, models.BooleanField):
        return _of(bool, field, value)
    if isinstance(field, models.IntegerField):
        return _of(int, field, value)
    text = _text(_of(str, field, value))
    if isinstance(field, models.DateTimeField):
        found = dt.datetime.fromisoformat(text)
        if found.tzinfo is None:
            raise ValueError(f"{field.name} has no zone")
        return found.astimezone(dt.UTC)
    if isinstance(field, models.DateField):
        return dt.date.fromisoformat(text)
    if isinstance(field, models.TimeField):
        return dt.time.fromisoformat(text)
    if isinstance(field, models.DecimalField):
        if not _DECIMAL.match(text):
            raise ValueError(f"{field.name} is no number")
        return Decimal(text)
    if isinstance(field, models.CharField | models.TextField):
        return text
    raise ValueError(f"{field.name} cannot be read")


def _of(kind: type, field: models.Field[Any, Any], value: Json) -> Any:
    if type(value) is not kind:
        raise ValueError(f"{field.name} is no {kind.__name__}")
    return value


def _text(text: str) -> str:
    # PostgreSQL keeps no NUL, and no half of a character.
    if "\0" in text or (not text.isprintable() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise ValueError("a letter that cannot be kept")
    return text


def _plain(value: Json) -> Json:
    if depth_of(value, DEEPEST) > DEEPEST:
        raise ValueError("nested too deeply")
    level = [value]
    while level:
        following: list[Json] = []
        for one in level:
            if isinstance(one, str):
                _text(one)
            elif isinstance(one, list):
                following += one
            elif isinstance(one, dict):
                following += [*one.keys(), *one.values()]
        level = following
    return value

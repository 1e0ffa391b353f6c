"""Frozen dataclasses of the formats as plain JSON and back, by their type annotations."""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

_KINDS: dict[Any, dict[str, Any]] = {}


def kinds(of: Any) -> dict[str, Any]:
    """The annotated type of each field of a dataclass, by name; read once."""
    if of not in _KINDS:
        hints = typing.get_type_hints(of)
        _KINDS[of] = {field.name: hints[field.name] for field in fields(of)}
    return _KINDS[of]


def kind_of(hint: Any) -> tuple[Any, bool]:
    """A type without its None, and whether it may be None."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        inner = [one for one in typing.get_args(hint) if one is not types.NoneType]
        return inner[0], len(inner) < len(typing.get_args(hint))
    return hint, False


def to_plain(value: Any) -> Any:
    """A value as JSON keeps it: enums by value, decimals as text, tuples as lists."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple | list):
        return [to_plain(one) for one in value]
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    return value


def from_plain(hint: Any, value: Any) -> Any:
    """What `to_plain` wrote, as a value of the type. Fields that are missing have their defaults.

    Raises ValueError or TypeError for what is no such value.
    """
    kind, may_be_none = kind_of(hint)
    if value is None and may_be_none:
        return None
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(from_plain(inner[0], one) for one in value)
        return tuple(from_plain(each, one) for each, one in zip(inner, value, strict=True))
    if kind is Decimal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return kind(value)
    if is_dataclass(kind):
        return kind(  # type: ignore[operator]
            **{
                name: from_plain(its, value[name])
                for name, its in kinds(kind).items()
                if name in value
            }
        )
    if kind in (bool, int, str):
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value
    raise TypeError(f"nothing is kept as {kind!r}")

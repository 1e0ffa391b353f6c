"""Keys of rows within stored JSON: where they stand, and how they are put into other words.

A way is a dotted path: a number picks from a list, `*` is every item of a list or value of an
object, `a|b` the keys named, `#` the keys of an object themselves. What does not lie that way is
left alone, so that one table holds for values of several shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Json = Any
#: Way -> kind of the rows whose keys stand there.
Ways = Mapping[str, str]


def translate(value: Json, ways: Ways, change: Callable[[str, int], int]) -> Json:
    """A copy of `value` in which each key `ways` names is `change(kind, key)`."""
    for way, kind in ways.items():
        value = _walk(value, way.split("."), partial(change, kind))
    return value


def _walk(value: Json, steps: list[str], change: Callable[[int], int]) -> Json:
    if not steps:
        return change(value) if type(value) is int else value
    step, *rest = steps
    if isinstance(value, list):
        if step == "*":
            return [_walk(one, rest, change) for one in value]
        if step.isdigit() and int(step) < len(value):
            copy = list(value)
            copy[int(step)] = _walk(copy[int(step)], rest, change)
            return copy
    elif isinstance(value, dict):
        if step == "#":
            return {_key(key, change): one for key, one in value.items()}
        wanted = value.keys() if step == "*" else value.keys() & set(step.split("|"))
        return {
            key: _walk(one, rest, change) if key in wanted else one for key, one in value.items()
        }
    return value


def _key(key: str, change: Callable[[int], int]) -> str:
    return str(change(int(key))) if key.isascii() and key.isdigit() else key


def depth_of(value: Json, most: int) -> int:
    """How deep `value` is nested, as far as `most` + 1. Without recursion into what is deeper."""
    depth, level = 0, [value]
    while level and depth <= most:
        level = [
            inner
            for one in level
            if isinstance(one, list | dict)
            for inner in (one if isinstance(one, list) else one.values())
        ]
        depth += 1
    return depth

"""On which line of a JSON text each of its values stands."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Final

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def lines_of(text: str) -> dict[str, int]:
    """The line (from 1) on which each value begins, by its path ("hoops[2].cell"; "" the whole).

    ``text`` must be JSON.
    """
    ends = [found.start() for found in re.finditer("\n", text)]
    lines: dict[str, int] = {}
    #: Each value that is open: its path, and in a list the number, in an object the key to come.
    inside: list[tuple[str, int | str | None]] = []
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "}]":
            inside.pop()
        elif sign == ",":
            path, at = inside[-1]
            inside[-1] = (path, at + 1 if isinstance(at, int) else None)
        elif sign == ":":
            continue
        elif inside and inside[-1][1] is None:
            inside[-1] = (inside[-1][0], str(json.loads(sign)))
        else:
            path = _path(inside)
            lines.setdefault(path, bisect_right(ends, token.start()) + 1)
            if sign in "{[":
                inside.append((path, 0 if sign == "[" else None))
    return lines


def _path(inside: list[tuple[str, int | str | None]]) -> str:
    if not inside:
        return ""
    path, at = inside[-1]
    if isinstance(at, int):
        return f"{path}[{at}]"
    return f"{path}.{at}" if path else str(at)

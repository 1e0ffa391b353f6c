"""Files of earlier versions, brought up to this one.

A field or list that is new needs no step: one that is missing has its default. A step is needed
where what stood there before means something else now, or stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .container import Unreadable

#: The version that is written.
VERSION: Final = 1

Lists = dict[str, list[dict[str, Any]]]
#: Version -> what makes lists of the next one of its lists.
STEPS: Final[dict[int, Callable[[Lists], Lists]]] = {}


def upgraded(
    lists: Lists,
    version: Any,
    *,
    to: int = VERSION,
    steps: Mapping[int, Callable[[Lists], Lists]] = STEPS,
) -> Lists:
    """The lists of a file of `version` as version `to` has them. `Unreadable` for a version nobody
    wrote (`damaged`), or a newer one than this program knows (`newer`)."""
    if type(version) is not int or version < 1:
        raise Unreadable("damaged")
    if version > to:
        raise Unreadable("newer")
    for number in range(version, to):
        lists = steps[number](lists)
    return lists

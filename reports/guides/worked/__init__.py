"""The examples of the guides: positions that the rules engines are asked about and that are drawn.

`examples/*.json` hold them, one file a family of games; every language shows the same ones. An
example says what the engine must answer, and there is no picture of one where it does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from reports.guides.facts import Facts
from reports.guides.model import GuideError
from reports.guides.worked import backgammon, kroket, partners
from reports.guides.worked.answer import Style, Worked

EXAMPLES: Final = Path(__file__).parents[1] / "examples"

_ASK: Final[Mapping[str, Callable[[Mapping[str, Any], Facts, Style | None], Worked]]] = {
    "partners": partners.worked,
    "partners-plus": partners.worked,
    "backgammon": backgammon.worked,
    "kroket": kroket.worked,
}
_DRAW: Final[Mapping[str, Callable[[str, Facts, Style], str]]] = {
    "partners": partners.picture,
    "partners-plus": partners.picture,
    "backgammon": backgammon.picture,
    "kroket": kroket.picture,
}


@cache
def examples_of(family: str) -> Mapping[str, Mapping[str, Any]]:
    """All examples of a family of games, by name."""
    found: dict[str, Mapping[str, Any]] = json.loads(
        (EXAMPLES / f"{family}.json").read_text(encoding="utf-8")
    )
    return found


def worked(name: str, facts: Facts, style: Style | None) -> Worked:
    """The example `name`, asked and, with a style, drawn.

    `GuideError` where the engine says something else.
    """
    example = examples_of(facts.family).get(name)
    if example is None:
        raise GuideError(f"{facts.family} has no example {name}")
    try:
        return _ASK[facts.family](example, facts, style)
    except GuideError as error:
        raise GuideError(f"{facts.family}, {name}: {error}") from error


def picture(name: str, facts: Facts, style: Style) -> str:
    """A picture of the game that is no example: "board", "start" …"""
    return _DRAW[facts.family](name, facts, style)

"""The data files that ship as text, to be changed by tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.rules.kroket import course, deck

COURSE = (course.FOLDER / "haven.json").read_text(encoding="utf-8")
DECK = (deck.FOLDER / "startfelt.json").read_text(encoding="utf-8")


def changed(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    """A data file with something changed in it."""
    data = json.loads(text)
    change(data)
    return json.dumps(data)

"""What an order prints, as one number: the same number, the same pages."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from reports.press.parts import Order

#: When a page was set, as its HTML marks it: it is no part of what the page says.
_WHEN: Final = re.compile(r'<time class="printed">.*?</time>', re.S)
#: What else the pages hang on: who sets, draws and binds them, and the letters.
_ENGINE: Final = ("weasyprint", "pydyf", "pikepdf", "segno", "font-source-sans-pro")


def digest_of(order: Order) -> str:
    """64 hexadecimal digits of all that `order` prints and of what prints it.

    The time at which it was asked for, marked `<time class="printed">`, does not count: a
    document that says the same as before is the same document.
    """
    said = json.dumps(
        {
            "title": order.title,
            "language": order.language,
            "paper": order.paper,
            "renderer": order.renderer,
            "parts": [part.as_json() | {"html": _WHEN.sub("", part.html)} for part in order.parts],
            "backdrops": order.backdrops,
        },
        ensure_ascii=False,
        sort_keys=True,
    )
    return hashlib.sha256((_engine() + said).encode()).hexdigest()


@cache
def _engine() -> str:
    """Versions of what prints, and the press itself: after an update everything is set anew."""
    own = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        own.update(path.read_bytes())
    return " ".join([*(f"{name} {version(name)}" for name in _ENGINE), own.hexdigest()])

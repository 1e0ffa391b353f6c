"""A renderer that takes its time, as a very long document would."""

from __future__ import annotations

import time
from pathlib import Path

from reports.press.parts import Part


def wait(part: Part, _path: Path) -> None:
    """Busy for as many seconds as the part says."""
    time.sleep(float(part.html))

"""A renderer for whose pages there is no room."""

from __future__ import annotations

from pathlib import Path

from reports.press.parts import Part


def fill(part: Part, _path: Path) -> None:
    """Write to a disk that is always full."""
    Path("/dev/full").write_text(part.html)

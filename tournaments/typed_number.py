"""Whole numbers in addresses and forms: bounded, since anybody may send ten thousand digits."""

from __future__ import annotations

from typing import Final

#: The largest number that an id or a whole number in the database can be.
LARGEST: Final = 2**63 - 1


def whole(text: str | None, most: int = LARGEST) -> int | None:
    """The number from 0 to `most` that `text` is; None for anything else."""
    text = (text or "").strip()
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(LARGEST)):
        return None
    number = int(text)
    return number if number <= most else None

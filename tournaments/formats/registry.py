"""Formats of play by code: the one place the shell asks for a draw."""

from __future__ import annotations

from typing import Protocol

from tournaments.formats.model import Draw, DrawRequest, FormatOptions


class Format(Protocol):
    """What a format offers. Pure: no state between calls."""

    code: str
    """Stable key, stored with a stage."""

    def draw(self, request: DrawRequest) -> Draw:
        """The round `request.round` as a whole, or a `DrawError` saying why there is none."""
        ...

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """Rounds the format takes for that many entries; None where the organiser decides."""
        ...


_FORMATS: dict[str, Format] = {}


def register(format_: Format) -> Format:
    """Adds a format under its code. Two formats with one code are a programming error."""
    if format_.code in _FORMATS:
        raise ValueError(f"format {format_.code!r} is registered already")
    _FORMATS[format_.code] = format_
    return format_


def get_format(code: str) -> Format:
    """The format stored under `code`; KeyError for an unknown one."""
    return _FORMATS[code]


def format_codes() -> tuple[str, ...]:
    """All codes, sorted."""
    return tuple(sorted(_FORMATS))

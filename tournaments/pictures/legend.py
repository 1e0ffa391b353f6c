"""The signs of a picture and the line below it that says what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from tournaments.pictures.canvas import Canvas
from tournaments.pictures.measure import text_width
from tournaments.pictures.words import Words

SIZE = 17.0
LINE = 34.0
SIGN = 40.0
"""Room of a sign."""
BETWEEN = 26.0
PLATE_SIZE = 28.0


class Sign(StrEnum):
    """What a legend can explain; the value is the word's key."""

    WON = "through"
    PLAYING = "playing"
    TABLE = "table_word"
    WALKOVER = "walkover"
    IF_NEEDED = "if_needed"
    CELL_WON = "won"
    CELL_DRAWN = "drawn"
    CELL_FIRST = "first_place"
    CELL_PLAYING = "cell_playing"
    CELL_WALKOVER = "cell_walkover"


LEGEND = tuple(Sign)


def plate_width(table: int | None, playing: bool) -> float:
    """Width of a table's plate."""
    digits = text_width(str(table), PLATE_SIZE, 700) if table is not None else 0.0
    return max(digits + (22.0 if playing and table is not None else 0.0) + 18.0, 42.0)


def plate(
    canvas: Canvas, left: float, top: float, height: float, table: int | None, playing: bool
) -> None:
    """A table's number: outlined while it waits, filled with a running sign while it plays."""
    palette = canvas.palette
    wide = plate_width(table, playing)
    middle = top + height / 2
    if playing:
        canvas.rect(left, top, wide, height, fill=palette.accent, radius=5)
        start = left + (9 if table is not None else wide / 2 - 7)
        canvas.shape(
            [(start, middle - 8), (start + 14, middle), (start, middle + 8)],
            fill=palette.on_accent,
        )
    else:
        canvas.rect(left, top, wide, height, stroke=palette.ink, thick=2, radius=5)
    if table is not None:
        canvas.text(
            str(table),
            left + wide - 9 if playing else left + wide / 2,
            middle + PLATE_SIZE * 0.33,
            size=PLATE_SIZE,
            weight=700,
            fill=palette.on_accent if playing else palette.ink,
            anchor="end" if playing else "middle",
        )


def _places(signs: Sequence[Sign], words: Words, room: float) -> list[tuple[Sign, float, int]]:
    """Each sign with its left edge and its line."""
    found: list[tuple[Sign, float, int]] = []
    left, line = 0.0, 0
    for sign in signs:
        wide = SIGN + text_width(_word(sign, words), SIZE)
        if left and left + wide > room:
            left, line = 0.0, line + 1
        found.append((sign, left, line))
        left += wide + BETWEEN
    return found


def _word(sign: Sign, words: Words) -> str:
    return words(sign.value.removeprefix("cell_"))


def legend_height(signs: Sequence[Sign], words: Words, room: float) -> float:
    """Height the legend takes; nothing without signs."""
    return LINE * (1 + max((line for _, _, line in _places(signs, words, room)), default=-1)) + (
        8.0 if signs else 0.0
    )


def legend(
    canvas: Canvas, signs: Sequence[Sign], words: Words, left: float, top: float, room: float
) -> None:
    """Draws the legend below `top`."""
    for sign, x, line in _places(signs, words, room):
        middle = top + LINE * (line + 0.5)
        _draw(canvas, sign, left + x, middle, words)
        canvas.text(
            _word(sign, words),
            left + x + SIGN,
            middle + SIZE * 0.33,
            size=SIZE,
            fill=canvas.palette.soft,
            room=max(room - x - SIGN, SIGN),
        )


def _draw(canvas: Canvas, sign: Sign, left: float, middle: float, words: Words) -> None:
    palette = canvas.palette
    if sign is Sign.WON:
        canvas.line([(left + 2, middle), (left + 30, middle)], stroke=palette.ink, thick=4.5)
    elif sign is Sign.PLAYING:
        canvas.rect(left, middle - 12, 32, 24, fill=palette.accent, radius=4)
        canvas.shape(
            [(left + 11, middle - 7), (left + 23, middle), (left + 11, middle + 7)],
            fill=palette.on_accent,
        )
    elif sign is Sign.TABLE:
        canvas.rect(left, middle - 12, 32, 24, stroke=palette.ink, thick=2, radius=4)
        canvas.text(
            "7", left + 16, middle + 6, size=18, weight=700, fill=palette.ink, anchor="middle"
        )
    elif sign in (Sign.WALKOVER, Sign.CELL_WALKOVER):
        canvas.text(
            words("walkover_short"), left, middle + 6, size=SIZE, weight=700, fill=palette.ink
        )
    elif sign is Sign.IF_NEEDED:
        canvas.rect(
            left, middle - 10, 32, 20, stroke=palette.line, thick=1.5, radius=4, dashed=True
        )
    elif sign in (Sign.CELL_WON, Sign.CELL_FIRST):
        canvas.rect(left, middle - 11, 30, 22, fill=palette.ink, radius=4)
    elif sign is Sign.CELL_DRAWN:
        canvas.rect(left + 1, middle - 10, 28, 20, stroke=palette.ink, thick=2, radius=4)
    elif sign is Sign.CELL_PLAYING:
        canvas.shape(
            [(left + 9, middle - 8), (left + 22, middle), (left + 9, middle + 8)],
            fill=palette.accent,
        )
    else:
        canvas.line([(left + 6, middle + 9), (left + 24, middle + 9)], stroke=palette.line, thick=2)

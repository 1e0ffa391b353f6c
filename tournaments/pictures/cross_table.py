"""A cross table as an SVG: a line for each entry, a column for each opponent or round.

A win is a filled plate, a draw an outlined one, a loss bare: told apart from afar and on a bad
copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pictures.canvas import PAPER, SCREEN, Canvas
from tournaments.pictures.legend import LEGEND, Sign, legend, legend_height
from tournaments.pictures.measure import SAFETY, clean, text_width
from tournaments.pictures.model import Cell, CrossTable, Mark, Row, State
from tournaments.pictures.words import Words

MARGIN, TITLE, HEAD = 16.0, 58.0, 40.0
BIG, NAME, CELL, SMALL, HEADS, NUMBER = 34.0, 23.0, 23.0, 17.0, 18.0, 18.0
PLATE, LINE = 34.0, 19.0
"""Height of a cell's large line and of its small one."""
AIR = 8.0
WIDEST_TITLE = 1000.0
PAD = 12.0
NARROWEST_NAME, WIDEST_NAME = 160.0, 380.0
LEAST_COLUMN = 56.0
RUNNING = 16.0
"""Room of the sign of a game that is being played."""


@dataclass(frozen=True, slots=True)
class _Widths:
    """Of the columns."""

    number: float
    name: float
    cell: float
    totals: tuple[float, ...]

    def cells_from(self) -> float:
        return MARGIN + self.number + self.name

    def total(self, columns: int) -> float:
        return self.cells_from() + columns * self.cell + sum(self.totals) + MARGIN


def cross_table_svg(
    table: CrossTable,
    *,
    language: str = "da",
    paper: bool = False,
    shape: tuple[float, float] | None = None,
    scale: float | None = 1.0,
) -> str:
    """The table as an SVG that needs nothing but itself; arguments as of `bracket_svg`."""
    canvas, width, height = draw_cross_table(table, language, paper, shape)
    words = Words(language)
    told = words("entries", count=len(table.rows)) + "."
    return canvas.svg(width, height, title=table.title, told=told, scale=scale)


def draw_cross_table(
    table: CrossTable, language: str, paper: bool, shape: tuple[float, float] | None
) -> tuple[Canvas, float, float]:
    """The drawing, its width and height."""
    words = Words(language)
    canvas = Canvas(PAPER if paper else SCREEN)
    palette = canvas.palette
    line = _line(table)
    signs = _signs(table)
    top = MARGIN + (TITLE if table.title else 0.0)
    height = top + HEAD + line * len(table.rows) + AIR
    # A phone held upright shows results beside the names, not names alone.
    narrow = shape is not None and shape[0] < shape[1] and not paper
    widths = _widths(table, shape, height + MARGIN + LINE, narrow)
    width = widths.total(len(table.columns))
    heading = min(text_width(clean(table.title), BIG, 700) / SAFETY, WIDEST_TITLE)
    inner = max(width - 2 * MARGIN, heading)
    base = MARGIN + TITLE * 0.6
    canvas.text(table.title, MARGIN, base, size=BIG, weight=700, fill=palette.ink, room=inner)
    _heads(canvas, table, widths, top, words)
    for place, row in enumerate(table.rows):
        _row(canvas, table, row, place, widths, top + HEAD + place * line, line)
    bottom = top + HEAD + line * len(table.rows)
    canvas.line([(MARGIN, bottom), (width - MARGIN, bottom)], stroke=palette.line, thick=2)
    legend(canvas, signs, words, MARGIN, height, inner)
    return canvas, inner + 2 * MARGIN, height + legend_height(signs, words, inner) + MARGIN / 2


def _cells(table: CrossTable) -> Iterable[Cell]:
    return (cell for row in table.rows for column in row.cells for cell in column)


def _cell_height(cell: Cell) -> float:
    return PLATE + (LINE if cell.small else 0.0)


def _line(table: CrossTable) -> float:
    """Height of a row, the same for all."""
    stacks = (
        sum(_cell_height(cell) + 4 for cell in column) for row in table.rows for column in row.cells
    )
    return max([PLATE, *stacks]) + AIR


def _widths(
    table: CrossTable, shape: tuple[float, float] | None, height: float, narrow: bool
) -> _Widths:
    number = max([text_width(str(r.number), NUMBER, 700) for r in table.rows], default=10.0) + 16
    longest = max([text_width(clean(r.name), NAME, 400) for r in table.rows], default=0.0) / 0.95
    most = NARROWEST_NAME if narrow else WIDEST_NAME
    name = min(max(longest + 2 * PAD, NARROWEST_NAME), most)
    texts = [text_width(cell.text, CELL, 700) + _running(cell) for cell in _cells(table)]
    texts += [text_width(cell.small, SMALL, 400) for cell in _cells(table)]
    texts += [text_width(head, HEADS, 700) for head in table.columns]
    cell = max([LEAST_COLUMN, *(text + 24 for text in texts)])
    totals = tuple(
        max(
            [text_width(head, HEADS, 700)]
            + [text_width(r.totals[i], CELL, 700) for r in table.rows if i < len(r.totals)]
        )
        + 2 * PAD
        for i, head in enumerate(table.total_heads)
    )
    widths = _Widths(number, name, cell, totals)
    if shape is not None and not narrow:
        spare = max(height * shape[0] / shape[1] - widths.total(len(table.columns)), 0.0)
        wider = min(spare, max(longest + 2 * PAD - name, 0.0) + 40)
        columns = max(len(table.columns), 1)
        cell += min((spare - wider) / columns, cell * 0.75)
        widths = _Widths(number, name + wider, cell, totals)
    return widths


def _running(cell: Cell) -> float:
    return RUNNING if cell.state is State.PLAYING else 0.0


def _heads(canvas: Canvas, table: CrossTable, widths: _Widths, top: float, words: Words) -> None:
    palette = canvas.palette
    base = top + HEAD * 0.62
    left = MARGIN + widths.number + PAD
    canvas.text(words("name"), left, base, size=HEADS, weight=700, fill=palette.soft)
    left = widths.cells_from()
    for place, head in enumerate(table.columns):
        middle = left + (place + 0.5) * widths.cell
        canvas.text(
            head,
            middle,
            base,
            size=HEADS,
            weight=700,
            fill=palette.soft,
            anchor="middle",
            room=widths.cell,
        )
    left += len(table.columns) * widths.cell
    for head, wide in zip(table.total_heads, widths.totals, strict=True):
        left += wide
        canvas.text(
            head,
            left - PAD,
            base,
            size=HEADS,
            weight=700,
            fill=palette.soft,
            anchor="end",
            room=wide,
        )
    end = widths.total(len(table.columns)) - MARGIN
    canvas.line([(MARGIN, top + HEAD), (end, top + HEAD)], stroke=palette.ink, thick=2)


def _row(
    canvas: Canvas,
    table: CrossTable,
    row: Row,
    place: int,
    widths: _Widths,
    top: float,
    height: float,
) -> None:
    palette = canvas.palette
    middle = top + height / 2
    right = widths.total(len(table.columns)) - MARGIN
    if place % 2:
        canvas.rect(MARGIN, top, right - MARGIN, height, fill=palette.sunken)
    canvas.text(
        str(row.number),
        MARGIN + widths.number - 4,
        middle + NUMBER * 0.33,
        size=NUMBER,
        weight=700,
        fill=palette.soft,
        anchor="end",
    )
    canvas.begin(row.name)
    canvas.name(
        row.name,
        MARGIN + widths.number + PAD,
        middle,
        size=NAME,
        smaller=NAME,
        fill=palette.ink,
        room=widths.name - 1.5 * PAD,
        high=height - 8,
    )
    canvas.end()
    left = widths.cells_from()
    for column, cells in enumerate(row.cells):
        start = left + column * widths.cell
        if table.own_columns and column == place:
            canvas.rect(start + 3, top + 3, widths.cell - 6, height - 6, fill=palette.faint)
        y = middle - sum(_cell_height(cell) + 4 for cell in cells) / 2 + 2
        for cell in cells:
            _cell(canvas, cell, start, y, widths.cell)
            y += _cell_height(cell) + 4
    left += len(table.columns) * widths.cell
    for number, wide in enumerate(widths.totals):
        left += wide
        if number < len(row.totals):
            canvas.text(
                row.totals[number],
                left - PAD,
                middle + CELL * 0.33,
                size=CELL,
                weight=400 if number else 700,
                fill=palette.ink,
                anchor="end",
            )


def _cell(canvas: Canvas, cell: Cell, left: float, top: float, width: float) -> None:
    palette = canvas.palette
    height = _cell_height(cell)
    playing = cell.state is State.PLAYING
    ink = palette.ink
    if cell.mark in (Mark.LOST, Mark.NONE):
        ink = palette.soft
    canvas.begin(cell.told)
    if cell.mark in (Mark.WON, Mark.FIRST):
        canvas.rect(left + 4, top, width - 8, height, fill=palette.ink, radius=6)
        ink = palette.on_ink
    elif cell.mark is Mark.DRAWN:
        canvas.rect(left + 5, top + 1, width - 10, height - 2, stroke=ink, thick=2, radius=6)
    middle = left + width / 2
    if playing:
        wide = text_width(cell.text, CELL, 700) + RUNNING
        start, y = middle - wide / 2, top + PLATE / 2
        canvas.shape([(start, y - 8), (start + 12, y), (start, y + 8)], fill=palette.accent)
        middle += RUNNING / 2
        ink = palette.ink
    canvas.text(
        cell.text,
        middle,
        top + PLATE / 2 + CELL * 0.34,
        size=CELL,
        weight=400 if cell.mark in (Mark.LOST, Mark.NONE) and not playing else 700,
        fill=ink,
        anchor="middle",
    )
    canvas.text(
        cell.small,
        left + width / 2,
        top + PLATE + LINE * 0.52,
        size=SMALL,
        fill=ink,
        anchor="middle",
    )
    canvas.end()


def _signs(table: CrossTable) -> list[Sign]:
    cells = list(_cells(table))
    marks = {cell.mark for cell in cells}
    states = {cell.state for cell in cells}
    there = {
        Sign.CELL_WON: Mark.WON in marks,
        Sign.CELL_FIRST: Mark.FIRST in marks,
        Sign.CELL_DRAWN: Mark.DRAWN in marks,
        Sign.CELL_PLAYING: State.PLAYING in states,
        Sign.CELL_WALKOVER: State.WALKOVER in states,
    }
    return [sign for sign in LEGEND if there.get(sign)]

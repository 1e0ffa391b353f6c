"""Cards cut from a sheet: where each stands on the paper, and the lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.template.loader import render_to_string

from reports.documents.style import stylesheet
from reports.press.parts import Page, Paper, Part, QrCode
from tournaments import spoken

T = TypeVar("T")

#: Width and height of a sheet upright, in millimetres. Cards are cut from A4, whatever is asked.
SHEETS: Final[dict[Paper, tuple[float, float]]] = {
    Paper.A4: (210.0, 297.0),
    Paper.A5: (210.0, 297.0),
    Paper.LETTER: (215.9, 279.4),
}
#: Pages set in one go; even, so that a sheet and its back are set together.
_PAGES_A_PART: Final = 24
#: Length of the lines to cut along, outside the cards.
_CUT: Final = 4.0


@dataclass(frozen=True)
class Grid:
    """Cards of one size on one sheet, in millimetres."""

    sheet: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int

    @property
    def places(self) -> list[tuple[float, float]]:
        """Left and top of each card, row by row, in the middle of the sheet."""
        left = (self.sheet[0] - self.columns * self.card[0]) / 2
        top = (self.sheet[1] - self.rows * self.card[1]) / 2
        return [
            (round(left + column * self.card[0], 3), round(top + row * self.card[1], 3))
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @property
    def places_behind(self) -> list[tuple[float, float]]:
        """Where each card's back stands, in the order of `places`: the columns mirrored."""
        places = self.places
        return [
            places[row * self.columns + self.columns - 1 - column]
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @property
    def cuts(self) -> list[tuple[float, float, float, float]]:
        """Left, top, width and height of each line to cut along, where the margin has room."""
        (left, top), *_rest = self.places
        right = left + self.columns * self.card[0]
        bottom = top + self.rows * self.card[1]
        high, wide = min(_CUT, top - 1), min(_CUT, left - 1)
        lines: list[tuple[float, float, float, float]] = []
        if high > 0:
            for column in range(self.columns + 1):
                x = left + column * self.card[0]
                lines += [(x, top - high - 0.5, 0, high), (x, bottom + 0.5, 0, high)]
        if wide > 0:
            for row in range(self.rows + 1):
                y = top + row * self.card[1]
                lines += [(left - wide - 0.5, y, wide, 0), (right + 0.5, y, wide, 0)]
        return lines


def grid_of(paper: Paper, width: float, height: float) -> Grid:
    """As many cards of that size as the sheet holds."""
    sheet = SHEETS[paper]
    columns, rows = int(sheet[0] // width), int(sheet[1] // height)
    return Grid(sheet, (width, height), max(1, columns), max(1, rows))


def quarter(paper: Paper) -> Grid:
    """Four cards that fill the sheet: A6 on A4."""
    sheet = SHEETS[paper]
    return Grid(sheet, (sheet[0] / 2, sheet[1] / 2), 2, 2)


def card_parts(
    grid: Grid,
    cards: Sequence[tuple[Any, Sequence[QrCode]]],
    template: str,
    css: str,
    context: dict[str, Any],
    *,
    back: str = "",
) -> tuple[Part, ...]:
    """Sheets full of cards. A card is what `template` shows as `card`, and its codes with places
    from the card's own corner.

    With a template for the `back`, each sheet is followed by its back, and the codes stand there
    alone: printed on both sides, turned over the long edge, each lies behind its own card.
    """
    each = len(grid.places)
    sides = []
    for start in range(0, len(cards), each):
        sheet = cards[start : start + each]
        if back:
            bare = [(card, ()) for card, _codes in sheet]
            sides.append(_Side(template, grid.cuts, grid.places, bare))
            sides.append(_Side(back, [], grid.places_behind, sheet))
        else:
            sides.append(_Side(template, grid.cuts, grid.places, sheet))
    language = spoken.language()
    parts = []
    for start in range(0, len(sides), _PAGES_A_PART):
        chunk = sides[start : start + _PAGES_A_PART]
        html = render_to_string(
            "reports/paper/cards.html",
            {
                "css": stylesheet("cards", css),
                "language": language,
                "grid": grid,
                "sides": chunk,
                **context,
            },
        )
        parts.append(Part(html, tuple(side.page for side in chunk)))
    return tuple(parts)


@dataclass(frozen=True)
class _Side:
    """One side of one sheet."""

    template: str
    cuts: Sequence[tuple[float, float, float, float]]
    places: Sequence[tuple[float, float]]
    cards: Sequence[tuple[Any, Sequence[QrCode]]]

    @property
    def placed(self) -> list[tuple[float, float, Any]]:
        """Left, top and what is shown of each card."""
        return [
            (left, top, card)
            for (left, top), (card, _codes) in zip(self.places, self.cards, strict=False)
        ]

    @property
    def page(self) -> Page:
        return Page(
            codes=tuple(
                QrCode(code.text, (left + code.place[0], top + code.place[1], code.place[2]))
                for (left, top), (_card, codes) in zip(self.places, self.cards, strict=False)
                for code in codes
            )
        )

"""Brings pages onto the paper that lies in the printer."""

from __future__ import annotations

from typing import Final

import pikepdf
from pikepdf import Array, Page

from reports.press.parts import Paper
from reports.press.two_up import Placed, Sheets

#: Width and height upright, in points.
A4: Final = (595.276, 841.89)
A5: Final = (419.528, 595.276)
LETTER: Final = (612.0, 792.0)
#: Pages that differ less than this from the paper are left as they are, in points.
_SAME: Final = 1.0

Size = tuple[float, float]


def bring_onto(pdf: pikepdf.Pdf, paper: Paper | None) -> None:
    """Make every page of `pdf` one of `paper`, upright or on its side as the page lies; pages
    that are too large are made smaller. None: leave them."""
    if paper is Paper.A5:
        _two_up(pdf)
    elif paper is not None:
        for page in pdf.pages:
            _fit(page, A4 if paper is Paper.A4 else LETTER)


def _size(page: Page) -> Size:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    return right - left, top - bottom


def _lying(size: Size, like: Size) -> Size:
    """`size`, on its side where `like` lies on its side."""
    return (size[1], size[0]) if like[0] > like[1] else size


def _placed(page: Size, cell: Size) -> tuple[float, float, float]:
    """Scale and corner with which a page stands in the middle of a cell, never made larger."""
    scale = min(1.0, cell[0] / page[0], cell[1] / page[1])
    return scale, (cell[0] - scale * page[0]) / 2, (cell[1] - scale * page[1]) / 2


def _fit(page: Page, paper: Size) -> None:
    size = _size(page)
    paper = _lying(paper, size)
    if abs(paper[0] - size[0]) < _SAME and abs(paper[1] - size[1]) < _SAME:
        return
    scale, x, y = _placed(size, paper)
    page.contents_add(f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm\n".encode(), prepend=True)
    page.contents_add(b"\nQ")
    for key in ("/TrimBox", "/BleedBox", "/CropBox", "/ArtBox"):
        if key in page.obj:
            del page.obj[key]
    page.mediabox = Array([0, 0, *(round(edge, 3) for edge in paper)])
    for annotation in page.obj.get("/Annots", ()):
        annotation.Rect = Array(
            [
                round(scale * float(at) + (x, y)[place % 2], 3)
                for place, at in enumerate(annotation.Rect)
            ]
        )


def _two_up(pdf: pikepdf.Pdf) -> None:
    """Two pages a sheet of A4, read one after the other."""
    pages = list(pdf.pages)
    sheets = Sheets(pdf)
    for start in range(0, len(pages), 2):
        pair = [(page, _size(page)) for page in pages[start : start + 2]]
        cell = _lying(A5, pair[0][1])
        # Upright pages stand beside each other, those on their side above one another.
        beside = cell[0] < cell[1]
        placed = []
        for place, (page, size) in enumerate(pair):
            scale, x, y = _placed(size, cell)
            x += place * cell[0] if beside else 0
            y += 0 if beside else (1 - place) * cell[1]
            placed.append(Placed(page, *size, (scale, x, y)))
        sheets.make(placed, (A4[1], A4[0]) if beside else A4)
    sheets.close()

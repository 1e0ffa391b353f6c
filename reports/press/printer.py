"""Sets one part with WeasyPrint, and draws its QR codes as vector squares."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pikepdf
import segno
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from reports.press.parts import POINTS_PER_MM, Part, PressError, QrCode

#: Modules of white that a reader wants round a code (ISO/IEC 18004).
QUIET_ZONE = 4
#: The pattern laid over each code. Readers take any; trying all eight costs more than the page.
MASK = 2

# Font subsets carry the time they were made unless this says which to write: the same sheet is
# to be the same bytes.
os.environ.setdefault("SOURCE_DATE_EPOCH", "0")

FONT_SUFFIXES = {".ttf", ".otf"}


class LocalFonts(URLFetcher):
    """Fonts from this machine and what is inside the page: nothing comes from a network."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols={"file", "data"}, allow_redirects=False)

    def fetch(self, url: str, headers: Any = None) -> Any:
        parts = urlsplit(url)
        if parts.scheme == "file" and Path(unquote(parts.path)).suffix not in FONT_SUFFIXES:
            raise FatalURLFetchingError(f"a printed page may not read {url}")
        return super().fetch(url, headers)


def print_part(part: Part, path: Path) -> None:
    """Write the PDF of `part` to `path`. Raises `PressError` when the page count is not as told.

    The backdrops are not in it; they are laid under when the parts are bound.
    """
    with _undisturbed():
        document = weasyprint.HTML(string=part.html, url_fetcher=LocalFonts()).render(
            font_config=FontConfiguration()
        )
        if part.pages and len(document.pages) != len(part.pages):
            raise PressError(
                f"{len(part.pages)} pages were meant and {len(document.pages)} came: "
                "something spills"
            )
        document.write_pdf(path, pdf_tags=part.tagged)
        if any(page.codes for page in part.pages):
            draw_codes(part, path)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Nothing looks for rubbish meanwhile: a page is a million small objects, all in use. The
    next part begins with a clean floor."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


def draw_codes(part: Part, path: Path) -> None:
    """Add each page's QR codes to the PDF at `path`, under what the page has.

    Under, since WeasyPrint leaves its own turned coordinates in force behind its drawing.
    """
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for sheet, page in zip(part.pages, pdf.pages, strict=True):
            height = float(page.mediabox[3])
            for code in sheet.codes:
                page.contents_add(pdf.make_stream(code_drawing(code, height)), prepend=True)
        pdf.save(path)


def code_drawing(code: QrCode, page_height: float) -> bytes:
    """PDF operators that paint `code`: white ground, then a black bar for each run of modules.

    `page_height` in points. Error correction M or better, as the size of the code allows.
    """
    matrix = [bytes(row) for row in segno.make_qr(code.text, error="m", mask=MASK).matrix]
    left, top, size = (measure * POINTS_PER_MM for measure in code.place)
    module = size / (len(matrix) + 2 * QUIET_ZONE)
    lines = [
        "/Artifact BMC q 1 g",
        f"{left:.3f} {page_height - top - size:.3f} {size:.3f} {size:.3f} re f 0 g",
        # From here on a unit is a module and y grows downwards.
        f"{module:.5f} 0 0 {-module:.5f} {left:.3f} {page_height - top:.3f} cm",
    ]
    for y, row in enumerate(matrix):
        lines += [f"{x + QUIET_ZONE} {y + QUIET_ZONE} {run} 1 re" for x, run in _dark_runs(row)]
    lines.append("f Q EMC")
    return "\n".join(lines).encode()


def _dark_runs(row: bytes) -> Iterator[tuple[int, int]]:
    """(start, length) of each run of dark modules."""
    start = None
    for x, module in enumerate((*row, 0)):
        if module and start is None:
            start = x
        elif not module and start is not None:
            yield start, x - start
            start = None

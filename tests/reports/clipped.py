"""Words that are on a page and not seen on it, or not wholly: something cuts them off.

What reads a PDF for its words finds them behind any edge. So each page is drawn twice, its words
alone and all of them black: once as it is, and once without the edges that cut. Where the two
differ, there stands a word that is cut.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pikepdf
from PIL import Image, ImageChops

from tests.reports.paper import words_of

#: Dots an inch: one for a point, as words are measured.
_DOTS = 72
#: What paints anything but a letter, and what gives letters their colour.
_PAINTS = {"f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh"}
_COLOURS = {"rg", "RG", "g", "G", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"}
_EDGES = {"W", "W*"}
#: By how much of 255 a dot that is cut differs.
_SEEN = 64


def cut_words(path: Path) -> list[tuple[int, str]]:
    """Each word of which something is cut off, with its page."""
    with tempfile.TemporaryDirectory() as folder:
        as_it_is = _drawn(path, Path(folder) / "as-it-is", without=set())
        uncut = _drawn(path, Path(folder) / "uncut", without=_EDGES)
        differing = [
            ImageChops.difference(*pages).point(lambda dot: 255 * (dot > _SEEN))
            for pages in zip(as_it_is, uncut, strict=True)
        ]
    found = []
    for page, _size, left, top, right, bottom, word in words_of(path):
        box = (int(left), int(top), int(right) + 1, int(bottom) + 1)
        if differing[page - 1].crop(box).getbbox():
            found.append((page, word))
    return found


def _drawn(path: Path, target: Path, *, without: set[str]) -> list[Image.Image]:
    """The pages with nothing but their words."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            page.Contents = pdf.make_stream(_words_alone(page, without))
        pdf.save(target.with_suffix(".pdf"))
    subprocess.run(
        ["pdftoppm", "-r", str(_DOTS), "-gray", target.with_suffix(".pdf"), target], check=True
    )
    return [Image.open(file).copy() for file in sorted(target.parent.glob(f"{target.name}-*"))]


def _words_alone(page: pikepdf.Page, without: set[str]) -> bytes:
    kept = []
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        if operator in without or operator in _COLOURS:
            continue
        # A path is ended all the same, and cuts what comes after it where it is an edge.
        paints = operator in _PAINTS
        kept.append(([], pikepdf.Operator("n")) if paints else instruction)
    return pikepdf.unparse_content_stream(kept)

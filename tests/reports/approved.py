"""A page of every document, compared with a picture that somebody has looked at and approved.

To approve anew, look at what changed and then:

    APPROVE=1 python -m pytest tests/reports/documents/test_every_document.py -k approved -n0

writes the pictures into `tests/data/approved/papers/`. They are grey and small: a shift of a line,
a box that is gone, a letter that is too large show; the fuzz of another renderer does not.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from reports.fonts import WEIGHTS, font_directory

APPROVED = Path(__file__).parents[1] / "data" / "approved" / "papers"
#: Dots an inch: an A4 page is 298 by 421.
DOTS = 36
#: What of 255 a dot may differ by after both are blurred, and how many dots may differ more.
#: Measured on five documents: drawn by another renderer (pdftocairo) 11 to 313 dots differ by
#: more than 56; with a head moved by five dots 980 to 2,020 do.
FUZZ, STRAY = 56, 350
#: The fonts the pictures were made with; with others every letter is another.
FONTS = "e7bf26"


def fonts_here() -> str:
    digest = hashlib.sha256()
    for name in sorted(WEIGHTS):
        digest.update((font_directory() / name).read_bytes())
    return digest.hexdigest()[:6]


def page_of(path: Path) -> Image.Image:
    """The first page, grey."""
    target = path.with_suffix("")
    subprocess.run(
        ["pdftoppm", "-r", str(DOTS), "-gray", "-png", "-singlefile", path, target], check=True
    )
    with Image.open(target.with_suffix(".png")) as picture:
        return picture.convert("L")


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many dots differ by more than `FUZZ`, blurred; all of them where the sizes differ."""
    if one.size != other.size:
        return one.width * one.height
    soft = [picture.filter(ImageFilter.GaussianBlur(1)) for picture in (one, other)]
    counts = ImageChops.difference(*soft).histogram()
    return sum(counts[FUZZ + 1 :])


def stray_dots(path: Path, name: str) -> int:
    """How many dots of the first page of `path` are not as approved for the document `name`; with
    APPROVE set, that page is what is approved from now on."""
    picture = page_of(path)
    approved = APPROVED / f"{name}.png"
    if os.environ.get("APPROVE"):
        approved.parent.mkdir(parents=True, exist_ok=True)
        picture.save(approved, optimize=True)
    with Image.open(approved) as before:
        return differing(picture, before.convert("L"))

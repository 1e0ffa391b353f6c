"""A page of every document, compared with a picture that somebody has looked at and approved.

To approve anew, look at what changed and then:

    APPROVE=1 python -m pytest tests/reports/documents/test_approved.py -n0

writes the pictures into `tests/data/approved/papers/`. They are grey and small: a shift of a line,
a box that is gone, a letter that is too large show; the fuzz of another renderer does not.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest
import time_machine
from PIL import Image, ImageChops, ImageFilter

from reports.documents import DOCUMENTS, RoundChoice
from reports.fonts import WEIGHTS, font_directory
from tests.reports.documents.test_every_document import played
from tests.reports.paper import order_of, print_here
from tournaments.models import Entry, Round

APPROVED = Path(__file__).parents[2] / "data" / "approved" / "papers"
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


@pytest.fixture
def round_(db: None) -> Round:
    """The same day for every picture; codes are the same, too. Who is level stays level: a lot is
    drawn by what the database has numbered them."""
    found = played(
        slug="godkendt",
        name="Godkendt turnering",
        date="2027-03-13",
        tie_breaks=["score_difference"],
    )
    found.tournament.refresh_from_db()
    for entry in found.tournament.entries.order_by("number"):
        Entry.objects.filter(pk=entry.pk).update(code=f"ABCDEFG{_LAST[entry.number]}")
    return found


#: The last letter of each entry's code, by its number.
_LAST = " HJKMNP"


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


@pytest.mark.skipif(
    fonts_here() != FONTS, reason="the pictures were approved with other fonts than those installed"
)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_page_looks_as_approved(round_: Round, tmp_path: Path, name: str) -> None:
    of_round = round_ if DOCUMENTS[name].round is not RoundChoice.NONE else None
    with time_machine.travel("2027-03-13 09:00:00+00:00", tick=False):
        order = order_of(name, round_.tournament, of_round)
    picture = page_of(print_here(order, tmp_path))
    approved = APPROVED / f"{name}.png"
    if os.environ.get("APPROVE"):
        approved.parent.mkdir(parents=True, exist_ok=True)
        picture.save(approved, optimize=True)
    with Image.open(approved) as before:
        assert differing(picture, before.convert("L")) <= STRAY


def test_line_that_moved_is_seen(tmp_path: Path) -> None:
    """What the tolerance lets through is less than what a reader would see."""
    page = Image.new("L", (298, 421), 255)
    word = Image.new("L", (200, 4), 40)
    page.paste(word, (30, 30))
    moved = Image.new("L", (298, 421), 255)
    moved.paste(word, (30, 35))
    assert differing(page, page) == 0
    assert differing(page, moved) > STRAY

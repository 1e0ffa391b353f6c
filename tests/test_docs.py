"""What the README and the guides point to exists: pages, headings, pictures, commands."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
PICTURES = sorted((ROOT / "docs/images").iterdir())

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.S | re.M)
#: A command as it is written: at the start of a line or of a piece of code.
MAKE = re.compile(r"(?:^|`)make ((?:[a-z]+\b ?)+)", re.M)
MANAGE = re.compile(r"manage\.py`? ([a-z_]+)")

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub names them in addresses."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


@pages
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text()):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pages
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    code = "\n".join(CODE.findall(page.read_text()))
    named = {word for words in MAKE.findall(code) for word in words.split()}
    assert named - targets == set()


@pages
def test_management_commands_exist(page: Path) -> None:
    code = "\n".join(CODE.findall(page.read_text()))
    assert set(MANAGE.findall(code)) - set(get_commands()) == set()


def test_every_page_of_the_organisers_is_in_their_index() -> None:
    index = ROOT / "docs/organisers/README.md"
    pages = {page.name for page in index.parent.glob("*.md")} - {"README.md"}
    assert set(LINK.findall(index.read_text())) == pages


def test_every_picture_is_shown_somewhere() -> None:
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text())
    }
    assert set(PICTURES) - shown == set()


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: str(picture.name))
def test_picture_is_small_and_of_few_colours(picture: Path) -> None:
    data = picture.read_bytes()
    palette = data.index(b"PLTE")
    (length,) = struct.unpack(">I", data[palette - 4 : palette])
    assert length // 3 <= 256
    assert len(data) < 200_000

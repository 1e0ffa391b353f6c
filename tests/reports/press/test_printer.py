"""One part: its page count is what was meant, and nothing is fetched from anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from weasyprint.urls import FatalURLFetchingError

from reports.press.parts import Page, Part, PressError, QrCode
from reports.press.printer import LocalFonts, code_drawing, print_part

PAGE = '<div style="break-after:page">%s</div>'


def test_part_with_another_number_of_pages_than_meant_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PressError, match="2 pages were meant and 3 came"):
        print_part(Part(PAGE % "a" + PAGE % "b" + "c", (Page(), Page())), tmp_path / "a.pdf")


def test_part_without_pages_named_may_have_any_number(tmp_path: Path) -> None:
    print_part(Part(PAGE % "a" + PAGE % "b" + "c"), tmp_path / "a.pdf")
    assert len(PdfReader(tmp_path / "a.pdf").pages) == 3


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/a.ttf", "https://example.org/a.png"])
def test_network_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="disallowed protocol"):
        LocalFonts().fetch(url)


def test_file_that_is_no_font_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    with pytest.raises(FatalURLFetchingError, match="may not read"):
        LocalFonts().fetch((tmp_path / "secret.txt").as_uri())


def test_code_is_drawn_inside_its_place() -> None:
    drawing = code_drawing(QrCode("https://dm.example.org/t/dm/tables/1/", (10, 20, 30)), 842)
    ground, *bars = drawing.decode().splitlines()[1:-1]
    assert ground == "28.346 700.268 85.039 85.039 re f 0 g"
    modules = 29 + 2 * 4
    for x, y, wide, high, _re in (bar.split() for bar in bars[1:]):
        assert 4 <= int(x) < int(x) + int(wide) <= modules - 4
        assert (4 <= int(y) < modules - 4) and high == "1"


def test_part_crosses_to_another_process_unchanged() -> None:
    part = Part("<p>Æ 🎲</p>", (Page("board", (QrCode("x", (1.5, 2.0, 3.0)),)), Page()))
    assert Part.from_json(part.as_json()) == part

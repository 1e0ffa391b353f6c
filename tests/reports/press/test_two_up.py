"""Two pages on a sheet: both are seen, and both are heard, whatever parts they are of."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from pypdf import PdfReader

from reports.press.binding import bind
from reports.press.parts import Order, Page, Paper, Part
from reports.press.printer import print_part
from tests.reports.paper import outside_of, texts_of, unheard

STYLE = (
    "<style>@page{size:A4;margin:20mm;@top-left{content:'Head'}}h1{break-before:page}"
    "th{font-weight:bold}</style>"
)


def pages(letter: str, count: int) -> Part:
    """So many pages, each with a heading, a link and a table."""
    body = "".join(
        f'<h1 id="{letter}{n}">Page {letter}{n}</h1><p><b>Words</b> '
        f'<a href="https://dm.example.org/">away</a></p>'
        f"<table><tr><th>Of</th></tr><tr><td>{letter}{n}</td></tr></table>"
        for n in range(count)
    )
    head = f'<html lang="en"><head><title>t</title>{STYLE}</head>'
    return Part(f"{head}<body>{body}</body></html>", (Page("form"),) * count)


@pytest.mark.parametrize(
    "parts", [(pages("a", 5),), (pages("a", 3), pages("b", 2)), (pages("a", 1), pages("b", 1))]
)
def test_sheets_are_seen_and_heard_as_the_pages_were(
    tmp_path: Path, parts: tuple[Part, ...]
) -> None:
    form = tmp_path / "form.pdf"
    print_part(Part("<p>Form</p>", tagged=False), form)
    files = []
    for place, part in enumerate(parts):
        files.append(tmp_path / f"part{place}.pdf")
        print_part(part, files[-1])
    order = Order("T", "en", parts, backdrops={"form": ""}, paper=Paper.A5)
    target = tmp_path / "whole.pdf"
    count = sum(len(part.pages) for part in parts)
    assert bind(order, files, {"form": form}, target) == (count + 1) // 2

    assert (unheard(target), outside_of(target)) == ([], [])
    text = " ".join(texts_of(target))
    assert [text.count(word) for word in ("Page", "Form", "Head", "away")] == [count] * 4
    for page in PdfReader(target).pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    with pikepdf.open(target) as pdf:
        links = [
            [float(edge) for edge in annotation.Rect]
            for page in pdf.pages
            for annotation in page.Annots
        ]
        on_sheet = [len(page.Annots) for page in pdf.pages]
    assert on_sheet == [min(2, count - 2 * place) for place in range((count + 1) // 2)]
    # Those of second pages lie in the right half of their sheet.
    assert [left > 421 for left, *_rest in links] == [place % 2 == 1 for place in range(count)]


def test_two_up_says_its_title_and_language_as_one_up_does(tmp_path: Path) -> None:
    part, printed = pages("a", 3), tmp_path / "part.pdf"
    print_part(part, printed)
    form = tmp_path / "form.pdf"
    print_part(Part("<p>Form</p>", tagged=False), form)
    title = "Stilling · Æblecup"
    said = {}
    for paper in (Paper.A4, Paper.A5):
        order = Order(title, "da", (part,), backdrops={"form": ""}, paper=paper)
        target = tmp_path / f"{paper}.pdf"
        bind(order, [printed], {"form": form}, target)
        with pikepdf.open(target) as pdf, pdf.open_metadata() as about:
            said[paper] = (
                str(pdf.Root.Lang),
                about["dc:language"],
                str(pdf.docinfo["/Title"]),
                about["dc:title"],
                bool(pdf.Root.ViewerPreferences.DisplayDocTitle),
            )
    assert said == dict.fromkeys(said, ("da", {"da"}, title, title, True))

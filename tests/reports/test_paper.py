"""What the tests of paper see: a word over another, out of its page, or cut by an edge."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.press.parts import Order, Part
from tests.reports.clipped import cut_words
from tests.reports.paper import outside_of, overprinted, print_here

HTML = """<html lang="da"><style>
@page {{ size: 100mm 50mm; margin: 0 }}
p {{ position: absolute; margin: 0 }}
</style><p style="left: 10mm; top: 10mm">Vestergård</p>
<p style="left: {left}mm; top: {top}mm">Holm</p></html>"""


def seen(folder: Path, left: float, top: float) -> tuple[list[tuple[int, str, str]], list[str]]:
    path = print_here(Order("Prøve", "da", (Part(HTML.format(left=left, top=top)),)), folder)
    return overprinted(path), outside_of(path)


def test_word_over_another_or_out_of_its_page_is_seen(tmp_path: Path) -> None:
    assert seen(tmp_path, 10, 20) == ([], [])
    assert seen(tmp_path, 20, 11) == ([(1, "Vestergård", "Holm")], [])
    assert seen(tmp_path, 95, 20) == ([], ["Holm"])
    assert seen(tmp_path, 120, 20) == ([], ["Holm"])
    assert seen(tmp_path, 10, -30) == ([], ["Holm"])
    assert seen(tmp_path, 10, 500) == ([], ["Holm"])


CUT = """<html lang="da"><style>
@page {{ size: 100mm 50mm; margin: 0 }}
div {{ width: {width}mm; height: {height}mm; overflow: hidden; color: #fff; background: #000 }}
p {{ margin: 0; line-height: 10mm }}
</style><div><p>Vestergård</p><p>Holm</p></div></html>"""


@pytest.mark.parametrize(
    ("width", "height", "found"),
    [
        (50, 30, []),
        # The second line is hidden, or in part; the first ends behind the edge.
        (50, 9, [(1, "Holm")]),
        (50, 15, [(1, "Holm")]),
        (14, 30, [(1, "Vestergård")]),
    ],
)
def test_word_that_something_cuts_is_seen(
    tmp_path: Path, width: int, height: int, found: list[tuple[int, str]]
) -> None:
    html = CUT.format(width=width, height=height)
    path = print_here(Order("Prøve", "da", (Part(html),)), tmp_path)
    assert (cut_words(path), outside_of(path)) == (found, [])

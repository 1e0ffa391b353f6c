"""What the tests of paper see: a word over another, and one that stands out of its page."""

from __future__ import annotations

from pathlib import Path

from reports.press.parts import Order, Part
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
    # Of a word that stands out, what is still on the page is found.
    assert seen(tmp_path, 95, 20) == ([], ["Ho"])

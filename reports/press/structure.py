"""The structure of a bound document: what a reader hears is joined from that of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String


class Structure:
    """Takes the structure of one part after another, and gives the document one of its own.

    A part's pages name their place in its `ParentTree` by number; these go on from part to part.
    """

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.kids: list[Any] = []
        self.places: list[Any] = []
        self.next = 0

    def take(self, source: pikepdf.Pdf, pages: list[pikepdf.Page], *, headed: bool) -> None:
        """Take the structure of `source`, whose pages are now `pages` of the document.

        `headed`: it has tables whose cells name their heads.
        """
        root = source.Root.get("/StructTreeRoot")
        if root is None:
            return
        # The pages came first: what points at them is copied so that it points at the copies.
        copy = self.pdf.copy_foreign(root)
        if headed:
            _rename(copy, f"{len(self.kids)}.")
        for page in pages:
            _move(page.obj, "/StructParents", self.next)
            for annotation in page.obj.get("/Annots", ()):
                _move(annotation, "/StructParent", self.next)
        numbers = copy.ParentTree.Nums
        last = -1
        for place in range(0, len(numbers), 2):
            last = max(last, int(numbers[place]))
            self.places += [int(numbers[place]) + self.next, numbers[place + 1]]
        self.next += last + 1
        self.kids += list(copy.K)

    def close(self) -> None:
        """Hang what was taken into the document; nothing where there was none."""
        if not self.kids:
            return
        pdf = self.pdf
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
        for kid in self.kids:
            kid.S, kid.P = Name.Part, document
        document.K = Array(self.kids)
        root.K = Array([document])
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(self.places)))
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)


def _move(thing: Any, key: str, by: int) -> None:
    if key in thing:
        thing[key] = int(thing[key]) + by


def _rename(root: Any, prefix: str) -> None:
    """Give the cells' names, by which others name their heads, a beginning of their own."""
    for element in elements(root):
        if "/ID" in element:
            element.ID = String(prefix + str(element.ID))
        heads = element.A.get("/Headers") if "/A" in element else None
        if heads is not None:
            element.A.Headers = Array([String(prefix + str(head)) for head in heads])


def elements(root: Any) -> Iterator[Any]:
    """Everything in the structure below `root`, in no order."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        kids = element.get("/K")
        if isinstance(kids, Array):
            waiting += [kid for kid in kids if isinstance(kid, Dictionary) and "/S" in kid]
        if "/S" in element:
            yield element

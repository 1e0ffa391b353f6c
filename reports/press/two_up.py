"""Two pages on a sheet of A4, to be cut apart, with the structure of both.

The drawing of both pages becomes that of one, rather than two pictures on it: so what is heard, the
links and the bookmarks go on pointing at words on a page. The second page's pieces of text are
counted on from those of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pikepdf
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Object, Operator, Page

from reports.press.structure import elements

Matrix = tuple[float, float, float]
"""Scale and corner with which a page stands on a sheet."""

#: Operators whose last operand names something of the page's resources, and what.
_NAMED: Final = {
    "Do": "/XObject", "gs": "/ExtGState", "sh": "/Shading", "cs": "/ColorSpace",
    "CS": "/ColorSpace", "scn": "/Pattern", "SCN": "/Pattern",
}  # fmt: skip
#: What the second page's resources are called where the first has others.
_SECOND: Final = "Second"


@dataclass(frozen=True, slots=True)
class Placed:
    """A page, how large it is, and where it stands on its sheet."""

    page: Page
    width: float
    height: float
    matrix: Matrix

    def moved(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page as one of the sheet."""
        scale, left, bottom = self.matrix
        return round(scale * x + left, 3), round(scale * y + bottom, 3)

    @property
    def begins(self) -> bytes:
        """What stands before its drawing: nothing of it reaches beyond its own edges."""
        scale, left, bottom = self.matrix
        return (
            f"q {scale:.5f} 0 0 {scale:.5f} {left:.3f} {bottom:.3f} cm "
            f"0 0 {self.width:.3f} {self.height:.3f} re W n\n"
        ).encode()


class Sheets:
    """Makes one page of two, again and again; `close` mends what points at the pages that went."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        #: Each page that was placed, by its object's number, and the sheet it is on now.
        self.placed: dict[tuple[int, int], tuple[Placed, Object]] = {}
        self.texts = _texts_of(pdf)

    def make(self, pair: list[Placed], size: tuple[float, float]) -> None:
        """Lay the pages of `pair`, one or two, on a sheet of `size`; the first becomes it."""
        first, *others = pair
        sheet = first.page.obj
        for one in pair:
            self.placed[one.page.obj.objgen] = (one, sheet)
            for annotation in one.page.obj.get("/Annots", ()):
                _move_rect(annotation, one)
        contents = [self.pdf.make_stream(first.begins), *_streams(sheet)]
        contents.append(self.pdf.make_stream(b"\nQ\n"))
        for second in others:
            contents.append(self._second(sheet, second))
        sheet.Contents = Array(contents)
        for key in ("/TrimBox", "/BleedBox", "/CropBox", "/ArtBox"):
            if key in sheet:
                del sheet[key]
        sheet.MediaBox = Array([0, 0, *(round(edge, 3) for edge in size)])

    def _second(self, sheet: Object, second: Placed) -> Object:
        """Take a second page's resources, links and pieces of text; its drawing, renamed."""
        page = second.page.obj
        names = _merge_resources(sheet, page)
        after = self._take_texts(sheet, page)
        drawing = pikepdf.unparse_content_stream(
            _renamed(pikepdf.parse_content_stream(second.page), names, after)
        )
        if "/Annots" in page:
            sheet.Annots = Array([*sheet.get("/Annots", ()), *page.Annots])
        return self.pdf.make_stream(second.begins + drawing + b"\nQ\n")

    def _take_texts(self, sheet: Object, page: Object) -> int:
        """Put the second page's pieces of text behind those of the first; how many that has."""
        own = self.texts.get(int(page.get("/StructParents", -1)))
        if own is None:
            return 0
        if "/StructParents" not in sheet:
            # The first has none: the second's are its.
            sheet.StructParents = page.StructParents
            return 0
        first = self.texts[int(sheet.StructParents)]
        after = len(first)
        for element in {one.objgen: one for one in own}.values():
            element.K = Array(
                [kid + after if isinstance(kid, int) else kid for kid in _kids(element)]
            )
        first.extend(own)
        return after

    def close(self) -> None:
        """Let structure, links and bookmarks point at the sheets, and drop the second pages."""
        gone = {at for at, (_one, sheet) in self.placed.items() if at != sheet.objgen}
        for thing in self._pointing():
            page = thing.get("/Pg")
            if page is not None and page.objgen in gone:
                thing.Pg = self.placed[page.objgen][1]
        for where in _destinations(self.pdf):
            self._move_destination(where)
        for place in range(len(self.pdf.pages) - 1, -1, -1):
            if self.pdf.pages[place].obj.objgen in gone:
                del self.pdf.pages[place]

    def _pointing(self) -> Iterator[Any]:
        """Everything of the structure that may name a page, once or more."""
        root = self.pdf.Root.get("/StructTreeRoot")
        if root is None:
            return
        for element in elements(root):
            yield element
            yield from (kid for kid in _kids(element) if isinstance(kid, Dictionary))
        # Heads and feet of pages are in no tree, and are known by their pieces of text alone.
        for texts in self.texts.values():
            yield from texts

    def _move_destination(self, where: Any) -> None:
        page = where[0]
        if not isinstance(page, Dictionary) or page.objgen not in self.placed:
            return
        one, sheet = self.placed[page.objgen]
        where[0] = sheet
        if len(where) >= 4 and where[1] == Name.XYZ:
            where[2], where[3] = one.moved(float(where[2] or 0), float(where[3] or 0))


def _texts_of(pdf: pikepdf.Pdf) -> dict[int, Any]:
    """The elements of each page's pieces of text, by the page's number in the structure."""
    root = pdf.Root.get("/StructTreeRoot")
    if root is None:
        return {}
    numbers = root.ParentTree.Nums
    return {
        int(numbers[at]): numbers[at + 1]
        for at in range(0, len(numbers), 2)
        if isinstance(numbers[at + 1], Array)
    }


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, Array) else [kids]


def _streams(page: Object) -> list[Object]:
    contents = page.Contents
    return list(contents) if isinstance(contents, Array) else [contents]


def _merge_resources(sheet: Object, page: Object) -> dict[tuple[str, str], str]:
    """Give the sheet the second page's resources; what they are called there: (kind, name) to
    name. Pages of one part share theirs, and nothing is renamed."""
    if sheet.Resources.objgen == page.Resources.objgen != (0, 0):
        return {}
    # Other pages may share these: the sheet gets its own.
    merged = Dictionary({kind: _copied(its) for kind, its in sheet.Resources.items()})
    names: dict[tuple[str, str], str] = {}
    for kind, its in page.Resources.items():
        if not isinstance(its, Dictionary):
            continue
        if kind not in merged:
            merged[kind] = Dictionary()
        for name, what in its.items():
            names[kind, name] = f"{name}{_SECOND}"
            merged[kind][names[kind, name]] = what
    sheet.Resources = merged
    return names


def _copied(value: Any) -> Any:
    return Dictionary(dict(value.items())) if isinstance(value, Dictionary) else value


def _renamed(
    instructions: Iterable[Any], names: dict[tuple[str, str], str], after: int
) -> list[Any]:
    """The drawing with the second page's names and counts."""
    return [_instruction(one, names, after) for one in instructions]


def _instruction(instruction: Any, names: dict[tuple[str, str], str], after: int) -> Any:
    operator = str(instruction.operator)
    operands = list(instruction.operands)
    if operator == "Tf":
        operands[0] = _name(operands[0], "/Font", names)
    elif operator in _NAMED and operands and isinstance(operands[-1], Name):
        operands[-1] = _name(operands[-1], _NAMED[operator], names)
    elif operator in {"BDC", "DP"} and isinstance(operands[1], Name):
        operands[1] = _name(operands[1], "/Properties", names)
    elif operator == "BDC" and after and "/MCID" in operands[1]:
        operands[1] = Dictionary(dict(operands[1].items()))
        operands[1].MCID = int(operands[1].MCID) + after
    else:
        return instruction
    return ContentStreamInstruction(operands, Operator(operator))


def _name(name: Any, kind: str, names: dict[tuple[str, str], str]) -> Any:
    return Name(names.get((kind, str(name)), str(name)))


def _move_rect(annotation: Any, one: Placed) -> None:
    left, bottom, right, top = (float(edge) for edge in annotation.Rect)
    annotation.Rect = Array([*one.moved(left, bottom), *one.moved(right, top)])


def _destinations(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every place of the document that something of it leads to: [page, how, where …]."""
    named = pdf.Root.get("/Names", Dictionary()).get("/Dests", Dictionary()).get("/Names", ())
    yield from (one for one in named if isinstance(one, Array))
    waiting = [pdf.Root.get("/Outlines", Dictionary()).get("/First")]
    while waiting:
        mark = waiting.pop()
        if mark is None:
            continue
        waiting += [mark.get("/First"), mark.get("/Next")]
        if isinstance(mark.get("/Dest"), Array):
            yield mark.Dest
    for page in pdf.pages:
        for annotation in page.obj.get("/Annots", ()):
            if isinstance(annotation.get("/Dest"), Array):
                yield annotation.Dest

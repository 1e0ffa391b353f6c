"""Binds printed parts to one PDF and lays the shared backdrops under its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from reports.press.parts import Order, Part, PressError
from reports.press.sheets import bring_onto
from reports.press.structure import Structure

PRODUCER = "Startfelt (WeasyPrint)"
_PRINTED = 4
"""The flag of an annotation that is printed with its page."""


def bind(order: Order, parts: Sequence[Path], backdrops: Mapping[str, Path], target: Path) -> int:
    """Write the whole document to `target`; how many pages it has.

    `parts` are the printed parts in order, `backdrops` the printed backdrops by name. A backdrop
    becomes one form XObject, whatever the number of pages it lies under. The same input gives
    the same bytes. The file says that it is PDF/A-3u: all it shows is in it, and every letter
    can be read out again.
    """
    # A document of one part keeps what that part has of its own: bookmarks and inner links.
    whole = len(parts) == 1
    with pikepdf.open(parts[0]) if whole else pikepdf.new() as pdf:
        # Names of our own: the pages of a part share their resources, and random names would
        # make every run another file.
        forms = {
            backdrop: (Name(f"/Backdrop{number}"), _form(pdf, path))
            for number, (backdrop, path) in enumerate(sorted(backdrops.items()))
        }
        if whole:
            _lay_under(pdf, order.parts[0], list(pdf.pages), forms)
        else:
            structure = Structure(pdf)
            for part, path in zip(order.parts, parts, strict=True):
                first = len(pdf.pages)
                with pikepdf.open(path) as source:
                    pdf.pages.extend(source.pages)
                    pages = list(pdf.pages)[first:]
                    structure.take(source, pages, headed="<th" in part.html)
                _lay_under(pdf, part, pages, forms)
            structure.close()
        bring_onto(pdf, order.paper)
        _sign(pdf, order)
        pdf.save(
            target,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            deterministic_id=True,
        )
        return len(pdf.pages)


def _lay_under(
    pdf: pikepdf.Pdf, part: Part, pages: list[pikepdf.Page], forms: Mapping[str, tuple[Name, Any]]
) -> None:
    for sheet, page in zip(part.pages, pages, strict=bool(part.pages)):
        if sheet.backdrop:
            name, form = forms[sheet.backdrop]
            page.add_resource(form, Name.XObject, name, replace_existing=True)
            drawing = f"/Artifact BMC q {name} Do Q EMC\n".encode()
            page.contents_add(pdf.make_stream(drawing), prepend=True)


def _form(pdf: pikepdf.Pdf, path: Path) -> pikepdf.Object:
    with pikepdf.open(path) as source:
        if len(source.pages) != 1:
            raise PressError(f"a backdrop is one page, this has {len(source.pages)}")
        return pdf.copy_foreign(source.pages[0].as_form_xobject())


def _sign(pdf: pikepdf.Pdf, order: Order) -> None:
    """What the document says of itself: title, language, and what is promised of its colours."""
    pdf.docinfo[Name.Title] = order.title
    pdf.docinfo[Name.Producer] = PRODUCER
    pdf.Root.Lang = order.language
    # A part brings an identity of its own, another one each time it is printed.
    if "/ID" in pdf.trailer:
        del pdf.trailer["/ID"]
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    for page in pdf.pages:
        for annotation in page.obj.get("/Annots", ()):
            annotation.F = _PRINTED
    profile = pdf.make_stream(_colours(), N=3)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String("sRGB"),
        Info=String("sRGB"),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([intent])
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as about:
        about.load_from_docinfo(pdf.docinfo)
        about["dc:title"] = order.title
        about["dc:language"] = [order.language]
        about["pdfaid:part"] = "3"
        about["pdfaid:conformance"] = "U"


@cache
def _colours() -> bytes:
    """The colour profile that WeasyPrint brings for archives. WeasyPrint itself is not read for
    it: that takes seconds and much memory, and who binds needs nothing else of it."""
    spec = find_spec("weasyprint")
    if spec is None or spec.origin is None:
        raise PressError("WeasyPrint is not installed")
    return (Path(spec.origin).parent / "pdf" / "sRGB2014.icc").read_bytes()

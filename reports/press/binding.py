"""Binds printed parts to one PDF and lays the shared backdrops under its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pikepdf
from pikepdf import Name

from reports.press.parts import Order, PressError


def bind(order: Order, parts: Sequence[Path], backdrops: Mapping[str, Path], target: Path) -> int:
    """Write the whole document to `target`; how many pages it has.

    `parts` are the printed parts in order, `backdrops` the printed backdrops by name. A backdrop
    becomes one form XObject, whatever the number of pages it lies under. The same input gives
    the same bytes.
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
        for part, path in zip(order.parts, parts, strict=True):
            first = 0 if whole else len(pdf.pages)
            if not whole:
                with pikepdf.open(path) as source:
                    pdf.pages.extend(source.pages)
            for sheet, page in zip(part.pages, list(pdf.pages)[first:], strict=bool(part.pages)):
                if sheet.backdrop:
                    name, form = forms[sheet.backdrop]
                    page.add_resource(form, Name.XObject, name, replace_existing=True)
                    page.contents_add(pdf.make_stream(f"q {name} Do Q\n".encode()), prepend=True)
        pdf.docinfo[Name.Title] = order.title
        pdf.docinfo[Name.Producer] = "Startfelt (WeasyPrint)"
        pdf.Root.Lang = order.language
        # A part brings an identity of its own, another one each time it is printed.
        if "/ID" in pdf.trailer:
            del pdf.trailer["/ID"]
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        pdf.save(
            target,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            deterministic_id=True,
        )
        return len(pdf.pages)


def _form(pdf: pikepdf.Pdf, path: Path) -> pikepdf.Object:
    with pikepdf.open(path) as source:
        if len(source.pages) != 1:
            raise PressError(f"a backdrop is one page, this has {len(source.pages)}")
        return pdf.copy_foreign(source.pages[0].as_form_xobject())

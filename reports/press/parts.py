"""What goes to the press, as plain data that crosses to another process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

#: Sets a part with WeasyPrint; see `printer`.
DEFAULT_RENDERER = "reports.press.printer:print_part"

#: Where on a page something stands: left, top and size, in millimetres from the top left corner.
Place = tuple[float, float, float]

POINTS_PER_MM = 72 / 25.4


class Paper(StrEnum):
    """What a document is printed on."""

    A4 = "A4"
    #: Two pages beside each other on a sheet of A4, to be cut apart.
    A5 = "A5"
    LETTER = "Letter"


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code, drawn as vector squares on a white ground. `place` holds its quiet zone, too."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Page:
    """What lies under and over one page besides its HTML.

    `backdrop` names one of the order's backdrops: a page that many pages share, such as a form
    with its board. It is set once and stored once.
    """

    backdrop: str = ""
    codes: tuple[QrCode, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Pages set together: a whole HTML document.

    With `pages` given, the HTML must make exactly that many pages; else any number. `tagged`:
    whether its text carries its structure (headings, tables, lists) for those who hear it.
    """

    html: str
    pages: tuple[Page, ...] = ()
    tagged: bool = True

    def as_json(self) -> dict[str, Any]:
        return {
            "html": self.html,
            "tagged": self.tagged,
            "pages": [
                {
                    "backdrop": page.backdrop,
                    "codes": [{"text": code.text, "place": code.place} for code in page.codes],
                }
                for page in self.pages
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(
            html=data["html"],
            tagged=data["tagged"],
            pages=tuple(
                Page(
                    backdrop=page["backdrop"],
                    codes=tuple(
                        QrCode(text=code["text"], place=tuple(code["place"]))
                        for code in page["codes"]
                    ),
                )
                for page in data["pages"]
            ),
        )


@dataclass(frozen=True, slots=True)
class Order:
    """A document to print: its parts in order, the backdrops they use, title and language.

    Its pages are set as its HTML says and brought onto `paper` when they are bound; with `paper`
    None they stay as they are. `renderer` is the function that sets a part, as
    "module:function", called in the child process with the part and the path to write to (see
    `printer.print_part`).
    """

    title: str
    language: str
    parts: tuple[Part, ...]
    #: HTML of one page each, by name.
    backdrops: dict[str, str] = field(default_factory=dict)
    renderer: str = DEFAULT_RENDERER
    paper: Paper | None = None


def joined(title: str, language: str, orders: Sequence[Order]) -> Order:
    """Several orders as one document, in their order. Their backdrops keep apart."""
    parts: list[Part] = []
    backdrops: dict[str, str] = {}
    for number, order in enumerate(orders):
        backdrops |= {f"{number}: {name}": html for name, html in order.backdrops.items()}
        parts += [
            Part(
                part.html,
                tuple(
                    Page(f"{number}: {page.backdrop}" if page.backdrop else "", page.codes)
                    for page in part.pages
                ),
                part.tagged,
            )
            for part in order.parts
        ]
    return Order(title=title, language=language, parts=tuple(parts), backdrops=backdrops)


class PressError(Exception):
    """The press could not make it; the text says what went wrong, for the log."""

"""Why a page says no, in one line, for somebody who does not look at the page.

An entry that waited on a phone is sent without anybody watching. When it is refused, the answer is
the page with the reason in it, as for everybody; this finds it there.
"""

from __future__ import annotations

from html.parser import HTMLParser

#: Where our pages say what was wrong, the surest first: an attribute or a class.
PLACES = (
    ("attribute", "data-reason"),
    ("class", "field-errors"),
    ("role", "alert"),
    ("class", "finding-refused"),
    ("class", "toast-urgent"),
    ("tag", "h1"),
)
#: Alerts of the page about itself, and texts that say nothing of why.
_SKIPPED_IDS = {"connection", "queue", "behind"}
_SILENT = {"script", "style", "svg", "button", "template"}
_VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr", "use"}
#: Within a line of text; any other element stands apart from what is beside it.
_INLINE = {"a", "abbr", "b", "em", "i", "label", "small", "span", "strong", "time"}
LONGEST = 400


class _Reader(HTMLParser):
    """Collects the text of every place, by its rank in `PLACES`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[int, list[str]] = {}
        #: Open elements: the rank of the place each begins, None for others, -1 for silent ones.
        self._open: list[tuple[str, int | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        if tag not in _VOID:
            self._open.append((tag, self._rank(tag, {name: value or "" for name, value in attrs})))

    def handle_endtag(self, tag: str) -> None:
        if any(tag == one for one, _rank in self._open):
            while self._open and self._open.pop()[0] != tag:
                pass
        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag not in _INLINE:
            for texts in self.found.values():
                texts.append(" ")

    def handle_data(self, data: str) -> None:
        ranks = [rank for _tag, rank in self._open if rank is not None]
        if ranks and -1 not in ranks:
            self.found.setdefault(min(ranks), []).append(data)

    @staticmethod
    def _rank(tag: str, attrs: dict[str, str]) -> int | None:
        if tag in _SILENT or attrs.get("id") in _SKIPPED_IDS or "hidden" in attrs:
            return -1
        classes = attrs.get("class", "").split()
        for rank, (kind, name) in enumerate(PLACES):
            if (
                (kind == "attribute" and name in attrs)
                or (kind == "class" and name in classes)
                or (kind == "role" and attrs.get("role") == name)
                or (kind == "tag" and tag == name)
            ):
                return rank
        return None


def reason_in(html: str) -> str:
    """The reason a page of ours gives, on one line; "" if it gives none."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for rank in sorted(reader.found):
        text = " ".join("".join(reader.found[rank]).split())
        if text:
            return text[:LONGEST]
    return ""

"""The marks inside a line of a guide, as HTML.

``**strong**``, ``[C2]`` or ``[C2, C5]`` (links to rules), `` `8/heart` `` (a card), ``{minutes}``
(a figure of the tournament, see `facts`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from django.utils.safestring import SafeString

from reports.guides.cards import HEART, SWAP, card_label
from reports.guides.model import GuideError

_MARK: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*"
    r"|\[(?P<rules>[A-Z][0-9]+(?:, [A-Z][0-9]+)*)\]"
    r"|`(?P<card>[^`]+)`"
    r"|\{(?P<figure>[a-z_]+)\}"
)


def rule_link(id_: str) -> str:
    """A rule's id that leads to it, on the same page or in the same document."""
    return f'<a class="rule-id" href="#{id_}">{id_}</a>'


def plain(text: str, figures: Mapping[str, str]) -> str:
    """`text` without its marks, as people read it."""

    def written(match: re.Match[str]) -> str:
        if match["figure"]:
            return _figure(match["figure"], figures)
        return match["strong"] or match["rules"] or _spoken(match["card"], figures)

    return _MARK.sub(written, text)


def inline_html(text: str, figures: Mapping[str, str]) -> SafeString:
    """`text` as HTML. Raises `GuideError` for a figure that there is not."""

    def written(match: re.Match[str]) -> str:
        if match["strong"]:
            return f"<strong>{inline_html(match['strong'], figures)}</strong>"
        if match["rules"]:
            return " ".join(map(rule_link, match["rules"].split(", ")))
        if match["card"]:
            return _card(match["card"], figures)
        value = _figure(match["figure"], figures)
        return f'<b class="figure">{value}</b>' if value.isdecimal() else escape(value)

    pieces = []
    at = 0
    for match in _MARK.finditer(text):
        pieces += [escape(text[at : match.start()], quote=False), written(match)]
        at = match.end()
    return SafeString("".join([*pieces, escape(text[at:], quote=False)]))


def _figure(name: str, figures: Mapping[str, str]) -> str:
    if name not in figures:
        raise GuideError(f"there is no figure {name}")
    return figures[name]


def _spoken(name: str, figures: Mapping[str, str]) -> str:
    """A card as it is called: "8/hjerte"."""
    return "/".join(figures.get(part, part) for part in card_label(name).split("/"))


def _card(name: str, figures: Mapping[str, str]) -> str:
    """A card in running text: its signs in a small frame, with words for screen readers."""
    signs = {"heart": _sign(HEART), "swap": _sign(SWAP)}
    shown = "/".join(signs.get(part, escape(part)) for part in card_label(name).split("/"))
    spoken = escape(_spoken(name, figures))
    return f'<span class="card-word" role="img" aria-label="{spoken}">{shown}</span>'


def _sign(outline: str) -> str:
    return f'<svg class="card-sign" viewBox="0 0 24 24" aria-hidden="true">{outline}</svg>'

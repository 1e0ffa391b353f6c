"""A guide ready for a template: marks read, examples asked and drawn."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from typing import Any, Final

from django.utils.safestring import SafeString

from games.rules.kroket.deck import deck_named
from reports.guides.cards import card_svg, shot_svg
from reports.guides.facts import Facts
from reports.guides.inline import inline_html, plain
from reports.guides.model import (
    Block,
    Bullets,
    Cards,
    Chapter,
    Example,
    Guide,
    GuideError,
    Paragraph,
    Picture,
    Section,
    Tip,
)
from reports.guides.source import read_guide
from reports.guides.worked import examples_of, picture, worked
from reports.guides.worked.answer import Style

#: The cards of Kroket that a guide shows.
DECK: Final = "startfelt"
#: So many guides are kept drawn: each game on a page and on paper, in three languages.
_KEPT: Final = 24
_SAID: Final = re.compile(r"<title>(.*?)</title><desc>(.*?)</desc>", re.S)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, or of the index of rules."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What a template needs. `chapters` are dictionaries, since templates look much up in them."""

    title: str
    edition: str
    lead: SafeString
    chapters: tuple[dict[str, Any], ...]
    index: tuple[Entry, ...]
    """The rules in the order of their ids."""


def guide_for(facts: Facts, language: str) -> Guide:
    """The guide of a game in "da", "en" or "nb"."""
    return read_guide(facts.family, language, facts.flags, set(examples_of(facts.family)))


@lru_cache(maxsize=_KEPT)
def shown(facts: Facts, style: Style) -> Shown:
    """The guide for `facts`. Raises `GuideError` where the engine disagrees with an example."""
    guide = guide_for(facts, style.language)
    writer = _Writer(facts, style)
    return Shown(
        title=guide.title,
        edition=guide.edition,
        lead=writer.html(guide.lead),
        chapters=tuple(writer.chapter(chapter) for chapter in guide.chapters),
        index=tuple(Entry(rule.id, writer.plain(rule.title)) for rule in guide.rules),
    )


def drawn(svg: str, style: Style) -> SafeString:
    """A picture as HTML: on a page the SVG itself, which takes the page's colours; on paper an
    image, which the press reads and sets many times faster."""
    if style.palette == "colour":
        return SafeString(svg)
    said = " ".join(part for pair in _SAID.findall(svg) for part in pair if part)
    data = b64encode(svg.encode()).decode()
    return SafeString(
        f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(unescape(said))}">'
    )


class _Writer:
    """Writes the parts of one guide."""

    def __init__(self, facts: Facts, style: Style) -> None:
        self.facts = facts
        self.style = style
        self.figures: Mapping[str, str] = facts.figures(style.language)

    def html(self, text: str) -> SafeString:
        return inline_html(text, self.figures)

    def plain(self, text: str) -> str:
        return plain(text, self.figures)

    def chapter(self, chapter: Chapter) -> dict[str, Any]:
        return {
            "id": chapter.id,
            "title": self.plain(chapter.title),
            "sections": [self.section(section) for section in chapter.sections],
        }

    def section(self, section: Section) -> dict[str, Any]:
        return {
            "id": section.id,
            "kind": section.kind,
            "title": self.plain(section.title),
            "blocks": [self.block(block) for block in section.blocks],
        }

    def block(self, block: Block) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": block.kind}
        match block:
            case Paragraph(text) | Tip(text):
                found["html"] = self.html(text)
            case Bullets(items):
                found["items"] = [self.html(item) for item in items]
            case Cards(cards):
                found["cards"] = [
                    {
                        "picture": SafeString(self._card(card.name)),
                        "title": self.plain(card.title),
                        "html": self.html(card.text),
                    }
                    for card in cards
                ]
            case Picture(name, text):
                found["picture"] = drawn(picture(name, self.facts, self.style), self.style)
                found["html"] = self.html(text)
            case Example():
                found |= self._example(block)
        return found

    def _card(self, name: str) -> str:
        if self.facts.family != "kroket":
            return card_svg(name)
        shots = deck_named(DECK).shots
        if name not in shots:
            raise GuideError(f"there is no shot {name}")
        return shot_svg(shots[name])

    def _name(self, card: str) -> str:
        if self.facts.family == "kroket":
            return deck_named(DECK).shots[card].name
        return self.plain(f"`{card}`")

    def _example(self, example: Example) -> dict[str, Any]:
        answer = worked(example.name, self.facts, self.style)
        return {
            "name": example.name,
            "title": self.html(example.title),
            "html": self.html(example.text),
            "answer": self.html(example.answer),
            "picture": drawn(answer.svg, self.style),
            "verdict": answer.verdict,
            "cards": [
                {"picture": SafeString(self._card(name)), "name": self._name(name)}
                for name in answer.cards
            ],
            "rules": answer.rules if answer.verdict == "no" else (),
        }

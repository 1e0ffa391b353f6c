"""What a rule guide is made of, once its source has been read for one rule set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar


class GuideError(Exception):
    """A source that cannot be read, or an example of which the engine says something else."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, in the inline marks of `inline`."""

    kind: ClassVar[str] = "paragraph"
    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    kind: ClassVar[str] = "bullets"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tip:
    """Advice beside the rules: no rule itself."""

    kind: ClassVar[str] = "tip"
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """A position and what may be done in it; `name` finds it among the examples of the game."""

    kind: ClassVar[str] = "example"
    name: str
    title: str
    text: str
    answer: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card in the table of cards; `name` is the engine's."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """A table of cards."""

    kind: ClassVar[str] = "cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The board or the course, explained by its caption."""

    kind: ClassVar[str] = "picture"
    name: str
    text: str


Block = Paragraph | Bullets | Tip | Example | Cards | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A rule (its id is the rule's), a question with its answer, or text between them."""

    id: str
    title: str
    kind: str
    """"rule", "question" or "text"."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; what stands before its first heading is a section without title."""

    id: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide in one language, for one rule set."""

    title: str
    edition: str
    """Which rules these are, in words."""
    lead: str
    chapters: tuple[Chapter, ...]

    def sections(self) -> Iterator[Section]:
        for chapter in self.chapters:
            yield from chapter.sections

    @property
    def rules(self) -> tuple[Section, ...]:
        """The rules in the order of their ids."""
        found = [section for section in self.sections() if section.kind == "rule"]
        return tuple(sorted(found, key=lambda rule: (rule.id[0], int(rule.id[1:]))))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(
            block
            for section in self.sections()
            for block in section.blocks
            if isinstance(block, Example)
        )

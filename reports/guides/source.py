"""Reads the source of a guide: plain text, one file a game and language, in `text/`.

Stanzas are set apart by empty lines; lines of a stanza run together. A stanza is text, unless it
begins with one of these::

    = Title of the guide          ^ which rules          ~ what it says of itself
    # cards | A chapter           its anchor, its title
    ## C2 | A rule                its id, its title
    ### A heading
    ? A question                  then "> " and its answer
    ! name | An example           then what is asked, then "> " and the answer
    @ 8/heart | Name | Text       a card; those that follow each other make a table
    % board | Caption             a picture
    - an item of a list
    tip: Advice.
    << C2 C3                      those rules as the guide of Partners has them

``[if dm-2023]``, ``[if !plus]`` and ``[end]`` stand alone on a line, around what only some rule
sets have. What stands inside lines is read by `inline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from reports.guides.model import (
    Block,
    Bullets,
    Card,
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

TEXTS: Final = Path(__file__).with_name("text")
_RULE: Final = re.compile(r"[A-Z][0-9]+")


@cache
def source_of(name: str, language: str) -> str:
    """The text of a source: `name` is a family of games, `language` "da", "en" or "nb"."""
    return (TEXTS / f"{name}.{language}.txt").read_text(encoding="utf-8")


def read_guide(
    name: str, language: str, flags: Set[str], examples: Set[str] | None = None
) -> Guide:
    """The guide `name` for the rule set that `flags` say.

    A rule taken over from the guide of Partners keeps those of its examples that stand in
    `examples`. Raises `GuideError` for a source that makes no sense.
    """
    known = None if examples is None else frozenset(examples)
    return _read(source_of(name, language), f"{name}.{language}", language, frozenset(flags), known)


@lru_cache(maxsize=128)
def _read(
    text: str, name: str, language: str, flags: frozenset[str], examples: frozenset[str] | None
) -> Guide:
    title = edition = lead = ""
    chapters: list[Chapter] = []
    for stanza in _stanzas(text, flags):
        mark, _, rest = stanza[0].partition(" ")
        if mark == "=":
            title = rest
        elif mark == "^":
            edition = rest
        elif mark == "~":
            lead = " ".join([rest, *stanza[1:]])
        elif mark == "#":
            id_, words = _split(stanza[0][1:], 2)
            chapters.append(Chapter(id_, words, ()))
        elif not chapters:
            raise GuideError(f"{name}: stands before the first chapter: {stanza[0]}")
        elif mark == "<<":
            taken = [_taken(id_, language, flags, examples) for id_ in rest.split()]
            chapters[-1] = _with(chapters[-1], *taken)
        elif mark in ("##", "###", "?"):
            chapters[-1] = _with(chapters[-1], _section(mark, stanza, _questions(chapters)))
        else:
            block = _block(stanza)
            if not chapters[-1].sections:
                chapters[-1] = _with(chapters[-1], Section("", "", "text", ()))
            *before, last = chapters[-1].sections
            last = replace(last, blocks=_joined(last.blocks, block))
            chapters[-1] = replace(chapters[-1], sections=(*before, last))
    return Guide(title, edition, lead, tuple(chapters))


def _stanzas(text: str, flags: Set[str]) -> Iterator[list[str]]:
    """The stanzas whose conditions `flags` meet."""
    lines: list[str] = []
    shown = True
    for line in [*text.splitlines(), ""]:
        if line.startswith(("[if ", "[end]")):
            if line.startswith("[if "):
                wanted = line[4:].rstrip("]").split()
                shown = all((one.lstrip("!") in flags) != one.startswith("!") for one in wanted)
            else:
                shown = True
        elif line.strip():
            if shown:
                lines.append(line.strip())
            continue
        if lines:
            yield lines
            lines = []


def _section(mark: str, stanza: list[str], questions: int) -> Section:
    title = stanza[0].removeprefix(mark).strip()
    if mark == "?":
        asked, answer = _answered([title, *stanza[1:]])
        return Section(f"q{questions + 1}", asked, "question", (Paragraph(answer),))
    if mark == "##":
        id_, words = _split(title, 2)
        if not _RULE.fullmatch(id_):
            raise GuideError(f"no id of a rule: {title}")
        return Section(id_, words, "rule", ())
    return Section("", title, "text", ())


def _block(stanza: list[str]) -> Block:
    mark, _, rest = stanza[0].partition(" ")
    words = " ".join(stanza)
    if mark == "!":
        name, title = _split(rest, 2)
        text, answer = _answered(stanza[1:])
        return Example(name, title, text, answer)
    if mark == "@":
        cards = (_split(line.removeprefix("@"), 3) for line in stanza)
        return Cards(tuple(Card(name, title, text) for name, title, text in cards))
    if mark == "%":
        name, text = _split(words[1:], 2)
        return Picture(name, text)
    if mark == "-":
        return Bullets(tuple(item.strip() for item in f" {words}".split(" - ")[1:]))
    if mark == "tip:":
        return Tip(words.removeprefix("tip:").strip())
    return Paragraph(words)


def _answered(lines: Iterable[str]) -> tuple[str, str]:
    """What is asked, and the answer, which a line with ">" begins."""
    asked, _, answer = "\n".join(lines).partition("\n>")
    if asked.startswith(">"):
        asked, answer = "", asked[1:]
    return " ".join(asked.split()), " ".join(answer.split())


def _joined(blocks: tuple[Block, ...], block: Block) -> tuple[Block, ...]:
    if blocks and isinstance(blocks[-1], Cards) and isinstance(block, Cards):
        return (*blocks[:-1], Cards(blocks[-1].cards + block.cards))
    return (*blocks, block)


def _taken(id_: str, language: str, flags: Set[str], examples: Set[str] | None) -> Section:
    guide = read_guide("partners", language, flags)
    rule = next((rule for rule in guide.rules if rule.id == id_), None)
    if rule is None:
        raise GuideError(f"the guide of Partners has no rule {id_}")
    kept = tuple(
        block
        for block in rule.blocks
        if not isinstance(block, Example) or block.name in (examples or ())
    )
    return replace(rule, blocks=kept)


def _with(chapter: Chapter, *sections: Section) -> Chapter:
    return replace(chapter, sections=(*chapter.sections, *sections))


def _questions(chapters: list[Chapter]) -> int:
    return sum(section.kind == "question" for chapter in chapters for section in chapter.sections)


def _split(text: str, parts: int) -> list[str]:
    found = [part.strip() for part in text.split("|", parts - 1)]
    if len(found) != parts or not all(found):
        raise GuideError(f"{parts} parts are wanted: {text}")
    return found

"""Texts as data: a JSON file of templates in Danish, English and Norwegian.

A catalogue file has two tables. ``texts`` maps a key to its sentence in each language, with
``{name}`` where a parameter goes. ``terms`` maps the words that parameters may stand for (a
colour, a place) to the same languages, so that a sentence never mixes two languages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("da", "en", "nb")


@dataclass(frozen=True, slots=True)
class Term:
    """A word that is looked up in the language of the sentence, with an optional number after it.

    ``Term("yellow", 14)`` is "gul 14" in Danish and "yellow 14" in English. A term whose text
    contains ``{n}`` takes the number there instead.
    """

    key: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """Words that make one name, such as the colours of a side: "gul/blå"."""

    parts: tuple[Term, ...]


Param = str | int | Term | Together | tuple["Param", ...]


class Catalogue:
    """The texts and terms of one JSON file.

    A missing key, language or parameter is a fault of the program and raises ``KeyError``.
    """

    def __init__(
        self, texts: Mapping[str, Mapping[str, str]], terms: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.texts = texts
        self.terms = terms

    def text(self, key: str, lang: str, params: Mapping[str, Param]) -> str:
        """The sentence ``key`` in ``lang``, with its parameters, beginning with a capital."""
        words = {name: self.word(value, lang) for name, value in params.items()}
        sentence = self.texts[key][lang].format(**words)
        return sentence[:1].upper() + sentence[1:]

    def word(self, value: Param, lang: str) -> str:
        """One parameter as it reads in ``lang``; several are joined with commas."""
        if isinstance(value, tuple):
            return ", ".join(self.word(part, lang) for part in value)
        if isinstance(value, Together):
            return "/".join(self.word(part, lang) for part in value.parts)
        if not isinstance(value, Term):
            return str(value)
        word = self.terms[value.key][lang]
        if value.number is None:
            return word
        if "{n}" in word:
            return word.format(n=value.number)
        return f"{word} {value.number}"


@cache
def load_catalogue(path: Path) -> Catalogue:
    """The catalogue in the JSON file at ``path``, read once."""
    tables = json.loads(path.read_text(encoding="utf-8"))
    return Catalogue(tables["texts"], tables.get("terms", {}))

"""The rules a ruling may cite: id and title of each, by game, in three languages.

Data: `partners.json`, `partners_plus.json`, `backgammon.json`, `kroket.json`. The ids are those
of the engines (`games.rules`): a refusal, a ruling and a printed guide name the same rule alike.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

#: The files of each game, read in this order. Partners+ plays by the rules of Partners, too.
FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "partners": ("partners",),
    "partners-plus-pairs": ("partners", "partners_plus"),
    "partners-plus-teams": ("partners", "partners_plus"),
    "backgammon": ("backgammon",),
    "kroket": ("kroket",),
}

_WORD = re.compile(r"\w+")
_FOLD: Final = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa", "ä": "ae", "ö": "oe"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, and its title in the language asked for."""

    id: str
    title: str
    group: str
    """The letter it begins with: rules of one matter stand together."""


@cache
def _texts(game: str) -> Mapping[str, Mapping[str, str]]:
    texts: dict[str, Mapping[str, str]] = {}
    for name in FILES.get(game, ()):
        path = Path(__file__).with_name(f"{name}.json")
        texts |= json.loads(path.read_text(encoding="utf-8"))
    return texts


@cache
def rules_of(game: str, language: str) -> tuple[Rule, ...]:
    """Every rule of `game` in `language` ("da", "en", "nb"); none for a game without a ledger."""
    return tuple(Rule(id_, text[language], id_[0]) for id_, text in _texts(game).items())


def known(game: str, ids: Iterable[str]) -> bool:
    """Whether `game` has a rule with each of `ids`."""
    return all(id_ in _texts(game) for id_ in ids)


def cited(game: str, ids: Iterable[str], language: str) -> tuple[Rule, ...]:
    """The rules with `ids` in their order; one that the ledger has not is left out."""
    by_id = {rule.id: rule for rule in rules_of(game, language)}
    return tuple(by_id[id_] for id_ in ids if id_ in by_id)


def find_rules(game: str, text: str, language: str) -> tuple[Rule, ...]:
    """Rules that `text` names: by id ("b4"), or by every word it has, in any language.

    Words match from their beginning, "løft" and "loeft" alike. An id written in full stands
    first.
    """
    wanted = _words(text)
    found = []
    for rule in rules_of(game, language):
        if not wanted:
            found.append((1, rule))
            continue
        if rule.id.lower() in wanted and len(wanted) == 1:
            found.append((0, rule))
            continue
        words = [rule.id.lower()]
        for title in _texts(game)[rule.id].values():
            words += _words(title)
        if all(any(word.startswith(start) for word in words) for start in wanted):
            found.append((1, rule))
    return tuple(rule for _, rule in sorted(found, key=lambda pair: pair[0]))


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.lower().translate(_FOLD))
    return _WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)))

"""A problem found in something that was handed in: a result, a game record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from games.rules.messages import Catalogue, Param

Fault = tuple[str, str, Mapping[str, Param]]
"""Code, rule id and parameters of a problem."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and the rule that says so.

    ``code`` is stable and meant for programs, ``rule`` is the id in the game's rule ledger (or
    "" where the fault is one of form), ``params`` are what the sentence names. ``lang`` is the
    language that ``message()`` answers in when it is given none.
    """

    code: str
    rule: str
    params: Mapping[str, Param]
    catalogue: Catalogue = field(repr=False, compare=False)
    lang: str = field(default="da", compare=False)

    def message(self, lang: str | None = None) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self.catalogue.text(f"problem.{self.code}", lang or self.lang, self.params)


def unknown_fields(
    written: Mapping[object, object] | Mapping[str, object], known: Sequence[str]
) -> Iterator[Fault]:
    """The fields of ``written`` that are not ``known``, as faults of form."""
    for name in written:
        if name not in known:
            yield "unknown_field", "", {"field": str(name)}


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether it is a list as JSON has them."""
    return isinstance(value, list | tuple)


def is_int(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)

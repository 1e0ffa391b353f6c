"""A problem found in something that was handed in: a result, a game record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.messages import Catalogue, Param


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

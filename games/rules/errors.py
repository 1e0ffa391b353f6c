"""What the rules engines raise when they are asked something that makes no sense."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from games.rules.messages import Catalogue, Param, load_catalogue


class RulesError(ValueError):
    """A request that has no answer: ``code`` says what, ``params`` say where.

    ``str(error)`` is the English sentence; ``message(lang)`` gives it in "da", "en" or "nb".
    Each engine derives its own errors and names its own catalogue file.
    """

    catalogue_path: ClassVar[Path] = Path(__file__).with_name("messages.json")

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params = params
        super().__init__(self.message("en"))

    @property
    def catalogue(self) -> Catalogue:
        return load_catalogue(self.catalogue_path)

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self.catalogue.text(f"error.{self.code}", lang, self.params)


class RequestError(RulesError):
    """A request that cannot be read: not JSON, a missing or unknown field, an unknown game."""

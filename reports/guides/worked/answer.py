"""What asking about an example gives, and how its picture is to look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.partners.picture.paint import PaletteName
from reports.guides.model import GuideError


@dataclass(frozen=True, slots=True)
class Style:
    """How pictures are drawn: for a page ("colour") or for paper ("print"), with which words."""

    language: str
    palette: PaletteName = "colour"


@dataclass(frozen=True, slots=True)
class Worked:
    """An example that the engine agrees with; `svg` is empty where no picture was asked for.

    `verdict` is "yes" for what may be done, "no" for what may not, "" where neither is asked.
    `rules` are the ids that the engine names for a refusal, `cards` what is played.
    """

    svg: str
    verdict: str
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def same(what: str, said: object, engine: object) -> None:
    """`GuideError` unless the guide says what the engine says."""
    if said != engine:
        raise GuideError(f"{what}: the guide says {said}, the engine {engine}")


def known(example: Iterable[str], fields: Iterable[str]) -> None:
    """`GuideError` for a field that means nothing."""
    unknown = set(example) - set(fields)
    if unknown:
        raise GuideError(f"means nothing: {', '.join(sorted(unknown))}")

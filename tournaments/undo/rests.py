"""Which later steps rest on one. No database here: events are told by what they have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Later:
    """A step after the one that is looked at."""

    pk: int
    verb: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Which event takes which back."""

    undoes: Mapping[int, int]
    """Key of the event -> key of the one it takes back."""

    @property
    def by(self) -> dict[int, int]:
        """The other way round: of several, the newest."""
        return {undone: pk for pk, undone in sorted(self.undoes.items())}

    def root(self, pk: int) -> tuple[int, bool]:
        """The step that a row of undos and undos of undos began with, and whether the one with
        key `pk` takes that back (True) or makes it again."""
        back = False
        while pk in self.undoes:
            pk, back = self.undoes[pk], not back
        return pk, back


def resting(step: int, later: Iterable[Later], taken_back: TakenBack) -> Later | None:
    """The newest of the `later` steps (all that change the same thing) that rests on the one with
    key `step`; None when none does.

    A step that was taken back since, and what took it back, cancel each other out.
    """
    gone = taken_back.by
    for one in sorted(later, key=lambda one: one.pk, reverse=True):
        if one.pk <= step or one.pk in gone:
            continue
        root, back = taken_back.root(one.pk)
        if back and root > step:
            continue
        return one
    return None

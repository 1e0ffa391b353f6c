"""Why a checker cannot use a throw: the rule, and a sentence that names what is in the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.backgammon.notation import place
from games.rules.backgammon.position import BAR, CATALOGUE_PATH, EMPTY, HOME, POINTS, Position
from games.rules.backgammon.steps import BLOT, highest, over, stepped, steps
from games.rules.messages import Param, load_catalogue


class Reason(NamedTuple):
    """One rule that stands against one die, and what its sentence names."""

    key: str
    rule: str
    params: Mapping[str, Param]

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return load_catalogue(CATALOGUE_PATH).text(f"refusal.{self.key}", lang, self.params)


class Refusal(NamedTuple):
    """A place whose checkers move in no legal play, and why: a reason for each die."""

    place: str
    reasons: tuple[Reason, ...]

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it, for the first die."""
        return self.reasons[0].rule

    def message(self, lang: str) -> str:
        """Why, in "da", "en" or "nb"."""
        return " ".join(dict.fromkeys(reason.message(lang) for reason in self.reasons))


def refusals(position: Position, dice: tuple[int, int]) -> tuple[Refusal, ...]:
    """One refusal for each place whose checkers no legal play of the throw moves."""
    cells = position.cells
    held = [point for point in reversed(POINTS) if cells[point] > EMPTY]
    places = ([BAR] if cells[BAR] else []) + held
    usable, together = _usable(cells, dice)
    return tuple(
        Refusal(
            place(at),
            tuple(why_not(cells, at, die, together) for die in dict.fromkeys(dice)),
        )
        for at in places
        if at not in usable
    )


def why_not(cells: bytes, source: int, die: int, together: int = 0) -> Reason:
    """Why a checker there cannot move by this die.

    ``together`` is how many dice can be played at all, for the die that could be moved by itself
    (G5).
    """
    target = source - die
    if over(cells):
        return Reason("over", "G9", {})
    if source != BAR and cells[BAR]:
        return Reason("on_bar", "G7", {})
    if target > 0:
        if cells[target] < BLOT:
            rule = "G7" if source == BAR else "G3"
            key = "entry_held" if source == BAR else "held"
            return Reason(key, rule, {"die": die, "point": target, "at": source})
    elif (top := highest(cells)) > HOME:
        return Reason("not_home", "G8", {"at": source, "top": top})
    elif target < 0 and top > source:
        return Reason("higher_stands", "G8", {"at": source, "die": die, "top": top})
    key = "both_dice" if together > 1 else "higher_die"
    return Reason(key, "G5", {"at": source, "die": die})


def _usable(cells: bytes, dice: tuple[int, int]) -> tuple[frozenset[int], int]:
    """The places from which some legal play moves a checker, and how many dice can be played."""
    if over(cells):
        return frozenset(), 0
    high, low = max(dice), min(dice)
    seen: dict[tuple[bytes, int], tuple[int, frozenset[int]]] = {}
    if high == low:
        used, usable = _deepest(cells, (high,) * 4, seen)
        return usable, used
    used, usable = _deepest(cells, (high, low), seen)
    used_other, usable_other = _deepest(cells, (low, high), {})
    if used == used_other == 1:
        return usable, used
    if used == used_other:
        return usable | usable_other, used
    return (usable, used) if used > used_other else (usable_other, used_other)


def _deepest(
    cells: bytes, dice: tuple[int, ...], seen: dict[tuple[bytes, int], tuple[int, frozenset[int]]]
) -> tuple[int, frozenset[int]]:
    """How many of the dice can be played in this order, and all sources of the ways that do."""
    if not dice:
        return 0, frozenset()
    key = cells, len(dice)
    if key not in seen:
        most, sources = 0, frozenset[int]()
        for step in steps(cells, dice[0]):
            used, further = _deepest(stepped(cells, step), dice[1:], seen)
            if used + 1 > most:
                most, sources = used + 1, frozenset()
            if used + 1 == most:
                sources |= further | {step.source}
        seen[key] = most, sources
    return seen[key]

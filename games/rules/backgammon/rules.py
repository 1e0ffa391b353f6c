"""What is played for: the cube, how games end and what they are worth, and which options count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.rules.backgammon.position import CATALOGUE_PATH, EMPTY, OFF, THEIR_BAR, THEIR_OFF
from games.rules.errors import RulesError

SINGLE: Final = "single"
GAMMON: Final = "gammon"
BACKGAMMON: Final = "backgammon"
KINDS: Final = {SINGLE: 1, GAMMON: 2, BACKGAMMON: 3}
"""How a game is won, and by how much the stake is multiplied (G9)."""


class Illegal(RulesError):
    """Something that the rules do not allow now; ``rule`` is the id of the one against it."""

    catalogue_path = CATALOGUE_PATH

    def __init__(self, code: str, rule: str, **params: str | int) -> None:
        self.rule = rule
        super().__init__(code, **params)


@dataclass(frozen=True, slots=True)
class MatchRules:
    """A match to ``length`` points, or a money session (``length`` 0).

    ``crawford``: the cube is out in the first game in which a player is one point from winning
    (G11). ``jacoby``: gammons and backgammons count singly while nobody has doubled. ``beavers``:
    who is doubled may turn the cube at once and keep it. Both belong to money sessions only.
    """

    length: int
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False

    def __post_init__(self) -> None:
        if self.length < 0:
            raise Illegal("match_length", "G11")
        if self.length and (self.jacoby or self.beavers):
            raise Illegal("money_option", "G11")

    @property
    def money(self) -> bool:
        return self.length == 0


class Cube(NamedTuple):
    """The doubling cube (G10): its value, and whose it is; None while it is in the middle."""

    value: int = 1
    owner: int | None = None

    def open_to(self, side: int) -> bool:
        """Whether a side may double."""
        return self.owner in (None, side)


CENTRED: Final = Cube()
"""The cube before the first double."""


class Outcome(NamedTuple):
    """How a game ended.

    ``cube`` is the value that counts: with a drop the one before the double.
    """

    winner: int
    kind: str
    cube: int
    dropped: bool = False
    resigned: bool = False

    def as_json(self) -> dict[str, object]:
        """As ``validate_result`` reads it."""
        winner, kind, cube, dropped, _ = self
        return {"winner": winner, "kind": kind, "cube": cube, "dropped": dropped}

    def points(self, rules: MatchRules) -> int:
        """What it is worth, uncapped (G9, G10; Jacoby where it is played)."""
        if rules.jacoby and self.cube == 1:
            return 1
        return self.cube * KINDS[self.kind]


class Penalty(NamedTuple):
    """Points that a side gets between games, by a penalty of the other (G11)."""

    side: int
    points: int

    def as_json(self) -> dict[str, object]:
        """As ``validate_result`` reads it among the games."""
        return {"side": self.side, "penalty": self.points}


def kind_lost(cells: bytes) -> str:
    """How the game is won when the mover has just borne off the last checker (G9)."""
    if cells[THEIR_OFF]:
        return SINGLE
    behind = cells[THEIR_BAR] or any(cells[point] < EMPTY for point in range(1, 7))
    return BACKGAMMON if behind else GAMMON


def worst_kind(cells: bytes, *, mover_loses: bool) -> str:
    """The most that a resignation can be: who has borne a checker off cannot lose a gammon."""
    return SINGLE if cells[OFF if mover_loses else THEIR_OFF] else BACKGAMMON

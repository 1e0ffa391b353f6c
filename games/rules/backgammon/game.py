"""One game as a chain of states: each action gives the next state, or says which rule it breaks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.rules.backgammon.plays import results
from games.rules.backgammon.position import CHECKERS, OFF, START, mirrored
from games.rules.backgammon.rules import (
    CENTRED,
    KINDS,
    SINGLE,
    Cube,
    Illegal,
    MatchRules,
    Outcome,
    kind_lost,
    worst_kind,
)


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "opening"
    """Both throw one die."""
    ROLL = "roll"
    """``turn`` throws, or doubles first."""
    PLAY = "play"
    """``turn`` plays the dice."""
    ANSWER = "answer"
    """``turn`` has been doubled: takes, drops, or beavers."""
    OVER = "over"


_PHASE_RULES: Final = {
    Phase.OPENING: "G2",
    Phase.ROLL: "G2",
    Phase.PLAY: "G5",
    Phase.ANSWER: "G10",
    Phase.OVER: "G9",
}


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment. Sides are 0 and 1; ``cells`` are as side ``turn`` sees them.

    ``cube_in_play`` is False in the Crawford game. Every action returns a new state and raises
    ``Illegal`` when the rules do not allow it.
    """

    rules: MatchRules
    cube_in_play: bool = True
    cells: bytes = START.cells
    turn: int = 0
    phase: Phase = Phase.OPENING
    dice: tuple[int, int] = (0, 0)
    cube: Cube = CENTRED
    beavered: bool = False
    outcome: Outcome | None = None

    def open(self, own: int, other: int) -> GameState:
        """The opening throw: side 0's die, side 1's die; the higher plays both (G2)."""
        self._wait_for(Phase.OPENING)
        if own == other:
            raise Illegal("opening_equal", "G2", die=own)
        dice = (max(own, other), min(own, other))
        return replace(self, phase=Phase.PLAY, turn=int(other > own), dice=dice)

    def roll(self, first: int, second: int) -> GameState:
        """Throw the dice."""
        self._wait_for(Phase.ROLL)
        return replace(self, phase=Phase.PLAY, dice=(first, second))

    def legal(self) -> list[bytes]:
        """The cells that the throw can lead to; none if no move is legal."""
        self._wait_for(Phase.PLAY)
        return results(self.cells, *self.dice)

    def play(self, after: bytes) -> GameState:
        """Play the throw: ``after`` are the mover's cells, unchanged when no move is legal."""
        legal = self.legal()
        if after not in legal and (legal or after != self.cells):
            raise Illegal("play", "G5")
        return self.stand(after)

    def stand(self, after: bytes) -> GameState:
        """Let a play stand without asking whether it was legal."""
        if after[OFF] == CHECKERS:
            outcome = Outcome(self.turn, kind_lost(after), self.cube.value)
            return replace(self, cells=after, phase=Phase.OVER, outcome=outcome)
        return replace(replace(self, cells=after).turned(), phase=Phase.ROLL)

    def double(self) -> GameState:
        """Offer the cube at twice its value, before the own throw (G10, G11)."""
        self._wait_for(Phase.ROLL)
        if not self.cube_in_play:
            raise Illegal("crawford_double", "G11")
        if not self.cube.open_to(self.turn):
            raise Illegal("not_own_cube", "G10")
        return self._asked(beavered=False)

    def take(self) -> GameState:
        """Accept: the cube is twice as high and the taker's; who doubled throws."""
        self._wait_for(Phase.ANSWER)
        cube = Cube(2 * self.cube.value, self.turn)
        if self.beavered:
            # Who beavered keeps the cube, and the first doubler, who now accepts, throws.
            cube = Cube(cube.value, 1 - self.turn)
            return replace(self, phase=Phase.ROLL, cube=cube, beavered=False)
        return replace(self.turned(), phase=Phase.ROLL, cube=cube)

    def drop(self) -> GameState:
        """Give up at the value before the double."""
        self._wait_for(Phase.ANSWER)
        outcome = Outcome(1 - self.turn, SINGLE, self.cube.value, dropped=True)
        return replace(self, phase=Phase.OVER, outcome=outcome)

    def beaver(self) -> GameState:
        """Accept and turn the cube again at once, keeping it; the doubler answers."""
        self._wait_for(Phase.ANSWER)
        if not self.rules.beavers:
            raise Illegal("no_beavers", "G10")
        if self.beavered:
            raise Illegal("beavered_twice", "G10")
        return replace(self, cube=Cube(2 * self.cube.value, self.turn))._asked(beavered=True)

    def resign(self, side: int, kind: str) -> GameState:
        """A side gives up a game of that kind, and the other side agrees."""
        if self.phase is Phase.OVER:
            raise Illegal("over", "G9")
        worst = worst_kind(self.cells, mover_loses=side == self.turn)
        if KINDS[kind] > KINDS[worst]:
            raise Illegal("resigned_too_much", "G9")
        outcome = Outcome(1 - side, kind, self.cube.value, resigned=True)
        return replace(self, phase=Phase.OVER, outcome=outcome)

    def _asked(self, *, beavered: bool) -> GameState:
        return replace(self.turned(), phase=Phase.ANSWER, beavered=beavered)

    def turned(self) -> GameState:
        """The same moment with the other side on turn."""
        return replace(self, cells=mirrored(self.cells), turn=1 - self.turn)

    def _wait_for(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Illegal(f"not_in_{self.phase.value}", _PHASE_RULES[self.phase])

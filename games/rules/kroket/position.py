"""Where the balls are, as JSON and in a line of a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.rules.errors import RulesError
from games.rules.kroket.motion import COURSE, HEDGE, HOME, PLACES, READY, Ball
from games.rules.kroket.result import CATALOGUE_PATH
from games.rules.kroket.setup import Setup
from games.rules.messages import Param

_FIELDS: Final = ("at", "left", "reached")
_WRITTEN: Final = re.compile(r"(\S+) +(\S+)(?: +([a-z][0-9]{1,2}))?(?: +([0-9]{1,3}))?")


class PositionError(RulesError):
    """A position that cannot exist: ``code`` says why."""

    catalogue_path = CATALOGUE_PATH

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, **params)


@dataclass(frozen=True, slots=True)
class Position:
    """The balls of a game, in the order of play."""

    setup: Setup
    balls: tuple[Ball, ...]

    @classmethod
    def parse(cls, setup: Setup, given: object) -> Position:
        """The position in a JSON object; ``PositionError`` if there cannot be one.

        Each ball has ``at`` (a cell, "start", "hedge" or "home"), in the hedge ``left`` (the cell
        where it left), and ``reached``: how many hoops and stakes it has reached, in order.
        """
        if not isinstance(given, Mapping):
            raise PositionError("position_not_object")
        for name in given:
            if name not in setup.balls:
                raise PositionError("unknown_ball", ball=str(name), known=setup.balls)
        for name in setup.balls:
            if name not in given:
                raise PositionError("missing_ball", ball=name)
        balls = tuple(
            _ball(setup, seat, name, given[name]) for seat, name in enumerate(setup.balls)
        )
        return cls(setup, balls)

    def as_json(self) -> dict[str, Any]:
        """The position as ``parse`` reads it."""
        return {name: _json(ball) for name, ball in zip(self.setup.balls, self.balls, strict=True)}

    @classmethod
    def read(cls, setup: Setup, text: str) -> Position:
        """The position in a record's header: "blue e4 1; red hedge f6 2; yellow start"."""
        given: dict[str, object] = {}
        for part in text.split(";"):
            match = _WRITTEN.fullmatch(part.strip())
            if match is None or match[1] in given:
                raise PositionError("position_text", text=part.strip())
            ball: dict[str, object] = {"at": match[2], "reached": int(match[4] or 0)}
            if match[3]:
                ball["left"] = match[3]
            given[match[1]] = ball
        return cls.parse(setup, given)

    @property
    def text(self) -> str:
        """The position as ``read`` reads it."""
        return "; ".join(
            f"{name} {_written(ball)}"
            for name, ball in zip(self.setup.balls, self.balls, strict=True)
        )


def _ball(setup: Setup, seat: int, name: str, given: object) -> Ball:
    if not isinstance(given, Mapping):
        raise PositionError("ball_not_object", ball=name)
    for field in given:
        if field not in _FIELDS:
            raise PositionError("ball_field", ball=name, field=str(field))
    at, left, reached = given.get("at"), given.get("left"), given.get("reached", 0)
    last = len(setup.targets[seat])
    if not isinstance(reached, int) or isinstance(reached, bool) or not 0 <= reached <= last:
        raise PositionError("ball_reached", ball=name, last=last)
    if not isinstance(at, str) or (at not in PLACES and at not in setup.course.neighbours):
        raise PositionError("ball_cell", ball=name, cell=str(at))
    if at == COURSE:
        raise PositionError("ball_cell", ball=name, cell=at)
    if (at == HEDGE) != (left is not None):
        raise PositionError("ball_left", ball=name)
    if at == HEDGE and (not isinstance(left, str) or left not in setup.course.neighbours):
        raise PositionError("ball_cell", ball=name, cell=str(left))
    if at == HEDGE and all(setup.course.neighbours[str(left)].values()):
        raise PositionError("ball_edge", ball=name, cell=str(left))
    if (at == HOME) != (reached == last):
        raise PositionError("ball_home", ball=name, last=last)
    if at == READY and reached:
        raise PositionError("ball_ready", ball=name)
    if at in (READY, HOME):
        return Ball(at, "", reached)
    return Ball(HEDGE, str(left), reached) if at == HEDGE else Ball(COURSE, at, reached)


def _json(ball: Ball) -> dict[str, Any]:
    if ball.where == COURSE:
        return {"at": ball.cell, "reached": ball.reached}
    if ball.where == HEDGE:
        return {"at": HEDGE, "left": ball.cell, "reached": ball.reached}
    return {"at": ball.where, "reached": ball.reached}


def _written(ball: Ball) -> str:
    words = {COURSE: (ball.cell,), HEDGE: (HEDGE, ball.cell)}.get(ball.where, (ball.where,))
    return " ".join([*words, str(ball.reached)])

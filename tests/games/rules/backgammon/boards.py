"""Positions for tests, written by the points that matter."""

from typing import Any

from games.rules.backgammon.position import Position

Points = dict[int, int]


def position_json(
    mine: Points, theirs: Points | None = None, bar: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """The mover's checkers and the opponent's by the mover's points; the rest are off.

    Of the opponent, of whom nothing is said, fifteen stand on the mover's 24-point.
    """
    points = [0] * 24
    for point, count in mine.items():
        points[point - 1] += count
    for point, count in ({24: 15 - bar[1]} if theirs is None else theirs).items():
        points[point - 1] -= count
    off = [
        15 - bar[0] - sum(count for count in points if count > 0),
        15 - bar[1] + sum(count for count in points if count < 0),
    ]
    return {"points": points, "bar": list(bar), "off": off}


def board(mine: Points, theirs: Points | None = None, bar: tuple[int, int] = (0, 0)) -> Position:
    return Position.parse(position_json(mine, theirs, bar))

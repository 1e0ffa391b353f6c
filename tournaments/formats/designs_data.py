"""Starters: base rounds that, turned round a cycle, give a whole event in which nobody meets
again. They were found by our own backtracking over differences (that of 40 among those that stay
the same when all places are multiplied by three); the tests develop each of them
and count every meeting.

A starter's points are numbered: orbit 0 is 0 to cycle - 1, orbit 1 the next `cycle` numbers, and
so on; the fixed points come last. Turning by t moves each point t on within its orbit.
"""

from __future__ import annotations

from dataclasses import dataclass

Table = tuple[int, ...]
Round = tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Starter:
    """Base rounds to be turned round a cycle."""

    cycle: int
    orbits: int
    fixed: int
    base: tuple[Round, ...]
    standing: Round = ()
    """Tables with one point of each orbit: the turns of each are one round."""

    @property
    def points(self) -> int:
        return self.cycle * self.orbits + self.fixed

    def rounds(self) -> tuple[Round, ...]:
        """Every base round in every turn, `cycle` rounds for each; then one round for each
        standing table."""
        turns = range(self.cycle)
        turned = (
            tuple(self._turn(table, by) for table in base) for base in self.base for by in turns
        )
        alone = (tuple(self._turn(table, by) for by in turns) for table in self.standing)
        return (*turned, *alone)

    def _turn(self, table: Table, by: int) -> Table:
        return tuple(self._turn_point(point, by) for point in table)

    def _turn_point(self, point: int, by: int) -> int:
        if point >= self.cycle * self.orbits:
            return point
        orbit, place = divmod(point, self.cycle)
        return orbit * self.cycle + (place + by) % self.cycle


STARTERS: dict[tuple[int, int], Starter] = {
    (15, 3): Starter(7, 2, 1, (((14, 5, 8), (0, 2, 6), (1, 10, 13), (4, 11, 12), (3, 7, 9)),)),
    (18, 3): Starter(
        4,
        4,
        2,
        (
            ((16, 2, 5), (17, 0, 11), (1, 7, 14), (3, 8, 13), (4, 9, 10), (6, 12, 15)),
            ((16, 10, 14), (17, 4, 12), (13, 1, 11), (9, 5, 6), (2, 3, 7), (0, 8, 15)),
        ),
    ),
    (21, 3): Starter(
        5,
        4,
        1,
        (
            (
                (20, 1, 13),
                (0, 8, 9),
                (6, 10, 17),
                (7, 5, 19),
                (11, 12, 15),
                (14, 3, 4),
                (2, 16, 18),
            ),
            (
                (20, 7, 17),
                (9, 3, 12),
                (5, 0, 18),
                (2, 4, 19),
                (1, 8, 14),
                (6, 11, 13),
                (10, 15, 16),
            ),
        ),
    ),
    (24, 3): Starter(
        11,
        2,
        2,
        (
            (
                (22, 7, 11),
                (23, 2, 14),
                (0, 3, 16),
                (5, 4, 9),
                (6, 8, 17),
                (10, 13, 20),
                (1, 18, 19),
                (12, 15, 21),
            ),
        ),
    ),
    (27, 3): Starter(
        13,
        2,
        1,
        (
            (
                (26, 10, 13),
                (0, 15, 22),
                (14, 24, 25),
                (17, 11, 21),
                (18, 5, 23),
                (19, 7, 8),
                (16, 2, 9),
                (20, 3, 12),
                (1, 4, 6),
            ),
        ),
    ),
    (30, 3): Starter(
        14,
        2,
        2,
        (
            (
                (28, 10, 14),
                (29, 3, 20),
                (0, 5, 24),
                (13, 2, 12),
                (8, 16, 17),
                (4, 6, 19),
                (7, 1, 27),
                (9, 23, 25),
                (11, 18, 22),
                (15, 21, 26),
            ),
        ),
    ),
    (24, 4): Starter(
        7,
        3,
        3,
        (
            (
                (21, 3, 10, 19),
                (22, 1, 13, 14),
                (23, 6, 7, 20),
                (4, 2, 5, 8),
                (0, 15, 17, 18),
                (9, 11, 12, 16),
            ),
        ),
    ),
    (28, 4): Starter(
        9,
        3,
        1,
        (
            (
                (27, 4, 9, 21),
                (0, 18, 22, 24),
                (23, 12, 13, 15),
                (17, 1, 2, 7),
                (3, 5, 14, 19),
                (6, 10, 25, 26),
                (8, 11, 16, 20),
            ),
        ),
    ),
    (36, 4): Starter(
        11,
        3,
        3,
        (
            (
                (33, 5, 16, 32),
                (34, 3, 15, 28),
                (35, 6, 19, 27),
                (9, 2, 8, 18),
                (0, 22, 23, 31),
                (1, 10, 25, 29),
                (4, 7, 11, 21),
                (13, 20, 24, 30),
                (12, 14, 17, 26),
            ),
        ),
    ),
    (42, 3): Starter(
        20,
        2,
        2,
        (
            (
                (40, 0, 32),
                (41, 4, 26),
                (1, 24, 27),
                (20, 5, 29),
                (25, 37, 39),
                (21, 2, 22),
                (33, 3, 6),
                (34, 9, 38),
                (36, 18, 31),
                (23, 7, 15),
                (35, 14, 28),
                (30, 13, 19),
                (8, 10, 17),
                (11, 12, 16),
            ),
        ),
    ),
    (40, 4): Starter(
        13,
        3,
        1,
        (
            (
                (39, 0, 13, 26),
                (1, 2, 16, 25),
                (3, 6, 22, 23),
                (9, 5, 14, 17),
                (4, 11, 31, 36),
                (12, 7, 28, 30),
                (10, 8, 32, 38),
                (15, 21, 29, 33),
                (19, 24, 35, 34),
                (18, 20, 27, 37),
            ),
        ),
    ),
    (48, 4): Starter(
        11,
        4,
        4,
        (
            (
                (44, 0, 31, 39),
                (45, 2, 23, 38),
                (46, 21, 24, 37),
                (47, 8, 26, 35),
                (25, 15, 19, 43),
                (27, 14, 22, 33),
                (30, 4, 29, 32),
                (28, 1, 5, 13),
                (3, 34, 36, 40),
                (10, 16, 17, 42),
                (11, 6, 7, 9),
                (12, 18, 20, 41),
            ),
        ),
    ),
    (56, 4): Starter(
        13,
        4,
        4,
        (
            (
                (52, 5, 38, 47),
                (53, 9, 16, 46),
                (54, 21, 36, 49),
                (55, 13, 32, 40),
                (39, 37, 44, 51),
                (42, 10, 11, 22),
                (48, 19, 31, 50),
                (43, 4, 20, 33),
                (45, 23, 24, 27),
                (41, 1, 6, 15),
                (14, 8, 18, 25),
                (17, 2, 12, 26),
                (0, 7, 28, 30),
                (3, 29, 34, 35),
            ),
        ),
    ),
}
"""By number of entries and size of table."""

WHIST_STARTERS: dict[int, Starter] = {
    8: Starter(7, 1, 1, (((7, 0, 1, 3), (2, 6, 4, 5)),)),
    12: Starter(11, 1, 1, (((11, 0, 6, 2), (3, 1, 7, 4), (9, 8, 5, 10)),)),
    20: Starter(
        19,
        1,
        1,
        (((19, 0, 13, 2), (1, 11, 16, 10), (6, 5, 8, 12), (18, 4, 3, 15), (7, 9, 14, 17)),),
    ),
    24: Starter(
        23,
        1,
        1,
        (
            (
                (23, 0, 18, 8),
                (1, 2, 19, 22),
                (4, 12, 14, 5),
                (6, 11, 17, 15),
                (21, 9, 20, 13),
                (3, 7, 10, 16),
            ),
        ),
    ),
    32: Starter(
        31,
        1,
        1,
        (
            (
                (31, 0, 26, 9),
                (18, 5, 30, 6),
                (21, 19, 8, 3),
                (25, 28, 2, 29),
                (27, 16, 20, 10),
                (11, 12, 14, 22),
                (17, 1, 15, 24),
                (13, 7, 4, 23),
            ),
        ),
    ),
    21: Starter(
        21,
        1,
        0,
        (((2, 13, 20, 5), (12, 11, 6, 10), (1, 3, 15, 7), (17, 8, 16, 19), (9, 14, 18, 4)),),
    ),
    33: Starter(
        33,
        1,
        0,
        (
            (
                (10, 6, 32, 11),
                (3, 23, 21, 26),
                (5, 30, 25, 8),
                (15, 1, 28, 27),
                (13, 4, 29, 22),
                (7, 17, 9, 31),
                (16, 19, 20, 2),
                (14, 12, 18, 24),
            ),
        ),
    ),
}
"""Whist tournaments by number of players: seats 1 and 2 of a table are partners, as are 3 and 4.
Turned all the way, everybody is everybody's partner once and everybody's opponent twice. An odd
number has nobody at point 0: each sits out once."""

"""What surrounds the pieces of a colour on one turn: what each leaves, and what it would find."""

from __future__ import annotations

from games.rules.partners.board import PIECES
from games.rules.partners.bots.tables import Tables, tables_for
from games.rules.partners.bots.worth import AT_HOME, BLOCKS, TOGETHER
from games.rules.partners.conduct import Setup
from games.rules.partners.routes import blocked_seats, lane_mask


class Sight:
    """The board on a turn of ``seat``.

    ``blocked`` is the mask of seats with a piece on their start field.
    """

    def __init__(self, setup: Setup, seat: int, cells: bytes) -> None:
        game = setup.game
        self.setup = setup
        self.board = game.board
        self.seat = seat
        self.cells = cells
        self.tables: Tables = tables_for(game, setup.rules, game.side_of[seat])
        self.blocked = blocked_seats(game.board, cells)
        self._threats = [threats[cells[low : low + PIECES]] for low, threats in self.tables.foes]

    def danger(self, code: int) -> float:
        """How likely opponents are to hit a numbered field."""
        danger = 0.0
        for threat in self._threats:
            danger += threat[code]
        return danger

    def waiting(self, seat: int) -> int:
        """Opponents' pieces in the ten fields before the start field of ``seat``."""
        waits = self.tables.waits[seat]
        cells = self.cells
        return sum(
            [code in waits for low, _ in self.tables.foes for code in cells[low : low + PIECES]]
        )

    def rest_is_locked(self, mover: int) -> bool:
        """Whether the side's other colours have all pieces locked."""
        all_locked = self.board.all_locked
        return all(
            self.cells[PIECES * seat : PIECES * seat + PIECES] == all_locked
            for seat in self.tables.own
            if seat != mover
        )


class Place:
    """The pieces of ``mover`` in that sight, with the filling of their lane."""

    def __init__(self, sight: Sight, mover: int) -> None:
        cells = sight.cells
        low = PIECES * mover
        self.codes = codes = cells[low : low + PIECES]
        self.lane = lane_mask(sight.board, codes)
        self.leaves = _Leaves(sight, mover, codes)
        self.finds = _Finds(sight, mover, codes)


class _Leaves(dict[int, float]):
    """What a piece gains by leaving the ring or its start field, worked out when asked for."""

    def __init__(self, sight: Sight, mover: int, codes: bytes) -> None:
        self._sight = sight
        self._mover = mover
        self._codes = codes

    def __missing__(self, code: int) -> float:
        sight, mover = self._sight, self._mover
        count = self._codes.count(code)
        gain = 0.0
        if code == sight.board.start:
            if count == 1:
                gain = -BLOCKS * sight.waiting(mover)
        elif count == 1:
            # Nobody can hit it there any more.
            gain = sight.danger(code) * (sight.tables.piece[mover][code] - AT_HOME)
        elif count == 2:
            alone = sight.danger(code) * (sight.tables.piece[mover][code] - AT_HOME)
            gain = -2 * TOGETHER - alone
        else:
            gain = -TOGETHER
        self[code] = gain
        return gain


class _Finds(dict[int, float]):
    """What a piece gains by ending on the ring or its start field, beside having come so far."""

    def __init__(self, sight: Sight, mover: int, codes: bytes) -> None:
        self._sight = sight
        self._mover = mover
        self._codes = codes

    def __missing__(self, code: int) -> float:
        sight, mover, codes = self._sight, self._mover, self._codes
        tables, cells = sight.tables, sight.cells
        lost = tables.piece[mover][code] - AT_HOME
        gain = 0.0
        if code == sight.board.start:
            if code not in codes:
                gain = BLOCKS * sight.waiting(mover)
        elif code in codes:
            gain = TOGETHER
            if codes.count(code) == 1:
                gain += TOGETHER + sight.danger(code) * lost
        elif code not in cells:
            gain = -sight.danger(code) * lost
        elif cells.count(code) > 1:
            gain = -lost
        else:
            owner = cells.index(code) // PIECES
            home = AT_HOME - tables.piece[owner][code]
            gain = tables.weight[owner] * home - sight.danger(code) * lost
        self[code] = gain
        return gain

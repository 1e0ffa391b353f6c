"""What a written play means in a position, and if it is not legal, why not and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from games.rules.backgammon.plays import results
from games.rules.backgammon.position import BAR, CHECKERS, EMPTY, OFF, POINTS, own_points
from games.rules.backgammon.record import Throw, WrittenMove
from games.rules.backgammon.refusals import why_not
from games.rules.backgammon.steps import BLOT, Step, plays, stepped, steps
from games.rules.messages import Param


class Meant(NamedTuple):
    """A written play read in a position.

    ``after`` is the position it leaves (the mover's view), None if that cannot be told. ``code``
    and ``rule`` say what is wrong with it, ``code`` is "" for a legal play well written;
    ``stood`` is whether what is wrong is that the play was illegal, not how it is written.
    """

    after: bytes | None
    code: str = ""
    rule: str = ""
    params: Mapping[str, Param] = {}
    stood: bool = False


def meant(cells: bytes, throw: Throw) -> Meant:
    """The play that a throw's moves mean; ``throw.moves`` must have been read."""
    assert throw.moves is not None
    legal = results(cells, *throw.dice)
    if not throw.moves:
        if not legal:
            return Meant(cells)
        dice = len(next(iter(plays(cells, *throw.dice).values())))
        if throw.cannot:
            return Meant(cells, "could_move", "G5", {"count": dice}, stood=True)
        return Meant(cells, "missing_play", "G5", {"count": dice})
    fitting = _fitting(cells, throw.moves, legal)
    if fitting is None:
        return _illegal(cells, throw)
    if len(fitting) > 1:
        return Meant(None, "ambiguous_play", "G12")
    after = fitting[0]
    struck = _struck(cells, after)
    for cell in {stop.cell for move in throw.moves for stop in move if stop.hit}:
        if cell not in struck:
            return Meant(after, "nothing_hit", "G6", {"point": cell})
    return Meant(after)


def _fitting(
    cells: bytes, moves: Sequence[WrittenMove], legal: Sequence[bytes]
) -> list[bytes] | None:
    """The legal positions that the moves can mean; None if there is none.

    Moves that name only where a checker ends may pass over a blot or round it. They mean the way
    round, unless there is none.
    """
    own = _moved(own_points(cells), moves)
    fitting = [after for after in legal if own is not None and own_points(after) == own]
    stops = {stop.cell for move in moves for stop in move[1:]}
    blots = {point for point in POINTS if cells[point] == BLOT}
    exact = [after for after in fitting if _struck(cells, after) == stops & blots]
    return exact or fitting or None


def _moved(own: bytes, moves: Sequence[WrittenMove]) -> bytes | None:
    """The mover's checkers after the moves; None if some are not there to be moved."""
    counts = list(own)
    for move in moves:
        counts[move[0].cell] -= 1
        counts[move[-1].cell] += 1
    if min(counts) < 0 or max(counts) > CHECKERS:
        return None
    return bytes(counts)


def _struck(cells: bytes, after: bytes) -> set[int]:
    """The points where the opponent's blot has been hit (the mover may have gone on from there)."""
    return {point for point in POINTS if cells[point] == BLOT and after[point] >= EMPTY}


# Illegal plays -----------------------------------------------------------------------------------


def _illegal(cells: bytes, throw: Throw) -> Meant:
    """Why the moves are no legal play, and the position they leave if that is clear."""
    assert throw.moves is not None
    after = _carried_out(cells, throw.moves)
    code, rule, params = next(_reasons(cells, throw.dice, throw.moves, after))
    return Meant(after, code, rule, params, stood=True)


def _carried_out(cells: bytes, moves: Sequence[WrittenMove]) -> bytes | None:
    """The position when the checkers are simply put where they are said to go."""
    after = cells
    for move in moves:
        for source, target in pairwise(move):
            there = own_points(after)[source.cell]
            if not there or source.cell == OFF or target.cell in (BAR, source.cell):
                return None
            if target.cell != OFF and after[target.cell] < BLOT:
                return None  # G3: nobody can say where the checker stands
            hit = target.cell != OFF and after[target.cell] == BLOT
            after = stepped(after, Step(source.cell, target.cell, hit))
    return after


def _reasons(
    cells: bytes, dice: tuple[int, int], moves: Sequence[WrittenMove], after: bytes | None
) -> Iterator[tuple[str, str, Mapping[str, Param]]]:
    """What is wrong with moves that are no legal play; the first is the one to name."""
    if after is not None and after in _shorter(cells, dice):
        yield "too_few", "G5", {}
    for move in moves:
        source, target = move[0].cell, move[-1].cell
        if any(stop.cell >= before.cell for before, stop in pairwise(move)):
            yield "backwards", "G1", {"at": source, "point": target}
    if _moved(own_points(cells), moves) is None:
        counts = own_points(cells)
        sources = [move[0].cell for move in moves]
        at = next((cell for cell in sources if sources.count(cell) > counts[cell]), sources[0])
        yield "no_checker", "G3", {"at": at}
    entering = sum(1 for move in moves if move[0].cell == BAR)
    if cells[BAR] > entering and entering < len(moves):
        yield "stood_on_bar", "G7", {}
    for move in moves:
        for stop in move[1:]:
            if stop.cell != OFF and cells[stop.cell] < BLOT:
                yield "stood_held", "G7" if move[0].cell == BAR else "G3", {"point": stop.cell}
    if not _dice_fit(dice, moves):
        yield "not_thrown", "G3", {}
    for move in moves:
        for die in sorted(set(dice)):
            if move[-1].cell == OFF and move[0].cell <= die:
                reason = why_not(cells, move[0].cell, die)
                if reason.rule == "G8":
                    yield f"stood_{reason.key}", "G8", reason.params
    yield "no_way", "G3", {}


def _shorter(cells: bytes, dice: tuple[int, int]) -> set[bytes]:
    """The positions after fewer of the dice, or the lower one where the higher can be played."""
    count = 4 if dice[0] == dice[1] else 2
    found: set[bytes] = set()
    for order in {dice, dice[::-1]}:
        level = {cells}
        for used in range(count):
            die = order[used % 2]
            level = {stepped(before, step) for before in level for step in steps(before, die)}
            found |= level
    return found


def _dice_fit(dice: tuple[int, int], moves: Sequence[WrittenMove]) -> bool:
    """Whether the lengths of the moves add up to dice thrown, each used once."""
    each = [dice[0]] * 4 if dice[0] == dice[1] else list(dice)
    for order in set(permutations(each)):
        left = list(order)
        if all(_use(left, move) for move in moves):
            return True
    return False


def _use(left: list[int], move: WrittenMove) -> bool:
    """Take the dice that a move needs from the front of those left."""
    for source, target in pairwise(move):
        length = source.cell - target.cell
        while length > 0:
            if not left:
                return False
            die = left.pop(0)
            if die > length and target.cell != OFF:
                return False
            length -= die
    return True

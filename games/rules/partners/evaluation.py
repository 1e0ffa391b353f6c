"""What a position is worth, for a judge who has to decide a game that stands still (H4).

Facts first: how far each side has to go, what it has locked, which start fields hold up which
pieces. Then a forecast: the game played on many times by bots, with its margin of error. The
judge decides; nothing here does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.rules.partners.advance import new_game
from games.rules.partners.board import Board
from games.rules.partners.bots.bot import Bot
from games.rules.partners.bots.quick import QUICK
from games.rules.partners.bots.random_bot import RANDOM
from games.rules.partners.conduct import Setup
from games.rules.partners.playing import play_out
from games.rules.partners.position import Position
from games.rules.partners.steps_to_go import leading_side, side_steps

FORECASTERS: Final[tuple[Bot, ...]] = (QUICK, RANDOM)
"""Who plays a position out: with sense, and anyhow."""

CONFIDENCE: Final = 1.959964
"""Standard deviations to either side that hold the truth nineteen times in twenty."""


class Block(NamedTuple):
    """``owner`` stands on its start field and holds up the piece of ``colour`` on ``place``.

    ``free`` fields are left before the start field; a longer card cannot be used on the piece.
    """

    owner: str
    colour: str
    place: str
    free: int


class Standing(NamedTuple):
    """How a side stands.

    ``steps`` are the fields still to go, ``short_way`` the same if the -4 may be used (see
    ``steps_to_go``). The pieces: ``locked``, ``in_lane`` unlocked, ``on_ring``, on their own
    ``start`` fields, at ``home``; ``held_up`` by another's start field.
    """

    colours: tuple[str, ...]
    steps: int
    short_way: int
    locked: int
    in_lane: int
    on_ring: int
    start: int
    home: int
    held_up: int


class Chance(NamedTuple):
    """How often a side won when ``bot`` played the position out, and what that shows.

    ``low`` and ``high`` bound the true rate with 95 % confidence (Wilson's interval).
    """

    bot: str
    side: int
    wins: int
    games: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1."""
        return self.wins / self.games


class Evaluation(NamedTuple):
    """All that is known about a position; see the parts. ``chances`` by the name of the bot."""

    standings: tuple[Standing, ...]
    blocks: tuple[Block, ...]
    chances: Mapping[str, tuple[Chance, ...]]


def evaluate(
    setup: Setup,
    position: Position,
    *,
    seed: str,
    games: int = 100,
    bots: Sequence[Bot] = FORECASTERS,
) -> Evaluation:
    """A position's facts, and its forecast by each of ``bots`` in ``games`` games.

    The same seed gives the same answer. A hundred games by each take a few seconds.
    """
    return Evaluation(
        standings=tuple(standing(position, side) for side in range(len(position.game.sides))),
        blocks=blocks(position),
        chances={
            bot.name: win_chances(setup, position, bot, seed=seed, games=games) for bot in bots
        },
    )


def standing(position: Position, side: int) -> Standing:
    """How a side stands."""
    board = position.game.board
    colours = position.game.sides[side]
    codes = [code for colour in colours for code in position.codes(position.game.seat(colour))]
    locked = position.side_locked(side)
    return Standing(
        colours=colours,
        steps=side_steps(position, side),
        short_way=side_steps(position, side, backwards=True),
        locked=locked,
        in_lane=sum(code in board.goals for code in codes) - locked,
        on_ring=sum(code < board.ring for code in codes),
        start=codes.count(board.start),
        home=codes.count(board.home),
        held_up=sum(
            position.places(block.colour).count(block.place)
            for block in blocks(position)
            if block.colour in colours
        ),
    )


def blocks(position: Position) -> tuple[Block, ...]:
    """The pieces that a start field ahead holds up, each by the first such field (C2).

    One entry for each place where pieces of a colour stand. Everybody else's occupied start
    field counts, the partner's too; in Partners+ a 5 passes all the same (P2).
    """
    game = position.game
    board = game.board
    found = []
    for seat, colour in enumerate(board.colours):
        for code in sorted(set(position.codes(seat))):
            if code > board.start:
                continue
            progress = board.progress(seat, code)
            owner, free = _first_block(board, position, seat, progress)
            if owner is not None:
                found.append(Block(owner, colour, board.places[code], free))
    return tuple(found)


def _first_block(
    board: Board, position: Position, seat: int, progress: int
) -> tuple[str | None, int]:
    seats = len(board.colours)
    for turn in range(1, seats):
        owner = (seat + turn) % seats
        free = board.fields * turn - progress
        if free >= 0 and board.start in position.codes(owner):
            return board.colours[owner], free
    return None, 0


def win_chances(
    setup: Setup, position: Position, bot: Bot, *, seed: str, games: int = 100
) -> tuple[Chance, ...]:
    """How often each side wins from ``position`` when everybody plays as ``bot`` does.

    Each game begins with a new deal, since nobody knows the hands; the players deal in turn. A
    game that does not end counts for the side with the fewest fields to go.
    """
    wins = [0] * len(setup.game.sides)
    for winner in _winners(setup, position, bot, seed, games):
        wins[winner] += 1
    return tuple(
        Chance(bot.name, side, won, games, *wilson(won, games)) for side, won in enumerate(wins)
    )


def _winners(setup: Setup, position: Position, bot: Bot, seed: str, games: int) -> Iterable[int]:
    finished = position.finished_sides()
    seats = len(setup.game.board.colours)
    for number in range(games):
        if finished:
            yield finished[0]
            continue
        before = new_game(setup, dealer=number % seats)._replace(cells=position.cells)
        after = play_out(before, (bot,) * seats, f"{seed}:{number}")
        yield after.finished[0] if after.finished else leading_side(after)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval that holds the true rate with 95 % confidence, after ``wins`` in ``games``."""
    rate, square = wins / games, CONFIDENCE**2 / games
    middle = (rate + square / 2) / (1 + square)
    margin = sqrt(rate * (1 - rate) * square + square**2 / 4) / (1 + square)
    return max(middle - margin, 0.0), min(middle + margin, 1.0)

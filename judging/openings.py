"""Who holds up whom, and what would open a locked game. Pure: facts about a position (H3, H4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.partners import Game, Position, Rules, legal_moves
from games.rules.partners.evaluation import Block, blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """`owner` stands on its start field and holds up `pieces` of `colour` on `place`."""

    owner: str
    colour: str
    place: str
    pieces: int
    free: int
    """Fields left before the start field."""
    partner: bool
    """Whether they are partners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A card with which `colour` could set free pieces of another side; the best way to."""

    colour: str
    card: str
    notation: str
    frees: int
    """Pieces of other sides that are held up no more."""


def holds(position: Position) -> tuple[Hold, ...]:
    """Everything that is held up, as `evaluation.blocks` finds it."""
    game = position.game
    return tuple(
        Hold(
            owner=block.owner,
            colour=block.colour,
            place=block.place,
            pieces=_pieces(position, block),
            free=block.free,
            partner=_side(game, block.owner) == _side(game, block.colour),
        )
        for block in blocks(position)
    )


def openings(position: Position, rules: Rules) -> tuple[Opening, ...]:
    """For each colour the cards that would open the game for another side, best card first.

    Whether a player holds the card is not asked: nobody but the player knows.
    """
    found = []
    for colour in position.game.board.colours:
        side = _side(position.game, colour)
        held = _held_up(position, side)
        ways = list(_ways(position, colour, side, held, rules))
        found += sorted(ways, key=lambda way: -way.frees)
    return tuple(found)


def _ways(position: Position, colour: str, side: int, held: int, rules: Rules) -> Iterator[Opening]:
    if not held:
        return
    for card in position.game.cards:
        best: Opening | None = None
        for move in legal_moves(position, colour, card, rules):
            frees = held - _held_up(move.position, side)
            if frees > (best.frees if best is not None else 0):
                best = Opening(colour=colour, card=card, notation=move.notation, frees=frees)
        if best is not None:
            yield best


def _held_up(position: Position, side: int) -> int:
    """Pieces of other sides that a start field of `side` holds up."""
    game = position.game
    return sum(
        _pieces(position, block)
        for block in blocks(position)
        if _side(game, block.owner) == side != _side(game, block.colour)
    )


def _pieces(position: Position, block: Block) -> int:
    return position.places(block.colour).count(block.place)


def _side(game: Game, colour: str) -> int:
    return game.side_of[game.seat(colour)]

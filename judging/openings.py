"""Who holds up whom, and what would open a locked game. Pure: facts about a position (H3, H4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.partners import Game, Position, Rules, legal_moves
from games.rules.partners.evaluation import Block, blocks
from games.rules.partners.steps_to_go import side_steps


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
class Cost:
    """What a move costs the side that makes it; nothing is worse than a piece sent home."""

    sent_home: int = 0
    """Own pieces that stand at home after it and did not before."""
    steps_before: int = 0
    steps_after: int = 0
    """The side's steps to go (see `steps_to_go`), before the move and after it."""
    left_start: int = 0
    """Start fields of the side that it holds no more."""

    @property
    def steps(self) -> int:
        """Steps to go that it costs; below 0 where the move brings the side on."""
        return self.steps_after - self.steps_before

    @property
    def weight(self) -> tuple[int, int, int]:
        """What ways to open are put in order by, the cheapest first."""
        return self.sent_home, self.steps, self.left_start


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A move with which `colour` would set free pieces of another side, and what it costs."""

    colour: str
    card: str
    notation: str
    frees: int
    """Pieces of other sides that are held up no more, and not since they were sent home."""
    cost: Cost


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
    """The moves of each colour that would open the game for another side, the cheapest first.

    Of the moves with one card those are left out than which another costs no more and frees as
    many. Whether a player holds the card is not asked: nobody but the player knows.
    """
    found: list[Opening] = []
    for colour in position.game.board.colours:
        side = _side(position.game, colour)
        held = _held_up(position, side)
        if held:
            for card in position.game.cards:
                found += _best(_ways(position, colour, card, held, rules))
    # Moves of equal cost stand as the colours and cards of the game do.
    return tuple(sorted(found, key=lambda way: (way.cost.weight, -way.frees)))


def _ways(position: Position, colour: str, card: str, held: int, rules: Rules) -> Iterator[Opening]:
    side = _side(position.game, colour)
    for move in legal_moves(position, colour, card, rules):
        after = move.position
        frees = held - _held_up(after, side) - _hit(position, after, side)
        if frees > 0:
            yield Opening(
                colour=colour,
                card=card,
                notation=move.notation,
                frees=frees,
                cost=_cost(position, after, side),
            )


def _best(ways: Iterator[Opening]) -> list[Opening]:
    """Of so many ways the cheapest for each number of pieces set free, dearer ones only where they
    free more."""
    best: list[Opening] = []
    for way in sorted(ways, key=lambda way: (way.cost.weight, -way.frees)):
        if not best or way.frees > best[-1].frees:
            best.append(way)
    return best


def _cost(before: Position, after: Position, side: int) -> Cost:
    return Cost(
        sent_home=max(0, _at_home(after, side) - _at_home(before, side)),
        steps_before=side_steps(before, side),
        steps_after=side_steps(after, side),
        left_start=len(_starts(before, side) - _starts(after, side)),
    )


def _at_home(position: Position, side: int) -> int:
    return sum(position.places(colour).count("home") for colour in position.game.sides[side])


def _starts(position: Position, side: int) -> set[str]:
    """The colours of a side that stand on their start field."""
    return {one for one in position.game.sides[side] if "start" in position.places(one)}


def _held_up(position: Position, side: int) -> int:
    """Pieces of other sides that a start field of `side` holds up."""
    return sum(_pieces(position, block) for block in _holding(position, side))


def _hit(before: Position, after: Position, side: int) -> int:
    """Those of them that a move has sent home."""
    gone: dict[str, int] = {}
    for block in _holding(before, side):
        left = _pieces(before, block) - after.places(block.colour).count(block.place)
        gone[block.colour] = gone.get(block.colour, 0) + max(0, left)
    return sum(
        min(count, max(0, after.places(one).count("home") - before.places(one).count("home")))
        for one, count in gone.items()
    )


def _holding(position: Position, side: int) -> list[Block]:
    game = position.game
    return [
        block
        for block in blocks(position)
        if _side(game, block.owner) == side != _side(game, block.colour)
    ]


def _pieces(position: Position, block: Block) -> int:
    return position.places(block.colour).count(block.place)


def _side(game: Game, colour: str) -> int:
    return game.side_of[game.seat(colour)]

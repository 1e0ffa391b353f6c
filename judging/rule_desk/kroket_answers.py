"""Whether a red or blue card of Kroket may be played at a moment: asked of the engine itself.

A game is set up with the balls as they lie and the cards in the hands they are said to be in;
then the shot is played as far as the moment, and the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules.kroket import QUIET, GameState, Illegal, React, Shoot, all_pass, apply, new_game
from games.rules.kroket.deck import Deck, Mark
from games.rules.kroket.moments import asks
from games.rules.kroket.position import Position
from games.rules.kroket.reactions import targets
from games.rules.kroket.state import ROLLED

BEFORE, PLAYED, MOVED = "before", "played", "moved"
MOMENTS: Final = (BEFORE, PLAYED, MOVED)


class Shot(NamedTuple):
    """The shot that the card answers: whose, which, how, and what was drawn for reflections."""

    seat: int
    card: str
    direction: str
    path: tuple[str, ...]
    marks: Sequence[Mark]


def why_not(
    position: Position, shot: Shot, moment: str, seat: int, card: str, after: str = ""
) -> Illegal | None:
    """Why the player of `seat` may not play `card` then; None where it may be played.

    `moment` is one of `MOMENTS`. With `after`, a card that was just played then by another player
    is what is answered.
    """
    others = [one for one in range(position.setup.players) if one != seat]
    try:
        state = _dealt(position, shot, {seat: card, others[0]: after} if after else {seat: card})
        if moment != BEFORE:
            state = apply(state, Shoot(shot.seat, shot.card, shot.direction, shot.path))
        if moment == MOVED:
            state = all_pass(state)
        if after:
            state = _played(state, others[0], after)
        _played(state, seat, card)
    except Illegal as illegal:
        return illegal
    return None


def _played(state: GameState, seat: int, card: str) -> GameState:
    reaction = state.setup.deck.reactions[card]
    possible = targets(state, seat, reaction)
    action = React(seat, card, possible[0] if possible else ())
    try:
        return apply(state, action)
    except Illegal:
        if state.phase == ROLLED and asks(state):
            # A free shot stands still once before its reflections, and once after them.
            return apply(all_pass(state), action)
        raise


def _dealt(position: Position, shot: Shot, reactions: dict[int, str]) -> GameState:
    """A game in which each holds what it plays, and the cards drawn next show the marks."""
    setup = position.setup
    deck = setup.deck
    left = list(range(len(deck.ids)))
    hands: list[tuple[int, ...]] = []
    for seat in range(setup.players):
        held = [reactions[seat]] if seat in reactions else []
        if seat == shot.seat and shot.card != QUIET:
            held.append(shot.card)
        # Two more, for a card that throws two others.
        held += [card for card in deck.reactions if card not in held][:2]
        hands.append(tuple(_taken(left, deck, card) for card in held))
    drawn = [_marked(left, deck, mark) for mark in shot.marks]
    pile = (*(card for card in drawn if card >= 0), *left)
    state = new_game(setup, "", orders=(pile,), balls=position.balls, turn=shot.seat)
    return state._replace(hands=tuple(hands), pile=pile, discard=())


def _taken(left: list[int], deck: Deck, card: str) -> int:
    """A card of that id, out of those left; another one where there are none of it any more."""
    found = next((one for one in left if deck.ids[one] == card), left[-1])
    left.remove(found)
    return found


def _marked(left: list[int], deck: Deck, mark: Mark) -> int:
    found = next((one for one in left if deck.marks[one] == mark), -1)
    if found >= 0:
        left.remove(found)
    return found

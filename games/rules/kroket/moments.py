"""When a reaction may be played: each word of a card's ``timing`` is a question about the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.rules.kroket.deck import Reaction
from games.rules.kroket.state import ASK, CROQUET, MOVED, OVER, ROLLED, SHOOT, GameState


def _before_a_shot(state: GameState) -> bool:
    return not state.stack and state.phase in (SHOOT, CROQUET)


def _shot_played(state: GameState) -> bool:
    return bool(state.stack) and state.stack[-1].shot and state.stack[-1].card >= 0


def _quiet_played(state: GameState) -> bool:
    return bool(state.stack) and state.stack[-1].shot and state.stack[-1].card < 0


def _card_played(state: GameState) -> bool:
    return bool(state.stack) and state.stack[-1].card >= 0


def _laid(state: GameState) -> bool:
    return not state.stack and state.phase == CROQUET


def _rolled(state: GameState) -> bool:
    return not state.stack and state.phase == ROLLED


def _moved(state: GameState) -> bool:
    moved = state.motion is not None and bool(state.motion.ways)
    return moved and not state.stack and state.phase == MOVED


def passages(state: GameState) -> tuple[int, ...]:
    """The seats whose ball has passed a hoop in this shot, the last first."""
    if state.motion is None:
        return ()
    targets = state.setup.targets
    found = [seat for seat, at in reversed(state.motion.passes) if targets[seat][at].hoop >= 0]
    return tuple(dict.fromkeys(found))


def _passed(state: GameState) -> bool:
    return _moved(state) and bool(passages(state))


def _touched(state: GameState) -> bool:
    return _moved(state) and state.motion is not None and bool(state.motion.touched)


MOMENTS: Final[Mapping[str, Callable[[GameState], bool]]] = {
    "any": lambda state: True,
    "ready": _before_a_shot,
    "shot": _shot_played,
    "quiet": _quiet_played,
    "rolled": _rolled,
    "moved": _moved,
    "passage": _passed,
    "touch": _touched,
    "placed": _laid,
    "card": _card_played,
}


def fits(state: GameState, reaction: Reaction) -> bool:
    """Whether the moment is one of a reaction's (K10, K12)."""
    return any(_is_now(state, moment) for moment in reaction.timing)


def _is_now(state: GameState, moment: str) -> bool:
    kind, _, card = moment.partition(":")
    if card:
        return _card_played(state) and state.stack[-1].id == card
    return MOMENTS[kind](state)


def open_to_cards(state: GameState) -> bool:
    """Whether red and blue cards may be played at all now."""
    return state.phase not in (ASK, OVER) and not state.concentrated


def only_cancels(state: GameState) -> bool:
    """Whether a card that forbids others waits on the stack: it can be cancelled alone (K12)."""
    reactions = state.setup.deck.reactions
    return any(
        not played.shot and reactions[played.id].effect == "concentrate" for played in state.stack
    )


def asks(state: GameState) -> bool:
    """Whether everybody is asked for an answer and play waits for them."""
    return bool(state.stack) or state.phase in (ROLLED, MOVED)

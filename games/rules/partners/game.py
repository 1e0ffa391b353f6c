"""A whole game: an immutable state, actions, and the judge between them.

::

    state = new_game(Setup(PARTNERS))
    while state.phase == "draw":
        state = apply(state, draw_from(state, seed))
    state = apply(state, deal_from(state, seed))
    state = apply(state, Exchange(("7", "heart", "2", "swap")))
    state = apply(state, Play(state.turn, "8/heart", cells))

``apply`` raises ``Illegal``, with the rule, for what may not happen. The functions of ``advance``
do the same without judging.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.rules.messages import Param, Term
from games.rules.partners.actions import (
    Action,
    Deal,
    DrawCards,
    Exchange,
    Illegal,
    Play,
    Stop,
    Throw,
)
from games.rules.partners.advance import dealt, drawn, exchanged, played, thrown
from games.rules.partners.deal import HAND, Counts, taken
from games.rules.partners.moves import results
from games.rules.partners.result import ENDINGS, side_name
from games.rules.partners.state import (
    GameState,
    dealt_seats,
    gift_receivers,
    seats_from,
    usable_cards,
)


def apply(state: GameState, action: Action) -> GameState:
    """The state after ``action``; ``Illegal``, with the rule, if it may not happen now."""
    return _JUDGES[type(action)](state, action)


def _phase(state: GameState, phase: str, rule: str) -> None:
    """Refuse what belongs to another phase of the game."""
    if state.phase == phase:
        return
    if state.phase == "over":
        raise _over(state)
    needed = {"draw": "A3", "deal": "A9", "exchange": "A2", "play": rule}[state.phase]
    raise Illegal(f"expected_{state.phase}", needed)


def _over(state: GameState) -> Illegal:
    if state.finished:
        side = side_name(state.setup.game, state.finished[0])
        return Illegal("after_win", state.setup.win_rule, side=side)
    return Illegal("after_end", "A1")


def _seat_term(state: GameState, seat: int) -> Param:
    return Term(state.setup.game.board.colours[seat])


def _draw(state: GameState, action: DrawCards) -> GameState:
    _phase(state, "draw", "A3")
    game = state.setup.game
    for seat, card in enumerate(action.cards):
        if (card is not None) != (seat in state.drawing):
            code = "draw_missing" if card is None else "draw_superfluous"
            raise Illegal(code, "A3", colour=_seat_term(state, seat))
        if card is not None:
            game.card(card)
    drawn_cards = [card for card in action.cards if card is not None]
    fresh = sum(state.undealt) < len(drawn_cards)
    _in_pack(state, state.setup.full_pack if fresh else state.undealt, drawn_cards, "A3")
    return drawn(state, action.cards)


def _deal(state: GameState, action: Deal) -> GameState:
    _phase(state, "deal", "A9")
    game = state.setup.game
    seats = dealt_seats(state)
    for seat, hand in enumerate(action.hands):
        size = HAND if seat in seats else 0
        for card in hand:
            game.card(card)
        if len(hand) != size:
            rule = "P10" if game.side_of[seat] in state.finished else "A4"
            raise Illegal(
                "hand_size", rule, colour=_seat_term(state, seat), count=len(hand), size=size
            )
    cards = [card for hand in action.hands for card in hand]
    _in_pack(state, state.undealt, cards, "A4")
    return dealt(state, action.hands)


def _in_pack(state: GameState, undealt: Counts, cards: list[str], rule: str) -> None:
    game = state.setup.game
    left_of = taken(game, undealt, cards)
    for card, left, copies in zip(game.pack, left_of, state.setup.full_pack, strict=True):
        if left < 0:
            raise Illegal(
                "too_many_copies",
                rule,
                card=card,
                count=copies - left,
                copies=copies,
            )


def _exchange(state: GameState, action: Exchange) -> GameState:
    _phase(state, "exchange", "A2")
    rule = "A2" if len(state.setup.game.board.colours) == 4 else "P1"
    to = gift_receivers(state)
    received: dict[int, str] = {}
    for seat in seats_from(state.setup.game, state.dealer + 1, ()):
        card, colour = action.gifts[seat], _seat_term(state, seat)
        if card is None:
            if to[seat] >= 0:
                raise Illegal("gift_missing", rule, colour=colour)
            continue
        if to[seat] < 0:
            raise Illegal("gift_superfluous", rule, colour=colour)
        if card not in state.hands[seat] and card != received.get(seat):
            raise Illegal("gift_not_held", rule, colour=colour, card=card)
        if state.setup.conduct.gift_may_be_passed_on:
            received[to[seat]] = card
    return exchanged(state, action.gifts)


def on_turn(state: GameState, seat: int) -> None:
    """``Illegal`` unless cards are being played and it is the turn of ``seat``."""
    _phase(state, "play", "A5")
    if seat != state.turn:
        colour, turn = _seat_term(state, seat), _seat_term(state, state.turn)
        if not state.hands[seat]:
            raise Illegal("no_cards", "A9", colour=colour, turn=turn)
        raise Illegal("not_on_turn", "A5", colour=colour, turn=turn)


def _play(state: GameState, action: Play) -> GameState:
    seat, card, cells = action
    on_turn(state, seat)
    must_hold(state, seat, card)
    game = state.setup.game
    if cells not in results(game, state.cells, seat, game.cards[card], state.setup.rules):
        raise Illegal("no_such_move", "B1", colour=_seat_term(state, seat), card=card)
    return played(state, card, cells)


def must_hold(state: GameState, seat: int, card: str) -> None:
    """``Illegal`` if the player does not hold the card."""
    if card not in state.hands[seat]:
        hand = state.hands[seat]
        raise Illegal("not_in_hand", "A4", colour=_seat_term(state, seat), card=card, hand=hand)


def _throw(state: GameState, action: Throw) -> GameState:
    on_turn(state, action.seat)
    usable = usable_cards(state)
    if usable:
        colour = _seat_term(state, action.seat)
        raise Illegal("thrown_though_usable", "B5", colour=colour, cards=usable)
    return thrown(state)


def _stop(state: GameState, action: Stop) -> GameState:
    if state.phase == "over":
        raise _over(state)
    game = state.setup.game
    if action.ended not in ENDINGS:
        raise Illegal("unknown_ending", "", ended=action.ended, known=ENDINGS)
    if state.finished:
        # The winner stands; that the others stop is theirs to choose (P10).
        if action.ended != "played" or action.winner != state.finished[0]:
            side = side_name(game, state.finished[0])
            raise Illegal("stopped_after_win", state.setup.win_rule, side=side)
    elif action.ended == "played":
        raise Illegal("not_played_out", state.setup.win_rule)
    elif action.ended == "walkover" and any(
        state.position.side_locked(side) for side in range(len(game.sides))
    ):
        raise Illegal("walkover_begun", "A1")
    return state._replace(phase="over", turn=-1, stopped=action)


_JUDGES: Final[dict[type, Callable[[GameState, Any], GameState]]] = {
    DrawCards: _draw,
    Deal: _deal,
    Exchange: _exchange,
    Play: _play,
    Throw: _throw,
    Stop: _stop,
}

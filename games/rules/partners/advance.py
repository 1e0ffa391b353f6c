"""What each action makes of a game, unjudged: for callers that build legal actions by the million.

``game.apply`` judges first.
"""

from __future__ import annotations

from games.rules.partners.board import PIECES
from games.rules.partners.conduct import Setup
from games.rules.partners.deal import DEALS, Hand, highest, taken
from games.rules.partners.exchange import Gifts, hands_after
from games.rules.partners.position import Position
from games.rules.partners.state import GameState, dealt_seats, gift_receivers


def new_game(setup: Setup, dealer: int | None = None) -> GameState:
    """A game before its first card; with a ``dealer`` nobody draws for the first deal."""
    game = setup.game
    seats = len(game.board.colours)
    drawing = tuple(range(seats)) if dealer is None else ()
    state = GameState(
        setup=setup,
        phase="draw",
        cells=Position.at_home(game).cells,
        hands=((),) * seats,
        turn=-1,
        dealer=-1,
        dealership=0,
        deal=1,
        undealt=setup.full_pack,
        drawing=drawing,
        finished=(),
        stopped=None,
    )
    return state if dealer is None else _before_deal(state, dealer, 1, 1)


def drawn(state: GameState, cards: tuple[str | None, ...]) -> GameState:
    """After a draw for the first deal: the dealer is found, or the tied draw again (A3)."""
    game, conduct = state.setup.game, state.setup.conduct
    best = highest(game, cards, conduct.minus_four_counts_nothing)
    if len(best) == 1:
        return _before_deal(state, best[0], 1, 1)
    count = len(state.drawing)
    fresh = sum(state.undealt) < count
    pile = state.setup.full_pack if fresh else state.undealt
    undealt = taken(game, pile, [card for card in cards if card])
    again = state.drawing if conduct.ties_redraw_all else best
    return state._replace(undealt=undealt, drawing=again, deal=state.deal + fresh)


def dealt(state: GameState, hands: tuple[Hand, ...]) -> GameState:
    """After a deal: the exchange comes."""
    game = state.setup.game
    undealt = taken(game, state.undealt, [card for hand in hands for card in hand])
    if state.finished:
        # P10: who has finished plays nothing more, whatever was dealt.
        hands = tuple(
            () if game.side_of[seat] in state.finished else hand for seat, hand in enumerate(hands)
        )
    return state._replace(phase="exchange", hands=hands, undealt=undealt)


def exchanged(state: GameState, gifts: Gifts) -> GameState:
    """After the exchange: the player to the dealer's left leads (A5, A8)."""
    hands = hands_after(state.setup.game, state.hands, gifts, gift_receivers(state))
    leader = dealt_seats(state)[state.deal - 1 if state.setup.conduct.lead_passes else 0]
    return _turn_to(state._replace(phase="play", hands=hands), leader)


def played(state: GameState, card: str, cells: bytes) -> GameState:
    """After the player on turn has played ``card``, which led to ``cells``."""
    seat, hands = state.turn, state.hands
    hand = hands[seat]
    at = hand.index(card)
    hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    game = state.setup.game
    finished = state.finished
    if game.board.all_locked in cells:
        side = game.side_of[seat]
        all_locked = game.board.all_locked
        if side not in finished and all(
            cells[PIECES * one : PIECES * one + PIECES] == all_locked
            for one in game.side_seats[side]
        ):
            return _won(state._replace(cells=cells, hands=hands), side)
    return _passed(state, cells, hands, seat)


def thrown(state: GameState) -> GameState:
    """After the player on turn has thrown the hand (B5)."""
    seat, hands = state.turn, state.hands
    return _passed(state, state.cells, (*hands[:seat], (), *hands[seat + 1 :]), seat)


def _passed(state: GameState, cells: bytes, hands: tuple[Hand, ...], seat: int) -> GameState:
    """The next player with cards is on turn (A5, A9); when nobody has any, a deal comes."""
    seats = len(hands)
    for turn in range(seat + 1, seat + seats + 1):
        following = turn % seats
        if hands[following]:
            # Built without _replace: this is done for every card that is played.
            return GameState(
                state.setup,
                state.phase,
                cells,
                hands,
                following,
                state.dealer,
                state.dealership,
                state.deal,
                state.undealt,
                state.drawing,
                state.finished,
                state.stopped,
            )
    return _next_deal(state._replace(cells=cells, hands=hands))


def _turn_to(state: GameState, seat: int) -> GameState:
    """``seat`` is on turn if it holds cards, else the next one that does."""
    return _passed(state, state.cells, state.hands, seat - 1)


def _won(state: GameState, side: int) -> GameState:
    """A side has locked its last piece: the game is over, or goes on for the places (A6, P10)."""
    game = state.setup.game
    finished = (*state.finished, side)
    left = len(game.sides) - len(finished)
    state = state._replace(finished=finished)
    if left < 2 or not state.setup.conduct.play_on:
        return state._replace(phase="over", turn=-1)
    hands = tuple(
        () if game.side_of[seat] == side else hand for seat, hand in enumerate(state.hands)
    )
    return _passed(state, state.cells, hands, state.turn)


def _next_deal(state: GameState) -> GameState:
    if state.deal < DEALS:
        return _before_deal(state, state.dealer, state.dealership, state.deal + 1)
    # The next dealer is the next who is dealt to.
    following = dealt_seats(state)[0]
    return _before_deal(state, following, state.dealership + 1, 1)


def _before_deal(state: GameState, dealer: int, dealership: int, deal: int) -> GameState:
    fresh = deal == 1 or state.setup.conduct.shuffle_each_deal
    return state._replace(
        phase="deal",
        turn=dealer,
        dealer=dealer,
        dealership=dealership,
        deal=deal,
        undealt=state.setup.full_pack if fresh else state.undealt,
        drawing=(),
    )

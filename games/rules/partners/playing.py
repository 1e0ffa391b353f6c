"""Games played by bots, from the first card or from any state on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.rules.partners.actions import Stop
from games.rules.partners.advance import dealt, drawn, exchanged, new_game, played, thrown
from games.rules.partners.bots.bot import Bot, Seen
from games.rules.partners.conduct import Setup
from games.rules.partners.exchange import Gifts
from games.rules.partners.game import apply
from games.rules.partners.record import Record
from games.rules.partners.scribe import Scribe
from games.rules.partners.state import GameState, deal_from, draw_from, gift_receivers
from games.rules.partners.steps_to_go import leading_side

MOST_DEALS: Final = 150
"""Deals after which a game of bots is stopped by time; few get half so far."""


class Played(NamedTuple):
    """A game that bots have played: how it ended, and its record."""

    state: GameState
    record: Record


def play_game(
    setup: Setup,
    bots: Sequence[Bot],
    seed: str,
    *,
    about: tuple[tuple[str, str], ...] = (),
    dealer: int | None = None,
    most_deals: int = MOST_DEALS,
    name_winner: Callable[[GameState], int] | None = None,
) -> Played:
    """A whole game of ``bots``, one for each colour; the same seed gives the same game.

    The cards come from the seed as ``draw_from`` and ``deal_from`` say, the bots' choices from it,
    too. ``about`` are headers for the record. A game that is not over after ``most_deals`` is
    stopped by time, and ``name_winner`` (default: who has the fewest steps to go) names the side.
    """
    scribe = Scribe(setup)
    state = play_out(new_game(setup, dealer), bots, seed, most_deals=most_deals, scribe=scribe)
    if state.phase != "over":
        winner = state.winner if state.finished else (name_winner or leading_side)(state)
        assert winner is not None
        ended = "played" if state.finished else "timeout"
        scribe.stops(ended, winner)
        state = apply(state, Stop(ended, winner))
    return Played(state, scribe.record(state, about, seed=seed))


def play_out(
    state: GameState,
    bots: Sequence[Bot],
    seed: str,
    *,
    most_deals: int = MOST_DEALS,
    scribe: Scribe | None = None,
) -> GameState:
    """Let ``bots`` play on until the game is over or the deal after ``most_deals`` would come."""
    setup = state.setup
    chance = random.Random(f"{seed}:bots")
    while state.phase != "over":
        if state.phase == "play":
            seat = state.turn
            choice = bots[seat].turn(Seen(setup, seat, state.hands[seat], state.cells), chance)
            if choice is None:
                if scribe:
                    scribe.throws(state)
                state = thrown(state)
                continue
            card, cells, legs = choice
            if scribe:
                scribe.plays(state, card, cells, legs)
            state = played(state, card, cells)
        elif state.phase == "draw":
            draw = draw_from(state, seed).cards
            if scribe:
                scribe.draws(draw)
            state = drawn(state, draw)
        elif state.deals > most_deals:
            return state
        else:
            before = state
            hands = deal_from(state, seed).hands
            state = dealt(state, hands)
            gifts = choose_gifts(state, bots, chance)
            if scribe:
                scribe.deals(before, hands, gifts)
            state = exchanged(state, gifts)
    return state


def choose_gifts(state: GameState, bots: Sequence[Bot], chance: random.Random) -> Gifts:
    """What each gives away, chosen before anybody sees what comes (A8)."""
    setup, cells = state.setup, state.cells
    return tuple(
        [
            bots[seat].give(Seen(setup, seat, state.hands[seat], cells), chance)
            if to >= 0
            else None
            for seat, to in enumerate(gift_receivers(state))
        ]
    )

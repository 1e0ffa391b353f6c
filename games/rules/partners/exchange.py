"""The exchange before each deal is played: who gives to whom, and the hands after it (A2, P1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.rules.partners.board import PIECES, Game
from games.rules.partners.conduct import Setup
from games.rules.partners.deal import Hand, card_order

Gifts = tuple[str | None, ...]
"""The card that each seat gives, None for one who gives none."""


def receivers(setup: Setup, cells: bytes, dealt: tuple[int, ...]) -> tuple[int, ...]:
    """For each seat the seat it gives a card to, -1 for one that gives none.

    Everyone who is dealt to gives, to the nearest partner clockwise who is dealt to (P1), also a
    player whose pieces are all locked (A8; not so with ``locked_keep_their_cards``).
    """
    taking_part = dealt
    if setup.conduct.locked_keep_their_cards:
        all_locked = setup.game.board.all_locked
        taking_part = tuple(
            seat for seat in dealt if cells[PIECES * seat : PIECES * seat + PIECES] != all_locked
        )
    return _receivers(setup.game, taking_part)


@cache
def _receivers(game: Game, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        next((other for other in game.partners[seat] if other in seats), -1)
        if seat in seats
        else -1
        for seat in range(len(game.board.colours))
    )


def hands_after(
    game: Game, hands: Sequence[Hand], gifts: Gifts, to: Sequence[int]
) -> tuple[Hand, ...]:
    """The hands when every card has changed places, all at once: who gives also gets one."""
    received: list[str | None] = [None] * len(hands)
    for seat, card in enumerate(gifts):
        if card is not None:
            received[to[seat]] = card
    order = card_order(game).__getitem__
    changed = []
    for hand, gift, gain in zip(hands, gifts, received, strict=True):
        if gift is not None and gain is not None:
            cards = [*hand, gain]
            cards.remove(gift)
            cards.sort(key=order)
            hand = tuple(cards)
        changed.append(hand)
    return tuple(changed)

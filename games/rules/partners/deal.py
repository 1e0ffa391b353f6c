"""Packs and piles: counted, shuffled by seed, drawn from for the first dealer, dealt out.

Chance is data here. A pile is a pure function of a seed and its number, and what is dealt from it
is an action like any other, so that a record can be replayed without the seed and checked with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from games.rules.partners.board import Game

HAND: Final = 4
"""Cards that each player gets in a deal (A4)."""

DEALS: Final = 3
"""Deals of one dealer (A4)."""

Hand = tuple[str, ...]
"""The names of the cards a player holds, in the pack's order."""

Counts = tuple[int, ...]
"""How many there are of each kind, in the pack's order."""


@cache
def card_order(game: Game) -> dict[str, int]:
    """Where each card comes in the pack's order."""
    return {card: index for index, card in enumerate(game.pack)}


@cache
def full_pack(game: Game) -> Counts:
    """The counts of the game's own pack."""
    return tuple(game.pack.values())


def sorted_hand(game: Game, cards: Iterable[str]) -> Hand:
    """A hand in the pack's order: equal hands are equal tuples."""
    return tuple(sorted(cards, key=card_order(game).__getitem__))


def taken(game: Game, counts: Counts, cards: Iterable[str]) -> Counts:
    """The counts without ``cards``; below zero where there are not so many."""
    order = card_order(game)
    left = list(counts)
    for card in cards:
        left[order[card]] -= 1
    return tuple(left)


@cache
def _pack_cards(game: Game, counts: Counts) -> Hand:
    return tuple(card for card, count in zip(game.pack, counts, strict=True) for _ in range(count))


@lru_cache(maxsize=64)
def shuffled_pack(game: Game, seed: str, pile: str, counts: Counts = ()) -> Hand:
    """The whole pack in the order that ``seed`` gives the pile of that name.

    ``counts`` are those of another pack than the game's own.
    Only ``Random.random`` is used: Python promises that it gives the same numbers for ever.
    """
    chance = random.Random(f"{seed}:{pile}").random
    cards = list(_pack_cards(game, counts or full_pack(game)))
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def deal_out(game: Game, pile: Sequence[str], first: int, seats: Sequence[int]) -> tuple[Hand, ...]:
    """The hands of a deal to ``seats``, card by card from the ``first`` card of the pile on.

    A hand for each colour of the game; those that are not dealt to hold nothing.
    """
    hands: list[Hand] = [()] * len(game.board.colours)
    last = first + HAND * len(seats)
    for turn, seat in enumerate(seats):
        hands[seat] = sorted_hand(game, pile[first + turn : last : len(seats)])
    return tuple(hands)


def draw_value(game: Game, card: str, minus_four_counts_nothing: bool) -> int:
    """What a card counts when the first dealer is drawn (A3)."""
    if card == "-4" and minus_four_counts_nothing:
        return 0
    return game.cards[card].value


def highest(
    game: Game, cards: Sequence[str | None], minus_four_counts_nothing: bool
) -> tuple[int, ...]:
    """The seats that drew the highest card: one dealer, or those who are tied (A3)."""
    values = {
        seat: draw_value(game, card, minus_four_counts_nothing)
        for seat, card in enumerate(cards)
        if card is not None
    }
    best = max(values.values())
    return tuple(seat for seat, value in values.items() if value == best)

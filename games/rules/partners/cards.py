"""The cards of Partners and Partners+: what each kind does, and how many of it a pack has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Forward:
    """One piece, ``steps`` fields clockwise (B1). ``leaps`` passes occupied start fields (P2)."""

    steps: int
    leaps: bool = False


@dataclass(frozen=True, slots=True)
class Backward:
    """One piece on the ring, ``steps`` fields anticlockwise (D1)."""

    steps: int


@dataclass(frozen=True, slots=True)
class ComeOut:
    """One piece from home to its own start field (B3)."""


@dataclass(frozen=True, slots=True)
class ComeOutTwice:
    """Two pieces of the side from home to their own start fields (P3)."""


@dataclass(frozen=True, slots=True)
class Share:
    """``steps`` fields forward, shared among several pieces (F1)."""

    steps: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Two pieces change places (E1); ``starts``: the leaflet does not except start fields (P7)."""

    starts: bool = False


Action = Forward | Backward | ComeOut | ComeOutTwice | Share | Swap


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: the player chooses one of its ``actions`` (B2).

    ``value`` is what it counts when the first dealer is drawn (A3): the highest of its values,
    nothing for a card without one, 4 for the -4.
    """

    name: str
    actions: tuple[Action, ...]
    value: int
    swaps: bool = False
    """Whether its moves are swaps: two pieces that change places, not walks."""


def _card(name: str, value: int, *actions: Action) -> Card:
    return Card(name, actions, value, any(isinstance(action, Swap) for action in actions))


def _by_name(*cards: Card) -> Mapping[str, Card]:
    return {card.name: card for card in cards}


PARTNERS_CARDS: Final = _by_name(
    _card("heart", 0, ComeOut()),
    _card("8/heart", 8, Forward(8), ComeOut()),
    _card("13/heart", 13, Forward(13), ComeOut()),
    _card("1/14", 14, Forward(1), Forward(14)),
    _card("-4", 4, Backward(4)),
    _card("7", 7, Share(7)),
    _card("swap", 0, Swap()),
    _card("2", 2, Forward(2)),
    _card("3", 3, Forward(3)),
    _card("5", 5, Forward(5)),
    _card("6", 6, Forward(6)),
    _card("9", 9, Forward(9)),
    _card("10", 10, Forward(10)),
    _card("12", 12, Forward(12)),
)

PARTNERS_PLUS_CARDS: Final = _by_name(
    _card("2", 2, Forward(2), ComeOutTwice()),
    _card("3", 3, Forward(3)),
    _card("-4", 4, Backward(4)),
    _card("5", 5, Forward(5, leaps=True)),
    _card("6", 6, Forward(6)),
    _card("7", 7, Share(7)),
    _card("8/heart", 8, Forward(8), ComeOut()),
    _card("9", 9, Forward(9)),
    _card("10", 10, Forward(10)),
    _card("swap", 0, Swap(starts=True)),
    _card("12", 12, Forward(12)),
    _card("13/heart", 13, Forward(13), ComeOut()),
    _card("1/14", 14, Forward(1), Forward(14)),
)

PARTNERS_PACK: Final[Mapping[str, int]] = dict.fromkeys(PARTNERS_CARDS, 4)
PARTNERS_PLUS_PACK: Final[Mapping[str, int]] = dict.fromkeys(PARTNERS_PLUS_CARDS, 6)

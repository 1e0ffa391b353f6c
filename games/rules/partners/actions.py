"""What can happen in a game, chance included, and the refusal of what cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from games.rules.messages import Catalogue
from games.rules.partners.deal import Hand
from games.rules.partners.exchange import Gifts
from games.rules.partners.position import CATALOGUE_PATH
from games.rules.text_record import Forbidden
from games.rules.text_record import game_catalogue as shared_catalogue

GAME_CATALOGUE_PATH: Final = Path(__file__).with_name("game_messages.json")


class DrawCards(NamedTuple):
    """One card to each who draws for the first deal; None for the others (A3)."""

    cards: tuple[str | None, ...]


class Deal(NamedTuple):
    """The hands of a deal, one for each colour (A4)."""

    hands: tuple[Hand, ...]


class Exchange(NamedTuple):
    """The card that each player gives, face down and all at once (A2)."""

    gifts: Gifts


class Play(NamedTuple):
    """A player plays a card; ``cells`` is the board after it."""

    seat: int
    card: str
    cells: bytes


class Throw(NamedTuple):
    """A player throws the whole hand (B5)."""

    seat: int


class Stop(NamedTuple):
    """The game ends without, or after, being played out.

    ``ended`` is "adjudicated", "timeout" or "walkover" with the ``winner`` (a side) that was
    named; or "played" where the others do not play on for the places (P10).
    """

    ended: str
    winner: int


Action = DrawCards | Deal | Exchange | Play | Throw | Stop


class Illegal(Forbidden):
    """An action that the rules forbid."""

    @property
    def catalogue(self) -> Catalogue:
        return game_catalogue()


def game_catalogue() -> Catalogue:
    """The texts of games and records, with the words of the engine's catalogue."""
    return shared_catalogue(GAME_CATALOGUE_PATH, CATALOGUE_PATH)

"""What can happen in a game, and the refusal of what cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from games.rules.kroket.result import CATALOGUE_PATH
from games.rules.messages import Catalogue, Term
from games.rules.text_record import Forbidden
from games.rules.text_record import game_catalogue as shared_catalogue

GAME_CATALOGUE_PATH: Final = Path(__file__).with_name("game_messages.json")


class Place(NamedTuple):
    """Put the own ball on a start cell, before the first shot (K1)."""

    seat: int
    cell: str


class Shoot(NamedTuple):
    """Declare a direction and play a shot, or "en lille stille en" (K2, K4).

    ``path`` are the directions of a free shot. A croquet has the direction of its placement.
    """

    seat: int
    card: str
    direction: str = ""
    path: tuple[str, ...] = ()


class React(NamedTuple):
    """Play a red or blue card (K10). ``target`` is what it is played at, where it needs that:

    a cell (a hole), a ball (a slope, a passage), two cards (those to throw).
    """

    seat: int
    card: str
    target: tuple[str, ...] = ()


class Pass(NamedTuple):
    """Answer nothing; when all have passed, what was played takes effect."""

    seat: int


class Croquet(NamedTuple):
    """Lay the own ball in a cell beside the ball that was met (K8)."""

    seat: int
    cell: str


class Decline(NamedTuple):
    """Leave out a croquet, a card that might be played at once, or a shot that is not owed."""

    seat: int


class Fetch(NamedTuple):
    """Put the own ball back on the course (K9)."""

    seat: int


class LastToSay(NamedTuple):
    """Who was the last to say it (K12: hvem henter øl)."""

    seat: int


class Stop(NamedTuple):
    """The game ends without being played out, or without playing on for places.

    ``ended`` is "played" (somebody has won), "adjudicated", "timeout" or "walkover";
    ``winner`` is a seat.
    """

    ended: str
    winner: int


Action = Place | Shoot | React | Pass | Croquet | Decline | Fetch | LastToSay | Stop


class Illegal(Forbidden):
    """An action that the rules forbid."""

    @property
    def catalogue(self) -> Catalogue:
        return game_catalogue()


def game_catalogue() -> Catalogue:
    """The texts of games and records, with the words of the engine's catalogue."""
    return shared_catalogue(GAME_CATALOGUE_PATH, CATALOGUE_PATH)


def ball_term(ball: str) -> Term:
    """A ball as a parameter of a message."""
    return Term(f"ball_{ball}")

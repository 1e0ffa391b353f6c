"""What a tournament needs to know of each game: a table, one row a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game


@dataclass(frozen=True)
class GameFacts:
    """How a game is entered and seated."""

    #: Rule sets by code, the first the default; empty: the game has but one.
    rulesets: dict[str, str | Promise]
    #: Players in an entry.
    players: int
    #: Colours of each side at the board, in the order of the sides.
    sides: tuple[tuple[str, ...], ...]


_PARTNERS_RULESETS: dict[str, str | Promise] = {
    "dm-2018": _("DM guide 2018"),
    "dm-2023": _("DM guide 2018 with the clarification of 2023"),
}

GAMES: dict[str, GameFacts] = {
    Game.PARTNERS: GameFacts(
        rulesets=_PARTNERS_RULESETS, players=2, sides=(("yellow", "blue"), ("red", "green"))
    ),
    Game.PARTNERS_PLUS_PAIRS: GameFacts(
        rulesets=_PARTNERS_RULESETS,
        players=2,
        sides=(("green", "red"), ("blue", "orange"), ("purple", "yellow")),
    ),
    Game.PARTNERS_PLUS_TEAMS: GameFacts(
        rulesets=_PARTNERS_RULESETS,
        players=3,
        sides=(("red", "yellow", "blue"), ("orange", "green", "purple")),
    ),
    Game.BACKGAMMON: GameFacts(rulesets={}, players=1, sides=(("white",), ("black",))),
    Game.KROKET: GameFacts(
        rulesets={}, players=1, sides=(("yellow",), ("red",), ("blue",), ("green",))
    ),
}

#: What can be run from the first import to the final list so far.
PLAYABLE = (Game.PARTNERS,)

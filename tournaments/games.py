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
    #: Colours of each side at the board, in the order of the sides, for the largest table.
    sides: tuple[tuple[str, ...], ...]
    #: Sides of a usual table, where that is not the largest; 0: all of them.
    usual: int = 0
    #: Fewest sides of a table; 0: as many as there are.
    fewest: int = 0

    @property
    def usual_sides(self) -> int:
        """Sides of a usual table."""
        return self.usual or len(self.sides)

    @property
    def fewest_sides(self) -> int:
        """Sides below which nobody can play."""
        return self.fewest or len(self.sides)


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
        rulesets={},
        players=1,
        sides=(("blue",), ("red",), ("yellow",), ("green",), ("purple",), ("orange",)),
        usual=4,
        fewest=3,
    ),
}


#: What can be run from the first import to the final list.
PLAYABLE = tuple(Game)

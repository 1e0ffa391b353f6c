"""What a guide is told about the game it is for: which rule set, and a tournament's figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.game_settings import (
    BackgammonSettings,
    GameSettings,
    KroketSettings,
    PartnersSettings,
    settings_from,
    settings_of_tournament,
)
from games.rules.partners.board import GAMES, PARTNERS
from games.rules.partners.rulesets import RULE_SETS
from judging.escalation import MINUTES_TO_OPEN
from tournaments.models import Game, Tournament

LANGUAGES: Final = ("da", "en", "nb")

#: The source of each game's guide.
FAMILIES: Final[Mapping[str, str]] = {
    Game.PARTNERS: "partners",
    Game.PARTNERS_PLUS_PAIRS: "partners-plus",
    Game.PARTNERS_PLUS_TEAMS: "partners-plus",
    Game.BACKGAMMON: "backgammon",
    Game.KROKET: "kroket",
}
#: The rule sets a game has, its usual one first; a game with one alone has no name for it.
RULESETS: Final[Mapping[str, tuple[str, ...]]] = {
    game: tuple(RULE_SETS) if game in GAMES else ("",) for game in FAMILIES
}
_NUMBERS: Final[Mapping[str, Mapping[int, str]]] = {
    "da": {3: "tre", 4: "fire", 5: "fem", 6: "seks", 7: "syv", 8: "otte"},
    "en": {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"},
    "nb": {3: "tre", 4: "fire", 5: "fem", 6: "seks", 7: "sju", 8: "åtte"},
}
#: Cards that have no number, as they are called.
_CARD_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "da": {"heart": "hjerte", "swap": "byt"},
    "en": {"heart": "heart", "swap": "swap"},
    "nb": {"heart": "hjerte", "swap": "bytt"},
}


@dataclass(frozen=True)
class Facts:
    """What a guide is about.

    `minutes` is how long a game may take, `rounds` how many are played (0: not said), `name` the
    tournament's, empty for a guide that is of none.
    """

    game: str
    ruleset: str
    settings: GameSettings
    minutes: int = 60
    rounds: int = 0
    name: str = ""
    words: tuple[str, ...] = field(default=(), compare=False)
    """The settings in words, in the language that was active."""

    @property
    def family(self) -> str:
        return FAMILIES[self.game]

    @property
    def flags(self) -> frozenset[str]:
        """What the sources ask for by `[if …]`."""
        found = {self.game, self.family, "tournament" if self.name else "no-tournament"}
        if self.ruleset:
            found.add(self.ruleset)
        found |= {name for name, value in vars_of(self.settings).items() if value is True}
        if isinstance(self.settings, PartnersSettings):
            found.add("plus" if self.game != Game.PARTNERS else "four")
        if isinstance(self.settings, BackgammonSettings):
            found.add("money" if self.settings.money else "match")
            found.add(f"{self.settings.moves}-moves")
            if self.settings.delay_seconds or self.settings.reserve_minutes:
                found.add("clock")
        if isinstance(self.settings, KroketSettings):
            found.add(self.settings.variant)
        return frozenset(found)

    def figures(self, language: str) -> dict[str, str]:
        """What the sources ask for by `{…}`."""
        figures = {
            "minutes": str(self.minutes),
            "opening": str(MINUTES_TO_OPEN),
            "rounds": str(self.rounds),
            "tournament": self.name,
            **_CARD_WORDS[language],
        }
        if isinstance(self.settings, PartnersSettings):
            game = GAMES[self.game]
            fields = game.board.fields
            figures |= {
                "last": str(fields),
                "before_last": str(fields - 1),
                "third_last": str(fields - 2),
                "fourth_last": str(fields - 3),
                "cards": str(sum(game.pack.values())),
                "each": str(next(iter(game.pack.values()))),
            }
        if isinstance(self.settings, BackgammonSettings):
            one = self.settings
            figures |= {
                "length": str(one.length),
                "games": str(one.session_games),
                "delay": str(one.delay_seconds),
                "reserve": str(one.reserve_minutes),
                "bank": str(one.reserve_minutes * (one.length or one.session_games)),
            }
        if isinstance(self.settings, KroketSettings):
            course = self.settings.course_data
            hoops = len(course.hoops)
            figures |= {
                "course": course.title[language],
                "hoops": _NUMBERS[language].get(hoops, str(hoops)),
            }
        return figures


def vars_of(settings: GameSettings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__dataclass_fields__}


def facts_for(game: str, ruleset: str = "", **settings: Any) -> Facts:
    """The facts of a game by its rule set (its usual one when none is named), of no tournament.

    `settings` are those of `games.game_settings` that differ from the usual.
    """
    ruleset = ruleset or RULESETS[game][0]
    unsaved = Tournament(game=game, ruleset=ruleset)
    return Facts(game, ruleset, settings_from(unsaved, settings))


def facts_of(tournament: Tournament) -> Facts:
    """The facts of a tournament, as it plays unless a stage or a round says otherwise."""
    settings = settings_of_tournament(tournament)
    return Facts(
        game=tournament.game,
        ruleset=(tournament.ruleset or RULESETS[PARTNERS.name][0])
        if tournament.game in GAMES
        else "",
        settings=settings,
        minutes=tournament.minutes_per_game,
        rounds=tournament.rounds_planned,
        name=tournament.name,
        words=settings.facts(),
    )

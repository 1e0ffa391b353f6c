"""How the game of a round is played: the settings of `tournaments.game_settings`, with types.

`settings_of` is what everything at a table reads: results, records, score sheets, bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.backgammon.rules import MatchRules
from games.rules.kroket.course import Course, course_named, courses
from games.rules.kroket.deck import Deck, deck_named, decks
from games.rules.kroket.library import Library, library
from games.rules.kroket.result import VARIANTS, hoops_to_pass
from games.rules.kroket.schema import DataError
from games.rules.kroket.setup import Setup
from games.rules.partners.board import game_named
from games.rules.partners.conduct import Setup as PartnersSetup
from games.rules.partners.conduct import setup_named as partners_setup
from tournaments.game_settings import (
    BELOW,
    MINUTES,
    PLAYERS_REPORT,
    Stored,
    resolved,
    settings_table,
)
from tournaments.models import Game, Round, Stage, Tournament
from tournaments.spoken import language

#: Turns a point takes in backgammon, both players' together: what the delay is counted for.
TURNS_A_POINT: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnersSettings:
    """Partners and both kinds of Partners+: rule set and named options."""

    game: str
    ruleset: str = "dm-2018"
    seven_may_end_short: bool = False
    seven_rest_on_one_piece: bool = False
    seven_may_serve_both: bool = True
    two_may_bring_one: bool = False
    swap_from_start: bool = False
    gift_may_be_passed_on: bool = False
    play_on: bool = False

    @property
    def setup(self) -> PartnersSetup:
        """As the rules engine reads it."""
        options = {one.key: getattr(self, one.key) for one in settings_table(self.game)}
        return partners_setup(game_named(self.game), self.ruleset, options)

    def facts(self) -> tuple[str, ...]:
        """What differs from the rule set, in words."""
        return tuple(
            str(one.label)
            for one in settings_table(self.game)
            if getattr(self, one.key) != one.default
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonSettings:
    """A match to `length` points; 0 is a money session of `session_games` games."""

    length: int = 7
    crawford: bool = True
    capped: bool = True
    moves: str = "legal"
    delay_seconds: int = 12
    reserve_minutes: int = 2
    session_games: int = 5
    jacoby: bool = False
    beavers: bool = False

    @property
    def money(self) -> bool:
        return self.length == 0

    @property
    def rules(self) -> MatchRules:
        """As the rules engine reads it; Jacoby and beavers belong to money sessions only."""
        return MatchRules(
            self.length,
            crawford=self.crawford,
            jacoby=self.money and self.jacoby,
            beavers=self.money and self.beavers,
        )

    @property
    def suggested_minutes(self) -> int:
        """How long a match may take: both reserves, and the delay of `TURNS_A_POINT` a point."""
        points = self.length or self.session_games
        delay = points * TURNS_A_POINT * self.delay_seconds
        return points * 2 * self.reserve_minutes + -(-delay // 60)

    def facts(self) -> tuple[str, ...]:
        """How it is played, in words, the length first."""
        if self.money:
            games = ngettext(
                "Money session, %(n)s game", "Money session, %(n)s games", self.session_games
            )
            told = [games % {"n": self.session_games}]
            told += [_("Jacoby")] if self.jacoby else []
            told += [_("beavers")] if self.beavers else []
        else:
            length = ngettext("Match to %(n)s point", "Match to %(n)s points", self.length)
            told = [
                length % {"n": self.length},
                _("Crawford") if self.crawford else _("no Crawford"),
            ]
        told.append(_("legal moves") if self.moves == "legal" else _("responsible moves"))
        if self.delay_seconds or self.reserve_minutes:
            told.append(
                _("clock: %(seconds)s s a move, %(minutes)s min. a point")
                % {"seconds": self.delay_seconds, "minutes": self.reserve_minutes}
            )
        return tuple(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class KroketSettings:
    """The variant, the course and the cards."""

    variant: str = "standard"
    course: str = "haven"
    deck: str = "startfelt"
    play_on: bool = False
    own: str = ""
    """Courses and cards that the organiser has loaded, as the tournament keeps them."""

    @property
    def library(self) -> Library:
        """What was loaded."""
        return library(self.own)

    @property
    def course_data(self) -> Course:
        """The course."""
        return self.library.courses.get(self.course) or course_named(self.course)

    @property
    def deck_data(self) -> Deck:
        """The cards."""
        return self.library.decks.get(self.deck) or deck_named(self.deck)

    @property
    def note(self) -> str:
        """That course or cards are not those of the original game; "" where they are."""
        return " ".join(self.setup(self.seats).notes(language()))

    @property
    def seats(self) -> int:
        """Players at a full table."""
        return VARIANTS[self.variant][1]

    @property
    def hoops(self) -> int:
        """Hoops that a ball has to pass."""
        return hoops_to_pass(self.variant, self.course_hoops)

    @property
    def course_hoops(self) -> int:
        """Hoops that stand on the course."""
        return len(self.course_data.hoops)

    def setup(self, players: int) -> Setup:
        """As the rules engine reads it, at a table of so many."""
        return Setup(self.course_data, self.deck_data, self.variant, players, self.play_on)

    def facts(self) -> tuple[str, ...]:
        """How it is played, and that course and cards are not those of the original."""
        words = {one.key: one for one in settings_table(Game.KROKET)}
        told = [
            words["variant"].words(self.variant, {}).capitalize(),
            _("course: %(course)s") % {"course": self.course_data.title[language()]},
        ]
        if not self.course_data.original:
            told.append(_("not the original course"))
        told += [str(words["play_on"].label).casefold()] if self.play_on else []
        if not self.deck_data.original:
            told.append(_("not the original deck"))
        return tuple(told)


GameSettings = PartnersSettings | BackgammonSettings | KroketSettings


def _partners(tournament: Tournament, values: dict[str, Any]) -> PartnersSettings:
    return PartnersSettings(
        game=tournament.game,
        ruleset=tournament.ruleset or "dm-2018",
        **_known(PartnersSettings, values),
    )


_READ: Final[dict[str, Callable[[Tournament, dict[str, Any]], GameSettings]]] = {
    Game.PARTNERS: _partners,
    Game.PARTNERS_PLUS_PAIRS: _partners,
    Game.PARTNERS_PLUS_TEAMS: _partners,
    Game.BACKGAMMON: lambda _tournament, values: BackgammonSettings(**values),
    Game.KROKET: lambda _tournament, values: KroketSettings(**values),
}


def _known(kind: type[GameSettings], values: dict[str, Any]) -> dict[str, Any]:
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in values.items() if name in names}


def settings_of(round_: Round) -> GameSettings:
    """How the games of a round are played. Reads its stage and tournament, no query of its own
    where they came with it."""
    tournament, stage = round_.tournament, round_.stage
    return settings_from(
        tournament, tournament.game_settings, stage.game_settings, round_.game_settings
    )


def settings_of_stage(stage: Stage) -> GameSettings:
    """How the games of a stage are played unless a round says otherwise."""
    return settings_from(stage.tournament, stage.tournament.game_settings, stage.game_settings)


def settings_of_tournament(tournament: Tournament) -> GameSettings:
    """How a tournament plays unless a stage or a round says otherwise."""
    return settings_from(tournament, tournament.game_settings)


def minutes_of(round_: Round) -> int:
    """Minutes that a game of a round may take: what the round or its stage says, else what the
    length of its match suggests where that is another than the tournament's, else the tournament's.
    """
    tournament, stage = round_.tournament, round_.stage
    return _minutes(tournament, stage.game_settings, round_.game_settings)


def minutes_of_stage(stage: Stage) -> int:
    """The same for the rounds of a stage that say nothing of their own."""
    return _minutes(stage.tournament, stage.game_settings)


def _minutes(tournament: Tournament, *below: Stored) -> int:
    (setting,) = BELOW
    said = [layer[MINUTES] for layer in below if setting.accepts(layer.get(MINUTES), layer)]
    if said and said[-1]:
        return int(said[-1])
    usual: int = tournament.minutes_per_game
    if not any(below):
        return usual
    here = settings_from(tournament, tournament.game_settings, *below)
    own = settings_of_tournament(tournament)
    if not (isinstance(here, BackgammonSettings) and isinstance(own, BackgammonSettings)):
        return usual
    suggested = here.suggested_minutes
    return suggested if suggested and suggested != own.suggested_minutes else usual


def players_hand_in(tournament: Tournament) -> bool:
    """Whether players hand in their results themselves."""
    said = resolved(tournament.game, tournament.game_settings, around=True)
    return bool(said.get(PLAYERS_REPORT, False))


def settings_from(tournament: Tournament, *layers: Stored) -> GameSettings:
    """The settings of the tournament's game from what was stored, later layers first."""
    return _READ[tournament.game](tournament, resolved(tournament.game, *layers))


# What the table of settings cannot know by itself ---------------------------------------------


def kroket_courses(said: Stored) -> dict[str, str]:
    """The courses that ship and those that were loaded, by name, in the language of the page."""
    known = {**courses(), **library(_own(said)).courses}
    return {name: course.title[language()] for name, course in known.items()}


def kroket_decks(said: Stored) -> dict[str, str]:
    """The decks that ship and those that were loaded, by name."""
    known = {**decks(), **library(_own(said)).decks}
    return {name: deck.title[language()] for name, deck in known.items()}


def _own(said: Stored) -> str:
    own = said.get("own", "")
    return own if isinstance(own, str) else ""


def kroket_note(values: Mapping[str, Any]) -> str:
    """What every page says of course and cards that are not the original game's."""
    return KroketSettings(**values).note


def kroket_sides(values: Mapping[str, Any]) -> tuple[int, int]:
    """Fewest and most players of the variant (K1, K11)."""
    return VARIANTS[KroketSettings(**values).variant]


def kroket_fits(values: Mapping[str, Any]) -> str:
    """Why course, cards and variant do not go together; empty when they do."""
    settings = KroketSettings(**values)
    try:
        settings.setup(settings.seats)
    except DataError as error:
        return error.message(language())
    return ""

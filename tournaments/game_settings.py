"""What the rules of each game leave to the organiser: a table, and how it is read from JSON.

A tournament, its stages and its rounds each store what they say (`game_settings`); what a later
one says goes before. Which settings a game has, and what they may be, stands here; what they mean
at the table is for the floors above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.errors import Refused
from tournaments.games import GAMES
from tournaments.models import Game

Value = int | bool | str
Words = str | Promise
Stored = Mapping[str, Any]


class Kind(StrEnum):
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    #: Something that was loaded from a file and checked then, kept as text. No field of a form.
    DATA = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing the organiser decides about a game."""

    key: str
    kind: Kind
    label: Words
    default: Value
    help: Words = ""
    least: int = 0
    most: int = 0
    #: What can be chosen, by code; called with what is said of the game, where that matters.
    choices: Mapping[str, Words] | Callable[[Stored], Mapping[str, Words]] = field(
        default_factory=dict
    )
    #: Whether a stage or a round may differ from the tournament.
    differs: bool = True
    #: Whether it says how many sides a table has.
    sides: bool = False

    def options(self, said: Stored) -> Mapping[str, Words]:
        """What can be chosen, by code, where so much is `said` of the game."""
        return self.choices(said) if callable(self.choices) else self.choices

    def accepts(self, value: object, said: Stored) -> bool:
        """Whether `value` can be what is set."""
        if self.kind is Kind.SWITCH:
            return isinstance(value, bool)
        if self.kind is Kind.NUMBER:
            number = value if isinstance(value, int) and not isinstance(value, bool) else None
            return number is not None and self.least <= number <= self.most
        if self.kind is Kind.DATA:
            return isinstance(value, str)
        return isinstance(value, str) and value in self.options(said)

    def words(self, value: Value, said: Stored) -> str:
        """The value as people read it."""
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        return str(self.options(said).get(str(value), value))


def _switch(key: str, label: Words, default: bool = False, **more: Any) -> Setting:
    return Setting(key=key, kind=Kind.SWITCH, label=label, default=default, **more)


def _number(key: str, label: Words, default: int, least: int, most: int, **more: Any) -> Setting:
    return Setting(
        key=key, kind=Kind.NUMBER, label=label, default=default, least=least, most=most, **more
    )


def _choice(key: str, label: Words, choices: Any, default: str, **more: Any) -> Setting:
    return Setting(key=key, kind=Kind.CHOICE, label=label, choices=choices, default=default, **more)


#: Game -> says in words why settings that are possible each for itself do not go together; ""
#: when they do. Filled by a floor above.
FITS: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {}

#: Game -> fewest and most sides of a table by its settings, where these say so. Filled by a floor
#: above.
SIDES: Final[dict[str, Callable[[Mapping[str, Any]], tuple[int, int]]]] = {}

#: Lists that a floor above knows, filled when it is ready: "kroket.course" and the like.
LISTS: Final[dict[str, Callable[[Stored], Mapping[str, Words]]]] = {}

#: Game -> what every page and paper says of how it is played; "" for nothing. Filled by a floor
#: above.
NOTES: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {}


def _listed(name: str, alone: str) -> Callable[[Stored], Mapping[str, Words]]:
    """The list called `name`; only `alone` while nobody has said what is in it."""
    return lambda said: LISTS[name](said) if name in LISTS else {alone: alone}


_SEVEN = (
    _switch(
        "seven_may_end_short",
        gettext_lazy("A 7 may end short"),
        help=gettext_lazy("Steps of a 7 may stay unused when a part of it finishes the side."),
    ),
    _switch(
        "seven_rest_on_one_piece",
        gettext_lazy("The rest of a 7 goes to one piece"),
        help=gettext_lazy("What is left for the partner is walked with one piece, not several."),
    ),
)
_GIFT = _switch(
    "gift_may_be_passed_on",
    gettext_lazy("The card received may be passed on"),
    help=gettext_lazy(
        "Partners give in turn, from the dealer's left on: who gives later has seen the card "
        "received. Otherwise all give at once."
    ),
)
_START = _switch(
    "swap_from_start",
    gettext_lazy("A swap may take a piece from its start field"),
    help=gettext_lazy(
        "Only for one of the same colour, since no other may stand there. It changes nothing, but "
        "the card can be used."
    ),
)
_TWO = _switch(
    "two_may_bring_one",
    gettext_lazy("A 2 may bring out a single piece"),
    help=gettext_lazy("By the letter of the rules it brings out two or none."),
)

SETTINGS: Final[Mapping[str, tuple[Setting, ...]]] = {
    Game.PARTNERS: (*_SEVEN, _GIFT),
    Game.PARTNERS_PLUS_PAIRS: (
        *_SEVEN,
        _TWO,
        _START,
        _GIFT,
        _switch(
            "play_on",
            gettext_lazy("Play on for second place"),
            help=gettext_lazy("When a pair has finished, the other two play on."),
        ),
    ),
    Game.PARTNERS_PLUS_TEAMS: (
        *_SEVEN,
        _TWO,
        _START,
        _GIFT,
        _switch(
            "seven_may_serve_both",
            gettext_lazy("A 7 may serve both partners"),
            default=True,
            help=gettext_lazy("Otherwise it goes to the second only when the first is finished."),
        ),
    ),
    Game.BACKGAMMON: (
        _number(
            "length",
            gettext_lazy("Points in a match"),
            7,
            0,
            99,
            help=gettext_lazy("0 is a money session: games are played without an end."),
        ),
        _switch(
            "crawford",
            gettext_lazy("Crawford rule"),
            default=True,
            help=gettext_lazy("No cube in the first game in which somebody lacks one point."),
        ),
        _switch(
            "capped",
            gettext_lazy("Points beyond the match do not count"),
            default=True,
            help=gettext_lazy("Otherwise a score may stand as 9 in a match to 7."),
        ),
        _choice(
            "moves",
            gettext_lazy("Illegal plays"),
            {
                "legal": gettext_lazy("legal moves: they must be pointed out and corrected"),
                "responsible": gettext_lazy("responsible moves: the opponent may let them stand"),
            },
            "legal",
        ),
        _number("delay_seconds", gettext_lazy("Delay a move, in seconds"), 12, 0, 60),
        _number("reserve_minutes", gettext_lazy("Reserve a point, in minutes"), 2, 0, 15),
        _number("session_games", gettext_lazy("Games in a money session"), 5, 1, 99),
        _switch(
            "jacoby",
            gettext_lazy("Jacoby rule"),
            help=gettext_lazy("Money sessions only: gammons count once somebody has doubled."),
        ),
        _switch(
            "beavers",
            gettext_lazy("Beavers"),
            help=gettext_lazy("Money sessions only: who is doubled may turn the cube at once."),
        ),
    ),
    Game.KROKET: (
        _choice(
            "variant",
            gettext_lazy("Variant"),
            {
                "standard": gettext_lazy("standard"),
                "there-and-back": gettext_lazy("there and back"),
                "six": gettext_lazy("six players"),
            },
            "standard",
            differs=False,
            sides=True,
        ),
        _choice("course", gettext_lazy("Course"), _listed("kroket.course", "haven"), "haven"),
        _choice(
            "deck",
            gettext_lazy("Cards"),
            _listed("kroket.deck", "startfelt"),
            "startfelt",
            help=gettext_lazy("Those that come with Startfelt are our own: not the original deck."),
        ),
        _switch(
            "play_on",
            gettext_lazy("Play on for the places"),
            help=gettext_lazy("When a ball has won, the others play on."),
        ),
        Setting(
            key="own",
            kind=Kind.DATA,
            label=gettext_lazy("Courses and cards of your own"),
            default="",
            differs=False,
        ),
    ),
}


#: The key of how long a game of a stage or a round may take.
MINUTES: Final = "minutes"

#: What only a stage or a round says, and is no rule of the game.
BELOW: Final = (
    _number(
        MINUTES,
        gettext_lazy("Minutes a game"),
        0,
        0,
        720,
        help=gettext_lazy(
            "What the clock of the round begins with. 0: as the tournament says, or as a match of "
            "another length or clock suggests."
        ),
    ),
)


#: The key of whether players hand in results themselves.
PLAYERS_REPORT: Final = "players_report"


def _by_players(default: bool) -> Setting:
    return _switch(
        PLAYERS_REPORT,
        gettext_lazy("Players hand in results"),
        default,
        help=gettext_lazy(
            "On their own phones, by the code of their slip: one side says how it ended, the other "
            "confirms it. The desk can always enter and correct."
        ),
        differs=False,
    )


#: What is said once for the tournament and is no rule of its game.
AROUND: Final[Mapping[str, tuple[Setting, ...]]] = {
    Game.PARTNERS: (_by_players(True),),
    Game.PARTNERS_PLUS_PAIRS: (_by_players(True),),
    Game.PARTNERS_PLUS_TEAMS: (_by_players(True),),
    Game.BACKGAMMON: (_by_players(False),),
    Game.KROKET: (_by_players(False),),
}


def settings_table(game: str) -> tuple[Setting, ...]:
    """The settings of a game."""
    return SETTINGS.get(game, ())


def differing_settings(game: str) -> tuple[Setting, ...]:
    """What a stage or a round may say otherwise."""
    return tuple(one for one in settings_table(game) if one.differs) + BELOW


def fields_table(game: str) -> tuple[Setting, ...]:
    """What a form asks of a tournament's game."""
    return tuple(one for one in tournament_settings(game) if one.kind is not Kind.DATA)


def game_note(game: str, *layers: Stored) -> str:
    """What every page says of how the game is played; "" for nothing."""
    return NOTES[game](resolved(game, *layers)) if game in NOTES else ""


def loaded_data(game: str, stored: Stored) -> dict[str, Value]:
    """What of `stored` was loaded from files, and no form sends."""
    kept = [one.key for one in settings_table(game) if one.kind is Kind.DATA]
    return {key: stored[key] for key in kept if stored.get(key)}


def without_data(game: str, stored: Stored) -> dict[str, Any]:
    """`stored` without that, as the log tells it."""
    data = loaded_data(game, stored)
    return {key: value for key, value in stored.items() if key not in data}


def tournament_settings(game: str) -> tuple[Setting, ...]:
    """What a tournament says of its game: the settings, and what is around it."""
    return settings_table(game) + AROUND.get(game, ())


def resolved(game: str, *layers: Stored, around: bool = False) -> dict[str, Value]:
    """Every setting of `game`, later layers before earlier ones; with `around` also what is no rule
    of the game.

    What does not fit (stored for another game, or by hand) counts as not said.
    """
    values: dict[str, Value] = {}
    everything = _merged(*layers)
    for setting in tournament_settings(game) if around else settings_table(game):
        said = [layer[setting.key] for layer in layers if setting.key in layer]
        fitting = [value for value in said if setting.accepts(value, everything)]
        values[setting.key] = fitting[-1] if fitting else setting.default
    return values


def sides_at_table(game: str, *layers: Stored) -> tuple[int, int]:
    """Fewest and most sides of a table of `game`, played as its settings say."""
    if game in SIDES:
        return SIDES[game](resolved(game, *layers))
    return GAMES[game].fewest_sides, len(GAMES[game].sides)


def sides_words(least: int, most: int) -> str:
    """How many a table is for: "6", "3 to 4"."""
    if least == most:
        return str(least)
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def checked(game: str, stored: Stored, *above: Stored, differing: bool = False) -> dict[str, Value]:
    """`stored` as it may be kept. Refused, with the field, for what the game has not or not so,
    and for what does not go together with what is said `above`."""
    known = differing_settings(game) if differing else tournament_settings(game)
    table = {one.key: one for one in known}
    said = _merged(*above, stored)
    for key, value in stored.items():
        if key not in table:
            raise Refused("setting-unknown", _("This game has no such setting."), field=key)
        if not table[key].accepts(value, said):
            raise Refused("setting-range", _range_words(table[key]), field=key)
    unfit = FITS[game](resolved(game, *above, stored)) if game in FITS else ""
    if unfit:
        raise Refused("settings-unfit", unfit, field=next(iter(stored), ""))
    return {key: stored[key] for key in table if key in stored}


def _merged(*layers: Stored) -> dict[str, Any]:
    return {key: value for layer in layers for key, value in layer.items()}


def _range_words(setting: Setting) -> str:
    if setting.kind is Kind.NUMBER:
        return _("Choose a number from %(least)s to %(most)s.") % {
            "least": setting.least,
            "most": setting.most,
        }
    return _("Choose one of the list.")

"""Formats of play as a stage offers them: a table, one row a format.

What a format does is decided in `tournaments.formats`; here stands what it is called, what an
organiser may choose about it, how those options are kept as JSON, and what sort of format it is.
The settings, the draw and `check_draw` all read this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.double_elimination import DoubleEliminationOptions
from tournaments.formats.editing_rules import Structure
from tournaments.formats.groups import GroupsOptions, Pots
from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.knockout import KnockoutOptions
from tournaments.formats.model import FormatOptions
from tournaments.formats.multi_seat_options import MeetBy, MultiSeatOptions, table_sizes
from tournaments.formats.registry import get_format
from tournaments.formats.round_robin import RoundRobinOptions
from tournaments.formats.schedule import ScheduleOptions
from tournaments.formats.swiss_options import Placement, RankBy, SwissOptions
from tournaments.game_settings import Stored, sides_at_table
from tournaments.games import GAMES
from tournaments.models import Stage
from tournaments.plain import from_plain, to_plain

Words = str | Promise

#: Values of the formats' options in words.
CHOICES: dict[type[Enum], dict[Any, Words]] = {
    Placement: {
        Placement.SLIDE: _("top half against bottom half"),
        Placement.FOLD: _("first against last"),
        Placement.NEIGHBOURS: _("next to each other"),
        Placement.RANDOM: _("by lot"),
    },
    RankBy: {RankBy.SEED: _("by seed"), RankBy.STANDING: _("by the standings")},
    MeetBy: {
        MeetBy.DESIGN: _("as few as can be meet twice, by a plan laid down for the whole event"),
        MeetBy.SCORE: _("those who stand equally well meet, in every round"),
    },
    Pots: {
        Pots.LOT: _("by lot, one of each strength in each group"),
        Pots.SNAKE: _("1 to A, 2 to B, … and back"),
    },
}


@dataclass(frozen=True)
class Option:
    """One thing an organiser may choose about a format."""

    name: str
    """The field of the format's options."""
    label: Words
    help: Words = ""
    least: int = 1
    """For numbers."""
    most: int = 100
    empty: Words = ""
    """What leaving it open means, where it may be left open."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a round of a stage is seated, and what a hand may change in it."""

    sides: int = 2
    """Sides of a full table."""
    per_side: int = 1
    """Entries on a side."""
    structure: Structure = Structure.OPEN
    groups: bool = False
    first: bool = True
    """The first round of its stage."""

    @property
    def full(self) -> int:
        """Entries at a full table."""
        return self.sides * self.per_side


#: Options of the formats whose tables, byes and repeats are worth knowing beforehand.
OutlookOptions = MultiSeatOptions | IndividualOptions

PAIRS = Shape()
"""Two sides of one entry, whoever meets whom."""


@dataclass(frozen=True)
class StageFormat:
    """A row of the table."""

    code: str
    label: Words
    about: Words
    """What it is, in one sentence for an organiser."""
    options: type[FormatOptions]
    fields: tuple[Option, ...] = ()
    structure: Structure = Structure.OPEN
    groups: bool = False
    """Each group has standings of its own."""
    several: bool = False
    """Tables of more than two sides."""
    partners: bool = False
    """Single players are entered, and sit two on a side."""
    one_seed: bool = False
    """The seed of its first round decides all its rounds."""

    @property
    def fixed_rounds(self) -> bool:
        """Whether the number of rounds follows from the number of entries."""
        return self.structure is not Structure.OPEN

    @property
    def tree(self) -> bool:
        return self.structure is Structure.TREE

    def option(self, name: str) -> Option:
        return next(option for option in self.fields if option.name == name)


_APART = (
    Option("clubs_apart", _("Keep those of one club apart"), _("A wish: nothing else suffers.")),
    Option("cities_apart", _("Keep those of one town apart"), _("A wish, as the one of clubs.")),
)
_ROUNDS = Option("rounds", _("Rounds"), most=50)

STAGE_FORMATS: dict[str, StageFormat] = {
    row.code: row
    for row in (
        StageFormat(
            Stage.Format.SWISS,
            _("Swiss (Monrad)"),
            _("Everybody plays every round, against somebody who stands equally well."),
            SwissOptions,
            (
                _ROUNDS,
                Option(
                    "placement",
                    _("Who meets whom among equals"),
                    empty=_("by lot, or by seed where there are seeds"),
                ),
                Option("first_round", _("In the first round"), empty=_("as in the others")),
                Option("rank_by", _("Order among equals")),
                *_APART,
            ),
        ),
        StageFormat(
            Stage.Format.ROUND_ROBIN,
            _("Round robin"),
            _("Everybody meets everybody."),
            RoundRobinOptions,
            (
                Option("double", _("Everybody meets twice")),
                Option(
                    "by_lot",
                    _("Numbers by lot"),
                    _("Otherwise the order of play follows the seeds."),
                ),
            ),
            structure=Structure.TABLE,
            one_seed=True,
        ),
        StageFormat(
            Stage.Format.GROUPS,
            _("Groups"),
            _("Everybody meets everybody in the own group."),
            GroupsOptions,
            (
                Option("groups", _("Groups"), most=64),
                Option("pots", _("Who comes into which group")),
                Option("double", _("Everybody meets twice")),
                *_APART,
            ),
            structure=Structure.TABLE,
            groups=True,
        ),
        StageFormat(
            Stage.Format.KNOCKOUT,
            _("Knockout"),
            _("Who wins goes on, who loses is out."),
            KnockoutOptions,
            (
                Option("third_place", _("A match for third place")),
                Option(
                    "consolation",
                    _("Consolation for those who lose in the first rounds"),
                    _("Who loses in so many first rounds plays on in a bracket apart. 0: none."),
                    least=0,
                    most=2,
                ),
            ),
            structure=Structure.TREE,
        ),
        StageFormat(
            Stage.Format.DOUBLE_ELIMINATION,
            _("Double elimination"),
            _("Who has lost twice is out."),
            DoubleEliminationOptions,
            (
                Option(
                    "second_final",
                    _("A second final if the one without a loss loses the first"),
                    _("Without it the final decides."),
                ),
            ),
            structure=Structure.TREE,
        ),
        StageFormat(
            Stage.Format.MULTI_SEAT,
            _("Tables of three and more"),
            _("As Swiss, with more than two sides at a table."),
            MultiSeatOptions,
            (
                _ROUNDS,
                Option("sides", _("Sides at a table"), least=3, most=6),
                Option(
                    "smaller_tables",
                    _("Smaller tables rather than somebody sitting out"),
                    _("Tables one side smaller, where the number does not go up."),
                ),
                Option(
                    "sizes",
                    _("Or exactly these sizes"),
                    _("Such as 3, 4, 6: a table may have no other. Empty: as chosen above."),
                ),
                Option(
                    "per_side",
                    _("Entries on a side"),
                    _("2 where everybody is entered alone and has a new partner each round."),
                ),
                Option("meet_by", _("Who meets whom")),
                Option("rank_by", _("Order among equals"), empty=_("by lot")),
            ),
            several=True,
        ),
        StageFormat(
            Stage.Format.SCHEDULE,
            _("Fixed schedule"),
            _("You say who meets whom in which round; nothing is drawn."),
            ScheduleOptions,
            (
                Option(
                    "rounds",
                    _("Who meets whom"),
                    _("A line a round, by the numbers of the list: 1-2, 3-4, 5-6."),
                ),
                Option("byes_for_the_rest", _("Whoever a round does not name has a bye in it")),
            ),
            structure=Structure.TABLE,
        ),
        StageFormat(
            Stage.Format.INDIVIDUAL,
            _("Individual"),
            _("Everybody is entered alone and has a new partner each round."),
            IndividualOptions,
            (
                _ROUNDS,
                Option("meet_by", _("Who meets whom")),
                Option("rank_by", _("Order among equals"), empty=_("by lot")),
            ),
            partners=True,
        ),
    )
}


def formats_for(game: str) -> dict[str, StageFormat]:
    """The formats a game can be played in: those of several sides where a table has more than
    two, the others where it can have two."""
    facts = GAMES[game]
    return {
        code: row
        for code, row in STAGE_FORMATS.items()
        if (len(facts.sides) > 2 if row.several else facts.fewest_sides == 2)
        and (facts.players > 1 or not row.partners)
    }


def fields_for(row: StageFormat, game: str) -> tuple[Option, ...]:
    """What may be chosen about a format where a game is played in it, within what the game's
    table can hold."""
    if not row.several:
        return row.fields
    facts = GAMES[game]
    one_size = facts.fewest_sides == len(facts.sides)
    limits = {
        "sides": (max(facts.fewest_sides, 3), len(facts.sides)),
        "per_side": (1, facts.players),
    }
    fitted = (
        replace(option, least=limits[option.name][0], most=limits[option.name][1])
        if option.name in limits
        else option
        for option in row.fields
    )
    # What leaves no choice is not asked.
    return tuple(
        option
        for option in fitted
        if option.least < option.most
        and not (one_size and option.name in ("smaller_tables", "sizes"))
    )


def table_options(game: str, settings: Stored) -> dict[str, Any]:
    """The tables of a game of several sides, played as its `settings` say, where nobody has
    chosen."""
    least, most = sides_at_table(game, settings)
    return {"sides": most, "smaller_tables": least < most}


def first_stage(game: str, settings: Stored) -> dict[str, Any]:
    """What the first stage of a tournament in `game` is drawn by where nobody has chosen: fields
    of `Stage`. Games of three sides and more take larger tables, all others are Swiss."""
    if GAMES[game].usual_sides <= 2:
        return {}
    return {"format": Stage.Format.MULTI_SEAT, "settings": table_options(game, settings)}


def row_of(stage: Stage) -> StageFormat:
    """The row of a stage's format."""
    return STAGE_FORMATS[stage.format]


def defaults(code: str) -> dict[str, Any]:
    """The options of a format nobody has chosen anything about, as JSON."""
    return options_to_json(STAGE_FORMATS[code].options())


def options_to_json(options: FormatOptions) -> dict[str, Any]:
    """Options as a stage and a drawn round keep them."""
    stored: dict[str, Any] = to_plain(options)
    return stored


def options_from_json(code: str, stored: Mapping[str, Any]) -> FormatOptions:
    """The options a stage or a drawn round keeps; what is not kept has the format's default.

    KeyError for a format that does not exist, ValueError or TypeError for values no format reads.
    """
    options: FormatOptions = from_plain(STAGE_FORMATS[code].options, stored)
    return options


def shape_of(code: str, options: FormatOptions, *, first: bool = True) -> Shape:
    """How a round with these options is seated."""
    row = STAGE_FORMATS[code]
    return Shape(
        sides=getattr(options, "sides", 2),
        per_side=getattr(options, "per_side", 2 if row.partners else 1),
        structure=row.structure,
        groups=row.groups,
        first=first,
    )


def sizes_of(code: str, entries: int, options: FormatOptions) -> list[int]:
    """Entries at each table of a round of that many, where nothing is laid down."""
    if isinstance(options, MultiSeatOptions):
        return table_sizes(entries, options)
    full = shape_of(code, options).full
    return [full] * (entries // full)


def sizes_allowed(options: FormatOptions | None) -> tuple[int, ...]:
    """Entries a table may have where tables are not simply of two; empty where they are."""
    if isinstance(options, IndividualOptions):
        options = options.at_tables()
    return options.allowed if isinstance(options, MultiSeatOptions) else ()


def planned_rounds(code: str, entries: int, options: FormatOptions) -> int | None:
    """Rounds a stage of so many entries takes; None where the organiser has not said."""
    return get_format(code).planned_rounds(entries, options)

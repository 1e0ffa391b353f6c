"""Before a draw: are there enough entries and tables, and how will they be seated?"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.game_settings import SIDES, sides_at_table, sides_words
from tournaments.outlook_words import outlook_lines
from tournaments.stage_formats import options_from_json

from .preflight_model import Level, Note, Scene
from .stages import stage_options


def too_few(scene: Scene) -> list[Note]:
    if scene.games or scene.stuck or scene.open_round:
        return []
    return [
        Note(
            "too-few",
            Level.STOP,
            ngettext(
                "Only %(count)s is here: nobody to meet.",
                "%(count)s are here: too few for a game.",
                len(scene.playing),
            )
            % {"count": len(scene.playing)},
            _("Check in those who are here."),
        )
    ]


def tables(scene: Scene) -> list[Note]:
    if not scene.tables:
        return [
            Note(
                "no-tables",
                Level.STOP,
                _("The hall has no tables."),
                _("Write how many there are in the settings."),
            )
        ]
    usable = sum(table.in_service for table in scene.tables)
    idle = [str(table) for table in scene.tables if not table.in_service]
    if scene.games > usable:
        return [
            Note(
                "too-few-tables",
                Level.STOP,
                _("%(games)s games need %(games)s tables, and %(tables)s are in service.")
                % {"games": scene.games, "tables": usable},
                ngettext(
                    "Put one more table up or into service, or mark one pair absent this round.",
                    "Put %(count)s more tables up or into service, or mark some absent this round.",
                    scene.games - usable,
                )
                % {"count": scene.games - usable},
            )
        ]
    if idle:
        return [
            Note(
                "tables-out-of-service",
                Level.INFO,
                ngettext(
                    "Table %(tables)s is out of service and stays empty.",
                    "Tables %(tables)s are out of service and stay empty.",
                    len(idle),
                )
                % {"tables": ", ".join(idle)},
            )
        ]
    return []


def table_sizes(scene: Scene) -> list[Note]:
    """Tables that the game, as it is set, is not for."""
    tournament, stage = scene.tournament, scene.stage
    if tournament.game not in SIDES:
        return []
    least, most = sides_at_table(tournament.game, tournament.game_settings, stage.game_settings)
    wrong = sorted({size for size in scene.sizes if not least <= size <= most})
    if not wrong:
        return []
    return [
        Note(
            "table-sizes",
            Level.STOP,
            _("The draw would make tables of %(sizes)s. As the game is set, it is for %(sides)s.")
            % {"sizes": _listed(wrong), "sides": sides_words(least, most)},
            _("Change the tables of the stage, or how the game is played in the settings."),
        )
    ]


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def fixed_tables(scene: Scene) -> list[Note]:
    stuck = tuple(
        entry
        for entry in scene.playing
        if entry.fixed_table is not None and not entry.fixed_table.in_service
    )
    if not stuck:
        return []
    return [
        Note(
            "fixed-table-out-of-service",
            Level.WARNING,
            ngettext(
                "One needs a table that is out of service.",
                "%(count)s need a table that is out of service.",
                len(stuck),
            )
            % {"count": len(stuck)},
            _("Put the table into service, or give them another fixed table."),
            entries=stuck,
        )
    ]


def seating(scene: Scene) -> list[Note]:
    """Tables, byes and repeats of larger tables and of changing partners."""
    row = scene.facts.row
    if not scene.games or scene.open_round or not (row.several or row.partners):
        return []
    options = options_from_json(scene.stage.format, stage_options(scene.stage, scene.facts.planned))
    before = scene.number - scene.facts.offset - 1
    lines = outlook_lines(len(scene.playing), options, drawn_before=before)
    return [Note("seating", Level.INFO, lines[0], " ".join(lines[1:]))] if lines else []

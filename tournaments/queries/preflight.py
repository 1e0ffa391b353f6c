"""What stands out before a round is drawn: what stops it, what one should know, who comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw_words import error_sentence
from tournaments.formats.model import DrawError, PairingKind, Reason
from tournaments.formats.registry import get_format
from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import SwissOptions
from tournaments.game_settings import SIDES, sides_at_table, sides_words
from tournaments.models import Entry, Pairing, Round, Seat, Stage, Table, Tournament
from tournaments.outlook_words import outlook_lines
from tournaments.stage_formats import options_from_json, sizes_of

from .draw_request import draw_request, proposed_seed, seed_for
from .rounds import missing_results
from .stages import (
    StageFacts,
    current_stage,
    members_of,
    next_stage,
    options_of,
    stage_options,
    stages_of,
)


class Level(StrEnum):
    #: The draw is refused until it is put right.
    STOP = "refused"
    #: Nobody should overlook it; the organiser may go on.
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True)
class Note:
    code: str
    level: Level
    what: str
    #: What to do about it; empty where there is nothing to do.
    now: str = ""
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()


@dataclass(frozen=True)
class Preflight:
    """The state of things before round `number` is drawn."""

    number: int
    playing: tuple[Entry, ...]
    games: int
    tables: int
    notes: tuple[Note, ...]
    #: The stage it would be drawn in, and the one that could begin after that.
    facts: StageFacts
    following: StageFacts | None

    @property
    def stops(self) -> tuple[Note, ...]:
        return tuple(note for note in self.notes if note.level is Level.STOP)

    @property
    def missing(self) -> tuple[Pairing, ...]:
        """Games without a final result: the draw goes on without them only if told to."""
        return tuple(
            pairing
            for note in self.notes
            if note.code == "missing-results"
            for pairing in note.pairings
        )


@dataclass(frozen=True)
class _Scene:
    tournament: Tournament
    facts: StageFacts
    following: StageFacts | None
    number: int
    open_round: Round | None
    #: Those of the stage.
    entries: list[Entry]
    playing: list[Entry]
    #: Entries at the table of each game.
    sizes: list[int]
    tables: list[Table]
    #: How many sit out.
    byes: int
    #: Why a format that lays its rounds down has none now.
    stuck: Reason | None

    @property
    def stage(self) -> Stage:
        return self.facts.stage

    @property
    def games(self) -> int:
        return len(self.sizes)

    @property
    def laid_down(self) -> bool:
        """The stage is settled: who comes now comes too late for it."""
        return self.facts.row.fixed_rounds and self.number > self.facts.offset + 1


def next_number(rounds: Iterable[Round]) -> int:
    """The number of the round that would be drawn now."""
    return max((one.number for one in rounds if one.state != Round.State.DRAFT), default=0) + 1


def preflight(tournament: Tournament) -> Preflight:
    """Looks everything over. A constant number of queries."""
    rounds = list(tournament.rounds.order_by("number"))
    number = next_number(rounds)
    stages = stages_of(tournament)
    facts = current_stage(stages)
    open_round = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    entries = list(_entries_of(facts))
    scene = _Scene(
        tournament=tournament,
        facts=facts,
        following=next_stage(stages),
        number=number,
        open_round=open_round,
        entries=entries,
        tables=list(tournament.tables.order_by("number")),
        **_who_plays(facts, number, entries, drawable=open_round is None),
    )
    notes = [note for look in _LOOKS for note in look(scene)]
    order = {level: place for place, level in enumerate(Level)}
    return Preflight(
        number=number,
        playing=tuple(scene.playing),
        games=scene.games,
        tables=sum(table.in_service for table in scene.tables),
        notes=tuple(sorted(notes, key=lambda note: order[note.level])),
        facts=facts,
        following=scene.following,
    )


def _entries_of(facts: StageFacts) -> QuerySet[Entry]:
    entries = facts.stage.tournament.entries.all()
    if facts.stage.number > 1:
        entries = entries.filter(stage_entries__stage=facts.stage)
    return entries.select_related("fixed_table").order_by("number")


def _who_plays(
    facts: StageFacts, number: int, entries: list[Entry], *, drawable: bool
) -> dict[str, Any]:
    """Who would play, in games of which sizes, who sits out, and what a laid-down round lacks."""
    here = [entry for entry in entries if entry.playing and entry.from_round <= number]
    stuck: Reason | None = None
    if facts.row.fixed_rounds and drawable:
        # The format lays its rounds down: who plays is seen by asking it.
        stage = facts.stage
        seed = proposed_seed(stage.tournament, number)
        request = draw_request(stage, number, seed_for(facts, number, seed), facts=facts)
        try:
            draw = get_format(stage.format).draw(replace(request, tables=()))
        except DrawError as error:
            return {"playing": here, "sizes": [], "byes": 0, "stuck": error.reason}
        seated = {seat.entry for pairing in draw.pairings for seat in pairing.seats}
        games = [one for one in draw.pairings if one.kind is PairingKind.GAME]
        return {
            "playing": [entry for entry in entries if entry.pk in seated],
            "sizes": [len(game.seats) for game in games],
            "byes": len(draw.byes),
            "stuck": None,
        }
    sizes = sizes_of(facts.stage.format, len(here), options_of(facts.stage))
    return {
        "playing": here,
        "sizes": sizes,
        "byes": len(here) - sum(sizes),
        "stuck": stuck,
    }


def _state(scene: _Scene) -> list[Note]:
    if scene.tournament.state == Tournament.State.FINISHED:
        return [
            Note(
                "finished",
                Level.STOP,
                _("The tournament is finished."),
                _("Take the finish back if another round is to be played."),
            )
        ]
    if scene.open_round is None:
        return []
    if scene.open_round.state == Round.State.DRAFT:
        return [
            Note(
                "draft-exists",
                Level.STOP,
                _("Round %(number)s is drawn already, as a draft.")
                % {"number": scene.open_round.number},
                _("Publish it, draw it again, or discard it."),
            )
        ]
    return [
        Note(
            "round-open",
            Level.STOP,
            _("Round %(number)s is not closed.") % {"number": scene.open_round.number},
            _("Close it first; results that are missing can still be entered afterwards."),
        )
    ]


def _stage_over(scene: _Scene) -> list[Note]:
    """A format that lays its rounds down has no more of them."""
    facts = scene.facts
    over = scene.stuck is not None and scene.stuck.code == "stage_finished"
    if not over or scene.tournament.state == Tournament.State.FINISHED:
        return []
    return [
        Note(
            "stage-played",
            Level.STOP,
            _("%(stage)s is played: no round is left.") % {"stage": facts.name}
            if not facts.only
            else _("All rounds are played."),
            _("Begin %(stage)s.") % {"stage": scene.following.name}
            if scene.following
            else _("Finish the tournament."),
        )
    ]


def _stuck(scene: _Scene) -> list[Note]:
    """Why the format has no round now."""
    if scene.stuck is None or scene.stuck.code == "stage_finished" or scene.open_round:
        return []
    missing = scene.stuck.code == "results_missing"
    return [
        Note(
            scene.stuck.code.replace("_", "-"),
            Level.STOP,
            error_sentence(scene.stuck),
            pairings=tuple(missing_results(scene.tournament)) if missing else (),
        )
    ]


def _too_few(scene: _Scene) -> list[Note]:
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


def _tables(scene: _Scene) -> list[Note]:
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


def _table_sizes(scene: _Scene) -> list[Note]:
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


def _fixed_tables(scene: _Scene) -> list[Note]:
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


def _missing(scene: _Scene) -> list[Note]:
    if scene.stuck is not None:
        return []
    missing = tuple(missing_results(scene.tournament))
    if not missing:
        return []
    return [
        Note(
            "missing-results",
            Level.WARNING,
            ngettext("One game has no result.", "%(count)s games have no result.", len(missing))
            % {"count": len(missing)},
            _("Drawn now, they count as no points for both sides. Better to enter them first."),
            pairings=missing,
        )
    ]


def _not_checked_in(scene: _Scene) -> list[Note]:
    waiting = tuple(entry for entry in scene.entries if entry.state == Entry.State.REGISTERED)
    if not waiting or scene.laid_down:
        return []
    return [
        Note(
            "not-checked-in",
            Level.WARNING,
            ngettext(
                "One is registered and not checked in: it is not drawn.",
                "%(count)s are registered and not checked in: they are not drawn.",
                len(waiting),
            )
            % {"count": len(waiting)},
            _("Check them in if they are here."),
            entries=waiting,
        )
    ]


def _absent(scene: _Scene) -> list[Note]:
    away = tuple(entry for entry in scene.entries if entry.state == Entry.State.ABSENT)
    if not away or scene.facts.row.tree:
        return []
    return [
        Note(
            "absent",
            Level.INFO,
            ngettext(
                "One is marked absent and sits this round out.",
                "%(count)s are marked absent and sit this round out.",
                len(away),
            )
            % {"count": len(away)},
            entries=away,
        )
    ]


def _newcomers(scene: _Scene) -> list[Note]:
    if scene.number == scene.facts.offset + 1 or scene.stuck:
        return []
    seen = set(Seat.objects.filter(round__stage=scene.stage).values_list("entry_id", flat=True))
    if scene.laid_down:
        known = seen | set(members_of(scene.facts))
        late = tuple(entry for entry in scene.entries if entry.playing and entry.pk not in known)
        return [_too_late(scene, late)] if late else []
    new = tuple(entry for entry in scene.playing if entry.pk not in seen)
    if not new:
        return []
    return [
        Note(
            "newcomers",
            Level.INFO,
            ngettext(
                "One comes in with this round.", "%(count)s come in with this round.", len(new)
            )
            % {"count": len(new)},
            entries=new,
        )
    ]


def _too_late(scene: _Scene, late: tuple[Entry, ...]) -> Note:
    return Note(
        "too-late",
        Level.WARNING,
        ngettext(
            "One came after %(stage)s had begun, and has no place in it.",
            "%(count)s came after %(stage)s had begun, and have no place in it.",
            len(late),
        )
        % {"count": len(late), "stage": scene.facts.name},
        entries=late,
    )


def _bye(scene: _Scene) -> list[Note]:
    if not scene.byes or not scene.games:
        return []
    if scene.facts.row.several or scene.facts.row.partners:
        # Said with the tables.
        return []
    expected = expected_bye(scene.stage, scene.number)
    by_pk = {entry.pk: entry for entry in scene.playing}
    if expected in by_pk:
        what = _(
            "The number is odd: %(entry)s sits out, if nothing else follows from the draw."
        ) % {"entry": by_pk[expected].name}
    elif scene.facts.row.tree:
        what = ngettext(
            "One goes on without a game.", "%(count)s go on without a game.", scene.byes
        ) % {"count": scene.byes}
    elif scene.byes == 1 and len(scene.playing) % 2:
        what = _("The number is odd: one sits out.")
    else:
        what = ngettext(
            "The number does not go up: one sits out.",
            "The number does not go up: %(count)s sit out.",
            scene.byes,
        ) % {"count": scene.byes}
    entries = (by_pk[expected],) if expected in by_pk else ()
    return [Note("bye", Level.INFO, what, entries=entries)]


def expected_bye(stage: Stage, number: int) -> int | None:
    """The entry a Swiss draw with the proposed seed would first think of for the bye.

    Cheap: the draw itself is not made. None where nobody sits out, and in other formats.
    """
    if stage.format != Stage.Format.SWISS:
        return None
    request = draw_request(stage, number, proposed_seed(stage.tournament, number))
    if not isinstance(request.options, SwissOptions):
        return None
    field = build_field(request, request.options)
    return None if field.expected_bye is None else field.contenders[field.expected_bye].id


def _seating(scene: _Scene) -> list[Note]:
    """Tables, byes and repeats of larger tables and of changing partners."""
    row = scene.facts.row
    if not scene.games or scene.open_round or not (row.several or row.partners):
        return []
    options = options_from_json(scene.stage.format, stage_options(scene.stage, scene.facts.planned))
    before = scene.number - scene.facts.offset - 1
    lines = outlook_lines(len(scene.playing), options, drawn_before=before)
    return [Note("seating", Level.INFO, lines[0], " ".join(lines[1:]))] if lines else []


def _beyond_plan(scene: _Scene) -> list[Note]:
    facts = scene.facts
    own = scene.number - facts.offset
    if facts.row.fixed_rounds or facts.planned is None or own <= facts.planned:
        return []
    if scene.following is not None:
        now = _("Begin %(stage)s, or change the plan in the settings.") % {
            "stage": scene.following.name
        }
    else:
        now = _("Finish the tournament, or change the plan in the settings.")
    return [
        Note(
            "beyond-plan",
            Level.WARNING,
            _("%(planned)s rounds are planned; this would be round %(number)s.")
            % {"planned": facts.planned, "number": own}
            if facts.only
            else _("%(planned)s rounds are planned for %(stage)s; this would be its %(number)s.")
            % {"planned": facts.planned, "number": own, "stage": facts.name},
            now,
        )
    ]


_LOOKS: tuple[Callable[[_Scene], list[Note]], ...] = (
    _state,
    _stage_over,
    _stuck,
    _too_few,
    _tables,
    _table_sizes,
    _fixed_tables,
    _missing,
    _not_checked_in,
    _beyond_plan,
    _seating,
    _bye,
    _newcomers,
    _absent,
)

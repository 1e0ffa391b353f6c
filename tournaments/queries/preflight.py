"""What stands out before a round is drawn: what stops it, what one should know, who comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import SwissOptions
from tournaments.games import GAMES
from tournaments.models import Entry, Pairing, Round, Seat, Stage, Table, Tournament

from .draw_request import draw_request, proposed_seed
from .rounds import missing_results


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
    stage: Stage
    number: int
    open_round: Round | None
    entries: list[Entry]
    playing: list[Entry]
    games: int
    tables: list[Table]
    needs_bye: bool


def next_number(rounds: Iterable[Round]) -> int:
    """The number of the round that would be drawn now."""
    return max((one.number for one in rounds if one.state != Round.State.DRAFT), default=0) + 1


def preflight(tournament: Tournament) -> Preflight:
    """Looks everything over. A constant number of queries."""
    rounds = list(tournament.rounds.order_by("number"))
    number = next_number(rounds)
    entries = list(tournament.entries.select_related("fixed_table").order_by("number"))
    playing = [entry for entry in entries if entry.playing and entry.from_round <= number]
    sides = len(GAMES[tournament.game].sides)
    scene = _Scene(
        tournament=tournament,
        stage=tournament.stages.get(number=1),
        number=number,
        open_round=next((one for one in rounds if one.state != Round.State.CLOSED), None),
        entries=entries,
        playing=playing,
        games=len(playing) // sides,
        tables=list(tournament.tables.order_by("number")),
        needs_bye=len(playing) % sides > 0,
    )
    notes = [note for look in _LOOKS for note in look(scene)]
    order = {level: place for place, level in enumerate(Level)}
    return Preflight(
        number=number,
        playing=tuple(playing),
        games=scene.games,
        tables=sum(table.in_service for table in scene.tables),
        notes=tuple(sorted(notes, key=lambda note: order[note.level])),
    )


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


def _too_few(scene: _Scene) -> list[Note]:
    if scene.games:
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
    if not waiting:
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
    if not away:
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
    if scene.number == 1:
        return []
    seen = set(
        Seat.objects.filter(round__tournament=scene.tournament).values_list("entry_id", flat=True)
    )
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


def _bye(scene: _Scene) -> list[Note]:
    if not scene.needs_bye or not scene.games:
        return []
    expected = expected_bye(scene.stage, scene.number)
    by_pk = {entry.pk: entry for entry in scene.playing}
    return [
        Note(
            "bye",
            Level.INFO,
            _("The number is odd: %(entry)s sits out, if nothing else follows from the draw.")
            % {"entry": by_pk[expected].name}
            if expected in by_pk
            else _("The number is odd: one sits out."),
            entries=(by_pk[expected],) if expected in by_pk else (),
        )
    ]


def expected_bye(stage: Stage, number: int) -> int | None:
    """The entry a Swiss draw with the proposed seed would first think of for the bye.

    Cheap: the draw itself is not made. None where nobody sits out.
    """
    request = draw_request(stage, number, proposed_seed(stage.tournament, number))
    if not isinstance(request.options, SwissOptions):
        return None
    field = build_field(request, request.options)
    return None if field.expected_bye is None else field.contenders[field.expected_bye].id


def _beyond_plan(scene: _Scene) -> list[Note]:
    if scene.number <= scene.tournament.rounds_planned:
        return []
    return [
        Note(
            "beyond-plan",
            Level.WARNING,
            _("%(planned)s rounds are planned; this would be round %(number)s.")
            % {"planned": scene.tournament.rounds_planned, "number": scene.number},
            _("Finish the tournament, or change the plan in the settings."),
        )
    ]


_LOOKS: tuple[Callable[[_Scene], list[Note]], ...] = (
    _state,
    _too_few,
    _tables,
    _fixed_tables,
    _missing,
    _not_checked_in,
    _beyond_plan,
    _bye,
    _newcomers,
    _absent,
)

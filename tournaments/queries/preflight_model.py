"""What is looked over before a draw, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import Reason
from tournaments.models import Entry, Pairing, Round, Stage, Table, Tournament

from .stages import StageFacts


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
class Scene:
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

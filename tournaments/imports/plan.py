"""What importing a table would change, compared with what is there. Nothing is changed here.

Which row is which entry is decided in `matching`. Of two rows that claim the same name, person
or entry the first stands, but a row that changes nothing goes before one that would. Rows are
judged again until nothing more can be taken in, since a change may free what another row needs.
So importing the same file again changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from .differences import FieldChange, differences, merged
from .facts import EntryFacts, Known
from .matching import EntryList
from .rows import Candidate, Problem, Table


@dataclass(frozen=True, slots=True)
class Creation:
    row: int
    facts: EntryFacts
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """`facts` is the whole entry as it will be; `fields` what differs."""

    row: int
    number: int
    name: str
    facts: EntryFacts
    fields: tuple[FieldChange, ...]
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Unchanged:
    row: int
    number: int
    name: str
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Faulty:
    """`repairable`: can be imported without its broken addresses, if the organiser says so."""

    row: int
    cells: tuple[str, ...]
    name: str
    faults: tuple[Problem, ...]
    repairable: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    creations: tuple[Creation, ...] = ()
    changes: tuple[Change, ...] = ()
    unchanged: tuple[Unchanged, ...] = ()
    faulty: tuple[Faulty, ...] = ()
    empty_rows: int = 0

    @property
    def empty(self) -> bool:
        """Whether applying it would change nothing."""
        return not self.creations and not self.changes

    @property
    def fingerprint(self) -> str:
        """Equal for plans that show and do the same. What was seen is compared with it later."""

        def plain(value: object) -> object:
            if isinstance(value, tuple | list):
                return [plain(item) for item in value]
            if hasattr(value, "__dataclass_fields__"):
                return [plain(getattr(value, name)) for name in value.__dataclass_fields__]
            return str(value)

        parts = [self.creations, self.changes, self.unchanged, self.faulty]
        text = json.dumps([plain(part) for part in parts], ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class _Planner:
    """One run of the plan. Rows are numbered, so results are kept by row and sorted at the end."""

    def __init__(self, known: Iterable[Known], capacity: int) -> None:
        self.before = {entry.number: entry for entry in known}
        self.entries = EntryList(self.before.values(), capacity)
        self.capacity = capacity
        self.creations: dict[int, Creation] = {}
        self.changes: dict[int, Change] = {}
        self.unchanged: dict[int, Unchanged] = {}

    def proposed(self, row: Candidate) -> tuple[int | None, EntryFacts]:
        number = self.entries.match(row.facts)
        if number is None:
            return None, row.facts
        return number, merged(self.entries.known[number].facts, row.facts, row.given)

    def faults(self, row: Candidate) -> list[Problem]:
        return self.entries.faults(*self.proposed(row), self.capacity)

    def take_unchanged(self, row: Candidate) -> bool:
        number, facts = self.proposed(row)
        if number is None or facts != self.entries.known[number].facts:
            return False
        return self.take(row)

    def take(self, row: Candidate) -> bool:
        """Take `row` in if nothing stands against it; whether it came in."""
        number, facts = self.proposed(row)
        if self.entries.faults(number, facts, self.capacity):
            return False
        warnings = [*row.warnings, *self.entries.namesakes(number, facts)]
        self.entries.take(row, number, facts)
        if number is None:
            self.creations[row.row] = Creation(row.row, facts, tuple(warnings))
            return True
        entry = self.before[number]
        name = entry.facts.name
        if entry.withdrawn:
            warnings.append(Problem("withdrawn", None, {"number": number}))
        changed = differences(entry.facts, facts)
        if changed:
            self.changes[row.row] = Change(row.row, number, name, facts, changed, tuple(warnings))
        else:
            self.unchanged[row.row] = Unchanged(row.row, number, name, tuple(warnings))
        return True


def make_plan(
    table: Table,
    known: Iterable[Known],
    *,
    capacity: int,
    repairs: Collection[int] = frozenset(),
    left_out: Collection[int] = frozenset(),
) -> Plan:
    """What importing `table` would do to the entries `known`.

    `capacity` is how many entries may take part, the withdrawn not counted; `repairs` are rows
    that the organiser takes without their broken addresses, `left_out` rows that are not to be
    imported although they could be.
    """
    planner = _Planner(known, capacity)
    faulty: dict[int, Faulty] = {}
    waiting: list[Candidate] = []
    for candidate in table.candidates:
        if candidate.row in left_out:
            continue
        if candidate.repairable and candidate.row in repairs:
            waiting.append(candidate.repaired())
        elif not candidate.faults:
            waiting.append(candidate)
        else:
            faulty[candidate.row] = _faulty(candidate, candidate.faults)
    waiting = [row for row in waiting if not planner.take_unchanged(row)]
    came_in = True
    while came_in:
        still = [row for row in waiting if not planner.take(row)]
        came_in = len(still) < len(waiting)
        waiting = still
    for row in waiting:
        faulty[row.row] = _faulty(row, planner.faults(row))
    # A row that could do without its address says so only when nothing else is in its way.
    for candidate in table.candidates:
        if candidate.row in faulty and candidate.repairable and candidate.row not in repairs:
            others = planner.faults(candidate.repaired())
            faulty[candidate.row] = _faulty(
                candidate, [*candidate.faults, *others], repairable=not others
            )
    return Plan(
        creations=tuple(planner.creations[row] for row in sorted(planner.creations)),
        changes=tuple(planner.changes[row] for row in sorted(planner.changes)),
        unchanged=tuple(planner.unchanged[row] for row in sorted(planner.unchanged)),
        faulty=tuple(faulty[row] for row in sorted(faulty)),
        empty_rows=table.empty_rows,
    )


def _faulty(candidate: Candidate, faults: Iterable[Problem], *, repairable: bool = False) -> Faulty:
    return Faulty(candidate.row, candidate.cells, candidate.facts.name, tuple(faults), repairable)

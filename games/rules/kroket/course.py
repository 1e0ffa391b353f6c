"""A course: its grid, start, stakes, tree and hoops, read from a checked data file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.rules.kroket.geometry import (
    KINDS,
    NORTHWARD,
    SOUTHWARD,
    GridKind,
    cell_key,
    mirrored,
)
from games.rules.kroket.result import SIX, STANDARD, THERE_AND_BACK
from games.rules.kroket.schema import DataError, data_errors, data_text

DATA: Final = Path(__file__).with_name("data")
SCHEMA: Final = DATA / "course.schema.json"
FOLDER: Final = DATA / "courses"

START, GOAL = "start", "goal"
ENDS: Final = (START, GOAL)
NORTH, SOUTH = "N", "S"


class Leg(NamedTuple):
    """A leg of a hoop: its cell, and the two directions that lead through from the south (K7)."""

    cell: str
    through: tuple[str, ...]


class Hoop(NamedTuple):
    """A hoop: its place in the order from 1, the cell of its mouth, its legs."""

    order: int
    cell: str
    legs: tuple[Leg, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """Every cell with a part of the hoop."""
        return (self.cell, *(leg.cell for leg in self.legs))


class Target(NamedTuple):
    """What a ball has to reach next: a hoop, headed north or south, or a stake."""

    hoop: int
    """The hoop's index; -1 for a stake."""
    stake: str
    heading: str

    @property
    def ways(self) -> tuple[str, ...]:
        """The directions that lead through a mouth this way (K1)."""
        return NORTHWARD if self.heading == NORTH else SOUTHWARD

    def through(self, leg: Leg) -> tuple[str, ...]:
        """The directions that lead through beside a leg (K7)."""
        if self.heading == NORTH:
            return leg.through
        return tuple(mirrored(direction) for direction in leg.through)


@dataclass(frozen=True, eq=False)
class Course:
    """A course. ``original`` is false for one that is not the game's own; ``note`` then says so.

    ``neighbours[cell][direction]`` is the cell one step on, "" off the course. ``title`` and
    ``note`` are texts in "da", "en" and "nb". Courses are compared by identity.
    """

    name: str
    title: Mapping[str, str]
    original: bool
    note: Mapping[str, str]
    kind: GridKind
    cells: tuple[str, ...]
    starts: Mapping[str, tuple[str, ...]]
    stakes: Mapping[str, str]
    tree: tuple[str, ...]
    hoops: tuple[Hoop, ...]
    neighbours: Mapping[str, Mapping[str, str]] = field(repr=False)
    mouths: Mapping[str, int] = field(repr=False)
    legs: Mapping[str, tuple[int, Leg]] = field(repr=False)
    stake_at: Mapping[str, str] = field(repr=False)
    parts: Mapping[str, int] = field(repr=False)
    """Every cell with a part of a hoop, and the hoop's index."""

    def targets(self, variant: str, seat: int) -> tuple[Target, ...]:
        """What a ball has to reach, in order (K1, K11)."""
        return _targets(len(self.hoops), variant, seat)

    def end_of(self, variant: str, seat: int) -> str:
        """The end that a ball starts from: with six, every second one from the goal (K11)."""
        return GOAL if variant == SIX and seat % 2 else START

    def closed(self, target: Target, start: str) -> bool:
        """Whether no ball that starts at an end can roll to a target, however it bounces on the
        way: for a mouth, into it the way it has to be passed (K1); for a stake, against it."""
        goal = self.stakes[target.stake] if target.stake else self.hoops[target.hoop].cell
        ways = self.kind.directions if target.stake else target.ways
        around = {way: self.kind.opposite(way) for way in ways if way in self.kind.directions}
        return not any(self.neighbours[goal][back] in self._open(start) for back in around.values())

    def _open(self, start: str) -> frozenset[str]:
        """Every cell that a ball that starts at an end can come to by rolling and stopping (K6)."""
        return _open_cells(self, start)

    def obstacle(self, cell: str) -> bool:
        """Whether a rolling ball stops in a cell, other balls apart (K6)."""
        return cell in self.legs or cell in self.stake_at or cell in self.tree


@lru_cache(maxsize=64)
def _open_cells(course: Course, start: str) -> frozenset[str]:
    found = set(course.starts[start])
    edge = list(found)
    while edge:
        for cell in course.neighbours[edge.pop()].values():
            if cell and cell not in found and not course.obstacle(cell):
                found.add(cell)
                edge.append(cell)
    return frozenset(found)


@cache
def _targets(hoops: int, variant: str, seat: int) -> tuple[Target, ...]:
    out = [*(Target(hoop, "", NORTH) for hoop in range(hoops)), Target(-1, GOAL, NORTH)]
    back = [
        *(Target(hoop, "", SOUTH) for hoop in reversed(range(hoops))),
        Target(-1, START, SOUTH),
    ]
    if variant == THERE_AND_BACK:
        return (*out, *back)
    return tuple(back if variant == SIX and seat % 2 else out)


def read_course(text: str, file: str = "course") -> Course:
    """The course in a JSON text; ``DataError`` names the file, where in it, and why not."""
    for error in course_errors(text, file):
        raise error
    return _built(json.loads(text))


def course_errors(text: str, file: str = "course") -> tuple[DataError, ...]:
    """Everything that is wrong with a course in a JSON text, with its lines; nothing if it can be
    played on: it has what the schema asks for, its parts stand where they can, and a ball that
    starts can roll to every hoop and stake in turn."""
    return tuple(data_errors(text, file, SCHEMA, _faults, _way_faults))


def load_course(path: Path) -> Course:
    """The course in a file."""
    return read_course(data_text(path), path.name)


@cache
def courses() -> Mapping[str, Course]:
    """The courses that ship, by name."""
    found = [load_course(path) for path in sorted(FOLDER.glob("*.json"))]
    return {course.name: course for course in found}


def course_named(name: object) -> Course:
    """A course that ships; ``DataError`` if there is none of that name."""
    known = courses()
    if not isinstance(name, str) or name not in known:
        raise DataError("unknown_course", "", "", name=str(name), known=tuple(known))
    return known[name]


# The checks that a schema cannot state --------------------------------------------------------

_Fault = tuple[str, str, dict[str, Any]]


def _expanded(cells: list[str]) -> Iterator[tuple[int, str]]:
    """Each cell of ranges such as "c1-c9", with the number of its range."""
    for number, text in enumerate(cells):
        first, _, last = text.partition("-")
        for row in range(int(first[1:]), int((last or first)[1:]) + 1):
            yield number, f"{first[0]}{row}"


def _faults(data: Mapping[str, Any]) -> Iterator[_Fault]:
    grid = data["grid"]
    for number, text in enumerate(grid["cells"]):
        first, _, last = text.partition("-")
        if last and (last[0] != first[0] or int(last[1:]) < int(first[1:])):
            yield f"grid.cells[{number}]", "range", {"value": text}
            return
    cells = set[str]()
    for number, cell in _expanded(grid["cells"]):
        if cell in cells:
            yield f"grid.cells[{number}]", "twice", {"value": cell}
        cells.add(cell)
    taken = dict[str, str]()
    for path, cell in _named_cells(data):
        if cell not in cells:
            yield path, "no_cell", {"cell": cell}
        elif cell in taken:
            yield path, "cell_taken", {"cell": cell, "other": taken[cell]}
        taken.setdefault(cell, path)
    yield from _start_faults(grid)
    yield from _hoop_faults(data)


def _named_cells(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where each cell with something on it is named; no two things stand on one."""
    grid = data["grid"]
    for end in ENDS:
        yield f"grid.stakes.{end}", grid["stakes"][end]
    for number, cell in enumerate(grid["tree"]):
        yield f"grid.tree[{number}]", cell
    for number, hoop in enumerate(data["hoops"]):
        yield f"hoops[{number}].cell", hoop["cell"]
        for leg, cell in enumerate(hoop["legs"]):
            yield f"hoops[{number}].legs[{leg}]", cell
    for end in ENDS:
        for number, cell in enumerate(grid["start"].get(end, ())):
            yield f"grid.start.{end}[{number}]", cell


def _start_faults(grid: Mapping[str, Any]) -> Iterator[_Fault]:
    kind = KINDS[grid["type"]]
    for end, starts in grid["start"].items():
        beside = {kind.next_cell(grid["stakes"][end], way) for way in kind.directions}
        for number, cell in enumerate(starts):
            if cell not in beside:
                params = {"cell": cell, "stake": grid["stakes"][end]}
                yield f"grid.start.{end}[{number}]", "start_not_beside", params


def _hoop_faults(data: Mapping[str, Any]) -> Iterator[_Fault]:
    kind = KINDS[data["grid"]["type"]]
    orders = [hoop["order"] for hoop in data["hoops"]]
    if sorted(orders) != list(range(1, len(orders) + 1)):
        yield "hoops", "orders", {"orders": tuple(orders), "count": len(orders)}
    for number, hoop in enumerate(data["hoops"]):
        if len(hoop["through"]) != len(hoop["legs"]):
            yield f"hoops[{number}].through", "through_count", {"legs": len(hoop["legs"])}
        beside = {kind.next_cell(hoop["cell"], way) for way in kind.directions}
        for leg, cell in enumerate(hoop["legs"]):
            if cell not in beside:
                params = {"cell": cell, "mouth": hoop["cell"]}
                yield f"hoops[{number}].legs[{leg}]", "leg_not_beside", params


def _way_faults(data: Mapping[str, Any]) -> Iterator[_Fault]:
    """Targets of the way out that no ball can come to. The way back is asked for only where the
    variant goes it: see ``setup``."""
    course = _built(data)
    for target in course.targets(STANDARD, 0):
        if course.closed(target, START):
            if target.stake:
                yield f"grid.stakes.{target.stake}", "no_way_to_stake", {}
            else:
                hoop = course.hoops[target.hoop]
                orders = [one["order"] for one in data["hoops"]]
                path = f"hoops[{orders.index(hoop.order)}].cell"
                yield path, "no_way_in", {"hoop": hoop.order, "cell": hoop.cell}


def _built(data: Mapping[str, Any]) -> Course:
    grid = data["grid"]
    kind = KINDS[grid["type"]]
    cells = tuple(sorted((cell for _, cell in _expanded(grid["cells"])), key=cell_key))
    inside = set(cells)
    hoops = tuple(
        Hoop(
            hoop["order"],
            hoop["cell"],
            tuple(
                Leg(cell, tuple(through))
                for cell, through in zip(hoop["legs"], hoop["through"], strict=True)
            ),
        )
        for hoop in sorted(data["hoops"], key=lambda hoop: int(hoop["order"]))
    )
    return Course(
        name=data["name"],
        title=data["title"],
        original=data["original"],
        note=data["note"],
        kind=kind,
        cells=cells,
        starts={end: tuple(starts) for end, starts in grid["start"].items()},
        stakes=grid["stakes"],
        tree=tuple(grid["tree"]),
        hoops=hoops,
        neighbours={cell: _around(kind, cell, inside) for cell in cells},
        mouths={hoop.cell: index for index, hoop in enumerate(hoops)},
        legs={leg.cell: (index, leg) for index, hoop in enumerate(hoops) for leg in hoop.legs},
        stake_at={cell: end for end, cell in grid["stakes"].items()},
        parts={cell: index for index, hoop in enumerate(hoops) for cell in hoop.cells},
    )


def _around(kind: GridKind, cell: str, inside: set[str]) -> dict[str, str]:
    around = {way: kind.next_cell(cell, way) for way in kind.directions}
    return {way: beside if beside in inside else "" for way, beside in around.items()}

"""Finding the design an event has followed so far, from who sat with whom and nothing else.

No draw remembers the lot by which an earlier one mapped entries to points, and the seed may be
another each round. So the mapping is found again: entries to points such that each table of the
past lies in one table of the design's same round. Two tables of a design share hardly any points,
so that after two rounds almost everything follows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.designs import Design
from tournaments.formats.model import EntryId, PairingKind, PlayedPairing

STEPS = 400_000
"""Assignments tried, divided by the points, before an event counts as not following the design:
each looks through everybody. An event that does follow takes few more than there are points."""

Labels = Mapping[EntryId, int]
Mapped = dict[EntryId, int]


@dataclass(frozen=True, slots=True)
class Past:
    """What has been drawn, as partitions of the entries by round."""

    rounds: tuple[tuple[Labels, Labels], ...]
    """For each earlier round the number of the table of each entry, and of its side."""

    @property
    def founders(self) -> frozenset[EntryId]:
        """Who was drawn in round 1, at a table or with a bye."""
        return frozenset(self.rounds[0][0]) if self.rounds else frozenset()


def read_past(history: Iterable[PlayedPairing], rounds: int) -> Past:
    """The first `rounds` rounds. A walkover was drawn and counts; so does a bye, as a place at
    no table."""
    tables: list[dict[EntryId, int]] = [{} for _ in range(rounds)]
    sides: list[dict[EntryId, int]] = [{} for _ in range(rounds)]
    for number, pairing in enumerate(history):
        if pairing.round > rounds or pairing.kind is PairingKind.REQUESTED_BYE:
            continue
        for seat in pairing.seats:
            bye = pairing.kind is PairingKind.BYE
            tables[pairing.round - 1][seat.entry] = OUT if bye else number
            if not bye:
                sides[pairing.round - 1][seat.entry] = number * 64 + seat.side
    return Past(tuple(zip(tables, sides, strict=True)))


OUT = -1
"""Label of everybody who sits out."""


class Fit:
    """The search for a mapping. `per_side` above 1 asks that sides agree as well as tables."""

    def __init__(self, design: Design, past: Past, per_side: int, dice: random.Random) -> None:
        self.design = design
        self.dice = dice
        self.classes: list[tuple[Labels, dict[int, int]]] = []
        for played, drawn in zip(past.rounds, design.rounds, strict=False):
            tables = dict.fromkeys(range(design.points), OUT)
            tables |= {point: t for t, table in enumerate(drawn) for point in table}
            self.classes.append((played[0], tables))
            if per_side > 1:
                sides = {
                    point: t * 64 + place // per_side
                    for t, table in enumerate(drawn)
                    for place, point in enumerate(table)
                }
                self.classes.append((played[1], sides))
        self.members = [_members(points) for _, points in self.classes]
        self.ahead: list[dict[int, int]] = [{OUT: OUT} for _ in self.classes]
        self.back: list[dict[int, int]] = [{OUT: OUT} for _ in self.classes]
        self.presence = {
            entry: frozenset(n for n, labels in enumerate(past.rounds) if entry in labels[0])
            for labels in past.rounds
            for entry in labels[0]
        }
        self.founders = past.founders
        self.seated = [_members(labels) for labels, _ in self.classes]
        self.waiting = [Counter(labels.values()) for labels, _ in self.classes]
        self.alike = self._tables_alike()
        self.steps = STEPS // design.points

    def find(self, present: Sequence[EntryId], accept: Callable[[Mapped], bool]) -> Mapped | None:
        """A mapping of everybody of the past and of those present that `accept` likes.

        Founders share out the points that are not empty; who came later takes an empty one, or
        that of somebody who was never there at the same time.
        """
        now = len(self.design.rounds)
        here = set(present)
        founders = self.founders or here
        everybody = sorted(here | set(self.presence))
        if len(founders) != self.design.entries:
            return None
        presence = {
            entry: self.presence.get(entry, frozenset()) | ({now} if entry in here else set())
            for entry in everybody
        }
        points = list(range(self.design.points))
        self.dice.shuffle(points)
        self.points = points
        self.order = {point: place for place, point in enumerate(points)}
        self.roles = (founders, presence)
        self.full = [all(entry in labels for entry in founders) for labels, _ in self.classes]
        self.held: dict[int, list[EntryId]] = {point: [] for point in points}
        self.mapped: Mapped = {}
        return dict(self.mapped) if self._next(everybody, accept) else None

    def _tables_alike(self) -> dict[EntryId, int]:
        """For each entry, how many tables of a round are as large as its own: the fewest over
        the rounds."""
        fewest: dict[EntryId, int] = {}
        for tables in self.seated:
            sizes = Counter(len(members) for members in tables.values())
            for members in tables.values():
                for entry in members:
                    count = sizes[len(members)]
                    fewest[entry] = min(fewest.get(entry, count), count)
        return fewest

    def _next(self, left: list[EntryId], accept: Callable[[Mapped], bool]) -> bool:
        if not left:
            return accept(self.mapped)
        entry = max(left, key=self._known)
        rest = [other for other in left if other != entry]
        for point in self._candidates(entry):
            bound = self._bind(entry, point)
            if bound is None:
                continue
            self.steps -= 1
            if self.steps < 0:
                return False
            self.mapped[entry] = point
            self._wait(entry, -1)
            self.held[point].append(entry)
            if self._next(rest, accept):
                return True
            self.held[point].pop()
            del self.mapped[entry]
            self._wait(entry, 1)
            self._loosen(entry, point, bound)
        return False

    def _known(self, entry: EntryId) -> tuple[int, bool, int, int]:
        """How much is known about an entry's point. Those with most are mapped first; among
        them those whose table has the fewest still open, and those from tables of an unusual
        size, which fit in few places."""
        known, still_open = 0, self.design.points
        for (labels, _), ahead, waiting in zip(self.classes, self.ahead, self.waiting, strict=True):
            if entry in labels and labels[entry] in ahead:
                known += 1
                still_open = min(still_open, waiting[labels[entry]])
        founder = entry in self.roles[0]
        return (
            known if founder or known > 1 else 0,
            founder,
            -still_open,
            -self.alike.get(entry, 0),
        )

    def _wait(self, entry: EntryId, by: int) -> None:
        """Counts how many of each of the entry's tables are still to be mapped."""
        for (labels, _), waiting in zip(self.classes, self.waiting, strict=True):
            if entry in labels:
                waiting[labels[entry]] += by

    def _candidates(self, entry: EntryId) -> list[int]:
        pool: Iterable[int] = self.points
        for (labels, _), ahead, members in zip(self.classes, self.ahead, self.members, strict=True):
            label = labels.get(entry)
            if label is not None and label in ahead:
                pool = members.get(ahead[label], ())
                if label != OUT:
                    break
        founders, presence = self.roles
        return [
            point
            for point in sorted(pool, key=self.order.__getitem__)
            if self._free(entry, point, founders, presence)
        ]

    def _free(
        self,
        entry: EntryId,
        point: int,
        founders: frozenset[EntryId] | set[EntryId],
        presence: Mapping[EntryId, frozenset[int] | set[int]],
    ) -> bool:
        held = self.held[point]
        if entry in founders and (point in self.design.empty or not founders.isdisjoint(held)):
            return False
        return all(not presence[entry] & presence[other] for other in held)

    def _bind(self, entry: EntryId, point: int) -> list[int] | None:
        """Ties the entry's tables to the point's; None where that contradicts what is tied.
        Answers which ties are new, for `_loosen`."""
        new: list[int] = []
        for number, (labels, points) in enumerate(self.classes):
            label = labels.get(entry)
            if label is None:
                continue
            theirs = points.get(point, OUT)
            if (
                label not in self.ahead[number]
                and theirs not in self.back[number]
                and self._alike(number, label, theirs)
            ):
                self.ahead[number][label] = theirs
                self.back[number][theirs] = label
                new.append(number)
            elif self.ahead[number].get(label) != theirs:
                self._loosen(entry, point, new)
                return None
        return new

    def _alike(self, number: int, label: int, theirs: int) -> bool:
        """Whether a table can be that table of the design: as many founders as points that are
        not empty (fewer where some founders were not there), and as many of them at each table
        that is tied already."""
        founders, empty = self.roles[0], self.design.empty
        seated = [entry for entry in self.seated[number][label] if entry in founders]
        wanted = [p for p in self.members[number].get(theirs, ()) if p not in empty]
        if not self.full[number]:
            return len(seated) <= len(wanted)
        if len(seated) != len(wanted):
            return False
        for other, (labels, points) in enumerate(self.classes):
            if other != number and self.full[other]:
                ahead, back = self.ahead[other], self.back[other]
                mine = sorted(ahead[labels[e]] for e in seated if labels[e] in ahead)
                if mine != sorted(p for p in (points.get(q, OUT) for q in wanted) if p in back):
                    return False
        return True

    def _loosen(self, entry: EntryId, point: int, bound: Sequence[int]) -> None:
        for number in bound:
            labels, points = self.classes[number]
            del self.ahead[number][labels[entry]]
            del self.back[number][points.get(point, OUT)]


def _members(points: Mapping[int, int]) -> dict[int, list[int]]:
    """The keys by label."""
    members: dict[int, list[int]] = {}
    for point, label in points.items():
        members.setdefault(label, []).append(point)
    return members

"""The next round of the design an event follows, where it follows one."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tournaments.formats.designs import Design, meeting_designs
from tournaments.formats.designs_fit import Fit, Mapped, read_past
from tournaments.formats.individual_designs import individual_designs
from tournaments.formats.model import DrawRequest
from tournaments.formats.multi_seat_options import MultiSeatOptions, seating
from tournaments.formats.swiss_field import Field

TELLING = 3
"""So many rounds follow a design by accident; after more of them any design that fits is the one
the event began with, whatever has been said since about its length."""

Tables = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Followed:
    """A round taken from a design, by index in the field."""

    design: Design
    tables: Tables
    bench: tuple[int, ...]


def designs_for(entries: int, options: MultiSeatOptions) -> tuple[Design, ...]:
    """Designs for a field that starts with so many, in the order they should be tried."""
    sizes = seating(entries, options).sizes
    if options.per_side > 1 and options.sides == 2:
        found = individual_designs(entries, options.per_side, sizes, options.rounds)
    else:
        found = meeting_designs(sizes)
    return tuple(design for design in found if design.entries == entries)


def follow_design(
    request: DrawRequest, field: Field, options: MultiSeatOptions, dice: random.Random
) -> tuple[Followed | None, str]:
    """The round a design has for this field, or None with a word on why: `none_known`,
    `ended` (all its rounds are played) or `left` (the event no longer follows one)."""
    past = read_past(request.history, request.round - 1)
    if any(not tables for tables, _ in past.rounds):
        return None, "left"
    rows = field.contenders
    founders = len(past.founders) or len(rows)
    designs = designs_for(founders, options)
    if request.round > TELLING:
        others = designs_for(founders, replace(options, rounds=None))
        designs += tuple(design for design in others if design not in designs)
    if not designs:
        return None, "none_known"
    longer = [design for design in designs if len(design.rounds) >= request.round]
    if not longer:
        return None, "ended"
    for design in longer:
        check = _Check(request, field, options, design)
        fit = Fit(design, past, options.per_side, dice)
        mapped = fit.find([row.id for row in rows], check.fits)
        if mapped is not None:
            return Followed(design, check.tables(mapped), check.bench(mapped)), ""
    return None, "left"


class _Check:
    """Whether the design's round is a round this field may be given."""

    def __init__(
        self, request: DrawRequest, field: Field, options: MultiSeatOptions, design: Design
    ) -> None:
        self.field = field
        self.options = options
        self.round = design.rounds[request.round - 1]
        self.index = {row.id: number for number, row in enumerate(field.contenders)}
        plan = seating(len(self.index), options)
        self.sizes = sorted(plan.sizes)
        self.byes = sorted(row.bye_repeat for row in field.contenders)[: plan.byes]

    def tables(self, mapped: Mapped) -> Tables:
        at = {point: entry for entry, point in mapped.items() if entry in self.index}
        tables = [
            tuple(self.index[at[point]] for point in table if point in at) for table in self.round
        ]
        return [table for table in tables if table]

    def bench(self, mapped: Mapped) -> tuple[int, ...]:
        seated = {index for table in self.tables(mapped) for index in table}
        return tuple(index for index in range(len(self.index)) if index not in seated)

    def fits(self, mapped: Mapped) -> bool:
        tables = self.tables(mapped)
        if sorted(len(table) for table in tables) != self.sizes:
            return False
        rows = self.field.contenders
        if sorted(rows[index].bye_repeat for index in self.bench(mapped)) != self.byes:
            return False
        return not any(
            one in table and other in table
            for one, other in self.field.forbidden
            for table in tables
        )

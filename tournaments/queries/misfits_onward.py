"""What else would not fit if all that does not fit were put right.

A seat put right in a tree can change who goes on from it, and one who went on and is replaced can
change who goes on from there. So what a later stage needs depends on what is chosen before it, and
a page asks about both cases. The seats are moved here as values, by the functions that move them
when it is done; nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any

from tournaments.domain.correct_rows import PairingState, SeatState
from tournaments.domain.correct_seats import added, put_right
from tournaments.formats.dependents_model import Choice, Dependent, DependentKind
from tournaments.formats.stages import Qualifier
from tournaments.models import Round

from .misfits import Misfit, MisfitFacts, find_misfits
from .played import SeatRow, settings_of
from .stages import StageFacts
from .standings import stage_field


@dataclass(frozen=True)
class Onward:
    """What putting right does to the list of what does not fit."""

    then: tuple[Misfit, ...] = ()
    """Fits now, and would not if all before it was put right."""
    void: frozenset[str] = frozenset()
    """Keys of those that would fit then, though they do not now."""


def if_put_right(
    facts: MisfitFacts, rows: tuple[SeatRow, ...], found: Iterable[Misfit], known: Collection[str]
) -> Onward:
    """What follows in turn if everything of `found` that can be put right is, stage by stage.

    `rows` are the tournament's seats that `found` was found in; `known` are keys of what did not
    fit before and stays. A few queries for each stage somebody else would go on into; none else.
    """
    keys = [one.key for one in found]
    if not any(Choice.SWAP in one.dependent.choices for one in found):
        return Onward()
    seen: set[str] = set()
    then: list[Misfit] = []
    for number in [one.stage.number for one in facts.stages if one.begun]:
        while here := [
            one
            for one in find_misfits(facts, rows)
            if one.stage.stage.number == number and one.key not in known and one.key not in seen
        ]:
            seen.update(one.key for one in here)
            then += [one for one in here if one.key not in keys]
            swaps = [one for one in here if Choice.SWAP in one.dependent.choices]
            if not swaps:
                break
            rows = _rows_after(facts, rows, swaps)
            facts = _facts_after(facts, rows, swaps, number)
    return Onward(tuple(then), frozenset(key for key in keys if key not in seen))


@dataclass(frozen=True)
class _AsIf:
    """What a pairing that is made anew would get. Tables and colours decide nothing here."""

    facts: MisfitFacts

    def colours(self, side: int) -> tuple[str, ...]:
        return ()

    def bye_points(self, round_: int) -> str | None:
        if self.facts.rounds[round_].state == Round.State.DRAFT:
            return None
        return f"{settings_of(self.facts.stages[0].stage.tournament).points.bye:.2f}"

    def free_table(self, round_: int) -> int:
        return 0


def _rows_after(
    facts: MisfitFacts, rows: tuple[SeatRow, ...], swaps: Iterable[Misfit]
) -> tuple[SeatRow, ...]:
    """The seats with others in them."""
    house = _AsIf(facts)
    matches: defaultdict[tuple[Any, ...], list[Dependent]] = defaultdict(list)
    moved: list[SeatRow] = []
    for index, one in enumerate(swaps):
        if one.dependent.kind is DependentKind.SEAT:
            matches[one.round, one.dependent.group, one.dependent.slot].append(one.dependent)
        elif one.dependent.kind is DependentKind.MATCH:
            assert one.round is not None
            match = replace(added(one.round, 0, one.dependent, house), pk=-1 - index)
            moved += _rows_of(match, one.stage.stage.pk)
    numbers = {one.stage.pk: one.stage.number for one in facts.stages}
    first, turn = _turn(swaps)
    for _pairing, group in groupby(rows, key=itemgetter(0)):
        seats = list(group)
        here = matches.get((seats[0][1], seats[0][12], seats[0][13] or 0))
        if here:
            seats = _rows_of(put_right(_state_of(seats), here, house), seats[0][14])
        moved += [
            (*row[:4], turn.get(row[4], row[4]), *row[5:]) if numbers[row[14]] >= first else row
            for row in seats
        ]
    return tuple(sorted(moved, key=itemgetter(1)))


def _turn(swaps: Iterable[Misfit]) -> tuple[int, dict[int, int]]:
    """From which stage on who is followed by whom."""
    others = [one for one in swaps if one.into is not None and one.dependent.wrong is not None]
    first = min((one.stage.stage.number for one in others), default=0)
    return first, {
        one.dependent.wrong: one.into.entry
        for one in others
        if one.into is not None and one.dependent.wrong is not None
    }


def _state_of(rows: list[SeatRow]) -> PairingState:
    pairing, number, kind, table = rows[0][:4]
    return PairingState(
        pk=pairing,
        round=number,
        order=0,
        kind=kind,
        table=table,
        group=rows[0][12],
        slot=rows[0][13],
        by_hand=True,
        reasons=(),
        seats=tuple(
            SeatState(
                entry=row[4],
                side=row[5],
                outcome=row[6],
                place=row[7],
                points=None if row[8] is None else str(row[8]),
                score=row[9],
                steps=row[10],
                in_time=row[11],
            )
            for row in rows
        ),
    )


def _rows_of(state: PairingState, stage: int) -> list[SeatRow]:
    return [
        (
            state.pk, state.round, state.kind, state.table, seat.entry, seat.side, seat.outcome,
            seat.place, None if seat.points is None else Decimal(seat.points), seat.score,
            seat.steps, seat.in_time, state.group, state.slot, stage,
        )
        for seat in state.seats
    ]  # fmt: skip


def _facts_after(
    facts: MisfitFacts, rows: tuple[SeatRow, ...], swaps: Iterable[Misfit], number: int
) -> MisfitFacts:
    """The facts with others gone on into a stage, and into those after it."""
    instead = {
        one.dependent.wrong: one.into
        for one in swaps
        if one.into is not None and one.dependent.wrong is not None
    }
    if not instead:
        return facts
    changed = [one for one in facts.stages if one.stage.number >= number]
    there = dict(facts.gone_on)
    fields, away = dict(facts.fields), dict(facts.away)
    for stage in changed:
        key = stage.stage.pk
        if key not in there:
            continue
        there[key] = _list_after(stage, there[key], instead, number)
        away[key] |= facts.left & instead.keys()
        if key in fields:
            members = {one.entry: one.seed for one in there[key]}
            fields[key] = stage_field(stage, rows, members)
    return replace(facts, gone_on=there, fields=fields, away=away)


def _list_after(
    stage: StageFacts,
    there: tuple[Qualifier, ...],
    instead: Mapping[int, Qualifier],
    number: int,
) -> tuple[Qualifier, ...]:
    own = stage.stage.number == number
    return tuple(
        one
        if (into := instead.get(one.entry)) is None
        else replace(into if own else one, entry=into.entry, seed=one.seed)
        for one in there
    )

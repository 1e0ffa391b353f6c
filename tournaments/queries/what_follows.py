"""Whose points and places change, and which draws are concerned, if an entry's facts did.

The standings are made twice from facts that were read once, as they are and as they would be:
by the same function as everywhere. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from tournaments.formats.editing_rules import Structure
from tournaments.formats.model import EntrantStatus, EntryId
from tournaments.formats.standings import StandingRow
from tournaments.models import Round, Tournament

from .played import seat_rows
from .stage_standings import StageRanking, rank_stage
from .stages import StageFacts, shows_stage, stages_of
from .standings import StageField, stage_field

#: Where `entry_id` and what it gave stand in a row of `played.seat_rows`.
ENTRY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """An entry whose points or place would change, in one stage."""

    entry: EntryId
    name: str
    number: int
    points: tuple[Decimal | None, Decimal | None]
    """None where its results count for nobody, or it is in no standings."""
    rank: tuple[int | None, int | None]
    stage: str = ""
    """Where a tournament has several."""
    group: str = ""

    @property
    def points_change(self) -> bool:
        return self.points[0] != self.points[1]

    @property
    def difference(self) -> Decimal:
        return (self.points[1] or Decimal(0)) - (self.points[0] or Decimal(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows:
    """What would follow. Nothing of it happens by itself except points and places."""

    own: tuple[PlaceChange, ...]
    """Of the entries it is about."""
    points: tuple[PlaceChange, ...]
    """Others whose points change, the largest change first."""
    places: tuple[PlaceChange, ...]
    """Others whose place alone changes, by the place they would have."""
    drawn: tuple[Round, ...]
    """Rounds that were drawn from results that would count otherwise. They stay as they are."""
    onward: tuple[str, ...]
    """Stages that have begun with those who went on by such results."""

    @property
    def anything(self) -> bool:
        return bool(self.own or self.points or self.places)


Change = Callable[[StageField], StageField]


def with_entrants(changes: Mapping[EntryId, Mapping[str, Any]]) -> Change:
    """Entrants with other facts (fields of `formats.model.Entrant`), by key."""

    def change(field: StageField) -> StageField:
        return replace(
            field,
            entrants=tuple(replace(one, **changes.get(one.id, {})) for one in field.entrants),
        )

    return change


def with_results_moved(old: EntryId, new: EntryId) -> Change:
    """Everything `old` played counts for `new`."""

    def change(field: StageField) -> StageField:
        rows = tuple(
            (*row[:ENTRY], new, *row[ENTRY + 1 :]) if row[ENTRY] == old else row
            for row in field.rows
        )
        members = field.members
        if members is not None and old in members:
            members = (members - {old}) | {new}
        gone = next((one for one in field.entrants if one.id == old), None)
        if gone is None:
            return replace(field, rows=rows, members=members)
        first = gone.available_from_round
        entrants = tuple(
            replace(one, status=EntrantStatus.WITHDRAWN)
            if one.id == old
            else replace(one, available_from_round=min(one.available_from_round, first))
            if one.id == new
            else one
            for one in field.entrants
        )
        return replace(field, entrants=entrants, rows=rows, members=members)

    return change


def what_follows(tournament: Tournament, about: Sequence[EntryId], change: Change) -> Follows:
    """What would follow for everybody if the facts were as `change` makes them.

    `about` are the entries it is about. Six queries or so for each stage, whatever the size.
    """
    stages = [one for one in stages_of(tournament) if one.begun]
    several = len(stages) > 1 or any(shows_stage(one.stage) for one in stages)
    rows = seat_rows(tournament)
    changes: list[PlaceChange] = []
    rounds = {one.number: one for one in tournament.rounds.order_by("number")}
    names = {
        pk: (number, name)
        for pk, number, name in tournament.entries.values_list("pk", "number", "name")
    }
    drawn: set[int] = set()
    onward: list[str] = []
    for index, facts in enumerate(stages):
        field = stage_field(facts, rows)
        old, new = (rank_stage(facts, one) for one in (field, change(field)))
        found = _differences(facts, old, new, names, several=several)
        changes += found
        first = _first_round_changed(old, new)
        if first is None:
            continue
        since = first + field.offset
        open_stages = [
            one
            for one in stages
            if facts.stage.pk in one.chain and one.row.structure is Structure.OPEN
        ]
        drawn |= {
            number
            for number in rounds
            for one in open_stages
            if number > since and one.offset < number <= one.last
        }
        onward += [one.name for one in stages[index + 1 : index + 2]]
    moved = [one for one in changes if one.entry not in about]
    return Follows(
        own=tuple(one for one in changes if one.entry in about),
        points=tuple(
            sorted(
                (o for o in moved if o.points_change), key=lambda o: (-abs(o.difference), o.name)
            )
        ),
        places=tuple(
            sorted((o for o in moved if not o.points_change), key=lambda o: o.rank[1] or 0)
        ),
        drawn=tuple(rounds[number] for number in sorted(drawn)),
        onward=tuple(dict.fromkeys(onward)),
    )


def _lines(ranking: StageRanking) -> dict[EntryId, tuple[str, StandingRow]]:
    return {row.entry: (table.name, row) for table in ranking.tables for row in table.standings}


def _differences(
    facts: StageFacts,
    old: StageRanking,
    new: StageRanking,
    names: Mapping[EntryId, tuple[int, str]],
    *,
    several: bool,
) -> list[PlaceChange]:
    before, after = _lines(old), _lines(new)
    found = []
    for entry in {**before, **after}:
        was, now = before.get(entry), after.get(entry)
        points = tuple(
            None if one is None or one[1].struck else one[1].points for one in (was, now)
        )
        rank = tuple(None if one is None or one[1].struck else one[1].rank for one in (was, now))
        if points[0] == points[1] and rank[0] == rank[1]:
            continue
        number, name = names[entry]
        found.append(
            PlaceChange(
                entry=entry,
                name=name,
                number=number,
                points=(points[0], points[1]),
                rank=(rank[0], rank[1]),
                stage=facts.name if several else "",
                group=(now or was or ("",))[0],
            )
        )
    return found


def _first_round_changed(old: StageRanking, new: StageRanking) -> int | None:
    """The first round that would give somebody other points, as the stage counts rounds."""
    numbers = []
    for name, standings in ((table.name, table.standings) for table in old.tables):
        other = next((one.standings for one in new.tables if one.name == name), None)
        for entry, records in standings.records.items():
            now = other.records.get(entry, ()) if other is not None else ()
            numbers += [
                record.round
                for place, record in enumerate(records)
                if place >= len(now)
                or (record.points, record.struck, record.opponents)
                != (now[place].points, now[place].struck, now[place].opponents)
            ]
    return min(numbers, default=None)

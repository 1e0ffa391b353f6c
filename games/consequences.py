"""What follows from changing a result: shown first, before anybody is asked to confirm it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from games.domain.game_results import Payload
from games.domain.seats import given_to_seats, seats_of
from games.domain.table_results import most_minutes
from tournaments.formats.model import EntryId
from tournaments.models import Entry, Pairing, Round, Seat, Tournament
from tournaments.queries.misfit_questions import Following, Question, following
from tournaments.queries.misfits import (
    Misfit,
    MisfitFacts,
    find_misfits,
    misfit_facts,
    seats_with,
)
from tournaments.queries.played import SeatRow, rows_of_stages
from tournaments.queries.stage_standings import rank_stage
from tournaments.queries.stages import StageFacts, stage_of_round
from tournaments.queries.standings import stage_field


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An entry's points of the game, points in all, and rank, before and after."""

    entry: Entry
    game: tuple[Decimal, Decimal]
    """Zero where the game has no result."""
    total: tuple[Decimal, Decimal]
    rank: tuple[int, int]
    """In its group, where the stage has groups."""

    @property
    def moves(self) -> bool:
        return self.rank[0] != self.rank[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterRound:
    """A round that is drawn already, with what those at the table do in it."""

    round: Round
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Points and ranks change by themselves. All else is asked."""

    table: tuple[Change, ...]
    """Those at the table, by side."""
    others: tuple[Change, ...]
    """Everybody else whose rank moves, by rank afterwards."""
    later: tuple[LaterRound, ...]
    """Rounds after it that are drawn."""
    following: Following
    """What fits now and would not any more, and what is asked about it."""
    facts: MisfitFacts
    rows: tuple[SeatRow, ...]
    """The seats of the tournament as they would be."""

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """What fits now and would not any more."""
        return self.following.misfits

    @property
    def questions(self) -> tuple[Question, ...]:
        """The same as it is decided."""
        return self.following.questions

    @property
    def stamp(self) -> str:
        """What a page showed."""
        return self.following.stamp


def consequences_of(pairing: Pairing, payload: Payload | None) -> Consequences:
    """What changes if `pairing` had the (valid) result `payload`, or (None) no result.

    Reads only: a constant number of queries for so many stages, whatever the size.
    """
    tournament = pairing.round.tournament
    seats = seats_of(pairing)
    given = given_to_seats(
        pairing, seats, tournament, payload, most_minutes=most_minutes(pairing, payload or {})
    )
    facts = misfit_facts(tournament, with_rounds=True)
    rows = seats_with(facts.rows, pairing.pk, given)
    old, new = _lines(facts, pairing.round.number, rows)
    at_table = [seat.entry_id for seat in seats]
    moving = [
        entry
        for entry, line in new.items()
        if entry not in at_table and entry in old and old[entry].rank != line.rank
    ]
    entries = Entry.objects.in_bulk([*at_table, *moving])
    before = {seat.entry_id: seat.points or Decimal(0) for seat in seats}
    none = _Line(Decimal(0), 0)

    def change(entry: EntryId) -> Change:
        was, now = old.get(entry, none), new.get(entry, none)
        points = given[entry]["points"] if entry in given else None
        return Change(
            entry=entries[entry],
            game=(before.get(entry, Decimal(0)), points or Decimal(0)),
            total=(was.points, now.points),
            rank=(was.rank, now.rank),
        )

    known = {one.key for one in find_misfits(facts)}
    return Consequences(
        table=tuple(change(entry) for entry in at_table),
        others=tuple(sorted((change(entry) for entry in moving), key=lambda c: c.rank[1])),
        later=_later(tournament, pairing, at_table),
        following=following(facts, rows, known),
        facts=facts,
        rows=rows,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    points: Decimal
    rank: int


def _lines(
    facts: MisfitFacts, number: int, rows: tuple[SeatRow, ...]
) -> tuple[dict[EntryId, _Line], dict[EntryId, _Line]]:
    """Where everybody stands with the seats there are, and with `rows`: in the stage of the round,
    or in a later one that takes its results along."""
    own = stage_of_round(list(facts.stages), number)
    both: tuple[dict[EntryId, _Line], dict[EntryId, _Line]] = ({}, {})
    for stage in facts.stages:
        if not stage.begun or own.stage.pk not in stage.chain:
            continue
        field = facts.fields.get(stage.stage.pk) or stage_field(stage, facts.rows)
        for lines, seats in zip(both, (facts.rows, rows), strict=True):
            counted = rows_of_stages(facts.public(seats), stage.chain)
            ranking = rank_stage(stage, replace(field, rows=counted))
            places = {one.entry: one.place for one in ranking.ranks}
            for table in ranking.tables:
                for row in table.standings:
                    rank = places.get(row.entry, row.rank) if _by_places(stage) else row.rank
                    lines[row.entry] = _Line(row.points, rank)
    return both


def _by_places(stage: StageFacts) -> bool:
    return stage.row.tree


def _later(
    tournament: Tournament, pairing: Pairing, entries: Sequence[EntryId]
) -> tuple[LaterRound, ...]:
    rounds = list(
        Round.objects.filter(tournament=tournament, number__gt=pairing.round.number).order_by(
            "number"
        )
    )
    if not rounds:
        return ()
    seats = Seat.objects.filter(round__in=rounds, entry__in=entries)
    pairings = list(
        Pairing.objects.filter(pk__in=seats.values("pairing"))
        .select_related("table")
        .prefetch_related("seats__entry")
        .order_by("order")
    )
    return tuple(
        LaterRound(round=one, pairings=tuple(p for p in pairings if p.round_id == one.pk))
        for one in rounds
    )

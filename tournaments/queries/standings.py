"""The standings of a tournament. Nobody computes a rank in any other way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from tournaments.formats.editing_rules import Structure
from tournaments.formats.model import DrawRequest, Entrant, EntryId, PlayedPairing
from tournaments.formats.scoring import StandingsSettings, StruckRule, TieBreak
from tournaments.formats.standings import StandingRow, Standings, compute_standings
from tournaments.models import Tournament

from .played import (
    SeatRow,
    counted_from,
    entrants_of,
    pairings_from,
    rows_of_stages,
    seat_rows,
    settings_of,
)
from .stages import StageFacts, members_of, stage_entrants, stage_of_round, stages_of


def standings_of(tournament: Tournament, through_round: int | None = None) -> Standings:
    """Ranks by final results, after `through_round` or (None) after all published rounds.

    Of several stages it is the one that round belongs to (None: the one that is played); see
    `queries.stage_standings` for its groups and for the list of the whole tournament. Entries
    are named by their primary keys. The same few queries, whatever the size. A round without all
    its results counts with those there are; `Standings.open_pairings` says how many lack.
    """
    facts = stage_of_round(stages_of(tournament), through_round)
    return standings_in(facts, stage_field(facts), through_round)


@dataclass(frozen=True)
class StageField:
    """What the standings of a stage are made of."""

    entrants: tuple[Entrant, ...]
    """Everybody whose games count, as the stage counts rounds."""
    members: frozenset[EntryId] | None
    """Who stands in them; None: whoever was ever drawn, and who could have been."""
    rows: tuple[SeatRow, ...]
    """Seats of the rounds that count."""
    offset: int
    """Rounds of the tournament before those."""


def stage_field(
    facts: StageFacts,
    rows: tuple[SeatRow, ...] | None = None,
    members: Mapping[EntryId, int] | None = None,
) -> StageField:
    """A stage's entries and results: two queries for the first stage, three for a later one.

    `rows` are those of the tournament (`seat_rows`), where they were read before; `members` as
    `members_of` answers them, where others are to be tried.
    """
    tournament = facts.stage.tournament
    members = members_of(facts) if members is None else members
    offset = facts.chain_offset
    entrants = stage_entrants(
        facts,
        entrants_of(tournament),
        members,
        offset=offset,
        others=len(facts.chain) > 1,
    )
    rows = rows_of_stages(seat_rows(tournament) if rows is None else rows, facts.chain)
    if facts.stage.number > 1:
        return StageField(entrants, frozenset(members), rows, offset)
    if members:
        drawn = {row[4] for row in rows}
        entrants = tuple(one for one in entrants if one.id in members or one.id in drawn)
    return StageField(entrants, None, rows, offset)


def standings_in(
    facts: StageFacts, field: StageField, through_round: int | None = None
) -> Standings:
    """The standings of a stage as one table. No query."""
    settings = stage_settings(facts)
    if through_round is not None:
        settings = replace(settings, rounds=through_round - field.offset)
    rows = field.rows
    if through_round is not None:
        rows = tuple(row for row in rows if row[1] <= through_round)
    return standings_from(field.entrants, rows, settings, field.offset, field.members)


def stage_settings(facts: StageFacts) -> StandingsSettings:
    """How a stage is counted. Games against one whose results are struck count as the settings
    say; where they say nothing, for nobody where everybody meets everybody, and elsewhere as a
    bye, so that nobody is a round short. No query."""
    settings = settings_of(facts.stage.tournament)
    chosen = facts.stage.tournament.struck_rule
    if chosen:
        return replace(settings, struck=StruckRule(chosen))
    if facts.row.structure is Structure.TABLE:
        return replace(settings, struck=StruckRule.NOTHING)
    return settings


@lru_cache(maxsize=8)
def standings_from(
    entrants: tuple[Entrant, ...],
    rows: tuple[SeatRow, ...],
    settings: StandingsSettings,
    offset: int = 0,
    members: frozenset[EntryId] | None = None,
) -> Standings:
    """The standings by facts already read: of `members`, or of all who belong there.

    A whole hall looks at the same ones, so the same facts are not ranked twice. What is
    remembered is found by the facts themselves: it cannot be out of date.
    """
    pairings = counted_from(pairings_from(rows), offset)
    if members is None:
        return compute_standings(ranked(entrants, pairings, settings.rounds), pairings, settings)
    return only(compute_standings(entrants, pairings, settings), members)


def only(standings: Standings, members: Collection[EntryId]) -> Standings:
    """The lines of `members`, ranked among themselves."""
    rows: list[StandingRow] = []
    for row in standings.rows:
        if row.entry not in members:
            continue
        level = bool(rows) and standings.by_entry[rows[-1].entry].rank == row.rank
        rows.append(
            replace(
                row,
                rank=rows[-1].rank if level else len(rows) + 1,
                separated_by=row.separated_by if rows and not level else None,
            )
        )
    return replace(standings, rows=tuple(rows))


def points_before(request: DrawRequest) -> dict[EntryId, Decimal]:
    """The points everybody has when the round of the request is drawn. No query."""
    settings = replace(request.standings, tie_breaks=(TieBreak.POINTS,))
    return dict(_points(request.entrants, request.history, settings))


@lru_cache(maxsize=4)
def _points(
    entrants: tuple[Entrant, ...], history: tuple[PlayedPairing, ...], settings: StandingsSettings
) -> dict[EntryId, Decimal]:
    """Reckoned once for a draft, which is shown again after each change by hand."""
    return {row.entry: row.points for row in compute_standings(entrants, history, settings)}


def ranked(
    entrants: Sequence[Entrant], pairings: Sequence[PlayedPairing], through_round: int | None = None
) -> tuple[Entrant, ...]:
    """Those who stand in the standings: everybody who was ever drawn, and who could have been.

    An entry that was never checked in, or comes later than the last round counted, has no rank:
    it would stand above those who played and lost.
    """
    drawn = {seat.entry for pairing in pairings for seat in pairing.seats}
    last = through_round or max((pairing.round for pairing in pairings), default=1)
    return tuple(entrant for entrant in entrants if entrant.id in drawn or entrant.available(last))

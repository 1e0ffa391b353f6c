"""Who stands where in each stage, group by group, and in the tournament as a whole.

A stage has one table, or one a group. Its ranking as a whole is that of its table; in a tree the
places reached; over groups those of the same place in their groups share theirs. The list of the
tournament is the ranking of its last stage, then those who did not go on, stage by stage.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from tournaments.formats.knockout_tree import TreeFormat
from tournaments.formats.model import Entrant, EntryId, FormatOptions, PlayedPairing
from tournaments.formats.places import Place, places
from tournaments.formats.registry import get_format
from tournaments.formats.scoring import StandingsSettings
from tournaments.formats.stage_ranks import GroupTable, Rank, over_groups, ranked_in, shared
from tournaments.formats.stages import Ranked
from tournaments.formats.standings import Standings, compute_standings
from tournaments.models import Tournament

from .played import (
    SeatRow,
    any_game_ended,
    counted_from,
    pairings_from,
    rows_of_stages,
    seat_rows,
)
from .stages import StageFacts, options_of, stages_of
from .standings import StageField, only, stage_field, stage_settings, standings_in


@dataclass(frozen=True)
class StageRanking:
    """Everybody of a stage."""

    facts: StageFacts
    tables: tuple[GroupTable, ...]
    ranks: tuple[Rank, ...]

    @property
    def open_pairings(self) -> int:
        """Games without a result yet."""
        return sum(table.standings.open_pairings for table in self.tables)

    @property
    def ranked(self) -> tuple[Ranked, ...]:
        """As it is read where it is decided who goes on."""
        return ranked_in(self.tables, self.ranks)

    def standings_of(self, entry: EntryId) -> Standings | None:
        """The table an entry stands in."""
        return next((one.standings for one in self.tables if entry in one.standings.by_entry), None)


def stage_ranking(
    facts: StageFacts,
    through_round: int | None = None,
    rows: tuple[SeatRow, ...] | None = None,
) -> StageRanking:
    """The ranking of a stage after `through_round` (of the tournament) or after all its rounds.

    `rows` are those of the tournament (`seat_rows`), where they were read before. The same few
    queries, whatever the size.
    """
    return rank_stage(facts, stage_field(facts, rows), through_round)


def rank_stage(
    facts: StageFacts, field: StageField, through_round: int | None = None
) -> StageRanking:
    """The same from facts already read. No query."""
    if through_round is not None:
        field = StageField(
            field.entrants,
            field.members,
            tuple(row for row in field.rows if row[1] <= through_round),
            field.offset,
        )
    if facts.row.groups:
        tables = _group_tables(facts, field)
        if tables:
            return StageRanking(facts, tables, tuple(over_groups(tables)))
    standings = standings_in(facts, field, through_round)
    table = GroupTable("", standings)
    if facts.row.tree and standings.rows:
        return StageRanking(facts, (table,), _tree_ranks(facts, field, standings))
    ranks = shared([(row.entry, row.rank) for row in standings])
    return StageRanking(facts, (table,), tuple(ranks))


def stage_is_over(facts: StageFacts) -> bool:
    """Whether nothing is left to play: all planned rounds are closed, or in a tree every place is
    decided. No query but in a tree that is not through its plan."""
    if not facts.rounds or facts.rounds != facts.closed:
        return False
    if facts.planned is not None and facts.closed >= facts.planned:
        return True
    return facts.row.tree and all(rank.decided for rank in stage_ranking(facts).ranks)


def _group_tables(facts: StageFacts, field: StageField) -> tuple[GroupTable, ...]:
    groups: dict[str, set[EntryId]] = {}
    own = rows_of_stages(field.rows, (facts.stage.pk,))
    for pairing in pairings_from(own):
        if pairing.group:
            groups.setdefault(pairing.group, set()).update(seat.entry for seat in pairing.seats)
    return tuple(
        GroupTable(
            name,
            _group_standings(field, frozenset(groups[name]), name, stage_settings(facts)),
        )
        for name in sorted(groups, key=lambda name: (len(name), name))
    )


@lru_cache(maxsize=64)
def _group_standings(
    field: StageField, members: frozenset[EntryId], name: str, settings: StandingsSettings
) -> Standings:
    pairings = counted_from(pairings_from(field.rows), field.offset)
    inside = tuple(pairing for pairing in pairings if pairing.group == name)
    if all(pairing in inside or not _touches(pairing, members) for pairing in pairings):
        entrants = tuple(entrant for entrant in field.entrants if entrant.id in members)
        return compute_standings(entrants, inside, settings)
    # Results taken along were against others too.
    return only(compute_standings(field.entrants, pairings, settings), members)


def _touches(pairing: PlayedPairing, members: frozenset[EntryId]) -> bool:
    return any(seat.entry in members for seat in pairing.seats)


def _tree_ranks(facts: StageFacts, field: StageField, standings: Standings) -> tuple[Rank, ...]:
    standing = frozenset(standings.by_entry)
    own = rows_of_stages(field.rows, (facts.stage.pk,))
    return tuple(
        Rank(one.entry, one.rank, one.last, decided=one.decided, reason=one.reason)
        for one in _tree_places(
            facts.stage.format,
            tuple(entrant for entrant in field.entrants if entrant.id in standing),
            own,
            facts.offset,
            options_of(facts.stage),
        )
    )


@lru_cache(maxsize=16)
def _tree_places(
    code: str,
    entrants: tuple[Entrant, ...],
    rows: tuple[SeatRow, ...],
    offset: int,
    options: FormatOptions,
) -> tuple[Place, ...]:
    tree = cast(TreeFormat, get_format(code))
    history = counted_from(pairings_from(rows), offset)
    return places(tree, entrants, history, options)


@dataclass(frozen=True)
class EntryPlace:
    """Where one entry stands now."""

    rank: int
    of: int
    """How many stand in the same list."""
    group: str = ""


def place_of(tournament: Tournament, entry: EntryId) -> EntryPlace | None:
    """Where an entry stands: in its group or stage, the last it came to; when all is over, among
    everybody. None for one that stands nowhere, and while no game has ended: places are then by
    lot, and in a group alone do they say whom one meets. Three queries for a tournament of one
    stage."""
    stages = stages_of(tournament)
    rows = seat_rows(tournament)
    if tournament.state == Tournament.State.FINISHED and len(stages) > 1:
        ranks = tournament_ranking(tournament, stages)
        return next((EntryPlace(r.place, len(ranks)) for r in ranks if r.entry == entry), None)
    ended = any_game_ended(rows)
    for facts in reversed([one for one in stages if one.begun] or stages[:1]):
        if not ended and not facts.row.groups:
            continue
        ranking = stage_ranking(facts, rows=rows)
        if facts.row.groups:
            for table in ranking.tables:
                if entry in table.standings.by_entry:
                    row = table.standings.by_entry[entry]
                    return EntryPlace(row.rank, len(table.standings.rows), table.name)
            continue
        found = next((rank for rank in ranking.ranks if rank.entry == entry), None)
        if found is not None:
            return EntryPlace(found.place, len(ranking.ranks))
    return None


def tournament_ranking(
    tournament: Tournament, stages: list[StageFacts] | None = None
) -> tuple[Rank, ...]:
    """Everybody: the ranking of the last stage that has begun, then those who did not go on in
    the order of the stage they were last in. Where a stage is for those further down (a consolation
    from fifth place on), those who were ahead of them stay so.

    Who was to go on and did not take part stands where the stage before left it.
    """
    stages = stages_of(tournament) if stages is None else stages
    begun = [one for one in stages if one.begun] or stages[:1]
    rows = seat_rows(tournament)
    ranks: list[Rank] = []
    from_rank = 1
    for facts in reversed(begun):
        ranking = stage_ranking(facts, rows=rows)
        listed = {rank.entry for rank in ranks}
        rest = [rank for rank in ranking.ranks if rank.entry not in listed]
        stayed = {row.entry for row in ranking.ranked if row.rank < from_rank}
        ahead = _closed_up([rank for rank in rest if rank.entry in stayed], 0)
        between = [
            replace(rank, place=rank.place + len(ahead), last=rank.last + len(ahead))
            for rank in ranks
        ]
        behind = [rank for rank in rest if rank.entry not in stayed]
        ranks = [*ahead, *between, *_closed_up(behind, len(ahead) + len(between))]
        from_rank = facts.stage.from_rank
    return tuple(ranks)


def _closed_up(rest: list[Rank], ahead: int) -> list[Rank]:
    """Lines without those in front of them: the places in between close up."""
    placed: list[Rank] = []
    for old in dict.fromkeys(rank.place for rank in rest):
        level = [rank for rank in rest if rank.place == old]
        first = ahead + len(placed) + 1
        last = ahead + len(placed) + len(level)
        placed += [
            Rank(one.entry, first, last, one.group, one.decided, one.reason) for one in level
        ]
    return placed

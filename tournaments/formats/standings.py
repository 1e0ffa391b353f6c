"""The standings: one pure function of facts and settings, used by page, paper, API and draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from tournaments.formats.direct_encounter import SmallTable, direct_encounter
from tournaments.formats.model import Entrant, EntryId, Outcome, PlayedPairing
from tournaments.formats.records import (
    Records,
    build_records,
    is_void,
    rounds_counted,
    struck_entries,
)
from tournaments.formats.scoring import ZERO, PenaltyRule, StandingsSettings, TieBreak
from tournaments.formats.tie_breaks import (
    DEFINITIONS,
    LOWER_IS_BETTER,
    RankingFacts,
    Term,
    gather_facts,
)

Values = dict[TieBreak, dict[EntryId, Decimal | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """One line of the standings."""

    rank: int
    """1 for the best; level entries share a rank and the ranks after it are left out."""
    entry: EntryId
    points: Decimal
    """What the score groups of the next draw go by; with what rulings took, where that counts in
    the points."""
    played: int
    """Games at a table."""
    wins: int
    """Games won at a table, first places at tables of more sides included."""
    draws: int
    losses: int
    values: tuple[Decimal | None, ...]
    """A value for each of `Standings.tie_breaks`. None where a direct encounter says nothing
    about the entry, where there is no place to average, and for a struck entry."""
    separated_by: TieBreak | None
    """What puts this line below the one above; None on the first line and among level ones."""
    struck: bool = False
    """Its results count for nobody: it stands below everybody, without numbers."""


@dataclass(frozen=True)
class Standings:
    """Rows best first. Level entries stand by seed, which decides nothing."""

    rows: tuple[StandingRow, ...]
    tie_breaks: tuple[TieBreak, ...]
    """The list in force, points included."""
    rounds: int
    """Rounds counted."""
    open_pairings: int
    """Pairings of those rounds without a confirmed result; they count nothing yet."""
    facts: RankingFacts
    small_tables: Mapping[EntryId, SmallTable]
    """Direct encounters of the entries that were level when the list came to them."""

    @property
    def records(self) -> Records:
        """What each entry did in each round."""
        return self.facts.records

    @cached_property
    def by_entry(self) -> dict[EntryId, StandingRow]:
        return {row.entry: row for row in self.rows}

    def value(self, entry: EntryId, tie_break: TieBreak) -> Decimal | None:
        """One number of the table; KeyError for an unknown entry, ValueError for a tie-break
        that is not in force."""
        return self.by_entry[entry].values[self.tie_breaks.index(tie_break)]

    def working(self, entry: EntryId, tie_break: TieBreak) -> tuple[Term, ...]:
        """How a number came about. The values of the counted terms add up to the number, or
        have it as their mean (`Definition.mean`)."""
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            table = self.small_tables.get(entry)
            return table.terms if table is not None else ()
        return DEFINITIONS[tie_break].working(self.facts, entry)

    def __iter__(self) -> Iterator[StandingRow]:
        return iter(self.rows)


def tie_breaks_in_force(settings: StandingsSettings) -> tuple[TieBreak, ...]:
    """The settings' list without repeats; points lead it where it does not name them, and what
    rulings took follows them where it counts as a tie-break alone."""
    listed = tuple(dict.fromkeys(settings.tie_breaks))
    if TieBreak.POINTS not in listed:
        listed = (TieBreak.POINTS, *listed)
    if settings.penalties is PenaltyRule.TIE_BREAK and TieBreak.PENALTIES not in listed:
        after = listed.index(TieBreak.POINTS) + 1
        listed = (*listed[:after], TieBreak.PENALTIES, *listed[after:])
    return listed


def compute_standings(
    entrants: Sequence[Entrant],
    pairings: Sequence[PlayedPairing],
    settings: StandingsSettings,
) -> Standings:
    """Ranks all entrants by the final results.

    Pairings that are not final count for nothing (`open_pairings` says how many there are). The
    order in which entrants and pairings are listed does not matter. Raises
    `InvalidRequestError` for an entry listed twice, an unknown one, or two seats in one round.
    """
    rounds = rounds_counted(pairings, settings.rounds)
    records = build_records(entrants, pairings, settings.points, rounds, settings.struck)
    facts = gather_facts(entrants, records, settings, rounds)
    tie_breaks = tie_breaks_in_force(settings)
    struck = struck_entries(entrants)
    by_seed = [entrant.id for entrant in sorted(entrants, key=lambda e: (e.seed, e.id))]
    order = [entry for entry in by_seed if entry not in struck]
    values: Values = {
        tie_break: {entry: DEFINITIONS[tie_break].value(facts, entry) for entry in order}
        for tie_break in tie_breaks
        if tie_break is not TieBreak.DIRECT_ENCOUNTER
    }
    small_tables: dict[EntryId, SmallTable] = {}
    groups, separated = _rank(order, tie_breaks, values, small_tables, facts, settings)
    rows: list[StandingRow] = []
    for group in groups:
        rank = len(rows) + 1
        for entry in group:
            rows.append(
                _row(
                    entry,
                    rank,
                    tuple([values[tie_break][entry] for tie_break in tie_breaks]),
                    facts,
                    separated.get(entry),
                )
            )
    last = len(rows) + 1
    rows += [_struck_row(entry, last, len(tie_breaks)) for entry in by_seed if entry in struck]
    return Standings(
        rows=tuple(rows),
        tie_breaks=tie_breaks,
        rounds=rounds,
        open_pairings=sum(
            1 for p in pairings if not p.final and p.round <= rounds and not is_void(p, struck)
        ),
        facts=facts,
        small_tables=small_tables,
    )


def _rank(
    order: list[EntryId],
    tie_breaks: tuple[TieBreak, ...],
    values: Values,
    small_tables: dict[EntryId, SmallTable],
    facts: RankingFacts,
    settings: StandingsSettings,
) -> tuple[list[list[EntryId]], dict[EntryId, TieBreak]]:
    """Groups of level entries, best first, and what set each group's first below the one above.

    Fills in the direct encounter, which only exists within a group that is level so far.
    """
    groups = [order] if order else []
    separated: dict[EntryId, TieBreak] = {}
    for tie_break in tie_breaks:
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            values[tie_break] = dict.fromkeys(order)
        refined: list[list[EntryId]] = []
        for group in groups:
            if len(group) == 1:
                refined.append(group)
                continue
            if tie_break is TieBreak.DIRECT_ENCOUNTER:
                parts, tables = direct_encounter(facts, group, settings.points)
                small_tables.update(tables)
                values[tie_break].update((e, table.value) for e, table in tables.items())
            else:
                parts = _split_by_value(group, values[tie_break], tie_break)
            inherited = separated.pop(group[0], None)
            if inherited is not None:
                separated[parts[0][0]] = inherited
            for part in parts[1:]:
                separated[part[0]] = tie_break
            refined.extend(parts)
        groups = refined
    return groups, separated


def _split_by_value(
    group: list[EntryId], values: dict[EntryId, Decimal | None], tie_break: TieBreak
) -> list[list[EntryId]]:
    """Parts of equal value, best first; those without a value last."""
    parts: dict[Decimal, list[EntryId]] = {}
    silent: list[EntryId] = []
    for entry in group:
        value = values[entry]
        if value is None:
            silent.append(entry)
        else:
            parts.setdefault(value, []).append(entry)
    ordered = [parts[value] for value in sorted(parts, reverse=tie_break not in LOWER_IS_BETTER)]
    return [*ordered, silent] if silent else ordered


def _struck_row(entry: EntryId, rank: int, columns: int) -> StandingRow:
    return StandingRow(
        rank=rank,
        entry=entry,
        points=ZERO,
        played=0,
        wins=0,
        draws=0,
        losses=0,
        values=(None,) * columns,
        separated_by=None,
        struck=True,
    )


def _row(
    entry: EntryId,
    rank: int,
    values: tuple[Decimal | None, ...],
    facts: RankingFacts,
    separated_by: TieBreak | None,
) -> StandingRow:
    games = [record for record in facts.records[entry] if record.played]
    outcomes = Counter(record.outcome for record in games)
    wins = sum(1 for record in games if record.win)
    return StandingRow(
        rank=rank,
        entry=entry,
        points=facts.points(entry),
        played=len(games),
        wins=wins,
        draws=outcomes[Outcome.DRAW],
        losses=outcomes[Outcome.LOSS],
        values=values,
        separated_by=separated_by,
    )

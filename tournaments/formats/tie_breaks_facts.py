"""What the tie-breaks read, computed once for all entries, and the lines of their working."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from tournaments.formats.model import Entrant, EntryId, PairingKind
from tournaments.formats.records import Records, RoundRecord
from tournaments.formats.scoring import (
    ZERO,
    PenaltyRule,
    PointsScheme,
    StandingsSettings,
    StruckRule,
    UnplayedRule,
)


class Term(NamedTuple):
    """One line of the working behind a number."""

    round: int
    """0 where the line belongs to no round (an adjustment, a lot)."""
    opponents: tuple[EntryId, ...]
    value: Decimal
    """What the line adds, when it counts."""
    code: str
    """What sort of line: `game`, `bye`, `requested_bye`, `walkover`, `absent`, `missed` (before it
    came in), `struck`, `open`, `dummy`, `adjustment`, `missing_games` (whose value is how many),
    `lot`."""
    counted: bool = True
    """False: shown, but cut or undecided."""
    base: Decimal | None = None
    """Sonneborn-Berger: the opponent's points; differences of scores or steps: the own side's;
    progressive: the points of the round itself."""
    factor: Decimal | None = None
    """Sonneborn-Berger: own points of the round, which `base` is multiplied with; differences:
    what the others had, which is taken from `base`."""
    parts: tuple[tuple[str, Decimal], ...] = ()
    """What a game's points are made of where there is more than one part to them: `result`,
    `score`, `in_time`. They add up to the value."""


class Contribution(NamedTuple):
    """What one round adds to Buchholz, before cuts."""

    round: int
    opponents: tuple[EntryId, ...]
    value: Decimal
    code: str
    voluntary: bool
    own_points: Decimal


@dataclass(frozen=True, slots=True)
class RankingFacts:
    """What the tie-breaks read, computed once for all entries."""

    records: Records
    adjustments: Mapping[EntryId, Decimal]
    """Points added or taken by rulings."""
    penalties: PenaltyRule
    """Where those count."""
    earned: Mapping[EntryId, Decimal]
    """Points from rounds, without adjustments."""
    contributions: Mapping[EntryId, tuple[Contribution, ...]]
    lots: Mapping[EntryId, int]
    scheme: PointsScheme
    walkovers_met: bool
    """Whether those of a walkover have met, as far as tie-breaks go (`UnplayedRule.AS_PLAYED`)."""

    def points(self, entry: EntryId) -> Decimal:
        """The points an entry stands with: its rounds', and what rulings changed where that counts
        in the points."""
        if self.penalties is PenaltyRule.POINTS:
            return self.earned[entry] + self.adjustments[entry]
        return self.earned[entry]

    def met(self, record: RoundRecord) -> bool:
        """Whether the round counts as one against its opponents."""
        return record.played or (self.walkovers_met and counts_as_played(record))


Working = Callable[[RankingFacts, EntryId], tuple[Term, ...]]


class Definition(NamedTuple):
    """A tie-break: its value, and the terms it is made of. The two always agree; the value alone
    is what ranking 2,000 entries needs, the terms are what one tap asks for."""

    value: Callable[[RankingFacts, EntryId], Decimal | None]
    """None where there is nothing to reckon it from: ranked below everybody who has a value."""
    working: Working
    mean: bool = False
    """The value is the mean of the counted terms instead of their sum."""


#: Everybody's lots are drawn with their id.
NO_KEYS: Mapping[EntryId, int] = MappingProxyType({})


def counts_as_played(record: RoundRecord) -> bool:
    """A walkover: drawn against somebody, and decided."""
    return record.final and record.kind is PairingKind.WALKOVER and not record.struck


def gather_facts(
    entrants: Sequence[Entrant], records: Records, settings: StandingsSettings, rounds: int
) -> RankingFacts:
    """Computes what the tie-breaks share. `rounds` is the number of rounds counted."""
    earned = {
        entry: sum((record.points for record in rows), ZERO) for entry, rows in records.items()
    }
    seen_by_opponents = {
        entry: _adjusted_points(rows, earned[entry], settings) for entry, rows in records.items()
    }
    cap = settings.points.level * rounds
    return RankingFacts(
        records=records,
        adjustments={entrant.id: entrant.adjustment for entrant in entrants},
        penalties=settings.penalties,
        earned=earned,
        contributions={
            entry: tuple(_contributions(rows, earned[entry], seen_by_opponents, cap, settings))
            for entry, rows in records.items()
        },
        lots=draw_lots(
            records, settings.lot_seed, {entrant.id: entrant.lot_key for entrant in entrants}
        ),
        scheme=settings.points,
        walkovers_met=settings.unplayed is UnplayedRule.AS_PLAYED,
    )


def draw_lots(
    entries: Iterable[EntryId], seed: str, keys: Mapping[EntryId, int] = NO_KEYS
) -> dict[EntryId, int]:
    """Lot numbers 1, 2, … The order of two entries depends on the seed and those two alone, so
    an entry that comes or goes never turns a lot between others. `keys`: what they are drawn with
    where it is not their id (`Entrant.lot_key`)."""

    def ticket(entry: EntryId) -> bytes:
        text = f"{seed}\x00{keys.get(entry, entry)}"
        return hashlib.blake2b(text.encode(), digest_size=16).digest()

    ordered = sorted(entries, key=lambda entry: (ticket(entry), entry))
    return {entry: number for number, entry in enumerate(ordered, start=1)}


def _adjusted_points(
    rows: tuple[RoundRecord, ...], earned: Decimal, settings: StandingsSettings
) -> Decimal:
    """Points as opponents' tie-breaks see them (C.07 article 16.3 for the FIDE rules)."""
    rule = settings.unplayed
    if rule in (UnplayedRule.AS_SCORED, UnplayedRule.AS_PLAYED):
        return earned
    if rule is UnplayedRule.PLAYED_ONLY:
        return sum((record.points for record in rows if record.played), ZERO)
    adjusted = earned
    for record in reversed(rows):
        if not record.voluntary:
            break
        if record.requested:
            adjusted += settings.points.level - record.points
    return adjusted


_FIDE = (UnplayedRule.FIDE_2024, UnplayedRule.FIDE_2026)


def _contributions(
    rows: tuple[RoundRecord, ...],
    earned: Decimal,
    seen: Mapping[EntryId, Decimal],
    cap: Decimal,
    settings: StandingsSettings,
) -> Iterable[Contribution]:
    """A Buchholz line a round: the opponent met, or (C.07 article 16.4) the dummy."""
    rule = settings.unplayed
    as_played = rule is UnplayedRule.AS_PLAYED
    for record in rows:
        opponents = record.opponents
        if record.played or (as_played and counts_as_played(record)):
            if len(opponents) == 1:
                value = seen[opponents[0]]
            else:
                value = mean([seen[opponent] for opponent in opponents])
            code = "game" if record.played else "walkover"
            yield Contribution(record.round, opponents, value, code, False, record.points)
        elif record.final and rule in _FIDE:
            if record.struck and settings.struck is StruckRule.NOTHING:
                continue
            value = earned
            if rule is UnplayedRule.FIDE_2026:
                absent = opponents and not record.struck
                limit = mean([seen[other] for other in opponents]) if absent else cap
                value = min(value, limit)
            yield Contribution(
                record.round, opponents, value, "dummy", record.voluntary, record.points
            )


def mean(values: Sequence[Decimal]) -> Decimal:
    """The mean; zero of none."""
    return sum(values, ZERO) / len(values) if values else ZERO


def line_code(record: RoundRecord) -> str:
    """What sort of line a round is in a working (`Term.code`)."""
    if record.struck:
        return "struck"
    if not record.final:
        return "open"
    if record.kind is None:
        return "missed" if record.late else "absent"
    return record.kind.value


def total(terms: Iterable[Term]) -> Decimal:
    """The sum of what counts."""
    return sum([term.value for term in terms if term.counted], ZERO)


def summed(working: Working) -> Definition:
    """A tie-break that is no more than the sum of its working."""
    return Definition(lambda facts, entry: total(working(facts, entry)), working)

"""Direct encounter among two or more level entries (C.07 article 6).

The rule, in order:

1. Only games played at a table between the level entries count (in a round robin, walkovers
   too: `UnplayedRule.AS_PLAYED`). Two that met more than once
   count their mean, so nobody gains by having met often.
2. If all have met all, they are ranked by their points in that small table.
3. If some have not met, an entry is ranked ahead only where it would be first whatever the
   missing games brought; then the question is asked again for those that are left. The rest
   stay level.
4. Where that splits the group, the part that is still level gets a small table of its own, as
   long as it is smaller than the group before. Otherwise they stay level and the next tie-break
   decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from tournaments.formats.model import EntryId
from tournaments.formats.scoring import ZERO, PointsScheme
from tournaments.formats.tie_breaks_facts import RankingFacts, Term

NAMED_MISSING = 12
"""Up to so many missing opponents are named in the working; beyond that only counted."""


class SmallTable(NamedTuple):
    """One entry's line in the small table of those it is level with."""

    value: Decimal | None
    """None when the direct encounter separated nobody."""
    terms: tuple[Term, ...]


def direct_encounter(
    facts: RankingFacts, group: Sequence[EntryId], scheme: PointsScheme
) -> tuple[list[list[EntryId]], dict[EntryId, SmallTable]]:
    """Splits a level group.

    Answers the parts, best first, and for each entry its points in the widest small table it
    stood in, with the games as working (a `missing_games` line counts those not met). The value is
    None when the direct encounter did not separate anybody.
    """
    parts, values = _split(facts, group, scheme)
    if len(parts) == 1:
        silent = {entry: SmallTable(None, value.terms) for entry, value in values.items()}
        return parts, silent
    refined: list[list[EntryId]] = []
    for part in parts:
        refined.extend(direct_encounter(facts, part, scheme)[0] if len(part) > 1 else [part])
    return refined, values


def _split(
    facts: RankingFacts, group: Sequence[EntryId], scheme: PointsScheme
) -> tuple[list[list[EntryId]], dict[EntryId, SmallTable]]:
    best = _best_game(facts, group, scheme)
    members = frozenset(group)
    values: dict[EntryId, SmallTable] = {}
    sure: dict[EntryId, Decimal] = {}
    possible: dict[EntryId, Decimal] = {}
    for entry in group:
        terms, total, missing = _small_table(facts, entry, members)
        values[entry] = SmallTable(total, terms)
        sure[entry] = total
        possible[entry] = total + best * missing if missing else total
    if sure == possible:
        return _by_points(group, sure), values
    parts: list[list[EntryId]] = []
    left = sorted(group, key=lambda entry: -sure[entry])
    while len(left) > 1 and all(sure[left[0]] > possible[other] for other in left[1:]):
        parts.append([left.pop(0)])
    remaining = frozenset(left)
    parts.append([entry for entry in group if entry in remaining])
    return parts, values


def _best_game(facts: RankingFacts, group: Sequence[EntryId], scheme: PointsScheme) -> Decimal:
    """The most a missing game could have given: at tables for which the scheme has no row of
    places, a point for each side beaten."""
    rows = {len(row) for row in scheme.by_place}
    sides = [
        len(record.opponents) + 1
        for entry in group
        for record in facts.records[entry]
        if record.played and record.outcome is None
    ]
    return max([scheme.best, *(Decimal(size - 1) for size in sides if size not in rows)])


def _by_points(group: Sequence[EntryId], points: dict[EntryId, Decimal]) -> list[list[EntryId]]:
    parts: dict[Decimal, list[EntryId]] = {}
    for entry in group:
        parts.setdefault(points[entry], []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _small_table(
    facts: RankingFacts, entry: EntryId, members: frozenset[EntryId]
) -> tuple[tuple[Term, ...], Decimal, int]:
    """The entry's games within the group, its points from them, and how many it has not met."""
    met: dict[EntryId, list[tuple[int, Decimal]]] = {}
    for record in facts.records[entry]:
        if facts.met(record):
            for opponent in record.opponents:
                if opponent in members:
                    met.setdefault(opponent, []).append((record.round, record.points))
    terms: list[Term] = []
    total = ZERO
    for opponent, games in met.items():
        mean = sum((points for _, points in games), ZERO) / len(games)
        total += mean
        terms.append(Term(games[-1][0], (opponent,), mean, "game"))
    missing = len(members) - 1 - len(met)
    if missing:
        named = members - met.keys() - {entry} if missing <= NAMED_MISSING else frozenset()
        terms.append(
            Term(0, tuple(sorted(named)), Decimal(missing), "missing_games", counted=False)
        )
    return tuple(terms), total, missing

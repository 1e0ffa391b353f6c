"""Direct encounter among two or more level entries (C.07 article 6).

The rule, in order:

1. Only games played at a table between the level entries count. Two that met more than once
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

from tournaments.formats.model import EntryId
from tournaments.formats.scoring import ZERO, PointsScheme, TieBreak
from tournaments.formats.tie_breaks import RankingFacts, Term, TieBreakValue


def direct_encounter(
    facts: RankingFacts, group: Sequence[EntryId], scheme: PointsScheme
) -> tuple[list[list[EntryId]], dict[EntryId, TieBreakValue]]:
    """Splits a level group.

    Answers the parts, best first, and for each entry its points in the widest small table it
    stood in, with the games as working (`missing_game` lines for those not played). The value is
    None when the direct encounter did not separate anybody.
    """
    parts, values = _split(facts, group, scheme)
    if len(parts) == 1:
        silent = {
            entry: TieBreakValue(TieBreak.DIRECT_ENCOUNTER, None, value.terms)
            for entry, value in values.items()
        }
        return parts, silent
    refined: list[list[EntryId]] = []
    for part in parts:
        refined.extend(direct_encounter(facts, part, scheme)[0] if len(part) > 1 else [part])
    return refined, values


def _split(
    facts: RankingFacts, group: Sequence[EntryId], scheme: PointsScheme
) -> tuple[list[list[EntryId]], dict[EntryId, TieBreakValue]]:
    best = max(scheme.win, scheme.draw, scheme.loss)
    values: dict[EntryId, TieBreakValue] = {}
    sure: dict[EntryId, Decimal] = {}
    possible: dict[EntryId, Decimal] = {}
    for entry in group:
        terms = _small_table(facts, entry, group)
        total = sum((term.value for term in terms if term.counted), ZERO)
        missing = sum(1 for term in terms if not term.counted)
        values[entry] = TieBreakValue(TieBreak.DIRECT_ENCOUNTER, total, terms)
        sure[entry] = total
        possible[entry] = total + best * missing
    if sure == possible:
        return _by_points(group, sure), values
    parts: list[list[EntryId]] = []
    left = sorted(group, key=lambda entry: -sure[entry])
    while len(left) > 1 and all(sure[left[0]] > possible[other] for other in left[1:]):
        parts.append([left.pop(0)])
    parts.append([entry for entry in group if entry in left])
    return parts, values


def _by_points(group: Sequence[EntryId], points: dict[EntryId, Decimal]) -> list[list[EntryId]]:
    parts: dict[Decimal, list[EntryId]] = {}
    for entry in group:
        parts.setdefault(points[entry], []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _small_table(facts: RankingFacts, entry: EntryId, group: Sequence[EntryId]) -> tuple[Term, ...]:
    met: dict[EntryId, list[tuple[int, Decimal]]] = {}
    for record in facts.records[entry]:
        if record.played:
            for opponent in record.opponents:
                met.setdefault(opponent, []).append((record.round, record.points))
    terms: list[Term] = []
    for opponent in group:
        if opponent == entry:
            continue
        games = met.get(opponent)
        if games:
            mean = sum((points for _, points in games), ZERO) / len(games)
            terms.append(Term(games[-1][0], (opponent,), mean, "game"))
        else:
            terms.append(Term(0, (opponent,), ZERO, "missing_game", counted=False))
    return tuple(terms)

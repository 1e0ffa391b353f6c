"""Places in a tree: 1, 2, 3, 4, 5-8 … as the results have them so far.

A place is that of the match an entry went out in: all who lose in one round of a bracket share
theirs. A consolation orders those who play in it. Whoever is still in shares the best place it can
reach, undecided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.knockout_tree import (
    Facts,
    Match,
    MatchKey,
    Tree,
    TreeFormat,
    Way,
    due,
    facts_of,
    has_left,
    passed,
)
from tournaments.formats.model import (
    Entrant,
    EntryId,
    FormatOptions,
    ParamValue,
    PlayedPairing,
    Reason,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the final list of a tree."""

    entry: EntryId
    rank: int
    """1 for the best. Level entries share a rank and the ranks after it are left out."""
    last: int
    """The last of the places shared: 8 where `rank` is 5 and four share it."""
    decided: bool
    """False while the entry can still come to stand higher or lower."""
    reason: Reason
    """Why it stands here: `place_won`, `place_lost`, `place_all_lost`, `place_not_taken_up`,
    `place_open`, `place_never_played`."""


class _Fate(NamedTuple):
    place: int
    decided: bool
    reason: Reason


NEVER = 1 << 30
"""Behind every place of a tree."""


def places(
    format_: TreeFormat,
    entrants: Sequence[Entrant],
    history: Sequence[PlayedPairing],
    options: FormatOptions | None = None,
) -> tuple[Place, ...]:
    """All entrants, best first; those who share a place stand by seed.

    Works at any time; results that are not final say nothing. The final list is done when every
    line is decided. Raises `InvalidRequestError` as the format does for a history it cannot read.
    """
    tree = format_.tree(history, options)
    reading = _Reading(tree, facts_of(history), entrants)
    fates = {entrant.id: reading.fate(entrant) for entrant in entrants}
    fates = _alone(fates)
    seeds = {entrant.id: (entrant.seed, entrant.id) for entrant in entrants}
    ordered = sorted(fates, key=lambda entry: (fates[entry].place, seeds[entry]))
    taken = sorted(fate.place for fate in fates.values())
    # A final that both have lost has no winner: nobody moves up to first place.
    first = 2 if taken and 1 < taken[0] < NEVER else 1
    rows: list[Place] = []
    for entry in ordered:
        fate = fates[entry]
        better = sum(1 for place in taken if place < fate.place)
        level = taken.count(fate.place)
        rows.append(
            Place(
                entry=entry,
                rank=max(first, better + 1),
                last=max(first, better + level),
                decided=fate.decided,
                reason=fate.reason,
            )
        )
    return tuple(rows)


def _alone(fates: dict[EntryId, _Fate]) -> dict[EntryId, _Fate]:
    """The last one left has won, though nobody is there to play the final against."""
    left = [entry for entry, fate in fates.items() if fate.place == 1 and not fate.decided]
    if len(left) != 1 or any(fate.place == 1 and fate.decided for fate in fates.values()):
        return fates
    others_out = all(fate.decided for entry, fate in fates.items() if entry != left[0])
    if not others_out:
        return fates
    won = _Fate(1, True, Reason("place_won", {"group": "", "unopposed": True}))
    return {**fates, left[0]: won}


class _Reading:
    """The facts, with where each entry was last."""

    def __init__(self, tree: Tree, facts: Facts, entrants: Sequence[Entrant]) -> None:
        self.tree = tree
        self.facts = facts
        self.drawn = max((key.round for key in facts), default=0)
        self.gone = {entrant.id for entrant in entrants if has_left(entrant)}
        self.last: dict[EntryId, Match] = {}
        for match in tree.matches:
            if match.key in facts:
                for seat in facts[match.key].seats:
                    self.last[seat.entry] = match

    def fate(self, entrant: Entrant) -> _Fate:
        match = self.last.get(entrant.id)
        if match is None:
            # Not even in round 1, which nobody can make up for once it is drawn.
            return _Fate(NEVER, bool(self.drawn), Reason("place_never_played"))
        pairing = self.facts[match.key]
        result = passed(pairing)
        if result is None:
            if entrant.id in self.gone and not pairing.final:
                return self._out("place_not_taken_up", match.key)
            return self._open(match.key)
        if result.winner is None:
            return self._out("place_all_lost", match.key)
        way = Way.WINNER if entrant.id == result.winner else Way.LOSER
        following = self._following(match, way)
        if following is None:
            if way is Way.WINNER:
                params: dict[str, ParamValue] = {"group": match.key.group}
                return _Fate(match.winner_place or 1, True, Reason("place_won", params))
            return self._out("place_lost", match.key, opponent=result.winner)
        if entrant.id in self.gone:
            return self._out("place_not_taken_up", following)
        if following.round <= self.drawn:
            # Its match was drawn without it: it was alone there, or its seat was given away.
            if following in self.facts:
                return self._out("place_not_taken_up", following)
            params = {"group": following.group, "unopposed": True}
            place = self.tree.by_key[following].winner_place or 1
            return _Fate(place, True, Reason("place_won", params))
        return self._open(following)

    def _following(self, match: Match, way: Way) -> MatchKey | None:
        key = self.tree.next_of(match.key, way)
        if key is None or due(self.tree.by_key[key], self.facts, self.tree):
            return key
        return None

    def _out(self, code: str, key: MatchKey, **params: ParamValue) -> _Fate:
        where: dict[str, ParamValue] = {"round": key.round, "group": key.group, "slot": key.slot}
        return _Fate(self._loser_place(key), True, Reason(code, {**where, **params}))

    def _loser_place(self, key: MatchKey) -> int:
        """The place of one who loses there and in every match after."""
        following = self.tree.next_of(key, Way.LOSER)
        if following is None:
            return self.tree.by_key[key].loser_place
        return self._loser_place(following)

    def _open(self, key: MatchKey) -> _Fate:
        best = key
        while (following := self.tree.next_of(best, Way.WINNER)) is not None:
            best = following
        params: dict[str, ParamValue] = {"round": key.round, "group": key.group, "slot": key.slot}
        place = self.tree.by_key[best].winner_place or 1
        return _Fate(place, False, Reason("place_open", params))

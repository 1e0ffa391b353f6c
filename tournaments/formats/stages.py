"""From one stage to the next: who goes on, and as which seed.

All of it is read from the results at any time; the shell writes down who goes on when the next
stage begins. A correction made later shows in `dependents.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.knockout import KNOCKOUT
from tournaments.formats.knockout_tree import TreeFormat
from tournaments.formats.model import (
    EntryId,
    Optimality,
    ParamValue,
    Reason,
)
from tournaments.formats.stage_seeding import Candidate, seed_tree

TREES: Mapping[str, TreeFormat] = {
    KNOCKOUT.code: KNOCKOUT,
    DOUBLE_ELIMINATION.code: DOUBLE_ELIMINATION,
}
"""Formats whose stage ends in places rather than in points."""

DRAWN_FROM_RESULTS = frozenset(("swiss", "multi_seat", "individual"))
"""Formats that draw a round from the standings, and so from results taken along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """An entry as a stage ended for it."""

    entry: EntryId
    rank: int
    """1 for the best of its group, or of the stage; level entries share a rank."""
    group: str = ""
    strength: Fraction = Fraction(0)
    """Points a round: what entries of the same rank in different groups are compared by."""
    overall: int = 0
    """Rank among all of the stage, which decides where `strength` does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """One who goes on."""

    entry: EntryId
    seed: int
    """Its seed in the next stage, 1 the strongest."""
    rank: int
    """Its rank in the stage before, in its group where that had groups."""
    group: str = ""
    reasons: tuple[Reason, ...] = ()
    """`qualified`, or `moves_up` for one who goes on in place of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTie:
    """Entries that are level where the line is drawn: the standings do not say who goes on."""

    group: str
    rank: int
    entries: tuple[EntryId, ...]
    """All who share the rank, in the order they are taken."""
    places: int
    """How many of them go on."""
    decided: bool
    """True when all of them stand in `prefer`: somebody has decided (a game, a lot)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualification:
    """Who goes on into a stage."""

    qualifiers: tuple[Qualifier, ...]
    """In order of seed."""
    reserves: tuple[Ranked, ...]
    """Who is next when somebody does not come, best first; in groups all first ones of theirs,
    then all second ones. Name the missing in `unavailable` to have them move up."""
    ties: tuple[CutTie, ...]
    optimality: Optimality
    """How it is known that group mates could not be kept apart longer."""
    reasons: tuple[Reason, ...]
    """`mates_meet` when group mates can meet before the final of a tree."""


def qualifiers(
    ranking: Sequence[Ranked],
    *,
    from_rank: int = 1,
    to_rank: int | None = None,
    per_group: bool = True,
    tree: bool = False,
    unavailable: AbstractSet[EntryId] = frozenset(),
    prefer: Sequence[EntryId] = (),
) -> Qualification:
    """Who goes on into the next stage.

    Those from the `from_rank`-th to the `to_rank`-th (None: to the last) go on, of each group where
    `per_group`, counted among those not `unavailable` (name the withdrawn and the struck there):
    who does not come lets the next ones move up. Level entries are taken in the order of `prefer`,
    then as they stand.

    Seeds go by rank: all firsts before all seconds; within a rank by points a round, then by the
    rank among all. With `tree` group mates are kept apart in the tree (`seed_tree`).
    """
    preferred = {entry: index for index, entry in enumerate(prefer)}
    lists: dict[str, list[Ranked]] = {}
    for row in ranking:
        lists.setdefault(row.group if per_group else "", []).append(row)
    rows_in: list[tuple[int, Ranked, tuple[Reason, ...]]] = []
    rows_next: list[tuple[int, Ranked]] = []
    ties: dict[tuple[str, int], CutTie] = {}
    for name, rows in lists.items():
        if not per_group:
            rows.sort(key=lambda row: (row.overall, row.rank))
        order = sorted(rows, key=lambda row: (_level(row, per_group), _place(row, preferred)))
        here = [row for row in order if row.entry not in unavailable]
        last = len(here) if to_rank is None else min(to_rank, len(here))
        chosen = here[from_rank - 1 : last]
        by_right = {row.entry for row in order[from_rank - 1 : to_rank]}
        missing = tuple(row.entry for row in order[:to_rank] if row.entry in unavailable)
        for place, row in enumerate(chosen, start=1):
            rows_in.append((place, row, (_why(row, by_right, missing),)))
        rows_next += list(enumerate(here[last:], start=1))
        for cut in {from_rank - 1, last}:
            tie = _tie(here, cut, name, per_group, preferred)
            if tie is not None:
                going = sum(1 for row in chosen if row.entry in tie.entries)
                ties[name, tie.rank] = replace(tie, places=going)
    rows_in.sort(key=lambda item: _strength(item[0], item[1]))
    rows_next.sort(key=lambda item: _strength(item[0], item[1]))
    grouped = per_group and len(lists) > 1
    optimality = Optimality.COMPLETE
    reasons: tuple[Reason, ...] = ()
    if tree and grouped:
        rows_in, optimality, reasons = _apart(rows_in)
    return Qualification(
        qualifiers=tuple(
            Qualifier(entry=row.entry, seed=seed, rank=row.rank, group=row.group, reasons=why)
            for seed, (_, row, why) in enumerate(rows_in, start=1)
        ),
        reserves=tuple(row for _, row in rows_next),
        ties=tuple(sorted(ties.values(), key=lambda tie: (len(tie.group), tie.group, tie.rank))),
        optimality=optimality,
        reasons=reasons,
    )


_In = list[tuple[int, Ranked, tuple[Reason, ...]]]


def _level(row: Ranked, per_group: bool) -> int:
    return row.rank if per_group else row.overall


def _place(row: Ranked, preferred: Mapping[EntryId, int]) -> int:
    return preferred.get(row.entry, len(preferred))


def _strength(place: int, row: Ranked) -> tuple[int, Fraction, int, int, str]:
    return place, -row.strength, row.overall, len(row.group), row.group


def _why(row: Ranked, by_right: AbstractSet[EntryId], missing: tuple[EntryId, ...]) -> Reason:
    if row.entry in by_right:
        return Reason("qualified", {"entry": row.entry, "rank": row.rank, "group": row.group})
    params: dict[str, ParamValue] = {"entry": row.entry, "rank": row.rank, "group": row.group}
    return Reason("moves_up", {**params, "entries": missing})


def _tie(
    here: Sequence[Ranked],
    cut: int,
    group: str,
    per_group: bool,
    preferred: Mapping[EntryId, int],
) -> CutTie | None:
    """Those who are level on both sides of a line drawn after so many."""
    if not 0 < cut < len(here):
        return None
    rank = _level(here[cut], per_group)
    if _level(here[cut - 1], per_group) != rank:
        return None
    level = tuple(row.entry for row in here if _level(row, per_group) == rank)
    decided = all(entry in preferred for entry in level)
    return CutTie(group=group, rank=rank, entries=level, places=0, decided=decided)


def _apart(rows: _In) -> tuple[_In, Optimality, tuple[Reason, ...]]:
    seeding = seed_tree([Candidate(row.entry, place, row.group) for place, row, _ in rows])
    by_entry = {item[1].entry: item for item in rows}
    early = {number: pairs for number, pairs in enumerate(seeding.meetings[:-1], start=1) if pairs}
    reasons = (
        (Reason("mates_meet", {"rounds": tuple(early), "pairs": tuple(early.values())}),)
        if early
        else ()
    )
    return [by_entry[entry] for entry in seeding.entries], seeding.optimality, reasons

"""Checks of a draft round that somebody changed by hand, of any format.

`editing_rules.py` says what each kind of change means in each state of a round,
`editing_differences.py` what an ended edit changed of the engine's own draw.

A refusal is what no round can hold: the same entry twice, somebody left out. A warning is what the
organiser may want all the same, and should decide with open eyes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    EntryId,
    PairingKind,
    ParamValue,
    PlayedPairing,
)
from tournaments.formats.tables_wishes import RangeRule


class Severity(StrEnum):
    """What a finding means for the edit."""

    REFUSAL = "refusal"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a draft. `code` and `params` as in `Reason`; `pairing` is the index of
    the pairing it is about, None for the round as a whole."""

    severity: Severity
    code: str
    params: Mapping[str, ParamValue] = field(default_factory=dict)
    pairing: int | None = None


def check_draft(
    request: DrawRequest,
    pairings: Sequence[DrawnPairing],
    *,
    groups: Mapping[EntryId, str] | None = None,
    sizes: Sequence[int] = (),
) -> list[Finding]:
    """Everything to be said about `pairings` as the round `request` asks for.

    `groups` names the group or bracket each entry belongs to, in formats where that does not
    change (None: it is read from the rounds before, matches of a tree left out). `sizes` are the
    numbers of entries a table may have (empty: any). Refusals come first; within each, in the
    order of the pairings. An empty list means the draft is as sound as a drawn one.
    """
    draft = _Draft(request, pairings, groups, sizes)
    findings = [finding for check in CHECKS for finding in check(draft)]
    return sorted(findings, key=lambda finding: finding.severity is Severity.WARNING)


class _Draft:
    """A draft with the lookups the checks share."""

    def __init__(
        self,
        request: DrawRequest,
        pairings: Sequence[DrawnPairing],
        groups: Mapping[EntryId, str] | None,
        sizes: Sequence[int],
    ) -> None:
        self.request = request
        self.pairings = pairings
        self.groups = _groups_before(request.history) if groups is None else groups
        self.sizes = frozenset(sizes)
        self.entrants: dict[EntryId, Entrant] = {e.id: e for e in request.entrants}
        self.in_service = {table.number: table.in_service for table in request.tables}
        self.accessible = {table.number for table in request.tables if table.accessible}
        self.ranges = RangeRule(
            request.table_ranges, (t.number for t in request.tables if t.in_service)
        )

    def seated(self) -> Iterator[tuple[int, DrawnPairing, Entrant]]:
        """Each known entry with its pairing, once for a pairing it sits in twice."""
        for index, pairing in enumerate(self.pairings):
            for entry in dict.fromkeys(pairing.entries):
                if entry in self.entrants:
                    yield index, pairing, self.entrants[entry]

    def games(self) -> Iterator[tuple[int, DrawnPairing]]:
        for index, pairing in enumerate(self.pairings):
            if pairing.kind is PairingKind.GAME:
                yield index, pairing


def _groups_before(history: Sequence[PlayedPairing]) -> dict[EntryId, str]:
    """The group each entry played in last. In a tree one moves on between brackets, which says
    nothing."""
    groups: dict[EntryId, str] = {}
    for pairing in sorted(history, key=lambda played: played.round):
        if pairing.group and pairing.slot is None:
            groups.update((seat.entry, pairing.group) for seat in pairing.seats)
    return groups


def _refuse(code: str, pairing: int | None = None, **params: ParamValue) -> Finding:
    return Finding(Severity.REFUSAL, code, params, pairing)


def _warn(code: str, pairing: int | None = None, **params: ParamValue) -> Finding:
    return Finding(Severity.WARNING, code, params, pairing)


def _against_itself(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in enumerate(draft.pairings):
        for entry, seats in Counter(pairing.entries).items():
            if seats > 1:
                yield _refuse("entry_against_itself", index, entry=entry)


def _twice_in_round(draft: _Draft) -> Iterator[Finding]:
    times = Counter(entry for pairing in draft.pairings for entry in dict.fromkeys(pairing.entries))
    for entry, pairings in times.items():
        if pairings > 1:
            yield _refuse("entry_twice_in_round", entry=entry, times=pairings)


def _missing(draft: _Draft) -> Iterator[Finding]:
    there = {entry for pairing in draft.pairings for entry in pairing.entries}
    for entrant in sorted(draft.request.entrants, key=lambda e: (e.seed, e.id)):
        if entrant.available(draft.request.round) and entrant.id not in there:
            yield _refuse("active_entry_missing", entry=entrant.id)


def _unknown(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in enumerate(draft.pairings):
        for entry in dict.fromkeys(pairing.entries):
            if entry not in draft.entrants:
                yield _refuse("unknown_entry", index, entry=entry)


def _sides(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in enumerate(draft.pairings):
        sides = {seat.side for seat in pairing.seats}
        if pairing.kind in (PairingKind.BYE, PairingKind.REQUESTED_BYE):
            if len(pairing.seats) != 1:
                yield _refuse("bye_with_opponent", index, seats=len(pairing.seats))
        elif len(sides) < 2:
            yield _refuse("too_few_sides", index, sides=len(sides))


def _table_twice(draft: _Draft) -> Iterator[Finding]:
    times = Counter(p.table for p in draft.pairings if p.table is not None)
    for table, pairings in sorted(times.items()):
        if pairings > 1:
            yield _refuse("table_twice", table=table, times=pairings)


def _rematch(draft: _Draft) -> Iterator[Finding]:
    met: dict[frozenset[EntryId], list[int]] = {}
    for played in draft.request.history:
        if played.kind is PairingKind.GAME:
            for one, other in combinations(played.seats, 2):
                if one.side != other.side:
                    met.setdefault(frozenset((one.entry, other.entry)), []).append(played.round)
    for index, pairing in draft.games():
        for one_seat, other_seat in combinations(pairing.seats, 2):
            pair = frozenset((one_seat.entry, other_seat.entry))
            if one_seat.side != other_seat.side and pair in met:
                yield _warn(
                    "rematch",
                    index,
                    entries=(one_seat.entry, other_seat.entry),
                    rounds=tuple(sorted(met[pair])),
                )


def _forbidden(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in draft.games():
        for one, other in combinations(pairing.seats, 2):
            if frozenset((one.entry, other.entry)) in draft.request.forbidden:
                yield _warn("forbidden_pair", index, entries=(one.entry, other.entry))


def _second_bye(draft: _Draft) -> Iterator[Finding]:
    rounds: dict[EntryId, list[int]] = {}
    for played in draft.request.history:
        if played.kind is PairingKind.BYE:
            for seat in played.seats:
                rounds.setdefault(seat.entry, []).append(played.round)
    given = [(i, p) for i, p in enumerate(draft.pairings) if p.kind is PairingKind.BYE]
    for index, pairing in given:
        for entry in pairing.entries:
            if entry in rounds:
                earlier = tuple(sorted(rounds[entry]))
                yield _warn("second_bye", index, entry=entry, rounds=earlier)
    if len(given) > 1:
        entries = tuple(entry for _, pairing in given for entry in pairing.entries)
        yield _warn("several_byes", entries=entries)


def _not_available(draft: _Draft) -> Iterator[Finding]:
    for index, pairing, entrant in draft.seated():
        if pairing.kind is PairingKind.REQUESTED_BYE:
            continue
        if entrant.status is EntrantStatus.WITHDRAWN:
            yield _warn("entry_withdrawn", index, entry=entrant.id)
        elif entrant.status is EntrantStatus.ABSENT:
            yield _warn("entry_absent", index, entry=entrant.id)
        elif entrant.available_from_round > draft.request.round:
            first = entrant.available_from_round
            yield _warn("entry_not_here_yet", index, entry=entrant.id, from_round=first)


def _fixed_tables(draft: _Draft) -> Iterator[Finding]:
    for index, pairing, entrant in draft.seated():
        fixed = entrant.fixed_table
        if fixed is not None and pairing.table is not None and pairing.table != fixed:
            yield _warn(
                "fixed_table_violated",
                index,
                entry=entrant.id,
                wanted=fixed,
                table=pairing.table,
            )


def _tables(draft: _Draft) -> Iterator[Finding]:
    if not draft.in_service:
        return
    for index, pairing in enumerate(draft.pairings):
        if pairing.table is None:
            continue
        if pairing.table not in draft.in_service:
            yield _warn("unknown_table", index, table=pairing.table)
        elif not draft.in_service[pairing.table]:
            yield _warn("table_out_of_service", index, table=pairing.table)


def _access(draft: _Draft) -> Iterator[Finding]:
    if not draft.in_service:
        return
    for index, pairing, entrant in draft.seated():
        table = pairing.table
        if entrant.needs_access and table is not None and table not in draft.accessible:
            yield _warn("table_not_accessible", index, entry=entrant.id, table=table)


def _ranges(draft: _Draft) -> Iterator[Finding]:
    fixed = {entrant.id: entrant.fixed_table for entrant in draft.entrants.values()}
    for index, pairing in draft.games():
        if pairing.table is None or pairing.table in [fixed.get(e) for e in pairing.entries]:
            continue
        reason = draft.ranges.reason(pairing.group, pairing.table)
        if reason is not None:
            yield Finding(Severity.WARNING, reason.code, reason.params, index)


def _group_mixed(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in draft.games():
        if pairing.slot is not None:
            continue
        groups = {entry: draft.groups[entry] for entry in pairing.entries if entry in draft.groups}
        if len(set(groups.values())) > 1:
            yield _warn("groups_meet", index, entries=tuple(groups))
        elif pairing.group:
            for entry, group in groups.items():
                if group != pairing.group:
                    yield _warn(
                        "entry_in_other_group",
                        index,
                        entry=entry,
                        group=pairing.group,
                        was_group=group,
                    )


def _uneven_sides(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in draft.games():
        sizes = Counter(seat.side for seat in pairing.seats)
        if len(set(sizes.values())) > 1:
            yield _warn("sides_of_unequal_size", index, entries=pairing.entries)


def _table_size(draft: _Draft) -> Iterator[Finding]:
    for index, pairing in draft.games():
        entries = len(pairing.seats)
        if draft.sizes and entries not in draft.sizes and len({s.side for s in pairing.seats}) > 1:
            yield _warn("table_of_other_size", index, entries=pairing.entries, seats=entries)


CHECKS: tuple[Callable[[_Draft], Iterator[Finding]], ...] = (
    _against_itself,
    _twice_in_round,
    _missing,
    _unknown,
    _sides,
    _table_twice,
    _rematch,
    _forbidden,
    _second_bye,
    _not_available,
    _uneven_sides,
    _group_mixed,
    _table_size,
    _access,
    _fixed_tables,
    _ranges,
    _tables,
)

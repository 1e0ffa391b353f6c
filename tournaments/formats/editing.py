"""Checks of a draft round that somebody changed by hand.

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
)


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


def check_draft(request: DrawRequest, pairings: Sequence[DrawnPairing]) -> list[Finding]:
    """Everything to be said about `pairings` as the round `request` asks for.

    Refusals come first; within each, in the order of the pairings. An empty list means the draft
    is as sound as a drawn one.
    """
    draft = _Draft(request, pairings)
    findings = [finding for check in CHECKS for finding in check(draft)]
    return sorted(findings, key=lambda finding: finding.severity is Severity.WARNING)


class _Draft:
    """A draft with the lookups the checks share."""

    def __init__(self, request: DrawRequest, pairings: Sequence[DrawnPairing]) -> None:
        self.request = request
        self.pairings = pairings
        self.entrants: dict[EntryId, Entrant] = {e.id: e for e in request.entrants}
        self.in_service = {table.number: table.in_service for table in request.tables}

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
    _fixed_tables,
    _tables,
)

"""A round edited by hand against the round the engine drew: what differs, as data for the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.editing_rules import Change
from tournaments.formats.model import DrawnPairing, EntryId, PairingKind, ParamValue


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise than drawn. Parameters as in `Reason`: `entry`, `entries` and
    `opponents` hold entry keys; `was_` names what was drawn."""

    change: Change
    params: Mapping[str, ParamValue] = field(default_factory=dict)


def differences(
    drawn: Sequence[DrawnPairing], edited: Sequence[DrawnPairing]
) -> tuple[Difference, ...]:
    """What an ended edit changed: who left and who came, then by pairing as edited; empty where
    nothing is otherwise. The order of pairings and their reasons do not matter.

    Each edited pairing is held against the drawn one it has most entries of, at equal numbers
    that of its table; entries that sat elsewhere are those that moved.
    """
    before = {entry: pairing for pairing in drawn for entry in pairing.entries}
    after = {entry: pairing for pairing in edited for entry in pairing.entries}
    found = [*_left_out(drawn, after), *_came_in(edited, before)]
    for pairing, origin in zip(edited, _origins(drawn, edited), strict=True):
        stayed = frozenset() if origin is None else frozenset(origin.entries)
        for entry in pairing.entries:
            if entry in before and entry not in stayed:
                found.append(_moved(entry, before[entry], pairing, origin))
        if origin is not None:
            found += _kept(origin, pairing)
    return tuple(found)


def _origins(
    drawn: Sequence[DrawnPairing], edited: Sequence[DrawnPairing]
) -> list[DrawnPairing | None]:
    """The drawn pairing each edited one is the continuation of."""
    place = {entry: index for index, pairing in enumerate(drawn) for entry in pairing.entries}
    shared: list[tuple[int, bool, int, int]] = []
    for now, pairing in enumerate(edited):
        counts = Counter(place[entry] for entry in pairing.entries if entry in place)
        for was, common in counts.items():
            shared.append((-common, drawn[was].table != pairing.table, now, was))
    origins: list[DrawnPairing | None] = [None] * len(edited)
    taken: set[int] = set()
    for _common, _elsewhere, now, was in sorted(shared):
        if origins[now] is None and was not in taken:
            origins[now] = drawn[was]
            taken.add(was)
    return origins


def _partners(pairing: DrawnPairing, among: frozenset[EntryId]) -> frozenset[frozenset[EntryId]]:
    sides: dict[int, set[EntryId]] = {}
    for seat in pairing.seats:
        if seat.entry in among:
            sides.setdefault(seat.side, set()).add(seat.entry)
    return frozenset(frozenset(entries) for entries in sides.values())


def _left_out(
    drawn: Iterable[DrawnPairing], after: Mapping[EntryId, DrawnPairing]
) -> Iterable[Difference]:
    for pairing in drawn:
        gone = tuple(entry for entry in pairing.entries if entry not in after)
        if gone and len(gone) == len(pairing.seats):
            yield Difference(Change.REMOVE_PAIRING, {"entries": gone, **_table(pairing, "was_")})
        else:
            for entry in gone:
                yield Difference(Change.TAKE_OUT, {"entry": entry, **_table(pairing, "was_")})


def _came_in(
    edited: Iterable[DrawnPairing], before: Mapping[EntryId, DrawnPairing]
) -> Iterable[Difference]:
    for pairing in edited:
        fresh = tuple(entry for entry in pairing.entries if entry not in before)
        if fresh and len(fresh) == len(pairing.seats):
            yield Difference(Change.ADD_PAIRING, {"entries": fresh, **_table(pairing)})
        else:
            for entry in fresh:
                yield Difference(Change.PUT_IN, {"entry": entry, **_table(pairing)})


def _moved(
    entry: EntryId, was: DrawnPairing, now: DrawnPairing, origin: DrawnPairing | None
) -> Difference:
    """An entry that sits with others than it was drawn with."""
    if now.kind is not PairingKind.GAME:
        change = Change.GIVE_BYE
    elif was.kind is not PairingKind.GAME:
        change = Change.TAKE_BYE
    elif len(now.seats) != len(was.seats if origin is None else origin.seats):
        change = Change.MOVE_ENTRY
    elif was.group != now.group:
        change = Change.MOVE_GROUP
    else:
        change = Change.SWAP_ENTRIES
    params: dict[str, ParamValue] = {
        "entry": entry,
        "opponents": tuple(other for other in now.entries if other != entry),
        "was_opponents": tuple(other for other in was.entries if other != entry),
        **_table(now),
        **_table(was, "was_"),
    }
    if was.group != now.group:
        params |= {"group": now.group, "was_group": was.group}
    return Difference(change, params)


def _kept(was: DrawnPairing, now: DrawnPairing) -> Iterable[Difference]:
    """What is otherwise for those who still sit together: where, on which sides, as what."""
    entries = tuple(entry for entry in now.entries if entry in was.entries)
    among = frozenset(entries)
    if was.table != now.table:
        yield Difference(
            Change.MOVE_TABLE, {"entries": entries, **_table(now), **_table(was, "was_")}
        )
    if _partners(was, among) != _partners(now, among):
        yield Difference(Change.CHANGE_PARTNERS, {"entries": entries})
    else:
        sides = {seat.entry: seat.side for seat in was.seats}
        turned = tuple(s.entry for s in now.seats if s.entry in among and sides[s.entry] != s.side)
        if turned:
            yield Difference(Change.CHANGE_SIDES, {"entries": turned})
    if was.kind is not now.kind:
        change = Change.TAKE_BYE if now.kind is PairingKind.GAME else Change.GIVE_BYE
        yield Difference(
            change, {"entries": entries, "kind": now.kind.value, "was_kind": was.kind.value}
        )
    if was.group != now.group:
        yield Difference(
            Change.MOVE_GROUP, {"entries": entries, "group": now.group, "was_group": was.group}
        )
    if was.slot != now.slot:
        slots = {"slot": now.slot, "was_slot": was.slot}
        told = {key: value for key, value in slots.items() if value is not None}
        yield Difference(Change.MOVE_SLOT, {"entries": entries, **told})


def _table(pairing: DrawnPairing, prefix: str = "") -> dict[str, ParamValue]:
    return {} if pairing.table is None else {f"{prefix}table": pairing.table}

"""A draft as values, and what a hand may do to it. No database here.

A draft is its slots by place in the draw. Every change answers a new draft in which each entry
still sits once and each table has one game, or refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from .errors import Refused


@dataclass(frozen=True, slots=True)
class Slot:
    """A pairing of a draft: entries by side, its table, and why it is there."""

    seats: tuple[tuple[int, int], ...]
    """(entry, side), sides from 0."""
    table: int | None
    """Number of the table; None for a bye."""
    by_hand: bool = False
    reasons: tuple[Mapping[str, Any], ...] = ()

    @property
    def bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for entry, _side in self.seats)

    def to_json(self, order: int) -> dict[str, Any]:
        """As the log keeps it."""
        return {
            "order": order,
            "seats": [list(seat) for seat in self.seats],
            "table": self.table,
            "by_hand": self.by_hand,
            "reasons": list(self.reasons),
        }


Draft = dict[int, Slot]


def slot_from_json(stored: Mapping[str, Any]) -> tuple[int, Slot]:
    """The place and the slot that `Slot.to_json` wrote."""
    return stored["order"], Slot(
        seats=tuple((entry, side) for entry, side in stored["seats"]),
        table=stored["table"],
        by_hand=stored["by_hand"],
        reasons=tuple(stored["reasons"]),
    )


def place_of(draft: Draft, entry: int) -> int:
    """Where an entry sits. Refuses for one that is not in the draft."""
    for order, slot in draft.items():
        if entry in slot.entries:
            return order
    raise Refused("not-in-draft", _("One of them is not in this draft. Load the page again."))


def swap_entries(draft: Draft, one: int, other: int) -> Draft:
    """The two change places: opponents, table and side. One of them may have the bye."""
    if one == other:
        raise Refused("against-itself", _("Pick two different ones to swap."))
    turn = {one: other, other: one}
    places = {place_of(draft, one), place_of(draft, other)}
    return draft | {
        order: _by_hand(
            draft[order],
            seats=tuple((turn.get(entry, entry), side) for entry, side in draft[order].seats),
        )
        for order in places
    }


def move_to_bye(draft: Draft, entry: int) -> Draft:
    """`entry` sits out; the one who did takes its place at the table."""
    sitting_out = [slot.entries[0] for slot in draft.values() if slot.bye]
    if not sitting_out:
        raise Refused(
            "no-bye",
            _(
                "Nobody sits out in this round: the number is even. "
                "Take the entry out of the round instead; its opponent then gets the bye."
            ),
        )
    if entry in sitting_out:
        raise Refused("bye-already", _("It has the bye already."))
    return swap_entries(draft, entry, sitting_out[-1])


def move_to_table(draft: Draft, order: int, table: int) -> Draft:
    """The pairing moves to `table`; who sat there takes its old one."""
    slot = draft.get(order)
    if slot is None or slot.bye:
        raise Refused("no-game", _("Only a game has a table. Load the page again."))
    if slot.table == table:
        raise Refused(
            "same-table", _("It is at table %(table)s already.") % {"table": table}, field="table"
        )
    changed = {order: _by_hand(slot, table=table)}
    for other, there in draft.items():
        if there.table == table:
            changed[other] = _by_hand(there, table=slot.table)
    return draft | changed


def take_out(draft: Draft, entry: int) -> Draft:
    """`entry` is not in this round. One left alone meets the one with the bye, or gets it."""
    order = place_of(draft, entry)
    slot = draft[order]
    rest = tuple((other, side) for other, side in slot.seats if other != entry)
    without = {place: slot for place, slot in draft.items() if place != order}
    if not rest:
        return without
    if len(rest) > 1:
        return without | {order: _by_hand(slot, seats=rest)}
    lonely = rest[0][0]
    byes = [place for place, other in without.items() if other.bye]
    if not byes:
        return without | {order: _by_hand(slot, seats=((lonely, 0),), table=None)}
    partner = without.pop(byes[-1]).entries[0]
    return without | {order: _by_hand(slot, seats=((lonely, 0), (partner, 1)))}


def put_in(draft: Draft, entry: int, tables: Iterable[int]) -> Draft:
    """`entry` comes into the round: against the one with the bye, or sitting out itself.

    `tables` are those in service; the new game gets the first that is free. Refuses when there
    is none, or when the entry is in the draft already.
    """
    if any(entry in slot.entries for slot in draft.values()):
        raise Refused("twice", _("It is in this round already."))
    byes = [place for place, slot in draft.items() if slot.bye]
    if not byes:
        order = max(draft, default=0) + 1
        return draft | {order: Slot(seats=((entry, 0),), table=None, by_hand=True)}
    used = {slot.table for slot in draft.values()}
    free = next((table for table in tables if table not in used), None)
    if free is None:
        raise Refused(
            "too-few-tables",
            _("No table is free for one more game. Put one into service first."),
        )
    order = byes[-1]
    waiting = draft[order].entries[0]
    return draft | {order: _by_hand(draft[order], seats=((waiting, 0), (entry, 1)), table=free)}


def _by_hand(slot: Slot, **changes: Any) -> Slot:
    """Changed by a hand; the draw's reasons no longer hold where others sit there now."""
    reasons = slot.reasons if "seats" not in changes else ()
    return replace(slot, by_hand=True, reasons=reasons, **changes)


def changed_places(before: Draft, after: Draft) -> list[int]:
    """Places that differ, in order."""
    return sorted(
        place for place in before.keys() | after.keys() if before.get(place) != after.get(place)
    )

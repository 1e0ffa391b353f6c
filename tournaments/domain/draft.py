"""A draft as values, and what a hand may do to it. No database here.

A draft is its slots by place in the draw. Every change answers a new draft in which each entry
still sits once and each table has one game, or refuses. Who comes in or goes out does so as the
format pairs (`Shape`). Whether a change may be made at all is judged before (`judged.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.editing_rules import Structure
from tournaments.stage_formats import PAIRS, Shape

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
    group: str = ""
    slot: int | None = None
    """Number of the match in formats with a tree."""

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
            "group": self.group,
            "slot": self.slot,
        }


Draft = dict[int, Slot]


def slot_from_json(stored: Mapping[str, Any]) -> tuple[int, Slot]:
    """The place and the slot that `Slot.to_json` wrote."""
    return stored["order"], Slot(
        seats=tuple((entry, side) for entry, side in stored["seats"]),
        table=stored["table"],
        by_hand=stored["by_hand"],
        reasons=tuple(stored["reasons"]),
        group=stored.get("group", ""),
        slot=stored.get("slot"),
    )


def place_of(draft: Draft, entry: int) -> int:
    """Where an entry sits. Refuses for one that is not in the draft."""
    for order, slot in draft.items():
        if entry in slot.entries:
            return order
    raise Refused("not-in-draft", _("One of them is not in this draft. Load the page again."))


def swap_entries(draft: Draft, one: int, other: int) -> Draft:
    """The two change places: opponents, table and side. One of them may have the bye.

    Refuses across groups and brackets.
    """
    if one == other:
        raise Refused("against-itself", _("Pick two different ones to swap."))
    turn = {one: other, other: one}
    places = {place_of(draft, one), place_of(draft, other)}
    if len({draft[place].group for place in places}) > 1:
        raise Refused(
            "other-group",
            _("They are in different groups or brackets. Swap two of the same one."),
        )
    return draft | {
        order: _by_hand(
            draft[order],
            seats=tuple((turn.get(entry, entry), side) for entry, side in draft[order].seats),
        )
        for order in places
    }


def swap_groups(
    draft: Draft, one: int, other: int, lay_down: Callable[[str, list[int]], list[tuple[int, ...]]]
) -> Draft:
    """The two change groups in the first round of a group stage; both groups are laid down anew.

    `lay_down` says who meets whom in a group of these entries, by the group's name: tuples of two
    entries in the order of their sides, or of one who sits out.
    """
    groups = {draft[place_of(draft, entry)].group for entry in (one, other)}
    if one == other or len(groups) < 2:
        raise Refused(
            "same-group",
            _(
                "Who meets whom in a group is laid down by its table. "
                "Pick two of different groups, and they change groups."
            ),
        )
    turn = {one: other, other: one}
    changed: Draft = {}
    for group in groups:
        there = {place: slot for place, slot in draft.items() if slot.group == group}
        members = [turn.get(entry, entry) for slot in there.values() for entry in slot.entries]
        for sitting in lay_down(group, members):
            place = next(
                place
                for place, slot in there.items()
                if slot.bye == (len(sitting) == 1) and place not in changed
            )
            seats = tuple((entry, side) for side, entry in enumerate(sitting))
            if seats != there[place].seats:
                changed[place] = _by_hand(there[place], seats=seats)
            else:
                changed[place] = there[place]
    return draft | changed


def move_to_bye(draft: Draft, entry: int) -> Draft:
    """`entry` sits out; the one who did takes its place at the table."""
    group = draft[place_of(draft, entry)].group
    sitting_out = [slot.entries[0] for slot in draft.values() if slot.bye and slot.group == group]
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


def take_out(draft: Draft, entry: int, shape: Shape = PAIRS) -> Draft:
    """`entry` is not in this round.

    Where anybody may meet anybody, one with the bye takes its seat; without one, a side that is
    left alone sits out, and so does a table that cannot be played by those left. Where the round
    is laid down, its opponent has the bye.
    """
    order = place_of(draft, entry)
    slot = draft[order]
    rest = tuple((other, side) for other, side in slot.seats if other != entry)
    without = {place: slot for place, slot in draft.items() if place != order}
    if not rest:
        return without
    byes = [place for place, other in without.items() if other.bye]
    if shape.structure is not Structure.OPEN:
        byes = []
    if byes:
        filler = without.pop(byes[-1]).entries[0]
        if shape.full == 2:
            return without | {order: _by_hand(slot, seats=((rest[0][0], 0), (filler, 1)))}
        seats = tuple((filler if other == entry else other, side) for other, side in slot.seats)
        return without | {order: _by_hand(slot, seats=seats)}
    if len(rest) > 1 and shape.per_side == 1:
        return without | {order: _by_hand(slot, seats=rest)}
    alone = [((other, 0),) for other, _side in rest]
    after = without | {order: _by_hand(slot, seats=alone[0], table=None)}
    for seats in alone[1:]:
        after[max(after) + 1] = Slot(seats=seats, table=None, by_hand=True)
    return after


def put_in(draft: Draft, entry: int, tables: Iterable[int], shape: Shape = PAIRS) -> Draft:
    """`entry` comes into the round.

    It gets the seat that is free at a smaller table, or makes up a table with those who have
    byes, or sits out itself. `tables` are those in service; a new game gets the first that is
    free. Where the round is laid down, it meets the one who sits out for want of it. Refuses when
    there is no table or no place for it, or when the entry is in the draft already.
    """
    if any(entry in slot.entries for slot in draft.values()):
        raise Refused("twice", _("It is in this round already."))
    if shape.structure is not Structure.OPEN:
        order = _waiting_for(draft, entry)
        seated: dict[int, tuple[tuple[int, int], ...]] = {
            order: ((draft[order].entries[0], 0), (entry, 1))
        }
    elif smaller := _smaller_table(draft, shape):
        slot = draft[smaller]
        taken = {side for _entry, side in slot.seats}
        side = next(side for side in range(shape.sides) if side not in taken)
        seats = tuple(sorted((*slot.seats, (entry, side)), key=lambda seat: seat[1]))
        return draft | {smaller: _by_hand(slot, seats=seats)}
    else:
        byes = [place for place, slot in draft.items() if slot.bye]
        if len(byes) + 1 < shape.full:
            order = max(draft, default=0) + 1
            return draft | {order: Slot(seats=((entry, 0),), table=None, by_hand=True)}
        chosen = byes[len(byes) + 1 - shape.full :]
        order = chosen[-1]
        sitting = [*(draft[place].entries[0] for place in chosen), entry]
        seated = {order: tuple((one, place // shape.per_side) for place, one in enumerate(sitting))}
        draft = {
            place: slot for place, slot in draft.items() if place not in chosen or place == order
        }
    used = {slot.table for slot in draft.values()}
    free = next((table for table in tables if table not in used), None)
    if free is None:
        raise Refused(
            "too-few-tables",
            _("No table is free for one more game. Put one into service first."),
        )
    return draft | {
        order: _by_hand(draft[order], seats=seats, table=free) for order, seats in seated.items()
    }


def _smaller_table(draft: Draft, shape: Shape) -> int | None:
    """The place of a game with a seat free, the last first."""
    if shape.per_side > 1:
        return None
    places = [
        place for place, slot in draft.items() if not slot.bye and len(slot.seats) < shape.full
    ]
    return places[-1] if places else None


def _waiting_for(draft: Draft, entry: int) -> int:
    """The place of the one who sits out since `entry` was away when the round was laid down."""
    for place, slot in draft.items():
        if slot.bye and any(reason["params"].get("opponent") == entry for reason in slot.reasons):
            return place
    raise Refused(
        "not-in-field",
        _(
            "There is no place for it in this round: the stage was laid down without it. "
            "In the first round, draw again; otherwise it waits for the next stage."
        ),
    )


def _by_hand(slot: Slot, **changes: Any) -> Slot:
    """Changed by a hand; the draw's reasons no longer hold where others sit there now."""
    reasons = slot.reasons if "seats" not in changes else ()
    return replace(slot, by_hand=True, reasons=reasons, **changes)


def changed_places(before: Draft, after: Draft) -> list[int]:
    """Places that differ, in order."""
    return sorted(
        place for place in before.keys() | after.keys() if before.get(place) != after.get(place)
    )

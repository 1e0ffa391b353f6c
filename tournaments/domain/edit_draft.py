"""Change a draft by hand: one event each, checked at once, and taken back by `undo_edit`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack

from django.utils.translation import gettext as _

from tournaments.formats.editing_rules import Change
from tournaments.models import Entry, Event, Round, Table, User
from tournaments.queries.draft import available_entries
from tournaments.queries.draft_shape import draft_shape, group_pairings

from . import draft as hand
from .draft import Draft, changed_places, slot_from_json
from .draft_rows import write_changes
from .errors import Conflict, Refused
from .hand_edit import Hand, PlaceChange, change_places
from .judged import judged

EDITS = frozenset({"draft.swap", "draft.bye", "draft.table", "draft.take-out", "draft.put-in"})
UNDO = "draft.undo"


def swap_entries(round_: Round, one: Entry, other: Entry, **by_hand: Unpack[Hand]) -> Round:
    """The two change places: opponents, table and side. One of them may have the bye. In the first
    round of a group stage they change groups instead, and both groups are laid down anew.

    This and the other edits raise `Conflict` when the round is no draft, or is not the `version`
    the organiser saw; `Refused` when the change makes no sense, or is one the stage does not allow
    (see `judged`). What merely is unwise (a rematch, a second bye) is done, and the draft shows it.
    """

    def change(row: Round, draft: Draft) -> tuple[Draft, list[str]]:
        shape = draft_shape(row)
        if shape.groups and shape.first:
            means = judged(row, Change.MOVE_GROUP)
            return hand.swap_groups(draft, one.pk, other.pk, group_pairings(row)), means
        groups = {draft[hand.place_of(draft, entry.pk)].group for entry in (one, other)}
        across = shape.groups and len(groups) > 1
        means = judged(row, Change.MOVE_GROUP if across else Change.SWAP_ENTRIES)
        return hand.swap_entries(draft, one.pk, other.pk), means

    return _edit("draft.swap", round_, change, **by_hand)


def move_to_bye(round_: Round, entry: Entry, **by_hand: Unpack[Hand]) -> Round:
    """`entry` sits out, and the one who did takes its place."""

    def change(row: Round, draft: Draft) -> tuple[Draft, list[str]]:
        means = judged(row, Change.GIVE_BYE)
        return hand.move_to_bye(draft, entry.pk), means

    return _edit("draft.bye", round_, change, **by_hand)


def move_to_table(round_: Round, order: int, table: Table, **by_hand: Unpack[Hand]) -> Round:
    """The pairing at place `order` moves to `table`; who sat there takes its old one."""
    if not table.in_service:
        raise Refused(
            "table-out-of-service",
            _("Table %(table)s is out of service. Pick another one.") % {"table": table.number},
            field="table",
        )

    def change(row: Round, draft: Draft) -> tuple[Draft, list[str]]:
        taken = any(slot.table == table.number for slot in draft.values())
        means = judged(row, Change.SWAP_TABLES if taken else Change.MOVE_TABLE)
        return hand.move_to_table(draft, order, table.number), means

    return _edit("draft.table", round_, change, **by_hand)


def take_out(round_: Round, entry: Entry, **by_hand: Unpack[Hand]) -> Round:
    """`entry` is not in this round; its opponent meets the one with the bye, or gets it."""

    def change(row: Round, draft: Draft) -> tuple[Draft, list[str]]:
        means = judged(row, Change.TAKE_OUT)
        return hand.take_out(draft, entry.pk, draft_shape(row)), means

    return _edit("draft.take-out", round_, change, **by_hand)


def put_in(round_: Round, entry: Entry, **by_hand: Unpack[Hand]) -> Round:
    """`entry` comes into the drawn round: against the one with the bye, or sitting out."""

    def change(row: Round, draft: Draft) -> tuple[Draft, list[str]]:
        means = judged(row, Change.PUT_IN)
        if entry.pk not in {one.pk for one in available_entries(row)}:
            raise Refused(
                "not-here",
                _("%(entry)s is not checked in for this round. Check it in first.")
                % {"entry": entry.name},
            )
        tables = Table.objects.filter(tournament=row.tournament_id, in_service=True)
        numbers = tables.order_by("number").values_list("number", flat=True)
        return hand.put_in(draft, entry.pk, numbers, draft_shape(row)), means

    return _edit("draft.put-in", round_, change, **by_hand)


def undo_edit(
    round_: Round, *, by: User | None, version: int | None = None, key: str = ""
) -> Round:
    """Takes back the newest hand edit that still stands. `Refused("nothing-to-undo")` if none."""
    undone: list[int] = []

    def change(row: Round, before: Draft) -> tuple[Draft, list[str]]:
        event = last_edit(row)
        if event is None:
            raise Refused("nothing-to-undo", _("No change by hand is left to take back."))
        undone.append(event.pk)
        after = dict(before)
        for stored in event.after["slots"]:
            after.pop(stored["order"], None)
        after.update(slot_from_json(stored) for stored in event.before["slots"])
        return after, []

    def tell(row: Round, before: Draft, after: Draft) -> tuple[dict[str, Any], dict[str, Any]]:
        was, now = _tell(row, before, after)
        return was, now | {"undoes": undone[0]}

    return change_places(
        UNDO,
        round_,
        Round.State.DRAFT,
        change,
        write_changes,
        tell,
        by=by,
        version=version,
        key=key,
    )


def redo_edit(round_: Round, taken_back: Event, *, by: User | None, key: str = "") -> Round:
    """The edit that `taken_back` (an event of `undo_edit`) took back is made again.

    Raises `Conflict` when those places are not as that left them.
    """
    edit = Event.objects.get(pk=taken_back.after["undoes"])

    def change(row: Round, before: Draft) -> tuple[Draft, list[str]]:
        now = dict(map(slot_from_json, edit.after["slots"]))
        was = dict(map(slot_from_json, edit.before["slots"]))
        if any(before.get(place) != was.get(place) for place in now.keys() | was.keys()):
            raise Conflict(
                "draft-changed",
                _("The draft has been changed at these places since. Make the change by hand."),
            )
        return {place: slot for place, slot in before.items() if place not in was} | now, []

    return change_places(
        edit.verb,
        round_,
        Round.State.DRAFT,
        change,
        write_changes,
        _tell,
        by=by,
        why=edit.why,
        key=key,
    )


def last_edit(round_: Round) -> Event | None:
    """The newest hand edit of a draft that was not taken back, since it was last drawn."""
    undone: set[int] = set()
    events = Event.objects.filter(
        tournament_id=round_.tournament_id, subject_kind="round", subject_id=round_.pk
    ).order_by("-id")
    for event in events:
        if event.imported:
            # It names entries by keys of elsewhere.
            return None
        if event.verb == UNDO:
            undone.add(event.after["undoes"])
        elif event.verb in EDITS:
            if event.pk not in undone:
                return event
        elif event.verb in {"round.draw", "round.redraw"}:
            return None
    return None


def reasons_of_edits(round_: Round) -> list[str]:
    """The reasons given for the hand edits since the round was last drawn, the first first."""
    reasons: list[str] = []
    events = Event.objects.filter(
        tournament_id=round_.tournament_id, subject_kind="round", subject_id=round_.pk
    ).order_by("-id")
    for event in events:
        if event.verb in {"round.draw", "round.redraw"}:
            break
        if event.verb in EDITS and event.why and event.why not in reasons:
            reasons.append(event.why)
    return reasons[::-1]


def _edit(verb: str, round_: Round, change: PlaceChange, **by_hand: Unpack[Hand]) -> Round:
    return change_places(verb, round_, Round.State.DRAFT, change, write_changes, _tell, **by_hand)


def _tell(row: Round, before: Draft, after: Draft) -> tuple[dict[str, Any], dict[str, Any]]:
    """The places that differ, as they were and as they are."""
    places = changed_places(before, after)
    sitting = {
        entry
        for draft in (before, after)
        for place in places
        if place in draft
        for entry in draft[place].entries
    }
    names = dict(Entry.objects.filter(pk__in=sitting).values_list("pk", "name"))
    return _told(before, places, names), _told(after, places, names)


def _told(draft: Draft, places: Iterable[int], names: dict[int, str]) -> dict[str, Any]:
    """The changed slots, for a person (`pairings`) and for `undo_edit` (`slots`)."""
    there = [(place, draft[place]) for place in places if place in draft]
    return {
        "pairings": [
            (_("Table %(table)s") % {"table": slot.table} if slot.table else _("Bye"))
            + ": "
            + " – ".join(names[entry] for entry in slot.entries)
            for _place, slot in there
        ],
        "slots": [slot.to_json(place) for place, slot in there],
    }

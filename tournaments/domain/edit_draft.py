"""Change a draft by hand: one event each, checked at once, and taken back by `undo_edit`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.draw_words import change_sentence
from tournaments.formats.editing_rules import Change, RoundStatus, Verdict, judge
from tournaments.models import Entry, Event, Round, Table, User
from tournaments.queries.draft import available_entries
from tournaments.queries.draft_shape import draft_shape, group_pairings

from . import draft as hand
from .act import Act
from .draft import Draft, changed_places, slot_from_json
from .draft_rows import read_draft, write_changes
from .errors import Refused
from .rounds import expect_state, expect_version, round_act

EDITS = frozenset({"draft.swap", "draft.bye", "draft.table", "draft.take-out", "draft.put-in"})
UNDO = "draft.undo"


def swap_entries(
    round_: Round,
    one: Entry,
    other: Entry,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """The two change places: opponents, table and side. One of them may have the bye. In the first
    round of a group stage they change groups instead, and both groups are laid down anew.

    This and the other edits raise `Conflict` when the round is no draft, or is not the `version`
    the organiser saw; `Refused` when the change makes no sense. What merely is unwise (a
    rematch, a second bye) is done, and the draft shows it.
    """

    def change(draft: Draft) -> Draft:
        shape = draft_shape(round_)
        if shape.groups and shape.first:
            return hand.swap_groups(draft, one.pk, other.pk, group_pairings(round_))
        return hand.swap_entries(draft, one.pk, other.pk, shape)

    return _edit(
        "draft.swap",
        round_,
        Change.SWAP_ENTRIES,
        change,
        by=by,
        version=version,
        why=why,
        key=key,
    )


def move_to_bye(
    round_: Round,
    entry: Entry,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """`entry` sits out, and the one who did takes its place."""
    return _edit(
        "draft.bye",
        round_,
        Change.GIVE_BYE,
        lambda draft: hand.move_to_bye(draft, entry.pk, draft_shape(round_)),
        by=by,
        version=version,
        why=why,
        key=key,
    )


def move_to_table(
    round_: Round,
    order: int,
    table: Table,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """The pairing at place `order` moves to `table`; who sat there takes its old one."""
    if not table.in_service:
        raise Refused(
            "table-out-of-service",
            _("Table %(table)s is out of service. Pick another one.") % {"table": table.number},
            field="table",
        )
    return _edit(
        "draft.table",
        round_,
        Change.MOVE_TABLE,
        lambda draft: hand.move_to_table(draft, order, table.number),
        by=by,
        version=version,
        why=why,
        key=key,
    )


def take_out(
    round_: Round,
    entry: Entry,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """`entry` is not in this round; its opponent meets the one with the bye, or gets it."""
    return _edit(
        "draft.take-out",
        round_,
        Change.TAKE_OUT,
        lambda draft: hand.take_out(draft, entry.pk, draft_shape(round_)),
        by=by,
        version=version,
        why=why,
        key=key,
    )


def put_in(
    round_: Round,
    entry: Entry,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """`entry` comes into the drawn round: against the one with the bye, or sitting out."""

    def change(draft: Draft) -> Draft:
        if entry.pk not in {one.pk for one in available_entries(round_)}:
            raise Refused(
                "not-here",
                _("%(entry)s is not checked in for this round. Check it in first.")
                % {"entry": entry.name},
            )
        tables = Table.objects.filter(tournament=round_.tournament_id, in_service=True)
        return hand.put_in(
            draft,
            entry.pk,
            tables.order_by("number").values_list("number", flat=True),
            draft_shape(round_),
        )

    return _edit(
        "draft.put-in", round_, Change.PUT_IN, change, by=by, version=version, why=why, key=key
    )


def undo_edit(
    round_: Round, *, by: User | None, version: int | None = None, key: str = ""
) -> Round:
    """Takes back the newest hand edit that still stands. `Refused("nothing-to-undo")` if none."""
    with round_act(UNDO, round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.DRAFT)
        expect_version(row, version)
        event = last_edit(row)
        if event is None:
            raise Refused("nothing-to-undo", _("No change by hand is left to take back."))
        before = read_draft(row)
        after = dict(before)
        for stored in event.after["slots"]:
            after.pop(stored["order"], None)
        after.update(slot_from_json(stored) for stored in event.before["slots"])
        _write(doing, before, after, why="", undoes=event.pk)
    return row


def last_edit(round_: Round) -> Event | None:
    """The newest hand edit of a draft that was not taken back, since it was last drawn."""
    undone: set[int] = set()
    events = Event.objects.filter(
        tournament_id=round_.tournament_id, subject_kind="round", subject_id=round_.pk
    ).order_by("-id")
    for event in events:
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


def _edit(
    verb: str,
    round_: Round,
    kind: Change,
    change: Callable[[Draft], Draft],
    *,
    by: User | None,
    version: int | None,
    why: str,
    key: str,
) -> Round:
    with round_act(verb, round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.DRAFT)
        expect_version(row, version)
        said = _judged(round_, kind)
        before = read_draft(row)
        _write(doing, before, change(before), why=why, said=said)
    return row


def _judged(round_: Round, kind: Change) -> list[str]:
    """What the change means in the round's format, in sentences. Refused where it makes later
    rounds untrue."""
    shape = draft_shape(round_)
    judgement = judge(kind, RoundStatus.DRAFT, structure=shape.structure, first_round=shape.first)
    if judgement.verdict is Verdict.REFUSED:
        raise Refused(judgement.codes[0], change_sentence(judgement.codes[0]))
    # What it means for the game itself is seen in the draft; what it means for the stage is not.
    return [change_sentence(code) for code in judgement.codes if code in _OF_THE_STAGE]


_OF_THE_STAGE = frozenset({"seeding_changes", "groups_become_uneven", "schedule_repeats_itself"})


def _write(
    doing: Act[Round],
    before: Draft,
    after: Draft,
    *,
    why: str,
    undoes: int | None = None,
    said: Iterable[str] = (),
) -> None:
    row = doing.row
    places = changed_places(before, after)
    write_changes(row, before, after)
    row.version += 1
    row.save(update_fields=["version"])
    names = dict(
        Entry.objects.filter(
            pk__in={
                entry
                for draft in (before, after)
                for place in places
                if place in draft
                for entry in draft[place].entries
            }
        ).values_list("pk", "name")
    )
    told: dict[str, Any] = {} if undoes is None else {"undoes": undoes}
    if said:
        told["means"] = list(said)
    doing.log(
        before=_told(before, places, names),
        after=_told(after, places, names) | told,
        why=why,
        called=_("Round %(number)s") % {"number": row.number},
    )


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

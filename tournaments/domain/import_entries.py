"""Take a spreadsheet's entries into the tournament: all that was confirmed, or nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.imports.plan import Change, Plan, make_plan
from tournaments.imports.rows import Table
from tournaments.models import Entry, Event, Player, Tournament, User
from tournaments.queries.held import held_places

from .act import act
from .entry_rows import known_entries, new_players, next_number, set_facts, write_players
from .errors import Conflict, Refused


@dataclass(frozen=True, slots=True)
class Imported:
    """How many entries were created and changed, and how many faulty rows were left out."""

    created: int
    changed: int
    left_out: int


def plan_import(tournament: Tournament, table: Table) -> Plan:
    """What importing `table` now would do, as the preview shows it. Changes nothing."""
    return make_plan(table, known_entries(tournament), capacity=_places(tournament))


def _places(tournament: Tournament) -> int:
    """For entries: without those promised to somebody who signs up online."""
    return max(0, tournament.capacity - held_places(tournament))


def import_entries(
    tournament: Tournament,
    table: Table,
    *,
    by: User | None,
    seen: str,
    repairs: Collection[int] = frozenset(),
    unwanted: Collection[int] = frozenset(),
    despite_faults: bool = False,
    filename: str = "",
    key: str = "",
) -> Imported:
    """Create and change entries as `plan_import` proposed, in one transaction, with one event.

    `seen` is the fingerprint of the plan the organiser saw: when the list has changed so that
    another plan comes out, it is a Conflict and nothing is done. `repairs` are rows taken
    without their broken addresses, `unwanted` rows whose changes are not wanted. Faulty rows
    are left out only with `despite_faults`; without it they refuse the import.
    """
    with act("entries.import", tournament, by=by, key=key) as doing:
        if doing.already:
            return _of(doing.already)
        row = doing.row
        if row.state == Tournament.State.FINISHED:
            raise Refused("finished", _("The tournament is over. Nothing can be imported."))
        known = known_entries(row)
        shown = make_plan(table, known, capacity=_places(row))
        if shown.fingerprint != seen:
            raise Conflict(
                "list-changed",
                _(
                    "The list of entries has changed since this preview was made, and the import "
                    "would now do something else. Nothing was imported. Here is the new preview."
                ),
            )
        plan = shown
        if repairs or unwanted:
            plan = make_plan(
                table, known, capacity=_places(row), repairs=repairs, left_out=unwanted
            )
        _check_choices(shown, plan, repairs, unwanted, despite_faults=despite_faults)
        created = _create(row, plan)
        _change(row, plan.changes)
        after: dict[str, Any] = {
            "created": [f"{entry.number} {entry.name}" for entry in created],
            "changed": [_told(change) for change in plan.changes],
            "unchanged": len(plan.unchanged),
            "left_out": [faulty.row for faulty in plan.faulty] + sorted(unwanted),
        }
        event = doing.log(after=after, called=filename or str(row))
    return _of(event)


def _of(event: Event) -> Imported:
    after = event.after
    return Imported(len(after["created"]), len(after["changed"]), len(after["left_out"]))


def _taken(plan: Plan) -> set[int]:
    """The rows that come in or are there already."""
    return {
        *(creation.row for creation in plan.creations),
        *(change.row for change in plan.changes),
        *(same.row for same in plan.unchanged),
    }


def _check_choices(
    shown: Plan,
    plan: Plan,
    repairs: Collection[int],
    unwanted: Collection[int],
    *,
    despite_faults: bool,
) -> None:
    """Refuse when what was chosen cannot be done as it was shown."""
    expected = _taken(shown) | {faulty.row for faulty in shown.faulty if faulty.repairable} & set(
        repairs
    )
    missing = sorted(expected - set(unwanted) - _taken(plan))
    if missing:
        raise Refused(
            "choices-clash",
            _(
                "Row %(row)s cannot be imported together with the rest of what you chose. "
                "Nothing was imported. Choose differently, or correct the file."
            )
            % {"row": missing[0]},
        )
    if plan.faulty and not despite_faults:
        raise Refused(
            "faulty-rows",
            _(
                "Some rows are faulty, so nothing was imported. Tick that they are left out, "
                "or correct the file and upload it again."
            ),
            field="despite_faults",
        )
    if plan.empty:
        raise Refused("nothing", _("There is nothing to import: all of it is here already."))


def _create(tournament: Tournament, plan: Plan) -> list[Entry]:
    entries = []
    for number, creation in enumerate(plan.creations, start=next_number(tournament)):
        entry = Entry(tournament=tournament, number=number, lot_key=number)
        set_facts(entry, creation.facts)
        entries.append(entry)
    Entry.objects.bulk_create(entries)
    Player.objects.bulk_create(
        player
        for entry, creation in zip(entries, plan.creations, strict=True)
        for player in new_players(entry, creation.facts.players)
    )
    return entries


def _change(tournament: Tournament, changes: Collection[Change]) -> None:
    """Names first move out of the way, since two entries may exchange them."""
    facts = {change.number: change.facts for change in changes}
    entries = list(tournament.entries.filter(number__in=facts).prefetch_related("players"))
    for entry in entries:
        entry.name_key = f"moving|{entry.pk}"
    Entry.objects.bulk_update(entries, ["name_key"])
    for entry in entries:
        set_facts(entry, facts[entry.number])
    Entry.objects.bulk_update(
        entries, ["name", "name_key", "city", "club", "notes", "seed_rank", "needs_access"]
    )
    write_players([(entry, facts[entry.number]) for entry in entries])


def _told(change: Change) -> str:
    """A change for the log: which fields, not people's addresses."""
    fields = ", ".join(field.at.code for field in change.fields)
    return f"{change.number} {change.name}: {fields}"

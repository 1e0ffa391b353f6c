"""Who takes part: the entries, the check-in, and those who signed up."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.exports.model import Column, Export, Kind, Reader, Table, number, text, time, yes_no
from tournaments.access import Action
from tournaments.domain.entry_rows import facts_of
from tournaments.entry_names import names_of
from tournaments.import_words import field_label
from tournaments.imports.columns import Field
from tournaments.imports.columns import Kind as Heading
from tournaments.imports.differences import text_at
from tournaments.queries.stages import players_in_entry

_WIDTHS: Final = {Heading.NAME: 28, Heading.PLAYER: 24, Heading.EMAIL: 28, Heading.NOTES: 30}


def entries(reader: Reader) -> Table:
    """Every entry as the import reads it, and how it stands. Four queries at most."""
    tournament = reader.tournament
    players = players_in_entry(tournament)
    people = [
        Field(kind, n)
        for n in range(1, players + 1)
        for kind in (Heading.PLAYER, Heading.EMAIL, Heading.PHONE)
    ]
    about = (Heading.CITY, Heading.CLUB, Heading.NOTES, Heading.SEED, Heading.ACCESS)
    fields = [Field(Heading.NAME), *people, *map(Field, about)]
    columns = (
        number(_("No.")),
        *(
            Column(
                field_label(at, players),
                Kind.NUMBER if at.kind is Heading.SEED else Kind.TEXT,
                _WIDTHS.get(at.kind, 16),
            )
            for at in fields
        ),
        text(_("State")),
        number(_("From round")),
        number(_("Fixed table")),
        text(_("Payment")),
    )
    rows = []
    found = tournament.entries.select_related("fixed_table").prefetch_related("players")
    for row in found.order_by("number"):
        facts = facts_of(row)
        rows.append(
            [
                row.number,
                *(
                    row.seed_rank if at.kind is Heading.SEED else text_at(facts, at)
                    for at in fields
                ),
                row.get_state_display(),
                row.from_round,
                row.fixed_table.number if row.fixed_table else None,
                row.get_payment_display(),
            ]
        )
    return Table(columns, rows)


def check_in(reader: Reader) -> Table:
    """Who is here and who is not, by number, without anybody's address. Two queries."""
    found = reader.tournament.entries.select_related("fixed_table").prefetch_related("players")
    columns = (
        number(_("No.")),
        text(str(names_of(reader.tournament).title), 28),
        text(_("Players"), 36),
        text(_("State")),
        yes_no(_("Here")),
        number(_("Fixed table")),
        yes_no(_("Without steps")),
    )
    rows: list[list[Any]] = [
        [
            row.number,
            row.name,
            ", ".join(player.name for player in row.players.all()),
            row.get_state_display(),
            row.playing,
            row.fixed_table.number if row.fixed_table else None,
            row.needs_access,
        ]
        for row in found.order_by("number")
    ]
    return Table(columns, rows)


def sign_ups(reader: Reader) -> Table:
    """What was sent in from the public page, the first first. One query."""
    columns = (
        time(_("Sent in")),
        text(_("Name"), 28),
        text(_("State")),
        text(_("E-mail"), 28),
        text(_("Language"), 10),
        time(_("Waiting since")),
        time(_("Answer by")),
        number(_("Entry no.")),
    )
    found = reader.tournament.sign_ups.select_related("entry").order_by("created_at", "id")
    rows = [
        [
            row.created_at,
            str(row),
            row.get_state_display(),
            row.email,
            row.language,
            row.queued_at,
            row.answer_by,
            row.entry.number if row.entry else None,
        ]
        for row in found
    ]
    return Table(columns, rows)


ENTRIES: Final = Export(
    name="entries",
    title=gettext_lazy("Entries"),
    about=gettext_lazy("All that is known of each, as the import reads it."),
    read=entries,
    needs=Action.EDIT_ENTRIES,
)
CHECK_IN: Final = Export(
    name="check-in",
    title=gettext_lazy("Check-in"),
    about=gettext_lazy("Who is here, without addresses."),
    read=check_in,
)
SIGN_UPS: Final = Export(
    name="sign-ups",
    title=gettext_lazy("Registrations sent in"),
    about=gettext_lazy("From the public page, with the waiting list."),
    read=sign_ups,
    needs=Action.EDIT_ENTRIES,
)

"""What was done and decided: rulings, the year's casebook, the log, the letters."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.queries.rulings import RulingLine, casebook, public_rulings
from reports.exports.model import Column, Export, Kind, Reader, Table, number, text, time
from tournaments.access import Action
from tournaments.log_words import told


def rulings(reader: Reader) -> Table:
    """The tournament's rulings in their order; the judges' notes for judges alone. One query."""
    judge = Action.JUDGE in reader.actions
    columns = (
        number(_("Ruling")),
        number(_("Round")),
        number(_("Table")),
        text(_("Rules"), 12),
        text(_("What happened"), 50),
        text(_("Decision"), 50),
        text(_("Consequence"), 20),
        text(_("Against"), 24),
        number(_("Amended by")),
        time(_("Given at")),
        *((text(_("For judges alone"), 40), text(_("Judge"), 20)) if judge else ()),
    )
    rows = []
    for line in public_rulings(reader.tournament)[::-1]:
        ruling = line.ruling
        row = [
            ruling.number,
            line.round,
            line.table,
            " ".join(ruling.rules),
            ruling.happened,
            ruling.decision,
            ruling.get_consequence_display(),
            ruling.entry.name if ruling.entry else None,
            line.amended_by,
            ruling.given_at,
        ]
        by = ruling.given_by.display_name if ruling.given_by else None
        rows.append([*row, ruling.staff_note, by] if judge else row)
    return Table(columns, rows)


def year(reader: Reader) -> Table:
    """The rulings that stand, of all this game's tournaments of the year."""
    return Table(
        (
            text(_("Tournament"), 26),
            Column(_("Date"), Kind.DATE, 11),
            number(_("Ruling")),
            text(_("Rules"), 12),
            text(_("What happened"), 50),
            text(_("Decision"), 50),
            text(_("Consequence"), 20),
            time(_("Given at")),
        ),
        [_case(line) for line in casebook(reader.tournament)],
    )


def _case(line: RulingLine) -> list[object]:
    ruling = line.ruling
    return [
        ruling.tournament.name,
        ruling.tournament.date,
        ruling.number,
        " ".join(ruling.rules),
        ruling.happened,
        ruling.decision,
        ruling.get_consequence_display(),
        ruling.given_at,
    ]


def log(reader: Reader) -> Table:
    """Everything that was done, the first first. One query."""
    columns = (
        time(_("When")),
        text(_("Who"), 20),
        text(_("What"), 50),
        text(_("Changes"), 60),
        text(_("Why"), 40),
        text(_("Verb"), 20),
    )
    events = reader.tournament.events.select_related("actor").order_by("id")
    rows = [
        [
            line.event.at,
            line.actor,
            line.sentence,
            "; ".join(f"{name}: {before} → {after}" for name, before, after in line.changes),
            line.event.why,
            line.event.verb,
        ]
        for line in told(events, drafts=reader.drafts)
    ]
    return Table(columns, rows)


def mails(reader: Reader) -> Table:
    """The letters that were written, the first first, without what stands in them. One query."""
    columns = (
        time(_("Written")),
        text(_("About"), 14),
        text(_("To"), 28),
        text(_("Subject"), 40),
        text(_("State")),
        number(_("Attempts")),
        time(_("Sent")),
        text(_("What the mail server said"), 40),
    )
    rows = [
        [
            mail.created_at,
            mail.kind,
            mail.to,
            mail.subject,
            mail.get_state_display(),
            mail.attempts,
            mail.sent_at,
            mail.error,
        ]
        for mail in reader.tournament.mails.order_by("created_at").defer("text")
    ]
    return Table(columns, rows)


RULINGS: Final = Export(
    name="rulings",
    title=gettext_lazy("Rulings"),
    about=gettext_lazy("In their order, with their rules."),
    read=rulings,
)
CASEBOOK: Final = Export(
    name="casebook",
    title=gettext_lazy("The year’s casebook"),
    about=gettext_lazy("The rulings that stand, of all this game’s tournaments of the year."),
    read=year,
)
LOG: Final = Export(
    name="log",
    title=gettext_lazy("Log"),
    about=gettext_lazy("Who did what, when and why."),
    read=log,
)
MAILS: Final = Export(
    name="letters",
    title=gettext_lazy("E-mails"),
    about=gettext_lazy("To whom, about what, and whether it was sent."),
    read=mails,
    needs=Action.EDIT_TOURNAMENT,
)

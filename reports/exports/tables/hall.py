"""What went on in the hall: its tables, the calls and how long they waited, what judges noted, and
the figures of each game."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.statistics import games_of
from judging.fair_play import template_of
from judging.models import Call, Incident
from reports.exports.model import Export, Reader, Table, number, text, time, yes_no
from tournaments.access import Action
from tournaments.draw_words import group_words
from tournaments.public_names import PublicNames
from tournaments.queries.hall import hall_of


def tables(reader: Reader) -> Table:
    """Every table of the hall, whose it is, and who sits there now. Five queries."""
    hall = hall_of(reader.tournament, drafts=reader.drafts)
    columns = (
        number(_("Table")),
        yes_no(_("In service"), 10),
        yes_no(_("Without steps"), 12),
        text(_("Kept for")),
        text(_("Fixed table of"), 28),
        text(_("Who sits there now"), 50),
        yes_no(_("Game over"), 10),
    )
    rows = [
        [
            one.table.number,
            one.table.in_service,
            one.table.accessible,
            group_words(one.group) if one.group else "",
            one.fixed.name if one.fixed is not None else None,
            " – ".join(seat.entry.name for seat in one.game.seats.all()) if one.game else None,
            one.over,
        ]
        for one in hall.tables
    ]
    return Table(columns, rows)


def _minutes(since: dt.datetime | None, until: dt.datetime | None) -> Decimal | None:
    """Minutes between two instants, to a tenth; None where one of them is not known."""
    if since is None or until is None:
        return None
    return Decimal(round((until - since).total_seconds() / 6)) / 10


def calls(reader: Reader) -> Table:
    """Every call for a judge, the first first, with its waiting time in minutes. One query."""
    columns = (
        number(_("Round")),
        number(_("Table")),
        time(_("Called at")),
        text(_("From"), 16),
        text(_("About"), 26),
        text(_("Note"), 30),
        text(_("Called by"), 28),
        text(_("Language"), 10),
        text(_("State"), 20),
        text(_("Judge"), 20),
        time(_("Taken")),
        time(_("Judge came")),
        time(_("Over")),
        number(_("Minutes waited"), 10),
        number(_("Minutes at the table"), 10),
        number(_("Minutes given back"), 10),
    )
    found = (
        Call.objects.filter(round__tournament=reader.tournament)
        .select_related("round", "pairing__table", "entry", "judge")
        .defer("round__draw", "pairing__reasons")
        .order_by("placed_at", "id")
    )
    rows: list[list[Any]] = [
        [
            call.round.number,
            call.pairing.table.number if call.pairing.table else None,
            call.placed_at,
            call.get_source_display(),
            call.get_reason_display() if call.reason else None,
            call.note,
            call.entry.name if call.entry else None,
            call.language,
            call.get_state_display(),
            call.judge.display_name if call.judge else None,
            call.taken_at,
            call.first_arrived_at,
            call.closed_at,
            # One that no judge came to waited until it was taken back.
            _minutes(call.placed_at, call.first_arrived_at or call.closed_at),
            _minutes(call.first_arrived_at, call.closed_at),
            call.minutes_given,
        ]
        for call in found
    ]
    return Table(columns, rows)


def incidents(reader: Reader) -> Table:
    """What judges noted short of a ruling, the first first; what was struck says so. One query."""
    columns = (
        time(_("Noted")),
        number(_("Round")),
        number(_("Table")),
        number(_("No.")),
        text(_("Against"), 28),
        text(_("What"), 28),
        text(_("Note"), 40),
        text(_("Judge"), 20),
        number(_("Ruling")),
        time(_("Struck")),
    )
    found = (
        Incident.objects.filter(round__tournament=reader.tournament)
        .select_related("round", "pairing__table", "entry", "noted_by", "ruling")
        .defer("round__draw", "pairing__reasons")
        .order_by("id")
    )
    rows: list[list[Any]] = []
    for one in found:
        kind = template_of(reader.tournament.game, one.kind)
        rows.append(
            [
                one.noted_at,
                one.round.number,
                one.pairing.table.number if one.pairing.table else None,
                one.entry.number,
                one.entry.name,
                str(kind.name) if kind is not None else one.kind,
                one.note,
                one.noted_by.display_name if one.noted_by else None,
                one.ruling.number if one.ruling else None,
                one.struck_at,
            ]
        )
    return Table(columns, rows)


def statistics(reader: Reader) -> Table:
    """A row for each game that was played: how long it took and how clear it was. Two queries."""
    games = games_of(reader.tournament, PublicNames())
    most = max((len(game.sides) for game in games), default=2)
    columns = (
        number(_("Round")),
        number(_("Table")),
        number(_("Minutes")),
        yes_no(_("Played to the end"), 12),
        yes_no(_("Level")),
        number(_("Margin")),
        *(
            column
            for place in range(1, most + 1)
            for column in (
                text(_("%(place)s. of the game") % {"place": place}, 28),
                number(_("Score")),
            )
        ),
    )
    rows: list[list[Any]] = []
    for game in games:
        sides = [value for side in game.sides for value in (side.name, side.score)]
        rows.append(
            [
                game.round,
                game.table,
                game.minutes,
                game.played_out,
                game.level,
                game.margin,
                *sides,
                *[None] * (2 * most - len(sides)),
            ]
        )
    return Table(columns, rows)


TABLES: Final = Export(
    name="tables",
    title=gettext_lazy("Tables of the hall"),
    about=gettext_lazy("In service or not, without steps, whose they are, who sits there now."),
    read=tables,
)
CALLS: Final = Export(
    name="calls",
    title=gettext_lazy("Calls for a judge"),
    about=gettext_lazy("When, why and by whom, and how long each table waited."),
    read=calls,
    needs=Action.JUDGE,
)
INCIDENTS: Final = Export(
    name="incidents",
    title=gettext_lazy("Fair play"),
    about=gettext_lazy("What judges noted short of a ruling."),
    read=incidents,
    needs=Action.JUDGE,
)
STATISTICS: Final = Export(
    name="statistics",
    title=gettext_lazy("Statistics"),
    about=gettext_lazy("A row a game: minutes, margin, scores."),
    read=statistics,
)

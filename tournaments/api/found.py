"""Rows that an address or a body of the API names by their numbers."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing, Round, Stage, Table, Tournament

from .endpoint import Endpoint


def the_tournament(view: Endpoint, **_address: int) -> Tournament:
    """That of the address, as it is now."""
    return Tournament.objects.get(pk=view.tournament.pk)


def entry_of(view: Endpoint, number: int) -> Entry:
    """The entry of the address. Raises Http404."""
    rows = view.tournament.entries.select_related("fixed_table").prefetch_related("players")
    row = rows.filter(number=number).first()
    if row is None:
        raise Http404(str(number))
    row.tournament = view.tournament
    return row


def round_of(view: Endpoint, number: int) -> Round:
    """The round of the address, a draft, too. Raises Http404."""
    row = view.tournament.rounds.select_related("stage").filter(number=number).first()
    if row is None:
        raise Http404(str(number))
    row.tournament = row.stage.tournament = view.tournament
    return row


def stage_of(view: Endpoint, number: int) -> Stage:
    """The stage in the address. Raises Http404."""
    row = view.tournament.stages.filter(number=number).first()
    if row is None:
        raise Http404(str(number))
    row.tournament = view.tournament
    return row


def table_of(view: Endpoint, number: int) -> Table:
    """The table of the hall in the address. Raises Http404."""
    row = view.tournament.tables.filter(number=number).first()
    if row is None:
        raise Http404(str(number))
    row.tournament = view.tournament
    return row


def entry_named(tournament: Tournament, number: int, field: str) -> Entry:
    """The entry that a field names. Refused without one."""
    row = tournament.entries.filter(number=number).first()
    if row is None:
        raise Refused(
            "no-entry",
            _("There is no entry with the number %(number)s.") % {"number": number},
            field=field,
        )
    row.tournament = tournament
    return row


def table_named(tournament: Tournament, number: int, field: str) -> Table:
    """The table of the hall that a field names. Refused without one."""
    row = tournament.tables.filter(number=number).first()
    if row is None:
        raise Refused("no-table", _("Pick one of the tables of the hall."), field=field)
    return row


def game_named(round_: Round, table: int, field: str) -> Pairing:
    """The game at a table that a field names. Refused where nobody sits."""
    row = round_.pairings.filter(table__number=table, kind=Pairing.Kind.GAME).first()
    if row is None:
        raise Refused(
            "no-game",
            _("Nobody sits at table %(table)s in this round.") % {"table": table},
            field=field,
        )
    row.round = round_
    return row


def done_before(tournament: Tournament, key: str) -> bool:
    """Whether the request came before: what it names may have moved on since."""
    return tournament.events.filter(key=key).exists()

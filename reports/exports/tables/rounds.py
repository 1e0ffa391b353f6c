"""What is played: pairings, results, standings, and who met whom."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Result
from games.queries import finished_at
from reports.exports.model import Column, Export, Kind, Reader, Table, number, text, time, yes_no
from tournaments.draw_words import group_words
from tournaments.entry_names import names_of
from tournaments.marks import SIDES
from tournaments.models import Pairing, Round, Seat
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.stage_standings import stage_ranking, tournament_ranking
from tournaments.queries.stages import current_stage, stages_of
from tournaments.ranking_words import place_text
from tournaments.standings_words import columns_of, entries_by_id


def pairings(reader: Reader) -> Table:
    """A row for each seat of each round. Two queries."""
    names = player_names(reader.tournament)
    columns = (
        number(_("Round")),
        number(_("Table")),
        number(_("Side")),
        number(_("No.")),
        text(str(names_of(reader.tournament).title), 28),
        text(_("Players"), 36),
        text(_("Colours"), 18),
        text(_("Group")),
        text(_("Kind")),
    )
    rows = [
        [
            seat.round.number,
            seat.pairing.table.number if seat.pairing.table else None,
            seat.side + 1,
            seat.entry.number,
            seat.entry.name,
            ", ".join(names.get(seat.entry_id, ())),
            ", ".join(str(SIDES[colour].name) for colour in seat.colours if colour in SIDES),
            group_words(seat.pairing.group),
            seat.pairing.get_kind_display(),
        ]
        for seat in _seats(reader)
    ]
    return Table(columns, rows)


def results(reader: Reader) -> Table:
    """A row for each seat of each pairing that has a result. Two queries."""
    columns = (
        number(_("Round")),
        number(_("Table")),
        number(_("Side")),
        number(_("No.")),
        text(str(names_of(reader.tournament).title), 28),
        text(_("Result")),
        number(_("Points")),
        number(_("Place")),
        number(_("Score")),
        number(_("Steps left")),
        yes_no(_("In time")),
        time(_("Came in")),
        number(_("Version")),
    )
    handed = Prefetch("pairing__results", Result.objects.order_by("version"))
    rows: list[list[Any]] = []
    for seat in _seats(reader).prefetch_related(handed):
        if not seat.outcome and seat.place is None:
            continue
        versions = list(seat.pairing.results.all())
        rows.append(
            [
                seat.round.number,
                seat.pairing.table.number if seat.pairing.table else None,
                seat.side + 1,
                seat.entry.number,
                seat.entry.name,
                seat.get_outcome_display(),
                seat.points,
                seat.place,
                seat.score,
                seat.steps,
                seat.in_time,
                finished_at(versions),
                versions[-1].version if versions else None,
            ]
        )
    return Table(columns, rows)


def _seats(reader: Reader) -> Any:
    states = Round.State.values if reader.drafts else PUBLIC_STATES
    return (
        Seat.objects.filter(round__tournament=reader.tournament, round__state__in=states)
        .select_related("round", "pairing__table", "entry")
        .defer("round__draw", "pairing__reasons")
        .order_by("round__number", "pairing__table__number", "pairing__order", "side", "id")
    )


def standings(reader: Reader) -> Table:
    """The stage that is played, group by group, with every tie-break as a number."""
    tournament = reader.tournament
    ranking = stage_ranking(current_stage(stages_of(tournament)))
    entries = entries_by_id(tournament)
    grouped = any(table.name for table in ranking.tables)
    # Every group counts by the same list.
    ties = columns_of(ranking.tables[0].standings, tournament.game)
    columns = [
        *([text(_("Group"))] if grouped else []),
        number(_("Rank")),
        number(_("No.")),
        text(str(names_of(tournament).title), 28),
        number(_("Played")),
        number(_("Won")),
        number(_("Drawn")),
        number(_("Lost")),
    ]
    columns += [Column(str(tie.words.name), Kind.NUMBER, 12) for tie in ties]
    rows = [
        [
            *([group_words(table.name)] if grouped else []),
            row.rank,
            entries[row.entry].number,
            entries[row.entry].name,
            row.played,
            row.wins,
            row.draws,
            row.losses,
            *row.values,
        ]
        for table in ranking.tables
        for row in table.standings
    ]
    return Table(tuple(columns), rows)


def final_list(reader: Reader) -> Table:
    """Everybody in one list, over all stages."""
    entries = entries_by_id(reader.tournament)
    columns = (
        text(_("Place"), 8),
        number(_("No.")),
        text(str(names_of(reader.tournament).title), 28),
        text(_("Club"), 22),
        text(_("City"), 18),
    )
    rows = [
        [
            place_text(rank) if rank.decided else "",
            entries[rank.entry].number,
            entries[rank.entry].name,
            entries[rank.entry].club,
            entries[rank.entry].city,
        ]
        for rank in tournament_ranking(reader.tournament)
    ]
    return Table(columns, rows)


def cross_table(reader: Reader) -> Table:
    """A row for each entry, a column for each round: whom it met and what it got, as "12: 1"."""
    states = Round.State.values if reader.drafts else PUBLIC_STATES
    tournament = reader.tournament
    numbers = list(
        tournament.rounds.filter(state__in=states)
        .order_by("number")
        .values_list("number", flat=True)
    )
    cells: dict[tuple[int, int], str] = {}
    totals: dict[int, Any] = {}
    pairings_ = Pairing.objects.filter(round__tournament=tournament, round__state__in=states)
    for pairing in (
        pairings_.select_related("round")
        .defer("round__draw", "reasons")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry")))
    ):
        seats = list(pairing.seats.all())
        for seat in seats:
            others = [one.entry.number for one in seats if one.side != seat.side]
            met = "+".join(map(str, others)) if others else seat.get_outcome_display()
            points = "" if seat.points is None else f"{seat.points.normalize():f}"
            cells[seat.entry_id, pairing.round.number] = f"{met}: {points}" if points else str(met)
            totals[seat.entry_id] = totals.get(seat.entry_id, 0) + (seat.points or 0)
    columns = (
        number(_("No.")),
        text(str(names_of(tournament).title), 28),
        *(text(_("Round %(number)s") % {"number": at}, 11) for at in numbers),
        number(_("Points")),
    )
    rows = [
        [
            entry.number,
            entry.name,
            *(cells.get((entry.pk, at), "") for at in numbers),
            totals.get(entry.pk),
        ]
        for entry in tournament.entries.order_by("number")
    ]
    return Table(columns, rows)


PAIRINGS: Final = Export(
    name="pairings",
    title=gettext_lazy("Pairings"),
    about=gettext_lazy("Every seat of every round."),
    read=pairings,
)
RESULTS: Final = Export(
    name="results",
    title=gettext_lazy("Results"),
    about=gettext_lazy("Every side of every table with its points."),
    read=results,
)
STANDINGS: Final = Export(
    name="standings",
    title=gettext_lazy("Standings"),
    about=gettext_lazy("With every tie-break as a number."),
    read=standings,
)
FINAL_LIST: Final = Export(
    name="places",
    title=gettext_lazy("Places"),
    about=gettext_lazy("Everybody in one list, over all stages."),
    read=final_list,
)
CROSS_TABLE: Final = Export(
    name="cross-table",
    title=gettext_lazy("Who met whom"),
    about=gettext_lazy("A row each, a column a round."),
    read=cross_table,
)

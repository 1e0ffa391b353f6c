"""The standings as a page or a sheet shows them: names, texts of numbers, and workings in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.model import EntryId
from tournaments.formats.scoring import TieBreak
from tournaments.formats.standings import Standings
from tournaments.formats.tie_breaks import Term
from tournaments.models import Entry, Tournament
from tournaments.tie_break_words import TIE_BREAKS, Words


@dataclass(frozen=True)
class Column:
    """A tie-break in force."""

    code: str
    words: Words

    @cached_property
    def head(self) -> str:
        """What stands above it, in the language of now."""
        return str(self.words.head)


@dataclass(frozen=True)
class Cell:
    """One number of a line, as a text in the reader's language."""

    column: Column
    text: str


@dataclass(frozen=True)
class Line:
    """One line of the standings, ready to be shown."""

    rank: int
    #: True when the line above has the same rank.
    shared: bool
    entry: Entry
    played: int
    wins: int
    draws: int
    losses: int
    #: One for each column.
    cells: tuple[Cell, ...]
    #: Which column put this line below the one above; None on the first.
    separated_by: str | None


@dataclass(frozen=True)
class StandingsTable:
    """All lines, and what stands above them."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    rounds: int
    open_pairings: int


@dataclass(frozen=True)
class WorkingLine:
    """One term of a number: which round, against whom, how it counts."""

    round: int
    opponents: str
    what: str | Promise
    value: str
    counted: bool


@dataclass(frozen=True)
class Working:
    """How one number of one entry came about."""

    column: Column
    value: str
    lines: tuple[WorkingLine, ...]


#: Term.code -> what sort of line it is.
TERMS: dict[str, str | Promise] = {
    "game": "",
    "bye": gettext_lazy("bye"),
    "requested_bye": gettext_lazy("sat out on request"),
    "walkover": gettext_lazy("walkover"),
    "absent": gettext_lazy("did not play"),
    "open": gettext_lazy("no result yet"),
    "dummy": gettext_lazy("unplayed, counted as a game against oneself"),
    "adjustment": gettext_lazy("by ruling"),
    "missing_games": gettext_lazy("games missing among those who are level"),
    "lot": gettext_lazy("number drawn"),
}


def number_text(value: Decimal | None) -> str:
    """A number in the reader's language, without needless zeros; "–" for none."""
    if value is None:
        return "–"
    plain = value.normalize()
    places = max(0, -int(plain.as_tuple().exponent))
    return formats.number_format(round(plain, min(places, 2)), use_l10n=True)


def entries_by_id(tournament: Tournament) -> dict[int, Entry]:
    """All entries: one query."""
    return {entry.pk: entry for entry in tournament.entries.select_related("fixed_table")}


def standings_table(standings: Standings, entries: Mapping[EntryId, Entry]) -> StandingsTable:
    """`standings` with names, in the active language."""
    columns = columns_of(standings)
    # The same few numbers stand hundreds of times.
    text = cache(number_text)
    lines: list[Line] = []
    for row in standings.rows:
        lines.append(
            Line(
                rank=row.rank,
                shared=bool(lines) and lines[-1].rank == row.rank,
                entry=entries[row.entry],
                played=row.played,
                wins=row.wins,
                draws=row.draws,
                losses=row.losses,
                cells=tuple(
                    Cell(column, text(value))
                    for column, value in zip(columns, row.values, strict=True)
                ),
                separated_by=row.separated_by,
            )
        )
    return StandingsTable(
        columns=columns,
        lines=tuple(lines),
        rounds=standings.rounds,
        open_pairings=standings.open_pairings,
    )


def columns_of(standings: Standings) -> tuple[Column, ...]:
    return tuple(Column(code=code, words=TIE_BREAKS[code]) for code in standings.tie_breaks)


def workings(
    standings: Standings, entry: EntryId, entries: Mapping[EntryId, Entry]
) -> tuple[Working, ...]:
    """Every number of one line with the terms it is made of."""
    row = standings.by_entry[entry]
    return tuple(
        Working(
            column=column,
            value=number_text(value),
            lines=tuple(
                _working_line(term, entries)
                for term in standings.working(entry, TieBreak(column.code))
            ),
        )
        for column, value in zip(columns_of(standings), row.values, strict=True)
    )


def _working_line(term: Term, entries: Mapping[EntryId, Entry]) -> WorkingLine:
    what = TERMS[term.code]
    if term.base is not None and term.factor is not None:
        what = _("%(base)s and %(factor)s") % {
            "base": number_text(term.base),
            "factor": number_text(term.factor),
        }
    return WorkingLine(
        round=term.round,
        opponents=" + ".join(entries[pk].name for pk in term.opponents),
        what=what,
        value=number_text(term.value),
        counted=term.counted,
    )

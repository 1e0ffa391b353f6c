"""The pairings of a round for the wall: by name ("where do I sit?") and by table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from reports.documents.alphabet import name_order
from reports.documents.fitting import Column
from reports.documents.lists import Line, entry_line, list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.rounds import colours_of, pairings_of, round_label, sides_of
from reports.documents.style import mark_svg
from reports.press.parts import Order
from tournaments import spoken
from tournaments.marks import SIDES
from tournaments.models import Pairing, Round, Tournament
from tournaments.public_names import PublicNames, public_names

#: Half a page beside the number of the table.
_BY_NAME: Final = Column(69, ((15, 1), (13.5, 1), (15, 2), (11.5, 2), (10, 2), (9, 2)))
#: Names of a table's sides: as large as the sides leave room for. The narrowest have many lines.
_SIDES: Final = (
    *((14, 1), (12.5, 1), (11.5, 1), (14, 2), (12, 2), (10.5, 2), (9, 2)),
    *((10, 4), (9, 5), (8, 7), (7, 8)),
)
#: Millimetres of a line, of its number of the table, and round each cell, as `lists.css` has them.
_LINE, _TABLE, _MARGINS = 186, 25, 3
#: The cell of a side's marks, and each mark in it.
_MARKS, _MARK = 4.5, 7.5


@dataclass(frozen=True)
class Finder:
    """One line of the list by name."""

    line: Line
    #: The table's number; None without one.
    table: int | None
    bye: bool
    #: What the list of before said; None where it says the same.
    left: int | None
    #: Must sit where there are no steps.
    access: bool


@dataclass(frozen=True)
class SideCell:
    marks: list[str]
    lines: list[Line]


@dataclass(frozen=True)
class TableRow:
    """One line of the list by table."""

    table: int | None
    sides: list[SideCell]
    #: Somebody here always sits at this table.
    fixed: bool
    #: Tables its entries were sent here from, as a list of before says.
    left: str
    #: Somebody here must sit where there are no steps.
    access: bool


def by_name(subject: Subject) -> Order:
    round_ = _round(subject)
    language = spoken.language()
    names = public_names(subject.tournament)
    finders = [
        Finder(
            line=entry_line(seat.entry, names),
            table=pairing.table.number if pairing.table else None,
            bye=pairing.kind == Pairing.Kind.BYE,
            left=seat.moved_from.number if seat.moved_from else None,
            access=seat.entry.needs_access,
        )
        for pairing in pairings_of(round_)
        for seat in pairing.seats.all()
    ]
    finders.sort(key=lambda finder: name_order(finder.line.name, language))
    context = {"finders": finders, "name_column": _BY_NAME}
    return list_order(BY_NAME, subject, "pairings_by_name.html", context, round_label(round_))


def by_table(subject: Subject) -> Order:
    round_ = _round(subject)
    pairings = pairings_of(round_)
    games = [pairing for pairing in pairings if pairing.kind == Pairing.Kind.GAME]
    names = public_names(subject.tournament)
    rows = list(_rows(subject.tournament, games, names))
    context = {
        "rows": rows,
        "name_column": _side_column(rows[0].sides) if rows else None,
        "byes": [
            entry_line(seat.entry, names)
            for pairing in pairings
            if pairing.kind == Pairing.Kind.BYE
            for seat in pairing.seats.all()
        ],
    }
    return list_order(BY_TABLE, subject, "pairings_by_table.html", context, round_label(round_))


def _side_column(sides: Sequence[SideCell]) -> Column:
    """What each of the sides has for its names; all rows have as much as the first."""
    marks = sum(_MARKS + _MARK * len(side.marks) for side in sides)
    return Column((_LINE - _TABLE - marks) / len(sides) - _MARGINS, _SIDES)


def _round(subject: Subject) -> Round:
    assert subject.round is not None, "a pairing list is of a round"
    return subject.round


def _rows(
    tournament: Tournament, games: Iterable[Pairing], names: PublicNames
) -> Iterable[TableRow]:
    for pairing in games:
        sides = sides_of(pairing)
        colours = colours_of(tournament, sides)
        cells = [
            SideCell(
                marks=[mark_svg(colour, str(SIDES[colour].letters), "6mm") for colour in its],
                lines=[entry_line(seat.entry, names) for seat in side],
            )
            for side, its in zip(sides, colours, strict=True)
        ]
        number = pairing.table.number if pairing.table else None
        yield TableRow(
            table=number,
            sides=cells,
            fixed=number is not None
            and any(line.fixed_table == number for cell in cells for line in cell.lines),
            left=", ".join(
                str(table)
                for table in sorted(
                    {seat.moved_from.number for seat in pairing.seats.all() if seat.moved_from}
                )
            ),
            access=any(seat.entry.needs_access for seat in pairing.seats.all()),
        )


#: A list of pairings follows the draw, hand edits of it, and what people and tables are called.
_WATCHES: Final = ("round.", "pairing.", "entry.", "tournament.edit")
_IGNORES: Final = ("round.close", "round.reopen")

BY_NAME: Final = Document(
    name="pairings-by-name",
    title=_("Where do we sit?"),
    about=_("For the wall: all pairs by name, with their table."),
    order=by_name,
    round=RoundChoice.NEEDED,
    group=Group.ROUND,
    watches=_WATCHES,
    ignores=_IGNORES,
)
BY_TABLE: Final = Document(
    name="pairings-by-table",
    title=_("Pairings by table"),
    about=_("For the wall and the desk: who meets whom, table by table."),
    order=by_table,
    round=RoundChoice.NEEDED,
    group=Group.ROUND,
    watches=_WATCHES,
    ignores=_IGNORES,
)

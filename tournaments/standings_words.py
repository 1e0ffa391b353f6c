"""The standings as a page or a sheet shows them: names, texts of numbers, and workings in words."""

from __future__ import annotations

from collections.abc import Container, Mapping
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
from tournaments.formats.tie_breaks import DEFINITIONS, Term
from tournaments.models import Entry, Tournament
from tournaments.public_names import public_names
from tournaments.tie_break_words import Words, tie_breaks_of


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
    #: Results struck: the line stands last and has no numbers.
    struck: bool = False


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
    #: True when the number is the mean of the lines that count, and not their sum.
    mean: bool = False


#: Term.code -> what sort of line it is.
TERMS: dict[str, str | Promise] = {
    "game": "",
    "bye": gettext_lazy("bye"),
    "requested_bye": gettext_lazy("sat out on request"),
    "walkover": gettext_lazy("walkover"),
    "absent": gettext_lazy("did not play"),
    "open": gettext_lazy("no result yet"),
    "missed": gettext_lazy("before it came in"),
    "struck": gettext_lazy("struck: no game for anybody"),
    "dummy": gettext_lazy("unplayed, counted as a game against oneself"),
    "adjustment": gettext_lazy("by ruling"),
    "missing_games": gettext_lazy("games missing among those who are level"),
    "lot": gettext_lazy("number drawn"),
}


#: What is said of two numbers that make the third.
TWO_NUMBERS = {
    TieBreak.SONNEBORN_BERGER: gettext_lazy("%(base)s × %(factor)s"),
    TieBreak.SONNEBORN_BERGER_CUT_1: gettext_lazy("%(base)s × %(factor)s"),
    TieBreak.SCORE_DIFFERENCE: gettext_lazy("%(base)s less %(factor)s"),
    TieBreak.STEPS_DIFFERENCE: gettext_lazy("%(base)s less %(factor)s steps"),
}
#: Name of a part of a game's points (`Term.parts`) -> what it is.
PARTS: dict[str, str | Promise] = {
    "result": gettext_lazy("%(points)s for the result"),
    "score": gettext_lazy("%(points)s for pieces"),
    "in_time": gettext_lazy("%(points)s for a win within time"),
}


def number_text(value: Decimal | None) -> str:
    """A number in the reader's language, without needless zeros; "–" for none."""
    if value is None:
        return "–"
    plain = value.normalize()
    places = max(0, -int(plain.as_tuple().exponent))
    return formats.number_format(round(plain, min(places, 2)), use_l10n=True)


def entries_by_id(tournament: Tournament, *, public: bool = False) -> dict[int, Entry]:
    """All entries: one query. With `public`, called as everybody may read it."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("fixed_table")}
    if public:
        public_names(tournament).cover(entries.values())
    return entries


def standings_table(
    standings: Standings,
    entries: Mapping[EntryId, Entry],
    game: str,
    only: Container[EntryId] | None = None,
) -> StandingsTable:
    """`standings` with names, in the active language; `only` the lines of these."""
    columns = columns_of(standings, game)
    # The same few numbers stand hundreds of times.
    text = cache(number_text)
    lines: list[Line] = []
    above = None
    for row in standings.rows:
        same, above = row.rank == above, row.rank
        if only is not None and row.entry not in only:
            continue
        lines.append(
            Line(
                rank=row.rank,
                shared=same,
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
                struck=row.struck,
            )
        )
    return StandingsTable(
        columns=columns,
        lines=tuple(lines),
        rounds=standings.rounds,
        open_pairings=standings.open_pairings,
    )


def columns_of(standings: Standings, game: str) -> tuple[Column, ...]:
    """The tie-breaks in force, in the words of `game`."""
    words = tie_breaks_of(game)
    return tuple(Column(code=code, words=words[code]) for code in standings.tie_breaks)


def workings(
    standings: Standings,
    entry: EntryId,
    entries: Mapping[EntryId, Entry],
    game: str,
    *,
    rounds_before: int = 0,
) -> tuple[Working, ...]:
    """Every number of one line with the terms it is made of. `rounds_before` are the rounds of
    the tournament before those the standings count."""
    row = standings.by_entry[entry]
    return tuple(
        Working(
            column=column,
            value=number_text(value),
            lines=tuple(
                _working_line(term, TieBreak(column.code), entries, rounds_before)
                for term in standings.working(entry, TieBreak(column.code))
            ),
            mean=mean_of(TieBreak(column.code)),
        )
        for column, value in zip(columns_of(standings, game), row.values, strict=True)
    )


def _working_line(
    term: Term, tie_break: TieBreak, entries: Mapping[EntryId, Entry], rounds_before: int
) -> WorkingLine:
    return WorkingLine(
        round=term.round and term.round + rounds_before,
        opponents=" + ".join(entries[pk].name for pk in term.opponents),
        what=_what(term, tie_break),
        value=number_text(term.value),
        counted=term.counted,
    )


def _what(term: Term, tie_break: TieBreak) -> str | Promise:
    """What sort of line it is, and the numbers it is made of."""
    kind = TERMS[term.code]
    if term.parts:
        made_of = ", ".join(
            str(PARTS[name]) % {"points": number_text(value)} for name, value in term.parts
        )
    elif term.base is not None and term.factor is not None:
        made_of = str(TWO_NUMBERS[tie_break]) % {
            "base": number_text(term.base),
            "factor": number_text(term.factor),
        }
    elif term.base is not None:
        made_of = _("%(points)s in this round") % {"points": number_text(term.base)}
    else:
        return kind
    return f"{kind}: {made_of}" if kind else made_of


def mean_of(tie_break: TieBreak) -> bool:
    """Whether a number is the mean of its lines, and not their sum."""
    return tie_break in DEFINITIONS and DEFINITIONS[tie_break].mean

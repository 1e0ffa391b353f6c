"""A table as the result pages show it: what is saved, what is typed, what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.claim_states import SideSaid, TableSaid, said_at, standing_in
from games.domain.game_results import ENDINGS, JUDGED, PLAYED, GameResults
from games.domain.result_words import saved_words
from games.domain.table_results import Impossible
from games.forms import Raw
from games.game_lines import GAME_KINDS, points_of
from games.models import Claim
from games.queries import SideState, TableState
from games.rules.backgammon.rules import Penalty
from games.views.requests import rules_of
from tournaments.domain.errors import Conflict, Refused
from tournaments.entry_names import names_of
from tournaments.games import GAMES
from tournaments.models import Round, Tournament
from tournaments.templatetags import look

#: Scores that are asked with a button each; more are typed.
MOST_BUTTONS = 15


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of a row: who, and the field for what they scored."""

    side: SideState
    index: str
    marks: SafeString
    """The side's colours, drawn."""
    score: str
    most: str
    """The highest score, as text."""
    wrong: bool
    picked: bool
    """Whether this side is the one typed as the winner."""
    stake: bool = False
    """Whether its ball was typed to have reached the stake."""
    saved_stake: bool = False
    place: str = ""
    """The place typed for it."""
    place_wrong: bool = False
    penalty: str = ""
    """The points typed for a penalty of the other side."""
    penalty_wrong: bool = False
    absent: bool = False
    """Whether this side is marked as not there while the others played."""
    entry_word: str | Promise = ""

    @property
    def name(self) -> str:
        return " + ".join(entry.name for entry in self.side.entries)

    @property
    def saved(self) -> str:
        """What the side scored by the saved result; empty where nothing was scored."""
        return "" if self.side.score is None else f"{self.side.score}{self._mark(self.saved_stake)}"

    @property
    def typed(self) -> str:
        """What was typed, in one field: "4x" for four hoops and the stake."""
        return f"{self.score}{'x' if self.stake else ''}"

    @staticmethod
    def _mark(stake: bool) -> str:
        return "×" if stake else ""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every score this side can have, for buttons."""
        return tuple(str(count) for count in range(int(self.most) + 1))

    @property
    def numbered(self) -> list[str]:
        """The entries of the side as people call them: "pair 12"."""
        return [f"{self.entry_word} {entry.number}" for entry in self.side.entries]

    @property
    def few(self) -> bool:
        """Whether there are so few scores that each can have a button."""
        return int(self.most) <= MOST_BUTTONS


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something was refused, with the rule that says so."""

    message: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A table with its form."""

    table: TableState
    number: str
    """The table's number as text; "0" for a game without a table."""
    url: str
    """The table's page, which takes the form."""
    cells: tuple[Cell, ...]
    raw: Raw
    badge: SafeString
    check: SafeString
    """The mark of what is saved."""
    options: SafeString
    """How it can end, as options of a list."""
    rules: GameResults
    """What is known of the game's results."""
    words: dict[str, str]
    """`result`, `at` and `who` of the newest version; empty if there is none."""
    faults: tuple[Fault, ...] = ()
    field: str = ""
    """The field the faults belong to."""
    said: TableSaid | None = None
    """What the players say while there is no result; None where they say nothing."""
    conflict: bool = False
    """Somebody else saved something meanwhile: theirs is shown, what was typed is kept."""

    @property
    def label(self) -> str:
        """What an entry for it is called where it waits to be sent."""
        return _("Table %(number)s") % {"number": self.number}

    @property
    def several(self) -> bool:
        """Whether more than two sides can sit at a table of this game."""
        return len(self.rules.sides()) > 2

    @property
    def asks_places(self) -> bool:
        """Whether places belong on the row: some were typed, or are missing."""
        return any(self.raw.places) or self.field.startswith("place_")

    @property
    def extras(self) -> dict[str, bool]:
        """What else the game's results have, for templates: `row.extras.places`."""
        return {extra.value: True for extra in self.rules.extras}

    @property
    def endings(self) -> list[tuple[str, str]]:
        """How it can end, in words."""
        return [(key, str(ENDINGS[key])) for key in offered(self.rules, self.raw.ended)]

    @property
    def takes(self) -> list[tuple[SideSaid, list[tuple[str, str]]]]:
        """Each thing the players say, with the fields of a form that makes it the result."""
        if self.said is None:
            return []
        versions = [(one, one.claim) for one in self.said.versions]
        return [
            (one, Raw.of(self.rules.typed(claim.payload), len(self.cells)).fields)
            for one, claim in versions
            if claim is not None
        ]

    @property
    def for_judges(self) -> bool:
        """Whether what was refused is for the judges to decide."""
        return bool(self.faults) and self.raw.ended == JUDGED

    @property
    def saved_games(self) -> list[dict[str, str]]:
        """The games of a saved match: who won which, and what it gave; and the penalties between
        them, which have no number."""
        if self.table.result is None:
            return []
        lines: list[dict[str, str]] = []
        numbers = count(1)
        for game in self.rules.typed(self.table.result.payload).games:
            if isinstance(game, Penalty):
                told = {"to": self.cells[game.side].name, "points": str(game.points)}
                lines.append(told)
                continue
            lines.append(
                {
                    "number": str(next(numbers)),
                    "winner": self.cells[game.winner].name,
                    "kind": str(GAME_KINDS[game.kind]),
                    "cube": str(game.cube),
                    "points": str(points_of(game)),
                    "dropped": "1" if game.dropped else "",
                }
            )
        return lines

    @property
    def saved_penalties(self) -> list[tuple[str, int]]:
        """Who began with points by a penalty, and with how many."""
        if self.table.result is None:
            return []
        points = self.table.result.payload.get("penalties") or ()
        return [(self.cells[side].name, one) for side, one in enumerate(points) if one]

    @property
    def done(self) -> bool:
        return self.table.result is not None

    @property
    def ended(self) -> str:
        """How it ended, in words; empty for a game played out, which needs no word."""
        if self.table.result is None or self.table.result.payload["ended"] == PLAYED:
            return ""
        return str(ENDINGS[self.table.result.payload["ended"]])

    @property
    def minutes(self) -> str:
        """Minutes of the saved result, else what the clock says; empty without either."""
        saved = self.table.result
        minutes = saved.payload.get("minutes") if saved is not None else self.table.face.minutes
        return "" if minutes is None else str(minutes)

    @property
    def typed_ending(self) -> str:
        """What was typed for how it ended, in words; empty for a game played out."""
        ended = self.raw.ended
        return str(ENDINGS[ended]) if ended in ENDINGS and ended != PLAYED else ""


class Rows:
    """Makes the rows of one answer. What they share is drawn once, not once a row."""

    def __init__(self, tournament: Tournament, round_: Round) -> None:
        n = round_.number
        self.tournament = tournament
        self._round = round_
        self._claims: dict[int, list[Claim]] | None = None
        self._entry_word = names_of(tournament).one
        self.rules = rules_of(round_)
        self._own = GAMES[tournament.game].sides
        self._page = reverse("desk-table-result", args=[tournament.slug, n, 0]).removesuffix("0/")
        self._check = look.icon("check")
        self._marks: dict[tuple[str, ...], SafeString] = {}
        self._badges: dict[str, SafeString] = {}
        self._options: dict[str, SafeString] = {}

    def row(
        self, table: TableState, *, raw: Raw | None = None, error: Refused | None = None
    ) -> Row:
        """The row of a table; with what was typed and why it was refused, if it was."""
        raw = raw or Raw(scores=("",) * len(table.sides))
        field = error.field if error is not None else ""
        number = str(table.number or 0)
        stakes = self.rules.typed(table.result.payload).stakes if table.result is not None else ()
        said = self.said(table)
        return Row(
            table=table,
            number=number,
            url=f"{self._page}{number}/",
            cells=tuple(
                self._cell(side, position, raw, field, stakes)
                for position, side in enumerate(table.sides)
            ),
            raw=raw,
            badge=self._badge(said.state if said is not None else table.state),
            said=said,
            check=self._check,
            options=self._ending_options(raw.ended),
            rules=self.rules,
            words=saved_words(table.latest, self.tournament) if table.latest is not None else {},
            faults=faults_of(error),
            field=field,
            conflict=isinstance(error, Conflict),
        )

    def said(self, table: TableState) -> TableSaid | None:
        """What the players of a table say; None where they say nothing, or it has its result. One
        query for all tables of the round."""
        if table.result is not None:
            return None
        if self._claims is None:
            self._claims = standing_in(self._round)
        claims = self._claims.get(table.pairing.pk)
        if not claims:
            return None
        said = said_at(table, claims, self.rules, self.tournament)
        return said if said.saying else None

    def disputed(self, tables: Iterable[TableState]) -> int:
        """At how many tables the players say different things."""
        return sum(said.disputed for said in map(self.said, tables) if said is not None)

    def _cell(
        self, side: SideState, position: int, raw: Raw, field: str, stakes: tuple[bool, ...]
    ) -> Cell:
        colours = side.colours or self._own[position % len(self._own)]
        return Cell(
            side=side,
            index=str(position),
            marks=self._drawn(tuple(colours)),
            score=raw.scores[position] if position < len(raw.scores) else "",
            most=str(self.rules.most(colours)),
            wrong=field in {"scores", f"score_{position}"},
            picked=raw.winner == str(position),
            stake=bool(raw.stakes) and raw.stakes[position],
            saved_stake=bool(stakes) and stakes[position],
            place=_at(raw.places, position),
            place_wrong=field == f"place_{position}",
            penalty=_at(raw.penalties, position),
            penalty_wrong=field == f"penalty_{position}",
            absent=position < len(raw.absent) and raw.absent[position],
            entry_word=self._entry_word,
        )

    def _drawn(self, colours: tuple[str, ...]) -> SafeString:
        if colours not in self._marks:
            marks = format_html_join("", "{}", ((look.side(colour),) for colour in colours))
            self._marks[colours] = format_html('<span class="sides">{}</span>', marks)
        return self._marks[colours]

    def _badge(self, key: str) -> SafeString:
        if key not in self._badges:
            self._badges[key] = look.state(key)
        return self._badges[key]

    def _ending_options(self, chosen: str) -> SafeString:
        if chosen not in self._options:
            self._options[chosen] = format_html_join(
                "",
                '<option value="{}"{}>{}</option>',
                (
                    (key, mark_safe(" selected") if key == chosen else "", ENDINGS[key])
                    for key in offered(self.rules, chosen)
                ),
            )
        return self._options[chosen]


def offered(rules: GameResults, chosen: str) -> list[str]:
    """The endings to choose from. What the judges decide comes with their ruling: that stands
    among them only where it is the result, or was typed."""
    return [key for key in rules.endings if key != JUDGED or chosen == JUDGED]


def _at(texts: tuple[str, ...], position: int) -> str:
    return texts[position] if position < len(texts) else ""


def faults_of(error: Refused | None) -> tuple[Fault, ...]:
    if error is None:
        return ()
    if isinstance(error, Impossible):
        return tuple(Fault(problem.message(), problem.rule) for problem in error.problems)
    return (Fault(str(error.message)),)


def saved_raw(row: Row, rules: GameResults) -> Raw:
    """The saved result as the fields of a form."""
    result = row.table.result
    assert result is not None
    return Raw.of(rules.typed(result.payload), len(row.cells))

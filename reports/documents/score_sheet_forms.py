"""What of a score sheet belongs to the game: how scores are written down, and how it can end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.domain.game_results import NOBODY, game_results
from games.game_settings import BackgammonSettings, GameSettings, KroketSettings, PartnersSettings
from games.rules.partners.board import PIECES
from reports.documents.style import mark_svg
from tournaments.marks import SIDES

#: The area to the left below the sides, in millimetres: its width and height.
AREA: Final = (92.0, 92.0)
#: A ball's mark.
_BALL: Final = 7.5
#: Lines for games: on the sheet, and in each of the two columns of a page that goes on.
_MOST_GAMES: Final = 14
_MORE_GAMES: Final = 26
#: A page that goes on: its columns' left edges, and the height of a line, in millimetres.
_MORE_COLUMNS: Final = (0.0, 96.0)
_MORE_HEIGHT: Final = 8.2
_GAMES_TOP: Final = 16.5

#: How a game can end, as the sheet says it.
_ENDINGS: Final[dict[str, Callable[[], str]]] = {
    "played": lambda: _("Played to the end"),
    "adjudicated": lambda: _("Decided by the judges"),
    "timeout": lambda: _("Time ran out"),
    "forfeit": lambda: _("Given up"),
    "walkover": lambda: _("Walkover"),
}


@dataclass(frozen=True)
class Mark:
    """A side's mark, with its place in millimetres."""

    left: float
    svg: str


@dataclass(frozen=True)
class Column:
    """A column of the lines below: its heading, its left edge and width in millimetres."""

    left: float
    width: float
    words: str = ""
    marks: Sequence[Mark] = ()


@dataclass(frozen=True)
class Line:
    """A line to write on: where it stands, what names it, and its boxes (left, width, text)."""

    top: float
    height: float
    name: str = ""
    marks: Sequence[Mark] = ()
    boxes: Sequence[tuple[float, float, str]] = ()
    left: float = 0

    @property
    def marks_top(self) -> float:
        """Where its marks begin: in the middle of its height."""
        return self.top + (self.height - _BALL) / 2


@dataclass(frozen=True)
class MoreLines:
    """A page on which the lines of a sheet go on."""

    title: str
    columns: Sequence[Column]
    lines: Sequence[Line]


@dataclass(frozen=True)
class GameForm:
    """What of the form belongs to the game."""

    #: Pieces to cross in each side's box, as the highest number; None: no such row.
    ticks: tuple[int, ...] = ()
    #: A box for the score in each side's box, and what stands above it.
    score: str = ""
    #: Whether the winner is crossed; several sides have places instead.
    winner: bool = True
    title: str = ""
    columns: Sequence[Column] = ()
    lines: Sequence[Line] = ()
    facts: Sequence[str] = ()
    endings: Sequence[tuple[float, str]] = field(default_factory=list)
    #: Whether a table that runs out of time is opened by its players first.
    opens: bool = False
    #: Where the lines go on that have no room on the sheet, page by page.
    more: Sequence[MoreLines] = ()


def game_form(game: str, settings: GameSettings, colours: Sequence[Sequence[str]]) -> GameForm:
    """The form of a game as it is played in the round, for one seating of colours."""
    build = _BUILD[type(settings)]
    return build(game, settings, colours)


def _endings(game: str, settings: GameSettings) -> list[tuple[float, str]]:
    """How the game can end, each with its top edge."""
    known = [key for key in game_results(game, settings).endings if key != NOBODY]
    step = min(9.2, 38 / len(known))
    return [(170.5 + step * place, _ENDINGS[key]()) for place, key in enumerate(known)]


def _partners(game: str, settings: PartnersSettings, colours: Sequence[Sequence[str]]) -> GameForm:
    return GameForm(
        ticks=tuple(PIECES * len(side) for side in colours),
        facts=settings.facts(),
        endings=_endings(game, settings),
        opens=True,
    )


def _backgammon(
    game: str, settings: BackgammonSettings, colours: Sequence[Sequence[str]]
) -> GameForm:
    games = settings.session_games if settings.money else 2 * settings.length - 1
    rows = min(games, _MOST_GAMES)
    height = min(9.0, (AREA[1] - _GAMES_TOP) / rows)
    marks = [mark_svg(side[0], str(SIDES[side[0]].letters), "5mm") for side in colours]
    return GameForm(
        score=_("Points of the match"),
        title=_("A line a game: cross who won it and how, write the cube and the score"),
        columns=_game_columns(marks, 0),
        lines=[_game_line(row + 1, 0, row, height) for row in range(rows)],
        facts=settings.facts(),
        endings=_endings(game, settings),
        more=_more_games(rows, games, marks),
    )


def _more_games(written: int, games: int, marks: Sequence[str]) -> list[MoreLines]:
    """The pages for the games of a match that have no line on its sheet."""
    pages = []
    while written < games:
        first, columns, lines = written + 1, list[Column](), list[Line]()
        for left in _MORE_COLUMNS:
            rows = min(_MORE_GAMES, games - written)
            columns += _game_columns(marks, left) if rows else []
            lines += [_game_line(written + row + 1, left, row, _MORE_HEIGHT) for row in range(rows)]
            written += rows
        title = _("Games %(first)s to %(last)s") % {"first": first, "last": written}
        pages.append(MoreLines(title, columns, lines))
    return pages


def _game_columns(marks: Sequence[str], left: float) -> list[Column]:
    """The columns of lines for games, from `left` on."""
    return [
        Column(left, 8),
        Column(
            left + 8, 20, _("Won by"), [Mark(left + 11.5, marks[0]), Mark(left + 21.0, marks[1])]
        ),
        Column(left + 28, 24, _("1 · gammon 2 · bg 3")),
        Column(left + 52, 12, _("Cube")),
        Column(
            left + 64, 28, _("Score"), [Mark(left + 68.5, marks[0]), Mark(left + 82.0, marks[1])]
        ),
    ]


def _game_line(number: int, left: float, row: int, height: float) -> Line:
    """The line of a game: who won it and how, the cube and the score."""
    places = [(9, 9, ""), (19, 9, ""), (29, 7, "1"), (37, 7, "2"), (45, 7, "3"), (53, 10, "")]
    places += [(65, 13, ""), (79, 13, "")]
    return Line(
        _GAMES_TOP + height * row,
        height - 0.8,
        name=str(number),
        boxes=[(left + at, width, text) for at, width, text in places],
        left=left,
    )


def _kroket(game: str, settings: KroketSettings, colours: Sequence[Sequence[str]]) -> GameForm:
    count, hoops = len(colours), settings.hoops
    top = 10.5
    height = min(14.0, (AREA[1] - top) / count)
    room = 52.0
    step = room / (hoops + 1)
    ticks = [(11 + step * n, step - 0.9, str(n)) for n in range(hoops + 1)]
    stake, place = 11 + room + 1.5, 11 + room + 15
    lines = [
        Line(
            top + height * row,
            height - 1.6,
            marks=[
                Mark(1.0 + 0.5 * n, mark_svg(colour, str(SIDES[colour].letters), f"{_BALL}mm"))
                for n, colour in enumerate(side)
            ],
            boxes=[*ticks, (stake, 12, ""), (place, 13.5, "")],
        )
        for row, side in enumerate(colours)
    ]
    return GameForm(
        winner=False,
        title=_("A line a ball: cross the hoops it passed and the stake, write its place"),
        columns=(
            Column(11, room, _("Hoops passed")),
            Column(stake, 12, _("Stake")),
            Column(place, 13.5, _("Place")),
        ),
        lines=lines,
        facts=settings.facts(),
        endings=_endings(game, settings),
    )


_BUILD: Final[dict[type, Callable[..., GameForm]]] = {
    PartnersSettings: _partners,
    BackgammonSettings: _backgammon,
    KroketSettings: _kroket,
}

"""Score sheets: one page a table, on which both sides write down how the game ended.

The form with its board is the same on every sheet. It is set once for each seating of colours
and laid under the pages as a backdrop; a page of its own only has what differs: numbers, names,
and the QR code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.game_settings import GameSettings, minutes_of, settings_of
from reports.documents.board import board_svg
from reports.documents.fitting import SAFETY, fit
from reports.documents.fitting import width as text_width
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.rounds import colours_of, pairings_of, round_label, sides_of
from reports.documents.score_sheet_forms import game_form
from reports.documents.style import mark_svg, stylesheet
from reports.press.parts import POINTS_PER_MM, Order, Page, Part, QrCode
from tournaments import spoken
from tournaments.domain.errors import Refused
from tournaments.entry_names import names_of
from tournaments.marks import SIDES
from tournaments.models import Entry, Pairing, Seat, Tournament

#: Sheets set in one go; larger parts cost memory, smaller ones time.
SHEETS_A_PART: Final = 50
#: Sheets of the first part where there are several: set while the others are.
FIRST_SHEETS: Final = 4

# Millimetres; the rest of the form is in css/score_sheet.css.
_LEFT, _WIDTH, _GAP = 12.0, 186.0, 6.0
_QR_PLACE: Final = (154.0, 21.5, 44.0)
#: Room for the number of an entry, at the right of its side's head.
_NUMBER_WIDTH: Final = 24.0

_NUMBER_SIZES: Final = ((124.0, 1), (96.0, 1), (76.0, 1))
_TOURNAMENT_SIZES: Final = ((15.0, 1), (12.0, 1), (11.0, 2), (9.0, 3))
_ENTRY_SIZES: Final = (
    (20.0, 2),
    (16.0, 2),
    (13.0, 3),
    (10.5, 4),
    (8.5, 5),
    (7.0, 6),
    (5.5, 8),
    (4.4, 9),
    (3.6, 11),
)
_PLAYER_SIZES: Final = ((12.0, 2), (10.0, 2), (8.5, 3), (7.0, 3), (6.5, 4), (4.8, 5))
_COLOUR_SIZES: Final = (12.0, 10.0, 8.5)
_ADDRESS_SIZES: Final = ((10.0, 1), (8.5, 1), (7.0, 1), (5.5, 1), (4.5, 1))


@dataclass(frozen=True)
class SideForm:
    """One side on the form: where its box stands, and what belongs to its colours."""

    left: float
    width: float
    #: Marks of its colours: in the head of its box, and before its signature.
    marks: list[tuple[float, str]]
    sign_marks: list[tuple[float, str]]
    winner_marks: list[tuple[float, str]]
    colours: str
    colours_size: float
    text_left: float
    #: Boxes to cross for the pieces locked: left edge in its box, and number.
    ticks: list[tuple[float, float, int]]
    tick_height: float
    tick_size: float
    #: Where its marks stand on a page that goes on.
    more_top: float
    more_marks: list[tuple[float, str]]


@dataclass(frozen=True)
class SideText:
    """What one sheet says of one side."""

    left: float
    width: float
    number_left: float
    number: str
    name: str
    name_size: float
    players: list[str]
    players_size: float


@dataclass(frozen=True)
class Sheet:
    number: str
    number_size: float
    address: str
    address_size: float
    sides: list[SideText]
    #: Whether it is a page on which the lines of the sheet before go on.
    more: bool = False


def table_url(tournament: Tournament, number: int) -> str:
    """The whole address of a table's page, as the QR code carries it."""
    try:
        path = reverse("table", kwargs={"slug": tournament.slug, "number": number})
    except NoReverseMatch:
        path = f"/t/{tournament.slug}/tables/{number}/"
    return f"{settings.SITE_URL}{path}"


def order(subject: Subject) -> Order:
    """One sheet for each game of the round, by table number. Three queries for any number."""
    round_ = subject.round
    assert round_ is not None, "score sheets are of a round"
    pairings = [p for p in pairings_of(round_) if p.kind == Pairing.Kind.GAME]
    if not pairings:
        raise Refused(
            "nothing-to-print", _("There are no games in this round yet. Draw the round first.")
        )
    css = form_css()
    text_css = stylesheet("score_sheet_text")
    settings_here = settings_of(round_)
    minutes = minutes_of(round_)
    language = spoken.language()
    backdrops: dict[str, str] = {}
    more: dict[str, list[str]] = {}
    sheets: list[tuple[Sheet, Page]] = []
    for pairing in pairings:
        sides = sides_of(pairing)
        colours = colours_of(subject.tournament, sides)
        backdrop = "; ".join("+".join(side) for side in colours)
        if backdrop not in backdrops:
            form, *further = sheet_forms(
                subject.tournament,
                round_label(round_),
                settings_here,
                colours,
                css,
                language,
                minutes=minutes,
            )
            more[backdrop] = [f"{backdrop} {number}" for number in range(2, len(further) + 2)]
            backdrops |= {backdrop: form, **dict(zip(more[backdrop], further, strict=True))}
        sheet, page = _sheet(subject.tournament, pairing, sides, backdrop)
        sheets.append((sheet, page))
        sheets += [(replace(sheet, more=True), Page(backdrop=one)) for one in more[backdrop]]
    parts = [
        Part(
            html=render_to_string(
                "reports/paper/score_sheets.html",
                {
                    "css": text_css,
                    "language": language,
                    "sheets": [sheet for sheet, _page in chunk],
                },
            ),
            pages=tuple(page for _sheet_text, page in chunk),
        )
        for chunk in _chunks(sheets)
    ]
    return Order(
        title=f"{subject.tournament.name} · {round_label(round_)} · {DOCUMENT.title}",
        language=language,
        parts=tuple(parts),
        backdrops=backdrops,
    )


def _chunks(sheets: Sequence[tuple[Sheet, Page]]) -> Iterator[Sequence[tuple[Sheet, Page]]]:
    """The sheets a part each: of many, the first are few, so that they can be printed at once."""
    start = FIRST_SHEETS if len(sheets) > SHEETS_A_PART else 0
    if start:
        yield sheets[:start]
    for place in range(start, len(sheets), SHEETS_A_PART):
        yield sheets[place : place + SHEETS_A_PART]


def form_css() -> str:
    """The style sheets of the form."""
    return stylesheet("score_sheet_text", "score_sheet")


def _boxes(sides: int) -> list[tuple[float, float]]:
    """Left edge and width of each side's box."""
    width = (_WIDTH - _GAP * (sides - 1)) / sides
    return [(_LEFT + place * (width + _GAP), width) for place in range(sides)]


def sheet_forms(
    tournament: Tournament,
    label: str,
    played: GameSettings,
    colours: Sequence[tuple[str, ...]],
    css: str,
    language: str,
    *,
    minutes: int,
    coded: bool = True,
) -> list[str]:
    """The HTML of the empty form for one seating of colours, and of the pages on which its lines
    go on; `label` names the round, in which a game may take `minutes`."""
    game = game_form(tournament.game, played, colours)
    sides = []
    for place, ((left, width), its) in enumerate(zip(_boxes(len(colours)), colours, strict=True)):
        most = game.ticks[place] if game.ticks else 0
        step = (width - 5) / (most + 1)
        text_left = 3.5 + 9.5 * len(its)
        words, words_size = _colour_words(its, width - text_left - 9)
        winner_step = min(8, ((91 / len(colours)) - 3 - 15) / len(its))
        sides.append(
            SideForm(
                left=left,
                width=width,
                marks=_marks(its, 2, 9.5, 8),
                sign_marks=_marks(its, left, 7.5, 6.5),
                winner_marks=_marks(its, 13, winner_step, min(7, winner_step)),
                colours=words,
                colours_size=words_size,
                text_left=text_left,
                ticks=[(2.5 + step * n, step - 1.1, n) for n in range(most + 1)] if most else [],
                tick_height=min(11.0, max(7.0, step)),
                tick_size=min(15.0, 1.5 * step),
                more_top=23.8 + 9 * place,
                more_marks=_marks(its, 82 - 7.5 * (len(its) - 1), 7.5, 6.5),
            )
        )
    name_size = fit(tournament.name, 132 * POINTS_PER_MM, _TOURNAMENT_SIZES, 700)
    every = {
        "css": css,
        "language": language,
        "tournament": tournament,
        "name_size": name_size,
        "round": label,
        "sides": sides,
    }
    form = render_to_string(
        "reports/paper/score_sheet_form.html",
        every
        | {
            "coded": coded,
            "minutes": minutes,
            # Asked for only where lines are named: on a blank sheet.
            "named": None if coded else names_of(tournament),
            "board": board_svg(tournament.game),
            "game": game,
            "facts": " · ".join(game.facts),
            "winners": [
                (110 + place * 91 / len(sides), 91 / len(sides) - 3, side)
                for place, side in enumerate(sides)
            ],
        },
    )
    further = [
        render_to_string("reports/paper/score_sheet_more.html", every | {"page": page})
        for page in game.more
    ]
    return [form, *further]


def _colour_words(colours: Sequence[str], room: float) -> tuple[str, float]:
    """The names of the colours and their size, in `room` millimetres; none where there is no room
    for them: the marks say it, too."""
    words = _(" and ").join(str(SIDES[colour].name) for colour in colours)
    points = room * POINTS_PER_MM * SAFETY
    sizes = [size for size in _COLOUR_SIZES if text_width(words, size, 600) <= points]
    return (words, sizes[0]) if sizes else ("", _COLOUR_SIZES[0])


def _marks(
    colours: Sequence[str], left: float, step: float, size: float
) -> list[tuple[float, str]]:
    """The colours' marks beside each other, each with its left edge."""
    return [
        (left + step * place, mark_svg(colour, str(SIDES[colour].letters), f"{size}mm"))
        for place, colour in enumerate(colours)
    ]


def _sheet(
    tournament: Tournament, pairing: Pairing, sides: Sequence[Sequence[Seat]], backdrop: str
) -> tuple[Sheet, Page]:
    number = pairing.table.number if pairing.table else None
    url = table_url(tournament, number) if number is not None else ""
    address = short_address(url)
    sheet = Sheet(
        number="" if number is None else str(number),
        number_size=fit(str(number or ""), 78 * POINTS_PER_MM, _NUMBER_SIZES, 700),
        address=address,
        address_size=fit(address, 120 * POINTS_PER_MM, _ADDRESS_SIZES),
        sides=[
            _side_text(left, width, [seat.entry for seat in side])
            for (left, width), side in zip(_boxes(len(sides)), sides, strict=True)
        ],
    )
    return sheet, Page(backdrop=backdrop, codes=(QrCode(url, _QR_PLACE),) if url else ())


def _side_text(left: float, width: float, entries: Sequence[Entry]) -> SideText:
    room = (width - 6) * POINTS_PER_MM
    name = " + ".join(entry.name for entry in entries)
    players = _players(name, (player.name for entry in entries for player in entry.players.all()))
    return SideText(
        left=left + 3,
        width=width - 6,
        number_left=left + width - 3 - _NUMBER_WIDTH,
        number=", ".join(str(entry.number) for entry in entries),
        name=name,
        name_size=fit(name, room, _ENTRY_SIZES, 700),
        players=players,
        players_size=fit(players, room, _PLAYER_SIZES),
    )


def _players(name: str, players: Iterable[str]) -> list[str]:
    """The players to name: none where the entry is called like its only player."""
    names = [player for player in players if player]
    return [] if names == [name] else names


def short_address(url: str) -> str:
    """`url` as one types it: without the scheme."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}"


DOCUMENT: Final = Document(
    name="score-sheets",
    title=gettext_lazy("Score sheets"),
    about=gettext_lazy("One page a table, for both sides to fill in and sign."),
    order=order,
    round=RoundChoice.NEEDED,
    group=Group.ROUND,
    in_parts=True,
    watches=("round.", "pairing.", "entry.", "tournament.edit"),
    ignores=("round.close", "round.reopen"),
)

"""Diplomas: for the first three, or for everybody who took part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.cards import SHEETS
from reports.documents.fitting import fit
from reports.documents.model import Document, Group, Option, RoundChoice, Subject
from reports.documents.style import PAPER_COLOURS, stylesheet
from reports.press.parts import POINTS_PER_MM, Order, Page, Paper, Part
from tournaments import spoken
from tournaments.domain.errors import Refused
from tournaments.formats.stage_ranks import Rank
from tournaments.games import GAMES
from tournaments.marks import SIDES
from tournaments.models import Entry, Tournament
from tournaments.names import players_beside
from tournaments.queries.stage_standings import tournament_ranking

#: Diplomas set in one go.
_A_PART: Final = 25
_PODIUM: Final = 3

_FOR: Final = Option(
    "for",
    gettext_lazy("For"),
    (
        ("podium", gettext_lazy("the first three")),
        ("winner", gettext_lazy("the winner")),
        ("all", gettext_lazy("everybody who played")),
    ),
)

_NAMES: Final = (
    (46.0, 1), (38.0, 1), (32.0, 1), (26.0, 2), (21.0, 2), (17.0, 3), (13.0, 4), (10.0, 5),
    (8.0, 6),
)  # fmt: skip
_PLAYERS: Final = ((19.0, 1), (16.0, 2), (13.0, 2), (11.0, 3), (9.0, 4), (7.0, 5))
_EVENTS: Final = ((22.0, 1), (18.0, 1), (15.0, 2), (12.0, 3), (9.0, 3), (7.0, 4))
_ROOM: Final = 158.0

#: What it was given for, by place; everybody else took part.
PLACES: Final[dict[int, str | Promise]] = {
    1: gettext_lazy("First place"),
    2: gettext_lazy("Second place"),
    3: gettext_lazy("Third place"),
}

#: The ring of fields round the place, in its own units.
_FIELDS: Final = 60
_RADIUS: Final = 92.0


@dataclass(frozen=True)
class Diploma:
    name: str
    name_size: float
    players: str
    players_size: float
    #: "First place"; what those further down are told.
    honour: str | Promise
    place: str
    ring: SafeString


def order(subject: Subject) -> Order:
    """A sheet on its side for each, the winner first. The same few queries for any number."""
    tournament = subject.tournament
    language = spoken.language()
    wanted = subject.options["for"]
    ranks = [rank for rank in tournament_ranking(tournament) if rank.decided]
    if wanted != "all":
        ranks = [rank for rank in ranks if rank.place <= (1 if wanted == "winner" else _PODIUM)]
    entries = {
        entry.pk: entry
        for entry in tournament.entries.filter(pk__in=[rank.entry for rank in ranks])
        .exclude(state=Entry.State.DISQUALIFIED)
        .prefetch_related("players")
    }
    ring = ring_svg(tournament.game)
    diplomas = [
        _diploma(rank, entries[rank.entry], ring) for rank in ranks if rank.entry in entries
    ]
    if not diplomas:
        raise Refused("nothing-to-print", _("Nobody has a place yet. Play the rounds first."))
    context = {
        "css": stylesheet("diplomas"),
        "language": language,
        "tournament": tournament,
        "event_size": fit(tournament.name, _ROOM * POINTS_PER_MM, _EVENTS, 600),
        "finished": tournament.state == Tournament.State.FINISHED,
        "corners": corner_svgs(tournament.game),
        "sheet": sheet_size(subject.paper),
    }
    return Order(
        title=f"{tournament.name} · {DOCUMENT.title}",
        language=language,
        parts=tuple(
            _part(diplomas[start : start + _A_PART], context)
            for start in range(0, len(diplomas), _A_PART)
        ),
    )


def sheet_size(paper: Paper) -> tuple[float, float]:
    """Width and height of a sheet on its side, in millimetres."""
    width, height = SHEETS[paper]
    return height, width


def _part(diplomas: Sequence[Diploma], context: dict[str, object]) -> Part:
    html = render_to_string("reports/paper/diplomas.html", context | {"diplomas": diplomas})
    return Part(html, (Page(),) * len(diplomas))


def _diploma(rank: Rank, entry: Entry, ring: str) -> Diploma:
    names = [player.name for player in entry.players.all() if player.name]
    players = players_beside(entry.name, names, " & ")
    podium = rank.place in PLACES
    return Diploma(
        name=entry.name,
        name_size=fit(entry.name, _ROOM * POINTS_PER_MM, _NAMES, 700),
        players=players,
        players_size=fit(players, _ROOM * POINTS_PER_MM, _PLAYERS),
        honour=PLACES.get(rank.place) or _("for taking part"),
        place=str(rank.place),
        # Nothing in it comes from a person.
        ring=SafeString(ring.replace("{place}", str(rank.place) if podium else "")),
    )


def ring_svg(game: str) -> str:
    """A ring of fields like the board's, with the sides' marks on it; `{place}` in its middle."""
    colours = _colours(game)
    every = _FIELDS // len(colours)
    drawn = []
    for number in range(_FIELDS):
        angle = 2 * pi * number / _FIELDS - pi / 2
        x, y = _RADIUS * cos(angle), _RADIUS * sin(angle)
        if number % every:
            drawn.append(
                f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3.1" fill="none" stroke="#1d1a16" '
                'stroke-width="0.9"/>'
            )
    for place, colour in enumerate(colours):
        angle = 2 * pi * place * every / _FIELDS - pi / 2
        x, y = _RADIUS * cos(angle), _RADIUS * sin(angle)
        drawn.append(_mark(colour, x, y, 22))
    return (
        '<svg class="ring" viewBox="-110 -110 220 220" role="img"><title>{place}</title>'
        + "".join(drawn)
        + '<circle r="70" fill="none" stroke="#1d1a16" stroke-width="1.6"/>'
        '<text y="37" text-anchor="middle" font-family="Source Sans Pro" font-weight="700" '
        'font-size="106" fill="#1d1a16">{place}</text></svg>'
    )


def _colours(game: str) -> list[str]:
    """The colours of the game as they sit round the table: a side's own are not neighbours."""
    sides = GAMES[game].sides
    return [side[place] for place in range(len(sides[0])) for side in sides]


def _mark(colour: str, x: float, y: float, size: float) -> str:
    """A side's mark with its middle at a point."""
    scale = size / 24
    return (
        f'<g transform="translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({scale:.4f})" '
        f'fill="{PAPER_COLOURS[colour]}" stroke="#1d1a16" stroke-width="1.4">'
        f"{SIDES[colour].outline}</g>"
    )


def corner_svgs(game: str) -> list[SafeString]:
    """The marks in the four corners: those of the game's sides in their order."""
    colours = _colours(game)
    return [
        SafeString(
            f'<svg viewBox="-13 -13 26 26" width="11mm" height="11mm">'
            f"{_mark(colours[corner % len(colours)], 0, 0, 24)}</svg>"
        )
        for corner in range(4)
    ]


DOCUMENT: Final = Document(
    name="diplomas",
    title=gettext_lazy("Diplomas"),
    about=gettext_lazy("For the first three or for everybody, with lines to sign on."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.AFTER,
    watches=("result.", "round.", "entry.", "pairing.", "stage.", "tournament."),
    papers=(Paper.A4, Paper.LETTER),
    in_its_own_size=True,
    options=(_FOR,),
)

"""Badges to wear: who it is and for whom they play; the code of their own page is on the back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.player_access import entry_address, shown_code
from reports.documents.alphabet import name_order
from reports.documents.cards import card_parts, grid_of, quarter
from reports.documents.fitting import fit
from reports.documents.model import Document, Group, Option, RoundChoice, Subject
from reports.press.parts import POINTS_PER_MM, Order, Paper, QrCode
from tournaments import spoken
from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry

#: Those who get none.
GONE: Final = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)

_SIZE: Final = Option(
    "size",
    gettext_lazy("Size"),
    (
        ("90x55", gettext_lazy("90 × 55 mm, ten on a sheet")),
        ("A6", gettext_lazy("A6 to hang round the neck, four on a sheet")),
    ),
)
_FOR: Final = Option(
    "for",
    gettext_lazy("One for"),
    (("player", gettext_lazy("each player")), ("entry", gettext_lazy("each pair or team"))),
)

_CODES: Final = Option(
    "codes",
    gettext_lazy("Secret code"),
    (
        ("back", gettext_lazy("on the back: print both sides, turned over the long edge")),
        ("none", gettext_lazy("on none of them; give out the slips instead")),
    ),
)

Sizes = tuple[tuple[float, int], ...]


@dataclass(frozen=True)
class Layout:
    """One size of badge: room for the names in millimetres, and the sizes of type tried."""

    kind: str
    room: float
    #: Room for the lines below the name.
    lines: float
    #: Room for the name on the back.
    behind: float
    names: Sizes
    teams: Sizes
    tops: Sizes
    number: Sizes
    number_room: float
    owners: Sizes
    #: Left, top and edge of the QR code on the back.
    code: tuple[float, float, float]


_SMALL: Final = Layout(
    kind="small",
    room=80,
    lines=80,
    behind=40,
    names=((19.0, 1), (16.0, 1), (13.0, 2), (10.5, 2), (8.5, 3), (6.5, 4), (5.0, 5)),
    teams=((10.0, 1), (9.0, 2), (7.5, 2), (6.0, 3), (4.6, 4)),
    tops=((8.0, 1), (7.0, 1), (6.0, 2), (4.6, 2), (3.6, 3)),
    number=((26.0, 1), (20.0, 1), (15.0, 1)),
    number_room=19,
    owners=((13.0, 2), (10.5, 3), (8.5, 4), (6.5, 5), (5.0, 7), (4.0, 8)),
    code=(48.0, 5.0, 38.0),
)
_LARGE: Final = Layout(
    kind="large",
    room=91,
    lines=91,
    behind=91,
    names=((34.0, 1), (28.0, 2), (22.0, 2), (18.0, 3), (14.0, 3), (11.0, 4), (8.0, 5)),
    teams=((17.0, 2), (14.0, 2), (11.0, 3), (9.0, 4), (7.0, 5)),
    tops=((12.0, 1), (10.0, 2), (8.0, 2), (6.0, 3)),
    number=((54.0, 1), (42.0, 1), (32.0, 1)),
    number_room=40,
    owners=((17.0, 2), (14.0, 2), (11.0, 3), (9.0, 4), (7.0, 5)),
    code=(17.5, 41.0, 70.0),
)


@dataclass(frozen=True)
class Badge:
    name: str
    name_size: float
    #: What the entry is called; empty where the name says it. Of where it comes from the club
    #: alone is public.
    team: str
    team_size: float
    club: str
    club_size: float
    number: str
    number_size: float
    #: On the back: whose code it is, and the code.
    owner: str
    owner_size: float
    code: str


def order(subject: Subject) -> Order:
    """A badge for each player, or for each entry, in the order of their numbers. Two queries."""
    tournament = subject.tournament
    language = spoken.language()
    entries = tournament.entries.exclude(state__in=GONE).prefetch_related("players")
    layout = _LARGE if subject.options["size"] == "A6" else _SMALL
    grid = quarter(subject.paper) if layout is _LARGE else grid_of(subject.paper, 90, 55)
    with_codes = subject.options["codes"] == "back"
    cards = [
        (
            _badge(entry, name, layout),
            (QrCode(entry_address(entry), layout.code),) if with_codes else (),
        )
        for entry in sorted(entries, key=lambda entry: name_order(entry.name, language))
        for name in _names(entry, subject.options["for"])
    ]
    if not cards:
        raise Refused("nothing-to-print", _("Nobody is registered yet."))
    context = {
        "tournament": tournament,
        "layout": layout.kind,
        "top_size": fit(tournament.name, layout.room * POINTS_PER_MM, layout.tops, 600),
    }
    return Order(
        title=f"{tournament.name} · {DOCUMENT.title}",
        language=language,
        parts=card_parts(
            grid,
            cards,
            "reports/paper/badge.html",
            "badges",
            context,
            back="reports/paper/badge_back.html" if with_codes else "",
        ),
    )


def _names(entry: Entry, one_for: str) -> Iterator[str]:
    players = [player.name for player in entry.players.all() if player.name]
    if one_for == "entry" or not players:
        yield entry.name
    else:
        yield from players


def _badge(entry: Entry, name: str, layout: Layout) -> Badge:
    room = layout.room * POINTS_PER_MM
    beside = layout.lines * POINTS_PER_MM
    team = "" if entry.name == name else entry.name
    owner = f"{entry.number} · {entry.name}"
    return Badge(
        name=name,
        name_size=fit(name, room, layout.names, 700),
        team=team,
        team_size=fit(team, beside, layout.teams, 600),
        club=entry.club,
        club_size=fit(entry.club, beside, layout.teams[1:]),
        number=str(entry.number),
        number_size=fit(str(entry.number), layout.number_room * POINTS_PER_MM, layout.number, 700),
        owner=owner,
        owner_size=fit(owner, layout.behind * POINTS_PER_MM, layout.owners, 700),
        code=shown_code(entry.code),
    )


DOCUMENT: Final = Document(
    name="badges",
    title=gettext_lazy("Badges"),
    about=gettext_lazy(
        "Name, number and club to wear. The code on the back opens their own page: "
        "give each to them alone."
    ),
    order=order,
    round=RoundChoice.NONE,
    group=Group.BEFORE,
    watches=("entry.", "entries.", "tournament.edit"),
    ignores=("entry.check-in", "entry.late", "entry.absent", "entry.wait"),
    papers=(Paper.A4, Paper.LETTER),
    in_its_own_size=True,
    options=(_SIZE, _FOR, _CODES),
    needs=Action.EDIT_ENTRIES,
)

"""A slip for each entry with its secret code: handed over at the door, one to each alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.player_access import entry_address, shown_code
from reports.documents.alphabet import name_order
from reports.documents.badges import GONE
from reports.documents.cards import card_parts, grid_of
from reports.documents.fitting import fit
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.score_sheets import short_address
from reports.press.parts import POINTS_PER_MM, Order, Paper, QrCode
from tournaments import spoken
from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.entry_names import names_of
from tournaments.models import Entry
from tournaments.names import players_beside

#: Eight on a sheet.
_CARD: Final = (105.0, 68.0)
_CODE: Final = (65.0, 14.0, 34.0)
_NAMES: Final = ((15.0, 2), (13.0, 2), (11.0, 3), (9.0, 4), (7.0, 5), (5.5, 6), (4.2, 8))
_PLAYERS: Final = ((9.5, 2), (8.5, 3), (7.0, 4), (5.5, 5))
_TOPS: Final = ((8.5, 1), (7.5, 2), (6.0, 2), (4.6, 3))
_ADDRESSES: Final = ((9.0, 1), (8.0, 1), (7.0, 1), (5.5, 1), (4.5, 1))


@dataclass(frozen=True)
class Slip:
    number: str
    name: str
    name_size: float
    players: str
    players_size: float
    code: str


def order(subject: Subject) -> Order:
    """A slip for everybody who takes part, by name. Two queries."""
    tournament = subject.tournament
    language = spoken.language()
    entries = tournament.entries.exclude(state__in=GONE).prefetch_related("players")
    cards = [
        (_slip(entry), (QrCode(entry_address(entry), _CODE),))
        for entry in sorted(entries, key=lambda entry: name_order(entry.name, language))
    ]
    if not cards:
        raise Refused("nothing-to-print", _("Nobody is registered yet."))
    address = short_address(f"{settings.SITE_URL}{reverse('player-code')}")
    context = {
        "tournament": tournament,
        "named": names_of(tournament),
        "top_size": fit(tournament.name, 95 * POINTS_PER_MM, _TOPS, 600),
        "address": address,
        "address_size": fit(address, 95 * POINTS_PER_MM, _ADDRESSES, 600),
    }
    return Order(
        title=f"{tournament.name} · {DOCUMENT.title}",
        language=language,
        parts=card_parts(
            grid_of(subject.paper, *_CARD), cards, "reports/paper/entry_slip.html", "slips", context
        ),
    )


def _slip(entry: Entry) -> Slip:
    names = [player.name for player in entry.players.all() if player.name]
    players = players_beside(entry.name, names, ", ")
    return Slip(
        number=str(entry.number),
        name=entry.name,
        name_size=fit(entry.name, 56 * POINTS_PER_MM, _NAMES, 700),
        players=players,
        players_size=fit(players, 56 * POINTS_PER_MM, _PLAYERS),
        code=shown_code(entry.code),
    )


DOCUMENT: Final = Document(
    name="entry-slips",
    title=gettext_lazy("Slips with the secret code"),
    about=gettext_lazy("For the door: with the code a pair checks in and reports by telephone."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.BEFORE,
    watches=("entry.", "entries.", "tournament.edit"),
    ignores=("entry.check-in", "entry.late", "entry.absent", "entry.wait"),
    papers=(Paper.A4, Paper.LETTER),
    in_its_own_size=True,
    needs=Action.EDIT_ENTRIES,
)

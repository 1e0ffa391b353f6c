"""Table cards: a page a table, folded to a tent, the number on both sides and the QR code."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.fitting import fit
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.score_sheets import SHEETS_A_PART, short_address, table_url
from reports.documents.style import stylesheet
from reports.press.parts import POINTS_PER_MM, Order, Page, Part, QrCode
from tournaments import spoken
from tournaments.domain.errors import Refused

_NUMBER_SIZES: Final = ((330.0, 1), (250.0, 1), (190.0, 1), (150.0, 1))
_SMALL_SIZES: Final = ((230.0, 1), (190.0, 1), (150.0, 1))
_NAME_SIZES: Final = ((16.0, 1), (13.0, 1), (10.0, 2), (8.0, 2))
_ADDRESS_SIZES: Final = ((10.0, 1), (8.5, 1), (7.0, 1), (5.5, 1), (4.5, 1))
_QR_PLACE: Final = (82.0, 240.0, 46.0)


def order(subject: Subject) -> Order:
    """One card for each table in service. One query."""
    tournament = subject.tournament
    numbers = list(
        tournament.tables.filter(in_service=True)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if not numbers:
        raise Refused("nothing-to-print", _("No table is in use. Say in the settings which are."))
    language = spoken.language()
    cards = []
    for number in numbers:
        url = table_url(tournament, number)
        cards.append(
            {
                "number": number,
                "number_size": fit(str(number), 170 * POINTS_PER_MM, _NUMBER_SIZES, 700),
                "small_size": fit(str(number), 170 * POINTS_PER_MM, _SMALL_SIZES, 700),
                "url": url,
                "address": short_address(url),
                "address_size": fit(short_address(url), 180 * POINTS_PER_MM, _ADDRESS_SIZES),
            }
        )
    context = {
        "css": stylesheet("table_cards"),
        "language": language,
        "tournament": tournament,
        "name_size": fit(tournament.name, 120 * POINTS_PER_MM, _NAME_SIZES, 600),
    }
    parts = tuple(
        Part(
            html=render_to_string("reports/paper/table_cards.html", {**context, "cards": chunk}),
            pages=tuple(Page(codes=(QrCode(str(card["url"]), _QR_PLACE),)) for card in chunk),
        )
        for chunk in (
            cards[start : start + SHEETS_A_PART] for start in range(0, len(cards), SHEETS_A_PART)
        )
    )
    return Order(title=f"{tournament.name} · {DOCUMENT.title}", language=language, parts=parts)


DOCUMENT: Final = Document(
    name="table-cards",
    title=gettext_lazy("Table cards"),
    about=gettext_lazy("A number for each table, to fold and stand up; the code works all day."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.HALL,
    watches=("table.service", "tournament.edit"),
)

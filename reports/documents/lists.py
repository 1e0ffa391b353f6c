"""What the lists on the wall have in common: head and foot of each page, and their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from reports.documents.fitting import fit
from reports.documents.model import Document, Subject
from reports.documents.style import stylesheet
from reports.press.parts import POINTS_PER_MM, Order, Part
from tournaments import spoken
from tournaments.entry_names import names_of
from tournaments.models import Entry
from tournaments.names import players_beside
from tournaments.public_names import PublicNames

T = TypeVar("T")

_HEAD_SIZES = ((11.0, 1), (9.0, 1), (8.0, 2), (6.5, 2))


@dataclass(frozen=True)
class Line:
    """An entry as a list names it."""

    number: int
    name: str
    players: str
    city: str
    #: Its fixed table, None for all who move about.
    fixed_table: int | None


def entry_line(entry: Entry, names: PublicNames | None = None) -> Line:
    """`entry` with its players; wants `players` and `fixed_table` fetched along.

    A list that everybody reads is given the public `names`.
    """
    names = names or PublicNames()
    name = names.entry(entry.pk, entry.name)
    return Line(
        number=entry.number,
        name=name,
        players=players_beside(name, names.players(entry), ", "),
        city=entry.city,
        fixed_table=entry.fixed_table.number if entry.fixed_table else None,
    )


def list_order(
    document: Document,
    subject: Subject,
    template: str,
    context: dict[str, Any],
    subtitle: str = "",
    *,
    sheets: tuple[str, ...] = (),
) -> Order:
    """One part: `template` of `reports/paper/`, with head and foot on each page.

    The foot says when it was printed, in the tournament's zone, and page x of y. `sheets` are
    style sheets besides that of lists.
    """
    tournament = subject.tournament
    language = spoken.language()
    title = " · ".join(filter(None, (str(document.title), subtitle)))
    with timezone.override(tournament.zone):
        html = render_to_string(
            f"reports/paper/{template}",
            {
                "css": stylesheet("lists", *sheets),
                "language": language,
                "tournament": tournament,
                "named": names_of(tournament),
                "title": document.title,
                "subtitle": subtitle,
                # Marked, so that the same list asked for later is known to be the same.
                "printed": format_html(
                    '<time class="printed">{}</time>',
                    date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT"),
                ),
                "head_size": fit(tournament.name, 150 * POINTS_PER_MM, _HEAD_SIZES, 600),
                **context,
            },
        )
    return Order(title=f"{tournament.name} · {title}", language=language, parts=(Part(html),))


def columns(rows: Sequence[T], how_many: int, rows_a_page: int) -> list[list[list[T]]]:
    """`rows` as pages of columns, each read from top to bottom; the last page is balanced."""
    pages = []
    for start in range(0, len(rows), how_many * rows_a_page):
        page = rows[start : start + how_many * rows_a_page]
        height = -(-len(page) // how_many)
        pages.append([list(page[i : i + height]) for i in range(0, len(page), height)])
    return pages

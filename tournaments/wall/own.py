"""What `tournaments` itself brings to the wall: tables by name, standings, pictures, words."""

from __future__ import annotations

import re
from typing import Any, Final

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.draw_words import group_words
from tournaments.entry_names import names_of
from tournaments.models import Seat
from tournaments.names import sort_key
from tournaments.queries.stage_standings import tournament_ranking
from tournaments.ranking_words import place_text
from tournaments.stage_pictures import wall_pictures_of
from tournaments.standings_words import standings_table

from .model import Look, Screen, Source
from .pages import grid_for, paged

#: Width and height of what a picture on the wall may fill.
FRAME: Final = (1820.0, 840.0)
_ROWS: Final = "tournaments/wall/rows.html"
_PARAGRAPHS = re.compile(r"\n\s*\n")
#: Letters of a name that say where in the alphabet a page begins and ends.
LETTERS: Final = 8
#: Letters of a text that is still shown in the largest size, and in the one below it.
SHORT, MEDIUM = 60, 200


def tables(look: Look) -> list[Screen]:
    """Everybody of the round that is played, by name, with their table."""
    if look.round is None or look.finished:
        return []
    seats = Seat.objects.filter(round=look.round).order_by("pairing__order", "side", "id")
    lines: list[dict[str, Any]] = [
        {"name": look.names.entry(pk, name), "number": table, "left": left}
        for pk, name, table, left in seats.values_list(
            "entry_id", "entry__name", "pairing__table__number", "moved_from__number"
        )
    ]
    lines.sort(key=lambda line: sort_key(line["name"]))
    if not lines:
        return []
    grid = grid_for(len(lines))
    pages = paged(lines, grid)
    title = _("Round %(number)s: your table") % {"number": look.round.number}
    return [
        Screen(
            title=title,
            part=_span(page) if len(pages) > 1 else "",
            template=_ROWS,
            context={"grid": grid, "lines": page, "tables": True},
        )
        for page in pages
    ]


def _span(page: Any) -> str:
    """From where to where in the alphabet a page goes."""
    first, last = page[0]["name"][:LETTERS].rstrip(), page[-1]["name"][:LETTERS].rstrip()
    return f"{first} – {last}"


def standings(look: Look) -> list[Screen]:
    """Who stands where: group by group, or everybody when all is over."""
    found: list[Screen] = []
    for head, lines in _lists(look):
        if not lines:
            continue
        grid = grid_for(len(lines))
        found += [
            Screen(
                title=_standings_title(look),
                part=head,
                template=_ROWS,
                context={"grid": grid, "lines": page},
            )
            for page in paged(lines, grid)
        ]
    return found


def _standings_title(look: Look) -> str:
    if look.finished:
        return _("Final standings")
    if look.round is not None:
        return _("Standings after round %(number)s") % {"number": look.round.number}
    return _("Standings")


def _lists(look: Look) -> list[tuple[str, list[dict[str, Any]]]]:
    whole = look.finished and len(look.stages) > 1
    if whole or look.stage.row.tree:
        ranks = tournament_ranking(look.tournament, look.stages) if whole else look.ranking.ranks
        lines = [
            {
                "number": place_text(rank) if rank.decided else "",
                "name": look.entries[rank.entry].name,
            }
            for rank in ranks
        ]
        return [("" if whole else look.stage.name, lines)]
    return [
        (
            group_words(table.name),
            [
                {"number": str(line.rank), "name": line.entry.name, "end": line.cells[0].text}
                for line in standings_table(
                    table.standings, look.entries, look.tournament.game
                ).lines
            ],
        )
        for table in look.ranking.tables
    ]


def bracket(look: Look) -> list[Screen]:
    """The bracket or the cross tables of the stage, part after part."""
    pictures = wall_pictures_of(look.ranking, look.field, look.entries, FRAME)
    return [
        Screen(
            title=picture.title or look.stage.name,
            template="tournaments/wall/picture.html",
            context={"picture": picture},
        )
        for picture in pictures
    ]


def _drawn_small(look: Look) -> bool:
    """Whether the stage is a bracket or groups: a cross table of a whole Swiss stage says on many
    screens what the standings say on one, and is shown only when asked for."""
    row = look.stage.row
    return row.tree or row.groups or row.fixed_rounds


def phone(look: Look) -> list[Screen]:
    """Where players find all this on their phones."""
    if look.finished:
        return []
    address = settings.SITE_URL + reverse("tournament", args=[look.tournament.slug])
    code = segno.make_qr(address, error="m").svg_inline(border=0, omitsize=True, lineclass=None)
    return [
        Screen(
            title=look.tournament.name,
            template="tournaments/wall/phone.html",
            context={
                "code": SafeString(code),
                "address": address.removeprefix("https://").removeprefix("http://").rstrip("/"),
            },
        )
    ]


def words(look: Look) -> list[Screen]:
    """What the organiser wrote for the wall: a screen for each paragraph, its first line large
    where there are several."""
    text = look.tournament.wall_text.replace("\r", "").strip()
    found = []
    for paragraph in filter(None, (part.strip() for part in _PARAGRAPHS.split(text))):
        head, _line, body = paragraph.partition("\n")
        size = "short" if len(paragraph) <= SHORT else "medium"
        found.append(
            Screen(
                title=look.tournament.name,
                template="tournaments/wall/words.html",
                context={
                    "head": head,
                    "body": body.strip(),
                    "size": size if len(paragraph) <= MEDIUM else "long",
                },
            )
        )
    return found


def _no_tables(look: Look) -> str:
    return _("The tables appear when the round is published.")


def _no_standings(look: Look) -> str:
    return str(names_of(look.tournament).standings_come)


def _no_picture(look: Look) -> str:
    return _("The picture appears when the first round is published.")


OWN: Final = (
    Source(
        code="tables",
        name=gettext_lazy("Tables by name"),
        order=20,
        screens=tables,
        empty=_no_tables,
    ),
    Source(
        code="standings",
        name=gettext_lazy("Standings"),
        order=30,
        screens=standings,
        empty=_no_standings,
    ),
    Source(
        code="bracket",
        name=gettext_lazy("Bracket or cross tables"),
        order=40,
        screens=bracket,
        unasked=_drawn_small,
        empty=_no_picture,
    ),
    Source(code="phone", name=gettext_lazy("The players’ page as a code"), order=50, screens=phone),
    Source(code="text", name=gettext_lazy("Sponsors and notices"), order=60, screens=words),
)

"""Score sheets with nothing on them yet: for a table that was forgotten, and for a day by hand."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.game_settings import settings_of_tournament
from reports.documents.model import Document, Group, Option, RoundChoice, Subject
from reports.documents.score_sheets import SHEETS_A_PART, form_css, sheet_forms
from reports.documents.style import stylesheet
from reports.press.parts import Order, Page, Part
from tournaments import spoken
from tournaments.games import GAMES

#: The one backdrop.
_BLANK: Final = "blank"

_COPIES: Final = Option(
    "copies",
    gettext_lazy("How many"),
    tuple((str(count), str(count)) for count in (10, 1, 2, 20, 50, 100, 250)),
)
_SIDES: Final = Option(
    "sides",
    gettext_lazy("Sides of a table"),
    (
        ("usual", pgettext_lazy("sides of a table", "as usual")),
        *((str(count), str(count)) for count in range(1, 7)),
    ),
)


def order(subject: Subject) -> Order:
    """As many as asked for, for the usual table or one of so many sides."""
    return blank_order(subject, int(subject.options["copies"]), subject.options["sides"])


def blank_order(subject: Subject, copies: int, sides: str = "usual") -> Order:
    """`copies` sheets. More sides than the game's largest table has: as many as that has."""
    tournament = subject.tournament
    language = spoken.language()
    facts = GAMES[tournament.game]
    count = facts.usual_sides if sides == "usual" else int(sides)
    forms = sheet_forms(
        tournament,
        f"{_('Round')} ______",
        settings_of_tournament(tournament),
        facts.sides[:count],
        form_css(),
        language,
        minutes=tournament.minutes_per_game,
        coded=False,
    )
    return Order(
        title=f"{tournament.name} · {DOCUMENT.title}",
        language=language,
        parts=tuple(
            _sheets(
                min(SHEETS_A_PART, copies - start),
                len(forms),
                stylesheet("score_sheet_text"),
                language,
            )
            for start in range(0, copies, SHEETS_A_PART)
        ),
        backdrops={_backdrop(number): form for number, form in enumerate(forms)},
    )


def _backdrop(number: int) -> str:
    """The form, or the page on which it goes on."""
    return f"{_BLANK} {number + 1}" if number else _BLANK


def _sheets(count: int, forms: int, css: str, language: str) -> Part:
    """So many sheets, each of as many pages as there are forms."""
    head = f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>-</title>'
    body = '<div class="sheet"></div>' * (count * forms)
    return Part(
        f"{head}<style>{css}</style></head><body>{body}</body></html>",
        tuple(Page(backdrop=_backdrop(number)) for number in range(forms)) * count,
    )


DOCUMENT: Final = Document(
    name="blank-sheets",
    title=gettext_lazy("Blank score sheets"),
    about=gettext_lazy("Round, table and names to be written by hand."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.ROUND,
    watches=("tournament.edit",),
    options=(_COPIES, _SIDES),
)

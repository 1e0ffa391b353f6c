"""The rules of the tournament's game as a booklet, with the tournament's own figures."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.documents.style import stylesheet
from reports.guides import LANGUAGES, Facts, Style, facts_of, shown
from reports.guides.shown import Entry, drawn
from reports.guides.worked import picture
from reports.press.parts import Order, Part
from tournaments import spoken

SIZES: Final = ("A4", "A5")


def guide_order(facts: Facts, language: str, size: str = "A4") -> Order:
    """The booklet for `facts` in "da", "en" or "nb", on "A4" or "A5": one part, since the
    contents name pages.

    Raises `GuideError` where the engine disagrees with an example.
    """
    style = Style(language, "print")
    with translation.override(language):
        guide = shown(facts, style)
        title = " · ".join(filter(None, (guide.title, guide.edition, facts.name)))
        html = render_to_string(
            "reports/paper/rule_guide.html",
            {
                "css": stylesheet("rule_guide"),
                "language": language,
                "size": "small" if size == "A5" else "large",
                "title": title,
                "guide": guide,
                "facts": facts,
                "figures": figures(facts),
                "index": _halves(guide.index),
                "cover": drawn(picture("board", facts, style), style),
            },
        )
    return Order(title=title, language=language, parts=(Part(html),))


def _halves(index: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], ...]:
    """The index in two columns."""
    half = -(-len(index) // 2)
    return index[:half], index[half:]


def figures(facts: Facts) -> list[tuple[str, str]]:
    """A tournament's own figures, named in the active language; none without a tournament."""
    if not facts.name:
        return []
    found = [(_("Minutes a game"), str(facts.minutes))]
    if facts.rounds:
        found.append((_("Rounds"), str(facts.rounds)))
    if facts.words:
        found.append((_("Played as"), " · ".join(facts.words)))
    return found


def _order(size: str, subject: Subject) -> Order:
    language = spoken.language()
    facts = facts_of(subject.tournament)
    return guide_order(facts, language if language in LANGUAGES else "en", size)


def _document(name: str, title: str | Promise, about: str | Promise, size: str) -> Document:
    return Document(
        name=name,
        title=title,
        about=about,
        order=lambda subject: _order(size, subject),
        round=RoundChoice.NONE,
        group=Group.HALL,
        watches=("tournament.edit",),
    )


DOCUMENT: Final = _document(
    "rule-guide",
    gettext_lazy("Rule guide"),
    gettext_lazy("The rules as a booklet, with pictures and this tournament’s own times."),
    "A4",
)
SMALL: Final = _document(
    "rule-guide-small",
    gettext_lazy("Rule guide, small"),
    gettext_lazy("The same on A5, for the pocket: two pages fit on a sheet."),
    "A5",
)

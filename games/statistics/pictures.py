"""The figures of a tournament as pictures with their words, and as lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .chart import bars_svg
from .duels import Duel, duels_svg
from .extras import BEATEN, BEATEN_USUALLY, WORDS
from .facts import GameFact
from .figures import Bar, Figures


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and the same as a table."""

    code: str
    title: str
    svg: SafeString
    below: str
    rows: tuple[tuple[str, int], ...]


def charts_of(figures: Figures, game: str) -> list[Chart]:
    """Every picture that has something to show."""
    found = [
        _chart("lengths", _("How long the games took"), _("minutes"), figures.lengths),
        _chart("beaten", str(BEATEN.get(game, BEATEN_USUALLY)), "", figures.beaten),
        _chart("margins", _("By how much games were won"), "", figures.margins),
    ]
    for code, bars in figures.extras:
        title, below, names = WORDS[code]
        found.append(_chart(code, str(title), str(below), bars, names))
    return [chart for chart in found if chart is not None]


def closest_svg(figures: Figures) -> SafeString:
    """The closest games as a picture; the list beside it says the same. Empty without any."""
    duels = [_duel(game) for game in figures.closest]
    if not duels:
        return SafeString("")
    title = _("The closest games")
    told = _("Each side’s score as a bar, the winner’s first.")
    # What is drawn is escaped by the picture itself.
    return SafeString(duels_svg("closest", title, told, duels))


def _duel(game: GameFact) -> Duel:
    head = _("Round %(round)s") % {"round": game.round}
    if game.table:
        head += " · " + _("table %(table)s") % {"table": game.table}
    return Duel(head, tuple((one.name, one.score) for one in game.sides if one.score is not None))


def _chart(
    code: str,
    title: str,
    below: str,
    bars: Sequence[Bar],
    names: dict[int, str | Promise] | None = None,
) -> Chart | None:
    if not bars:
        return None
    rows = tuple((_label(bar, names or {}), bar.count) for bar in bars)
    most = max(rows, key=lambda row: row[1])
    games = sum(many for _label_, many in rows)
    told = ngettext("%(games)s in all.", "%(games)s in all.", games) % {"games": games}
    told += " " + _("Most often %(label)s: %(many)s.") % {"label": most[0], "many": most[1]}
    # What is drawn is escaped by the picture itself.
    return Chart(code, title, SafeString(bars_svg(code, title, told, below, rows)), below, rows)


def _label(bar: Bar, names: dict[int, str | Promise]) -> str:
    if bar.first in names:
        return str(names[bar.first])
    return str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"

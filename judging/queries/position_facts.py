"""What a position says in games that have no start fields: the race of backgammon, the hoops of
Kroket. Who plays which side of it, the position does not say; a judge sees that at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.game_settings import KroketSettings, settings_of_tournament
from games.rules.backgammon import Position as BackgammonPosition
from games.rules.backgammon import mirrored, pips
from games.rules.backgammon.position import BAR, OFF
from games.rules.errors import RulesError
from games.rules.kroket import VARIANTS
from games.rules.kroket.motion import COURSE, HEDGE, HOME
from games.rules.kroket.picture.words import Words
from games.rules.kroket.position import Position as KroketPosition
from judging.models import LongGame
from tournaments.models import Game, Tournament


@dataclass(frozen=True, slots=True)
class PlainFacts:
    """A small table: for each of those who play, so many facts."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def plain_facts(tournament: Tournament, game: LongGame | None, language: str) -> PlainFacts | None:
    """The facts; None without a position, or in a game whose facts `adjudication` has."""
    if game is None or not isinstance(game.position, Mapping) or not game.position:
        return None
    try:
        if tournament.game == Game.BACKGAMMON:
            return _race(game.position)
        if tournament.game == Game.KROKET:
            return _course(tournament, game.position, language)
    except RulesError:
        return None
    return None


def _race(position: Any) -> PlainFacts:
    mine = BackgammonPosition.parse(position).cells
    sides = (mine, mirrored(mine))
    return PlainFacts(
        (_("On roll"), _("The other")),
        (
            (_("Pips to go"), tuple(str(pips(cells)) for cells in sides)),
            (_("Borne off"), tuple(str(cells[OFF]) for cells in sides)),
            (_("On the bar"), tuple(str(cells[BAR]) for cells in sides)),
        ),
    )


def _course(tournament: Tournament, position: Any, language: str) -> PlainFacts | None:
    settings = settings_of_tournament(tournament)
    if not isinstance(settings, KroketSettings):
        return None
    setup = settings.setup(settings.seats)
    fewest, most = VARIANTS[setup.variant]
    setup = replace(setup, players=max(fewest, min(most, len(position))), play_on=True)
    balls = KroketPosition.parse(setup, position).balls
    words = Words(language)
    lies = {COURSE: "", HEDGE: _("in the hedge by"), HOME: _("done")}
    return PlainFacts(
        tuple(words.ball(name) for name in setup.balls),
        (
            (
                _("Hoops and stakes behind it"),
                tuple(
                    _("%(reached)s of %(all)s") % {"reached": ball.reached, "all": len(targets)}
                    for ball, targets in zip(balls, setup.targets, strict=True)
                ),
            ),
            (
                _("Lies"),
                tuple(
                    f"{lies.get(ball.where, _('not begun'))} {ball.cell}".strip() for ball in balls
                ),
            ),
        ),
    )

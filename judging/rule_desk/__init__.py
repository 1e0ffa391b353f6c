"""The rule desk: a position, a card or a throw, and what the engine says about it.

A question is a query string and nothing else: it can be shared, attached to a ruling, and asked
again. `desk_for` gives the desk of a game.
"""

from __future__ import annotations

from games.game_settings import KroketSettings, PartnersSettings, settings_of_tournament
from judging.rule_desk.backgammon import BackgammonDesk
from judging.rule_desk.kroket import KroketDesk
from judging.rule_desk.model import Answer, Desk, Query
from judging.rule_desk.partners import PartnersDesk
from tournaments.models import Game, Tournament

__all__ = ["Answer", "Desk", "Query", "desk_for"]


def desk_for(tournament: Tournament) -> Desk | None:
    """The rule desk of the tournament's game; None where there is none."""
    if tournament.game == Game.BACKGAMMON:
        return BackgammonDesk()
    settings = settings_of_tournament(tournament)
    if isinstance(settings, PartnersSettings):
        return PartnersDesk(settings.setup, settings.facts())
    if isinstance(settings, KroketSettings):
        return KroketDesk(settings.setup(settings.seats))
    return None

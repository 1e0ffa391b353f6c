"""Each game's results as data: how they are typed, checked, and what they give each side.

The table `GAMES` is the one place that knows which game's rules judge a result; the rules
themselves stand in `games.rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.game_settings import BackgammonSettings, GameSettings, KroketSettings
from tournaments.domain.errors import Refused
from tournaments.models import Game

from .backgammon import BackgammonResults
from .kroket import KroketResults
from .model import (
    ENDINGS,
    FORFEIT,
    JUDGED,
    NOBODY,
    PLAYED,
    UNPLAYED,
    WALKOVER,
    Extra,
    GameResults,
    Payload,
    SideResult,
    Typed,
)
from .partners import PartnersResults

__all__ = [
    "ENDINGS",
    "FORFEIT",
    "JUDGED",
    "NOBODY",
    "PLAYED",
    "UNPLAYED",
    "WALKOVER",
    "Extra",
    "GameResults",
    "Payload",
    "SideResult",
    "Typed",
    "game_results",
    "in_words",
]


def _partners(name: str) -> Callable[[Any], GameResults]:
    return lambda _settings: PartnersResults(name)


#: Game -> what is known of its results, by how it is played (None: as it usually is).
GAMES: Final[dict[str, Callable[[Any], GameResults]]] = {
    Game.PARTNERS: _partners(Game.PARTNERS),
    Game.PARTNERS_PLUS_PAIRS: _partners(Game.PARTNERS_PLUS_PAIRS),
    Game.PARTNERS_PLUS_TEAMS: _partners(Game.PARTNERS_PLUS_TEAMS),
    Game.BACKGAMMON: lambda settings: BackgammonResults(settings or BackgammonSettings()),
    Game.KROKET: lambda settings: KroketResults(settings or KroketSettings()),
}


def game_results(game: str, settings: GameSettings | None = None) -> GameResults:
    """What the desk knows about the results of `game`, played as `settings` say (None: as it
    usually is). Refused for a game it cannot enter."""
    if game not in GAMES:
        raise Refused("game-unknown", _("Results of this game cannot be entered here yet."))
    return GAMES[game](settings)


def in_words(game: str, payload: Payload) -> str:
    """The scores as people say them: "8-5"; how it ended where nothing was played."""
    typed = game_results(game).typed(payload)
    if typed.ended in UNPLAYED:
        return str(ENDINGS[typed.ended])
    marks = typed.stakes or (False,) * len(typed.scores)
    return "-".join(
        "–" if side in typed.absent else f"{score}{'×' if stake else ''}"
        for side, (score, stake) in enumerate(zip(typed.scores, marks, strict=True))
    )

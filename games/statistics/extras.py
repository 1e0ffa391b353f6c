"""What each game's results tell beyond who won: cubes, gammons, hoops, balls at the stake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game

from .figures import Bar, counted

Payloads = Iterable[Mapping[str, Any]]
Reader = Callable[[Payloads], tuple[Bar, ...]]


def cubes(payloads: Payloads) -> tuple[Bar, ...]:
    """On what the cube stood when a game of a match ended."""
    counts: dict[int, int] = {}
    for payload in payloads:
        for game in _games(payload):
            counts[game["cube"]] = counts.get(game["cube"], 0) + 1
    return tuple(Bar(value, value, counts[value]) for value in sorted(counts))


def worth(payloads: Payloads) -> tuple[Bar, ...]:
    """What games of a match were won as: 1 a single game, 2 a gammon, 3 a backgammon."""
    kinds = {"single": 1, "gammon": 2, "backgammon": 3}
    return counted(kinds[game["kind"]] for payload in payloads for game in _games(payload))


def _games(payload: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The games of a match, without the penalties between them."""
    return [game for game in payload.get("games") or () if "penalty" not in game]


def hoops(payloads: Payloads) -> tuple[Bar, ...]:
    """Hoops that each ball passed."""
    return counted(ball["hoops"] for payload in payloads for ball in payload.get("balls") or ())


def stakes(payloads: Payloads) -> tuple[Bar, ...]:
    """How many balls of a game reached the stake."""
    return counted(
        sum(ball["stake"] for ball in payload["balls"])
        for payload in payloads
        if payload.get("balls")
    )


#: Game -> code -> how it is read.
READERS: Final[dict[str, dict[str, Reader]]] = {
    Game.BACKGAMMON: {"cubes": cubes, "worth": worth},
    Game.KROKET: {"hoops": hoops, "stakes": stakes},
}

#: What the beaten sides scored, and what margins are counted in, by game.
BEATEN: Final[dict[str, str | Promise]] = {
    Game.BACKGAMMON: _("Points of those who lost"),
    Game.KROKET: _("Hoops of those who did not win"),
}
BEATEN_USUALLY: Final = _("Pieces home of those who did not win")

#: Code -> heading, what stands below the bars, and (where they are not numbers) their names.
WORDS: Final[dict[str, tuple[str | Promise, str | Promise, dict[int, str | Promise]]]] = {
    "cubes": (_("The cube at the end of a game"), _("stood on"), {}),
    "worth": (
        _("What games were won as"),
        "",
        {1: _("single game"), 2: _("gammon"), 3: _("backgammon")},
    ),
    "hoops": (_("Hoops passed by each ball"), _("hoops"), {}),
    "stakes": (_("Balls at the stake in a game"), _("balls"), {}),
}

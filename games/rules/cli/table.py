"""Which game answers which command.

A game plugs in with one line in ``GAMES``: its id, and a function that imports its commands, so
that a run loads only the games it is asked about. A command that a game has not is None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.errors import RequestError

Request = Mapping[str, object]
Answer = str
"""One line of JSON."""


@dataclass(frozen=True, slots=True)
class Commands:
    """What one game answers.

    ``moves`` and ``result`` get the request and the language of messages. ``replay`` gets the
    name and text of a game record; ``reads`` says from the same two whether the record is this
    game's. All raise ``RulesError`` for a request that makes no sense. ``encodings`` are those
    that the game's records may be written in, tried in this order.
    """

    moves: Callable[[Request, str], Answer] | None = None
    result: Callable[[Request, str], Answer] | None = None
    replay: Callable[[str, str, str], Answer] | None = None
    reads: Callable[[str, str], bool] | None = None
    encodings: tuple[str, ...] = ("utf-8-sig",)


def _partners() -> Commands:
    from games.rules.cli import partners, partners_replay

    return Commands(
        moves=partners.moves,
        result=partners.result,
        replay=partners_replay.replay,
        reads=partners_replay.reads,
    )


def _backgammon() -> Commands:
    from games.rules.cli import backgammon

    return Commands(
        moves=backgammon.moves,
        result=backgammon.result,
        replay=backgammon.replay,
        reads=backgammon.reads,
        # Older programs write names in Latin-1.
        encodings=("utf-8-sig", "latin-1"),
    )


def _kroket() -> Commands:
    from games.rules.cli import kroket

    return Commands(
        moves=kroket.moves,
        result=kroket.result,
        replay=kroket.replay,
        reads=kroket.reads,
    )


GAMES: Final[Mapping[str, Callable[[], Commands]]] = {
    "partners": _partners,
    "partners-plus-pairs": _partners,
    "partners-plus-teams": _partners,
    "backgammon": _backgammon,
    "kroket": _kroket,
}


def commands_of(game: object) -> Commands:
    """The commands of the game with that id; ``RequestError`` if there is none."""
    if not isinstance(game, str) or game not in GAMES:
        raise RequestError("unknown_game", game=str(game))
    return GAMES[game]()

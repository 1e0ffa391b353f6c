"""What a record's headers claim, beside what the replay found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from games.rules.messages import Param
from games.rules.partners.actions import Illegal
from games.rules.partners.board import Game
from games.rules.partners.record import Record, side_from, side_text
from games.rules.partners.state import GameState

_MINUTES: Final = re.compile(r"[0-9]{1,6}")


def result_headers(state: GameState, minutes: int | None = None) -> tuple[tuple[str, str], ...]:
    """The headers that tell the result of a game that is over."""
    headers = [(name, value) for name, tell in _CLAIMS.items() if (value := tell(state))]
    if minutes is not None:
        headers.append(("Minutes", str(minutes)))
    return tuple(headers)


def header_faults(record: Record, state: GameState) -> Iterator[tuple[str, Illegal]]:
    """Each header that disagrees with the game below it; what is not claimed is not judged."""
    game = state.setup.game
    for name, tell in _CLAIMS.items():
        claimed, found = record.header(name), tell(state)
        if claimed is not None and _normal(game, claimed) != _normal(game, found):
            params: dict[str, Param] = {"name": name, "claimed": claimed, "found": found or "–"}
            yield name, Illegal("header_disagrees", state.setup.win_rule, **params)
    minutes = record.header("Minutes")
    if minutes is not None and not _MINUTES.fullmatch(minutes):
        yield "Minutes", Illegal("minutes_header", "", claimed=minutes)


def _normal(game: Game, written: str) -> frozenset[str] | str:
    """A header as it can be compared: a side's colours may stand in any order, and so may the
    sides of a result; places may not."""
    parts = [" ".join(_side(game, word) for word in part.split()) for part in written.split(",")]
    return frozenset(parts) if len(parts) > 1 else parts[0]


def _side(game: Game, word: str) -> str:
    """A side as records write it; any other word as it is."""
    side = side_from(game, word)
    return word if side is None else side_text(game, side)


def _result(state: GameState) -> str:
    position = state.position
    game = state.setup.game
    return ", ".join(
        f"{side_text(game, side)} {position.side_locked(side)}" for side in range(len(game.sides))
    )


def _winner(state: GameState) -> str:
    return "" if state.winner is None else side_text(state.setup.game, state.winner)


def _ended(state: GameState) -> str:
    return state.ended or ""


def _places(state: GameState) -> str:
    """Where more than two sides play, all places if they were played out."""
    game = state.setup.game
    if len(game.sides) < 3:
        return ""
    return " ".join(side_text(game, side) for side in state.places)


_CLAIMS: Final[dict[str, Callable[[GameState], str]]] = {
    "Result": _result,
    "Winner": _winner,
    "Ended": _ended,
    "Places": _places,
}

"""What a record's headers claim, beside what the replay found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from games.rules.kroket.actions import Illegal
from games.rules.kroket.motion import home
from games.rules.kroket.record import Record
from games.rules.kroket.state import GameState

_MINUTES: Final = re.compile(r"[0-9]{1,6}")


def result_headers(state: GameState, minutes: int | None = None) -> tuple[tuple[str, str], ...]:
    """The headers that tell the result of a game that is over."""
    headers = [(name, tell(state)) for name, tell in _CLAIMS.items()]
    if minutes is not None:
        headers.append(("Minutes", str(minutes)))
    return tuple(headers)


def header_faults(record: Record, state: GameState) -> Iterator[tuple[str, Illegal]]:
    """Each header that disagrees with the game below it; what is not claimed is not judged."""
    for name, tell in _CLAIMS.items():
        claimed, found = record.header(name), tell(state)
        if claimed is not None and claimed != found:
            yield name, Illegal("header_disagrees", "K1", name=name, claimed=claimed, found=found)
    minutes = record.header("Minutes")
    if minutes is not None and not _MINUTES.fullmatch(minutes):
        yield "Minutes", Illegal("minutes_header", "", claimed=minutes)


def _result(state: GameState) -> str:
    """Each ball with the hoops it has passed, and whether it is done: "blue 4 stake, red 2"."""
    setup = state.setup
    told = []
    for seat, ball in enumerate(state.balls):
        hoops = sum(target.hoop >= 0 for target in setup.targets[seat][: ball.reached])
        done = " stake" if home(setup, seat, ball) else ""
        told.append(f"{setup.balls[seat]} {hoops}{done}")
    return ", ".join(told)


def _winner(state: GameState) -> str:
    return "" if state.winner is None else state.setup.balls[state.winner]


def _ended(state: GameState) -> str:
    return state.ended or "*"


def _places(state: GameState) -> str:
    """The balls by their places, "=" between those that share one: "blue red=green yellow"."""
    places = state.places
    names = state.setup.balls
    return " ".join(
        "=".join(name for name, its in zip(names, places, strict=True) if its == place)
        for place in sorted(set(places))
    )


_CLAIMS: Final[dict[str, Callable[[GameState], str]]] = {
    "Result": _result,
    "Winner": _winner,
    "Ended": _ended,
    "Places": _places,
}

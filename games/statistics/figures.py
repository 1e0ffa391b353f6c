"""Numbers from games. Pure: no query, no word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from .facts import GameFact, SideFact

#: Games named in each list.
MOST_LISTED: Final = 5
#: Bars a picture has at most; classes of minutes are as wide as that takes.
MOST_BARS: Final = 10
_WIDTHS: Final = (1, 2, 5, 10, 15, 20, 30, 60, 120)


@dataclass(frozen=True, slots=True)
class Bar:
    """So many (`count`) from `first` to `last`; both the same where one value is meant."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class Upset:
    """A game won by the one who came to stand further down."""

    game: GameFact
    winner: SideFact
    winner_place: int
    loser: SideFact
    loser_place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All that is told of the games of a tournament."""

    games: int
    rounds: int
    level: int
    """Games that nobody won."""
    stopped: int
    """Games that did not end by themselves."""
    minutes_median: float | None
    minutes_all: int
    shortest: GameFact | None
    longest: GameFact | None
    lengths: tuple[Bar, ...]
    beaten: tuple[Bar, ...]
    """What the sides that did not win scored: how many each number."""
    margins: tuple[Bar, ...]
    closest: tuple[GameFact, ...]
    biggest: tuple[GameFact, ...]
    upsets: tuple[Upset, ...]
    extras: tuple[tuple[str, tuple[Bar, ...]], ...]
    """What the game itself adds: code of a picture, and its bars."""


def figures_of(
    games: Sequence[GameFact],
    places: Mapping[int, int],
    extras: Mapping[str, Callable[[Iterable[Mapping[str, Any]]], tuple[Bar, ...]]] | None = None,
) -> Figures:
    """The figures of `games`; `places` says where each entry (by key) came to stand."""
    timed = [game for game in games if game.minutes is not None]
    minutes = [game.minutes for game in timed if game.minutes is not None]
    measured = [(game.margin, game) for game in games if game.margin is not None]
    won = [(margin, game) for margin, game in measured if not game.level]
    by_order = _in_order(games)
    drawn = [
        (code, bars)
        for code, read in (extras or {}).items()
        if (bars := read(game.payload for game in games))
    ]
    return Figures(
        games=len(games),
        rounds=len({game.round for game in games}),
        level=sum(game.level for game in games),
        stopped=sum(not game.played_out for game in games),
        minutes_median=median(minutes) if minutes else None,
        minutes_all=sum(minutes),
        shortest=min(timed, key=lambda game: game.minutes or 0, default=None),
        longest=max(timed, key=lambda game: game.minutes or 0, default=None),
        lengths=classes(minutes),
        beaten=counted(
            side.score
            for game in games
            if not game.level
            for side in game.sides[1:]
            if side.score is not None
        ),
        margins=counted(margin for margin, _game in won),
        closest=tuple(
            game
            for _margin, game in sorted(
                won, key=lambda row: (row[0], -(row[1].minutes or 0), by_order[id(row[1])])
            )[:MOST_LISTED]
        ),
        biggest=tuple(
            game
            for _margin, game in sorted(
                won, key=lambda row: (-row[0], row[1].minutes or 999, by_order[id(row[1])])
            )[:MOST_LISTED]
        ),
        upsets=upsets(games, places),
        extras=tuple(drawn),
    )


def _in_order(games: Sequence[GameFact]) -> dict[int, int]:
    return {id(game): place for place, game in enumerate(games)}


def counted(values: Iterable[int]) -> tuple[Bar, ...]:
    """How often each value comes, the ones in between that never come included. Where that is too
    many bars, values stand together."""
    found = Counter(values)
    if not found:
        return ()
    low, high = min(found), max(found)
    if high - low >= MOST_BARS:
        return classes(found.elements())
    return tuple(Bar(value, value, found[value]) for value in range(low, high + 1))


def classes(values: Iterable[int]) -> tuple[Bar, ...]:
    """Values in classes of equal width, from the first that is filled to the last."""
    found = list(values)
    if not found:
        return ()
    width = next((w for w in _WIDTHS if max(found) // w - min(found) // w < MOST_BARS), _WIDTHS[-1])
    counts = Counter(value // width for value in found)
    return tuple(
        Bar(place * width, place * width + width - 1, counts[place])
        for place in range(min(counts), max(counts) + 1)
    )


def upsets(games: Sequence[GameFact], places: Mapping[int, int]) -> tuple[Upset, ...]:
    """Where the one who came to stand further down won, by the most places."""
    found = []
    for game in games:
        if game.level:
            continue
        first, *others = game.sides
        winner = _place(first, places)
        for other in others:
            loser = _place(other, places)
            if winner is not None and loser is not None and winner > loser:
                found.append(Upset(game, first, winner, other, loser))
    found.sort(key=lambda one: (one.loser_place - one.winner_place, one.loser_place))
    return tuple(found[:MOST_LISTED])


def _place(side: SideFact, places: Mapping[int, int]) -> int | None:
    known = [places[entry] for entry in side.entries if entry in places]
    return max(known) if known else None

"""Plays in writing: "24/18 13/11*", "bar/20", "6/off(2)"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from games.rules.backgammon.position import BAR, OFF, Position
from games.rules.backgammon.steps import Step, Steps, plays

WORDS: Final = {BAR: "bar", OFF: "off"}


class Walk(NamedTuple):
    """One checker's way in one play: where it began, where it hit on its way, where it stopped."""

    source: int
    hits: tuple[int, ...]
    target: int


class Play(NamedTuple):
    """A legal play: how it is written, the steps, and the position after it (the mover's view)."""

    notation: str
    steps: Steps
    position: Position


def legal_plays(position: Position, dice: tuple[int, int]) -> tuple[Play, ...]:
    """One play for each different position that the throw can lead to; none if none is legal.

    In the order of their notation: the checkers from furthest back first.
    """
    found = [
        (walks(way), way, cells) for cells, way in plays(position.cells, dice[0], dice[1]).items()
    ]
    found.sort(key=lambda play: [(-walk.source, walk.target) for walk in play[0]])
    return tuple(Play(written(way), steps, Position(cells)) for way, steps, cells in found)


def walks(steps: Iterable[Step]) -> tuple[Walk, ...]:
    """Steps joined into each checker's way, from furthest back on."""
    joined: list[Walk] = []
    for step in sorted(steps, key=lambda step: -step.source):
        hits = (step.target,) if step.hit else ()
        for index, walk in enumerate(joined):
            if walk.target == step.source:
                joined[index] = Walk(walk.source, walk.hits + hits, step.target)
                break
        else:
            joined.append(Walk(step.source, hits, step.target))
    return tuple(sorted(joined, key=lambda walk: (-walk.source, -walk.target, not walk.hits)))


def written(ways: Iterable[Walk]) -> str:
    """Walks as text; the same walk twice is written once, with how often."""
    counts = Counter[str]()
    hitting: set[str] = set()
    for walk in ways:
        stops = [place(walk.source)]
        stops += [f"{place(hit)}*" for hit in walk.hits if hit != walk.target]
        text = "/".join([*stops, place(walk.target)])
        counts[text] += 1
        if walk.target in walk.hits:
            hitting.add(text)
    return " ".join(
        text + "*" * (text in hitting) + (f"({count})" if count > 1 else "")
        for text, count in counts.items()
    )


def place(cell: int) -> str:
    """A point's number, "bar" or "off"."""
    return WORDS.get(cell) or str(cell)

"""Writing `.mat` files, in each of the three dialects that are about (G12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from games.rules.backgammon.notation import Walk, walks
from games.rules.backgammon.record import (
    Answer,
    Double,
    Entry,
    GameRecord,
    MatchRecord,
    Stop,
    Throw,
    WrittenMove,
)
from games.rules.backgammon.replay import replay
from games.rules.backgammon.rules import MatchRules, Penalty
from games.rules.backgammon.steps import Step

_WIDTH: Final = 34
"""Where the second column begins."""


class Dialect(StrEnum):
    """How a play is written: "24/20 20/18", "24/18" or "6/5(2)"."""

    HOPS = "hops"
    """Each hop by itself, as GNU Backgammon does."""
    MERGED = "merged"
    """A checker's hops joined where it hits nothing on its way, as Jellyfish and Snowie do."""
    COUNTED = "counted"
    """Joined, and the same move twice written once, as eXtreme Gammon does."""


def written_play(steps: Iterable[Step], dialect: Dialect) -> tuple[WrittenMove, ...]:
    """The steps of a play as a record in that dialect has them."""
    if dialect is Dialect.HOPS:
        ordered = sorted(steps, key=lambda step: (-step.source, not step.hit))
        return tuple((Stop(step.source), Stop(step.target, step.hit)) for step in ordered)
    return tuple(move for walk in walks(steps) for move in _parts(walk))


def _parts(walk: Walk) -> Iterator[WrittenMove]:
    """A walk cut where it hits: a record names every point hit on."""
    source = walk.source
    for target in dict.fromkeys((*walk.hits, walk.target)):
        yield Stop(source), Stop(target, target in walk.hits)
        source = target


def write_record(record: MatchRecord, dialect: Dialect = Dialect.HOPS) -> str:
    """The text of a match. ``dialect`` says how moves that are the same twice are written.

    What was read is written as it was read, but for the columns; a score that is not known is not
    written. Options that are not the usual ones are said in headers, so that the text is replayed
    by the rules it was played by.
    """
    headers = dict(record.headers)
    said = {name.lower() for name in headers}
    headers |= {name: on for name, on in options_said(record.rules) if name.lower() not in said}
    lines = [_header(name, value) for name, value in headers.items()]
    lines += ["", f" {record.rules.length} point match", ""]
    winners = _winners(record)
    for game, winner in zip(record.games, winners, strict=True):
        lines += _game_lines(game, winner, dialect)
    lines += _penalty_lines(record.penalties)
    return "\n".join(lines) + "\n"


def _header(name: str, value: str) -> str:
    return f'; [{name} "{value}"]'


def options_said(rules: MatchRules) -> Iterator[tuple[str, str]]:
    """The options that a record has to name: those that a reader would take otherwise."""
    if rules.length and not rules.crawford:
        yield "Crawford", "Off"
    if rules.money:
        yield "Jacoby", "On" if rules.jacoby else "Off"
        yield "Beaver", "On" if rules.beavers else "Off"


def _winners(record: MatchRecord) -> list[int | None]:
    """Whose column each "Wins" stands in: where a record does not keep its columns, who won by
    what was played; None where nobody can tell."""
    sides = [game.wins.side if game.wins is not None else None for game in record.games]
    if all(game.wins is None or game.wins.side is not None for game in record.games):
        return sides
    played = [game.winner for game in replay(record).games]
    played += [None] * (len(sides) - len(played))
    return [side if side is not None else won for side, won in zip(sides, played, strict=False)]


def _penalty_lines(penalties: Iterable[Penalty]) -> Iterator[str]:
    for penalty in penalties:
        yield _header("Penalty", f"{penalty.side + 1} {penalty.points}")


def _game_lines(game: GameRecord, winner: int | None, dialect: Dialect) -> Iterator[str]:
    yield from _penalty_lines(game.penalties)
    yield f" Game {game.number}"
    first, second = game.names
    if game.score is not None:
        first, second = f"{first} : {game.score[0]}", f"{second} : {game.score[1]}"
    yield f" {first:<{_WIDTH - 2}} {second}".rstrip()
    for number, row in enumerate(_rows(game.entries), 1):
        left, right = (_text(entry, dialect) if entry else "" for entry in row)
        yield f"{number:3}) {left:<{_WIDTH - 6}} {right}".rstrip()
    if game.wins is not None:
        plural = "" if game.wins.points == 1 else "s"
        match = " and the match" if game.wins.match else ""
        # A remark, where it stood in no column: in either one it would name a winner.
        margin = "; " if winner is None else " " * (_WIDTH if winner else 6)
        yield f"{margin}Wins {game.wins.points} point{plural}{match}"
    yield ""


def _rows(entries: Sequence[Entry]) -> Iterator[tuple[Entry | None, Entry | None]]:
    """The entries two by two: side 0 to the left, side 1 to the right."""
    left: Entry | None = None
    for entry in entries:
        if entry.side == 1:
            yield left, entry
            left = None
        else:
            if left is not None:
                yield left, None
            left = entry
    if left is not None:
        yield left, None


def _text(entry: Entry, dialect: Dialect) -> str:
    match entry.action:
        case Throw(dice, moves, _):
            if moves is None:
                return entry.text
            play = " ".join(_moves(moves, dialect))
            if not moves and dialect is Dialect.COUNTED:
                play = "Cannot Move"
            return f"{dice[0]}{dice[1]}: {play}"
        case Double(value):
            return f" Doubles => {value}"
        case Answer(takes):
            return " Takes" if takes else " Drops"


def _moves(moves: Sequence[WrittenMove], dialect: Dialect) -> Iterator[str]:
    texts = ["/".join(_stop(stop, dialect) for stop in move) for move in moves]
    if dialect is not Dialect.COUNTED:
        yield from texts
        return
    counts: dict[str, int] = {}
    hitting: set[str] = set()
    for text in texts:
        bare = text.rstrip("*")
        counts[bare] = counts.get(bare, 0) + 1
        if bare != text:
            hitting.add(bare)
    for bare, count in counts.items():
        yield bare + "*" * (bare in hitting) + (f"({count})" if count > 1 else "")


def _stop(stop: Stop, dialect: Dialect) -> str:
    place = str(stop.cell)
    if dialect is Dialect.COUNTED:
        place = {0: "Off", 25: "Bar"}.get(stop.cell, place)
    return place + "*" * stop.hit

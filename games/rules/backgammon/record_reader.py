"""Reading `.mat` files: GNU Backgammon's, Jellyfish's and Snowie's, eXtreme Gammon's (G12)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.rules.backgammon.cells import Cell, Won, read_cells
from games.rules.backgammon.position import CATALOGUE_PATH
from games.rules.backgammon.record import (
    Answer,
    Double,
    Entry,
    Fault,
    GameRecord,
    MatchRecord,
    Throw,
    Wins,
)
from games.rules.backgammon.result import LONGEST
from games.rules.backgammon.rules import MatchRules, Penalty
from games.rules.errors import RulesError
from games.rules.messages import Param

LENGTH: Final = re.compile(r"^\s*(\d+)\s+points?\s+match\b", re.IGNORECASE | re.MULTILINE)
_LINES: Final = re.compile(r"\r\n|\r|\n")
_HEADER: Final = re.compile(r'^\s*;\s*\[(.+?)\s+"(.*)"\]\s*$')
_PENALTY: Final = re.compile(r"([12])\s+(\d{1,3})")
"""Who gets points by a penalty of the other, and how many: ``; [Penalty "2 1"]``."""

_GAME: Final = re.compile(r"^\s*Game\s+(\d+)\s*$", re.IGNORECASE)
_PLAYERS: Final = re.compile(r"^\s*(\S.*?|)\s*:\s*(\d+)\s+(\S.*?|)\s*:\s*(\d+)\s*$")
_ROW: Final = re.compile(r"^\s*(\d+)\)")
_DIGITS: Final = 9
"""Longer numbers than this are no scores."""

_SECOND_COLUMN: Final = 20
"""Where the second column begins at the earliest, in a game no row of which shows it."""

_NEAR: Final = 3
"""How far left of its column a cell may begin."""


class RecordError(RulesError):
    """A file that is no match record at all; ``line`` is where that shows."""

    catalogue_path = CATALOGUE_PATH

    def __init__(self, code: str, line: int) -> None:
        self.line = line
        super().__init__(code)


@dataclass(slots=True)
class _Row:
    line: int
    cells: list[Cell]


@dataclass(slots=True)
class _Game:
    line: int
    number: int
    names: tuple[str, str] | None = None
    score: tuple[int, int] | None = None
    rows: list[_Row] = field(default_factory=list)
    counted: int = 0
    """The highest number of a row so far; a row that has none counts one on."""
    gaps: list[int] = field(default_factory=list)
    penalties: tuple[Penalty, ...] = ()


def read_record(text: str) -> MatchRecord:
    """The match in a text. ``RecordError`` if it is none; lesser faults are in its ``faults``."""
    headers: dict[str, str] = {}
    faults: list[Fault] = []
    games: list[_Game] = []
    penalties: list[Penalty] = []
    length: int | None = None
    for number, line in enumerate(_LINES.split(text), 1):
        if header := _HEADER.match(line):
            if header[1].lower() == "penalty":
                _read_penalty(header[2], number, line, penalties, faults)
            else:
                headers.setdefault(header[1], header[2])
        elif not line.strip() or line.lstrip().startswith(";"):
            continue
        elif match := LENGTH.match(line):
            if length is not None:
                faults.append(Fault(number, line.strip(), "second_match", "", {}))
                break
            if len(match[1]) > _DIGITS or int(match[1]) > LONGEST:
                raise RecordError("record_length", number)
            length = int(match[1])
        elif length is None:
            continue  # free text above the match
        elif match := _GAME.match(line):
            games.append(_Game(number, int(match[1][:_DIGITS]), penalties=tuple(penalties)))
            penalties.clear()
        elif games:
            _read_line(games[-1], number, line, faults)
    if length is None:
        raise RecordError("no_match", 1)
    if not games:
        raise RecordError("no_games", 1)
    records = tuple(_finish(game, faults) for game in games)
    faults.sort(key=lambda fault: fault.line)
    return MatchRecord(_rules(length, headers), records, headers, tuple(faults), tuple(penalties))


def _read_penalty(
    value: str, number: int, line: str, penalties: list[Penalty], faults: list[Fault]
) -> None:
    """A penalty, in the place where it was given: before the game that comes next."""
    found = _PENALTY.fullmatch(value.strip())
    if found is None or not int(found[2]):
        faults.append(Fault(number, line.strip(), "unreadable_penalty", "", {"text": value}))
    else:
        penalties.append(Penalty(int(found[1]) - 1, int(found[2])))


def _rules(length: int, headers: dict[str, str]) -> MatchRules:
    said = {name.lower(): value.lower() for name, value in headers.items()}
    # Where a session does not say whether beavers count, one that was turned did.
    return MatchRules(
        length,
        crawford=said.get("crawford") not in ("off", "no", "false", "0"),
        jacoby=not length and said.get("jacoby") in ("on", "yes", "true", "1"),
        beavers=not length and said.get("beaver", said.get("beavers")) not in ("off", "0", "no"),
    )


def _read_line(game: _Game, number: int, line: str, faults: list[Fault]) -> None:
    row = _ROW.match(line)
    if game.names is None:
        game.names = ("", "")
        game.line = number
        players = _PLAYERS.match(line)
        if players is not None and max(len(players[2]), len(players[4])) <= _DIGITS:
            game.names = (players[1], players[3])
            game.score = (int(players[2]), int(players[4]))
            return
        faults.append(Fault(number, line.strip(), "unreadable_players", "", {}))
        if row is None:
            return
    if row is not None:
        _count(game, number, int(row[1][:_DIGITS]), line.strip(), faults)
    # Blanks in place of the number, so that columns keep their places.
    cells = list(read_cells(" " * row.end() + line[row.end() :] if row else line))
    ended = any(isinstance(cell.says, Won) for row in game.rows for cell in row.cells)
    if ended and not row and all(cell.says is None for cell in cells):
        return  # free text below a game
    if row is None and any(isinstance(cell.says, Throw | Double | Answer) for cell in cells):
        game.counted += 1
    game.rows.append(_Row(number, cells))


def _count(game: _Game, line: int, row: int, text: str, faults: list[Fault]) -> None:
    """Rows are numbered in turn; where some are left out, plays are missing."""
    before = game.counted
    game.counted = max(before, row)
    if row > before + 1:
        game.gaps.append(line)
        params: dict[str, Param] = {"game": game.number, "row": row, "before": before}
        faults.append(Fault(line, text, "missing_rows", "G12", params))


def _finish(game: _Game, faults: list[Fault]) -> GameRecord:
    entries: list[Entry] = []
    wins: Wins | None = None
    column = _second_column(game.rows)
    last = len(game.rows) - 1
    for index, row in enumerate(game.rows):
        for cell in row.cells:
            for code, text in cell.faults:
                params: dict[str, Param] = {"game": game.number, "text": text}
                faults.append(Fault(row.line, cell.text, code, "", params))
        acts = [cell for cell in row.cells if not isinstance(cell.says, Won)]
        acts = [cell for cell in acts if cell.says is not None]
        side = 0
        if len(acts) == 1:
            second = index == 0 and last > 0 if column is None else acts[0].start >= column
            side = int(second)
        for offset, cell in enumerate(acts):
            if cell.says is not None and not isinstance(cell.says, Won):
                entries.append(Entry(row.line, (side + offset) % 2, cell.text, cell.says))
        for cell in row.cells:
            if isinstance(cell.says, Won):
                winner = None if column is None else int(cell.start >= column)
                if wins is None:
                    wins = Wins(row.line, cell.text, winner, cell.says.points, cell.says.match)
                else:
                    params = {"game": game.number}
                    faults.append(Fault(row.line, cell.text, "wins_twice", "G12", params))
    if game.names is None:
        faults.append(Fault(game.line, f"Game {game.number}", "unreadable_players", "", {}))
    names = game.names or ("", "")
    gaps = frozenset(game.gaps)
    return GameRecord(
        game.line, game.number, names, game.score, tuple(entries), wins, gaps, game.penalties
    )


def _second_column(rows: Sequence[_Row]) -> int | None:
    """From where on a lone cell stands in the second column; None if the columns are not kept."""
    starts = [
        acts[1].start
        for row in rows
        if len(acts := [cell for cell in row.cells if not isinstance(cell.says, Won)]) > 1
    ]
    if not starts:
        return _SECOND_COLUMN
    start, often = Counter(starts).most_common(1)[0]
    return start - _NEAR if 2 * often >= len(starts) and start >= _SECOND_COLUMN else None

"""Cross tables from plain facts: everybody against everybody, Swiss by round, places by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pictures.model import Cell, CrossTable, Mark, Row, State
from tournaments.pictures.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """An entry, in the order in which the table lists them."""

    key: int
    """What meetings call it."""
    number: int
    """What stands before its name: its rank of now, or its number in the table."""
    name: str
    totals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A game of two, or a bye."""

    round: int
    one: int
    other: int | None = None
    """None: a bye of `one`."""
    scores: tuple[str, str] = ("", "")
    winner: int | None = None
    """Key of the winner; None for a draw, or while it is open."""
    state: State = State.DECIDED


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """What one entry did at a table of several."""

    round: int
    key: int
    place: int | None = None
    """None while the table plays, and for a bye."""
    shown: str = ""
    """Below the place: points, or the table's number."""
    state: State = State.DECIDED
    told: str = ""


def _mark(meeting: Meeting, own: int) -> Mark:
    if meeting.state not in (State.DECIDED, State.WALKOVER):
        return Mark.NONE
    if meeting.winner is None:
        # Nobody came: both have lost.
        return Mark.LOST if meeting.state is State.WALKOVER else Mark.DRAWN
    return Mark.WON if meeting.winner == own else Mark.LOST


def _score(meeting: Meeting, own: int) -> str:
    mine, theirs = meeting.scores if meeting.one == own else meeting.scores[::-1]
    return f"{mine}–{theirs}" if mine or theirs else ""


def _sides(meeting: Meeting) -> list[tuple[int, int | None]]:
    """The meeting from each side: who, and against whom."""
    if meeting.other is None:
        return [(meeting.one, None)]
    return [(meeting.one, meeting.other), (meeting.other, meeting.one)]


SHORT = {Mark.WON: "1", Mark.DRAWN: "½", Mark.LOST: "0", Mark.NONE: ""}


def round_robin_table(
    title: str,
    players: Sequence[Player],
    meetings: Sequence[Meeting],
    *,
    total_heads: Sequence[str] = (),
    language: str = "da",
) -> CrossTable:
    """Everybody against everybody: a column for each player, in the players' order. Who met twice
    has two results in a cell, the earlier above. A group's table is one of its players."""
    words = Words(language)
    columns = {player.key: place for place, player in enumerate(players)}
    names = {player.key: player.name for player in players}
    cells: dict[int, list[list[Cell]]] = {p.key: [[] for _ in players] for p in players}
    for meeting in sorted(meetings, key=lambda m: m.round):
        for own, other in _sides(meeting):
            if other is None or own not in cells or other not in columns:
                continue
            mark = _mark(meeting, own)
            cell = Cell(
                text=_score(meeting, own) or SHORT[mark],
                small=words("walkover_short") if meeting.state is State.WALKOVER else "",
                mark=mark,
                state=meeting.state,
                told=f"{words('against')} {names[other]}",
            )
            cells[own][columns[other]].append(cell)
    return CrossTable(
        title=title,
        columns=tuple(str(player.number) for player in players),
        rows=_rows(players, cells),
        total_heads=tuple(total_heads),
        column_word=words("against"),
        own_columns=True,
    )


def swiss_table(
    title: str,
    players: Sequence[Player],
    meetings: Sequence[Meeting],
    *,
    rounds: int | None = None,
    total_heads: Sequence[str] = (),
    language: str = "da",
) -> CrossTable:
    """By round: the opponent's number large, the score below. `rounds` may leave later ones
    empty; None takes as many as there are."""
    words = Words(language)
    last = max((meeting.round for meeting in meetings), default=0) if rounds is None else rounds
    by_key = {player.key: player for player in players}
    cells: dict[int, list[list[Cell]]] = {p.key: [[] for _ in range(last)] for p in players}
    for meeting in meetings:
        if not 1 <= meeting.round <= last:
            continue
        for own, other in _sides(meeting):
            if own not in cells:
                continue
            if other is None:
                cell = Cell(text="–", small=words("bye_short"), state=State.BYE)
            else:
                opponent = by_key.get(other)
                mark = _mark(meeting, own)
                walkover = meeting.state is State.WALKOVER
                cell = Cell(
                    text=str(opponent.number) if opponent else "?",
                    small=words("walkover_short") if walkover else _score(meeting, own),
                    mark=mark,
                    state=meeting.state,
                    told=f"{words('against')} {opponent.name}" if opponent else "",
                )
            cells[own][meeting.round - 1].append(cell)
    return CrossTable(
        title=title,
        columns=tuple(str(number) for number in range(1, last + 1)),
        rows=_rows(players, cells),
        total_heads=tuple(total_heads),
        column_word=words("round"),
    )


def places_table(
    title: str,
    players: Sequence[Player],
    placings: Sequence[Placing],
    *,
    rounds: int | None = None,
    total_heads: Sequence[str] = (),
    language: str = "da",
) -> CrossTable:
    """Tables of several: each round's place large, what goes with it below."""
    words = Words(language)
    last = max((placing.round for placing in placings), default=0) if rounds is None else rounds
    cells: dict[int, list[list[Cell]]] = {p.key: [[] for _ in range(last)] for p in players}
    for placing in placings:
        if placing.key not in cells or not 1 <= placing.round <= last:
            continue
        bye = placing.state is State.BYE
        text = str(placing.place) if placing.place is not None else "–" if bye else ""
        cells[placing.key][placing.round - 1].append(
            Cell(
                text=text,
                small=words("bye_short") if bye and not placing.shown else placing.shown,
                mark=Mark.FIRST if placing.place == 1 else Mark.NONE,
                state=placing.state,
                told=placing.told,
            )
        )
    return CrossTable(
        title=title,
        columns=tuple(str(number) for number in range(1, last + 1)),
        rows=_rows(players, cells),
        total_heads=tuple(total_heads),
        column_word=words("round"),
    )


def _rows(players: Sequence[Player], cells: dict[int, list[list[Cell]]]) -> tuple[Row, ...]:
    return tuple(
        Row(
            number=player.number,
            name=player.name,
            cells=tuple(tuple(column) for column in cells[player.key]),
            totals=player.totals,
        )
        for player in players
    )

"""Playing one recorded game through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.rules.backgammon.game import GameState, Phase
from games.rules.backgammon.match import MatchState
from games.rules.backgammon.plays import results
from games.rules.backgammon.record import (
    NO_DICE,
    Answer,
    Double,
    Entry,
    Fault,
    GameRecord,
    Throw,
    Wins,
)
from games.rules.backgammon.rules import KINDS, SINGLE, Cube, Illegal, Outcome
from games.rules.backgammon.written_plays import meant
from games.rules.messages import Param, Term


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A recorded game played through.

    ``state`` is the last one that could be followed. ``outcome`` is None for a game that was not
    finished. ``points`` are those that the record counts.
    """

    record: GameRecord
    crawford: bool
    state: GameState
    outcome: Outcome | None
    points: int
    rolls: int
    faults: tuple[Fault, ...]

    @property
    def winner(self) -> int | None:
        return None if self.outcome is None else self.outcome.winner

    @property
    def finished(self) -> bool:
        return self.outcome is not None


def replay_game(
    record: GameRecord, state: GameState, match: MatchState, following: tuple[int, int] | None
) -> GameReplay:
    """Play a game through from its first state.

    ``match`` is the match before it, ``following`` the score that the next game begins with.
    """
    run = _Run(record, state)
    ended_on = record.wins.line if record.wins else None
    named = False
    for entry in record.entries:
        over = run.state.phase is Phase.OVER
        if not named and (over or (ended_on is not None and entry.line > ended_on)):
            run.fault(entry, "after_end", "G9")
            named = True
        if over:
            break
        if entry.line in record.gaps:
            run.miss(entry)
        run.act(entry)
    outcome, points = _ended(run, match, following)
    rolls = sum(isinstance(entry.action, Throw) for entry in record.entries)
    return GameReplay(
        record, not state.cube_in_play, run.state, outcome, points, rolls, tuple(run.faults)
    )


class _Run:
    """A game being played through.

    ``sure`` is False once a play is missing: the board may be another. ``followed`` is False once
    the board cannot be told any more; then only cube and turn are looked at.
    """

    def __init__(self, record: GameRecord, state: GameState) -> None:
        self.record = record
        self.state = state
        self.faults: list[Fault] = []
        self.sure = True
        self.followed = True

    def fault(self, entry: Entry | Wins, code: str, rule: str, **params: Param) -> None:
        params = {"game": self.record.number, **params}
        if isinstance(entry, Entry):
            params = {"player": self.name(entry.side), **params}
        self.faults.append(Fault(entry.line, entry.text, code, rule, params))

    def name(self, side: int) -> Param:
        """A player as a parameter of a message."""
        return self.record.names[side] or Term("player", side + 1)

    def miss(self, entry: Entry) -> None:
        """Rows are missing before an entry, which the reader has named."""
        self.sure = False
        if self.state.phase is Phase.OPENING:
            self.state = replace(self.state, phase=Phase.ROLL, turn=entry.side)

    def act(self, entry: Entry) -> None:
        """One entry; a fault is named, and what was done stands as far as it can."""
        match entry.action:
            case Throw() as throw:
                self._throw(entry, throw)
            case Double(value):
                self._double(entry, value)
            case Answer(takes):
                self._answer(entry, takes)

    # Throws ------------------------------------------------------------------------------------

    def _throw(self, entry: Entry, throw: Throw) -> None:
        if self.state.phase is Phase.ANSWER:
            self.fault(entry, "missing_answer", "G10", other=self.name(self.state.turn))
            self.state = self.state.take()
        if self.state.phase is Phase.OPENING:
            if throw.dice[0] == throw.dice[1] and throw.dice != NO_DICE:
                self.fault(entry, "opening_equal", "G2", die=throw.dice[0])
            self.state = replace(self.state, phase=Phase.ROLL, turn=entry.side)
        self._turn_to(entry, "roll_out_of_turn", "G2")
        self.state = self.state.roll(*throw.dice)
        self._play(entry, throw)

    def _turn_to(self, entry: Entry, code: str, rule: str) -> None:
        """Make it the entry's turn; if it was not, the other's throw is missing."""
        if self.state.turn == entry.side:
            return
        self.fault(entry, code, rule, other=self.name(1 - entry.side))
        if any(results(self.state.cells, one, two) for one in range(1, 7) for two in range(1, 7)):
            self.sure = False
        self.state = self.state.turned()

    def _play(self, entry: Entry, throw: Throw) -> None:
        if throw.moves is None:
            self.followed = False  # the reader has named it
        if not self.followed:
            self.state = self.state.stand(self.state.cells)
            return
        read = meant(self.state.cells, throw)
        if read.code and not self.sure and read.code != "missing_play":
            self.followed = False
            self.fault(entry, "lost_track", "G12")
            self.state = self.state.stand(self.state.cells)
            return
        if read.code:
            params = dict(read.params)
            if read.stood:
                params["then"] = Term("lost" if read.after is None else "goes_on")
            self.fault(entry, read.code, read.rule, **params)
            self.sure = self.sure and read.code != "missing_play"
        self.followed = read.after is not None
        self.state = self.state.stand(self.state.cells if read.after is None else read.after)

    # The cube ----------------------------------------------------------------------------------

    def _double(self, entry: Entry, value: int) -> None:
        state = self.state
        if state.phase is Phase.ANSWER and entry.side == state.turn:
            self._cube(entry, state.beaver, "beaver")
        else:
            if state.phase is Phase.ANSWER:
                self.fault(entry, "missing_answer", "G10", other=self.name(state.turn))
                self.state = state.take()
            elif state.phase is Phase.OPENING:
                self.fault(entry, "double_before_opening", "G10")
                self.state = replace(state, phase=Phase.ROLL, turn=entry.side)
            self._turn_to(entry, "double_out_of_turn", "G10")
            self._cube(entry, self.state.double, "double")
        offered = 2 * self.state.cube.value
        if value != offered:
            self.fault(entry, "wrong_cube", "G10", value=offered)

    def _cube(self, entry: Entry, act: Callable[[], GameState], name: str) -> None:
        """Turn the cube; if the rules do not allow it, it is named and turned all the same."""
        try:
            self.state = act()
        except Illegal as why:
            self.fault(entry, why.code, why.rule)
            state = self.state
            if name == "beaver":
                cube = Cube(2 * state.cube.value, state.turn)
                self.state = replace(state.turned(), cube=cube, beavered=True)
            else:
                self.state = replace(state.turned(), phase=Phase.ANSWER, beavered=False)

    def _answer(self, entry: Entry, takes: bool) -> None:
        if self.state.phase is not Phase.ANSWER:
            self.fault(entry, "nothing_to_answer", "G10")
            return
        if entry.side != self.state.turn:
            self.fault(entry, "answer_out_of_turn", "G10", other=self.name(self.state.turn))
        self.state = self.state.take() if takes else self.state.drop()


# How it ended ------------------------------------------------------------------------------------


def _ended(
    run: _Run, match: MatchState, following: tuple[int, int] | None
) -> tuple[Outcome | None, int]:
    """The outcome and the points that the record counts, and the faults in its last line."""
    wins, state = run.record.wins, run.state
    if state.outcome is not None:
        points = state.outcome.points(match.rules)
        if wins is None:
            run.fault(run.record.entries[-1], "missing_wins", "G12", points=points)
            return state.outcome, points
        counted = _counted(match, state.outcome)
        if wins.points not in counted:
            run.fault(wins, "wrong_points", "G9", points=points)
            return state.outcome, points
        return state.outcome, wins.points
    if wins is None:
        return _without_wins(run, match, following)
    if state.phase is Phase.ANSWER:
        run.fault(wins, "missing_answer_end", "G10", other=run.name(state.turn))
        outcome = state.drop().outcome
        assert outcome is not None
        if wins.points in _counted(match, outcome):
            return outcome, wins.points
    return _resigned(run, wins, match, following)


def _without_wins(
    run: _Run, match: MatchState, following: tuple[int, int] | None
) -> tuple[Outcome | None, int]:
    """A game that just stops: finished if the next score line counts it, unfinished if not."""
    record = run.record
    line = record.entries[-1].line if record.entries else record.line
    text = record.entries[-1].text if record.entries else f"Game {record.number}"
    winner = _winner_by_score(match.score, following)
    if winner is None or following is None:
        run.faults.append(Fault(line, text, "unfinished_game", "G9", {"game": record.number}))
        return None, 0
    points = following[winner] - match.score[winner]
    params: Mapping[str, Param] = {"game": record.number, "points": points}
    run.faults.append(Fault(line, text, "missing_wins", "G12", params))
    return _resigned(run, Wins(line, text, winner, points, False), match, following)


def _counted(match: MatchState, outcome: Outcome) -> set[int]:
    """What a record may count for a game: its points, or those that were still needed."""
    points = outcome.points(match.rules)
    counted = {points}
    needed = match.needed(outcome.winner)
    if needed is not None and points > needed:
        counted.add(needed)
    if match.rules.money and outcome.cube == 1:
        counted.add(1)  # Jacoby, which records seldom mention
    return counted


def _resigned(
    run: _Run, wins: Wins, match: MatchState, following: tuple[int, int] | None
) -> tuple[Outcome | None, int]:
    """A game that ended on the record's word alone."""
    winner = _winner_by_score(match.score, following)
    if winner is None:
        winner = wins.side
    if winner is None:
        run.fault(wins, "no_winner", "G12")
        return None, 0
    for kind in KINDS:
        outcome = Outcome(winner, kind, run.state.cube.value, resigned=True)
        if wins.points in _counted(match, outcome):
            if run.followed and run.sure:
                try:
                    run.state.resign(1 - winner, kind)
                except Illegal as why:
                    run.fault(wins, why.code, why.rule)
            return outcome, wins.points
    run.fault(wins, "wrong_points_cube", "G9", cube=run.state.cube.value)
    outcome = Outcome(winner, SINGLE, run.state.cube.value, resigned=True)
    counted = wins.points if following is None else following[winner] - match.score[winner]
    return outcome, counted


def _winner_by_score(before: tuple[int, int], following: tuple[int, int] | None) -> int | None:
    """Whose points went up by the next score line, if only one side's did."""
    if following is None:
        return None
    up = [side for side in (0, 1) if following[side] > before[side]]
    return up[0] if len(up) == 1 else None

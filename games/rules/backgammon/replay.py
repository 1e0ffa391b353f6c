"""Playing a match record through: what is wrong with it, line by line, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.rules.backgammon.game import GameState
from games.rules.backgammon.game_replay import GameReplay, replay_game
from games.rules.backgammon.match import MatchState
from games.rules.backgammon.position import CATALOGUE_PATH
from games.rules.backgammon.record import Fault, GameRecord, MatchRecord
from games.rules.backgammon.record_reader import RecordError, read_record
from games.rules.backgammon.rules import Outcome, Penalty
from games.rules.messages import Param, load_catalogue
from games.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """What is wrong with a record: on which line, in which cell, by which rule."""

    line: int
    move: str
    problem: Problem

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def rule(self) -> str:
        """The rule's id, "" where the fault is one of form."""
        return self.problem.rule

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self.problem.message(lang)


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through. ``problems``, by line, is empty for a legal match.

    ``result`` is as ``validate_result`` reads it, and what the record says where it is not legal;
    then ``winner`` may be None and a game may be missing. Empty if nothing can be read.
    ``history`` are the games that ended, and the penalties between them, in their order.
    """

    record: MatchRecord | None
    games: tuple[GameReplay, ...]
    score: tuple[int, int]
    winner: int | None
    result: Mapping[str, Any]
    problems: tuple[RecordProblem, ...]
    history: tuple[Outcome | Penalty, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.problems


@lru_cache(maxsize=16)
def replay_text(text: str) -> Replay:
    """Read and replay; a text that is no record is a problem, too."""
    try:
        record = read_record(text)
    except RecordError as error:
        return Replay(None, (), (0, 0), None, {}, _problems([_unreadable(error)]))
    return replay(record)


def replay(record: MatchRecord) -> Replay:
    """Play a match through, game by game, and go on after faults as far as that makes sense."""
    faults = list(record.faults)
    scores = [MatchState(record.rules)]
    games: list[GameReplay] = []
    history: list[Outcome | Penalty] = []
    for index, game in enumerate(record.games):
        history += game.penalties
        scores = _penalised(scores, game.penalties)
        if game.score is not None:
            agreeing = [match for match in scores if match.score == game.score]
            if not agreeing:
                points = f"{scores[0].score[0]}-{scores[0].score[1]}"
                faults.append(_fault(game, "wrong_score_before", {"points": points}))
                scores.append(replace(scores[0], score=game.score))
            scores = agreeing or scores
        match = scores[0]
        first, second = record.games[0].names
        if first != second and game.names == (second, first):
            # Columns, not names, say who is who: the score would go to the wrong player.
            faults.append(
                _fault(game, "names_swapped", {"first": first, "second": second})._replace(rule="")
            )
        if match.winner is not None:
            faults.append(_fault(game, "played_on", {"length": record.rules.length}))
            break
        following = record.games[index + 1] if index + 1 < len(record.games) else None
        after = _before_penalties(following) if following else None
        state = GameState(record.rules, cube_in_play=not match.crawford)
        played = replay_game(game, state, match, after)
        games.append(played)
        faults += played.faults
        history += [] if played.outcome is None else [played.outcome]
        if played.winner is not None:
            # What the record went on with counts, too, so that one slip is named once.
            worth = dict.fromkeys((played.points, game.wins.points if game.wins else played.points))
            following_scores = [
                score.scored(played.winner, points) for score in scores for points in worth
            ]
            scores = list(dict.fromkeys(following_scores))
    history += record.penalties
    match = _penalised(scores, record.penalties)[0]
    last = record.games[-1]
    if match.winner is None and not record.rules.money and (not games or games[-1].finished):
        faults.append(_fault(last, "unfinished_match", {"length": record.rules.length}))
    wins = last.wins
    if wins is not None and wins.match and match.winner is None and not record.rules.money:
        missing: dict[str, Param] = {"game": last.number, "length": record.rules.length}
        faults.append(Fault(wins.line, wins.text, "not_the_match", "G11", missing))
    faults.sort(key=lambda fault: fault.line)
    result = {
        "length": record.rules.length,
        "winner": match.winner,
        "score": list(match.score),
        "games": [what.as_json() for what in history],
    }
    return Replay(
        record,
        tuple(games),
        match.score,
        match.winner,
        result,
        _problems(faults),
        tuple(history),
    )


def _penalised(scores: list[MatchState], penalties: Iterable[Penalty]) -> list[MatchState]:
    """What the score may be, after penalties."""
    for penalty in penalties:
        scores = [score.penalised(penalty) for score in scores]
    return scores


def _before_penalties(game: GameRecord) -> tuple[int, int] | None:
    """The score that a game begins with, without the penalties given right before it."""
    if game.score is None:
        return None
    first, second = game.score
    given = [sum(one.points for one in game.penalties if one.side == side) for side in (0, 1)]
    return first - given[0], second - given[1]


def _fault(game: GameRecord, code: str, params: Mapping[str, Param]) -> Fault:
    first, second = game.score or ("?", "?")
    written = f"{game.names[0]} : {first}  {game.names[1]} : {second}"
    return Fault(game.line, written, code, "G11", {"game": game.number, **params})


def _unreadable(error: RecordError) -> Fault:
    return Fault(error.line, "", error.code, "", {})


def _problems(faults: list[Fault]) -> tuple[RecordProblem, ...]:
    catalogue = load_catalogue(CATALOGUE_PATH)
    return tuple(
        RecordProblem(
            fault.line, fault.text, Problem(fault.code, fault.rule, fault.params, catalogue)
        )
        for fault in faults
    )

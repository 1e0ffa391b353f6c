"""Results of backgammon matches and money sessions: points, and the games that gave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.game_lines import went_from
from games.game_settings import BackgammonSettings
from games.rules.backgammon.match import MatchState
from games.rules.backgammon.result import validate_result
from games.rules.backgammon.rules import Outcome, Penalty
from games.rules.problems import Problem
from tournaments.domain.errors import Refused
from tournaments.games import GAMES
from tournaments.models import Game, Seat

from .model import (
    FORFEIT,
    JUDGED,
    NOBODY,
    PLAYED,
    UNPLAYED,
    UNPLAYED_LINES,
    WALKOVER,
    Extra,
    Payload,
    SideResult,
    Typed,
    by_outcome,
    cleaned,
    nobody_came,
    ranked,
    side_by_side,
    winner_missing,
)

#: Room for what a long match or a session can give.
MOST_POINTS = 999


@dataclass(frozen=True, slots=True)
class BackgammonResults:
    settings: BackgammonSettings = field(default_factory=BackgammonSettings)
    endings: tuple[str, ...] = (PLAYED, JUDGED, "timeout", FORFEIT, WALKOVER, NOBODY)
    extras: frozenset[Extra] = frozenset({Extra.PENALTIES, Extra.GAMES})

    @property
    def counted(self) -> str:
        return _("Points")

    @property
    def winner_has_all(self) -> bool:
        return self.settings.capped and not self.settings.money

    @property
    def example(self) -> str:
        length = self.settings.length
        return f"{length}-{max(length - 3, 0)}" if length else "12-4"

    @property
    def lines(self) -> tuple[tuple[str, str | Promise], ...]:
        return (
            ("5-3 f1", _("given up, first side won")),
            ("5-3 t2", _("lost on time, second side won")),
            *UNPLAYED_LINES,
        )

    def sides(self) -> tuple[tuple[str, ...], ...]:
        return GAMES[Game.BACKGAMMON].sides

    def most(self, colours: Sequence[str]) -> int:
        return self.settings.length if self.winner_has_all else MOST_POINTS

    def payload(self, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
        typed = cleaned(typed, len(colours))
        start = tuple(points or 0 for points in side_by_side(typed.penalties, len(colours)))
        scores = self._filled(typed, (start[0], start[1]))
        winner = typed.winner
        if winner is None and typed.ended == PLAYED and scores[0] != scores[1]:
            winner = scores.index(max(scores))
        even = self.settings.money and scores[0] == scores[1] and typed.ended == PLAYED
        if winner is None and typed.ended != NOBODY and not even:
            raise winner_missing()
        payload: Payload = {
            "length": self.settings.length,
            "winner": None if even else winner,
            "score": [self._counted(points) for points in scores],
            "ended": typed.ended,
        }
        if typed.games:
            payload["games"] = [game.as_json() for game in typed.games]
        if any(start):
            payload["penalties"] = list(start)
        if not self.settings.crawford and not self.settings.money:
            payload["crawford"] = False
        if typed.minutes is not None:
            payload["minutes"] = typed.minutes
        return payload

    def _counted(self, points: int) -> int:
        return min(points, self.settings.length) if self.winner_has_all else points

    def _filled(self, typed: Typed, start: tuple[int, int]) -> list[int]:
        """Each side's points: typed, from the games, or (the winner's of a match) its length."""
        scores: list[Any] = side_by_side(typed.scores, 2)
        if typed.ended in UNPLAYED:
            if any(scores) or typed.games:
                raise Refused(
                    "walkover-score",
                    _("Nothing was played, so nobody has points. Leave them out."),
                    field="scores",
                )
            return [0, 0]
        if typed.games and scores == [None, None]:
            return list(self._state(typed.games, start).score)
        stopped = typed.ended != PLAYED
        if stopped and scores == [None, None]:
            return list(start)
        winner = typed.winner
        if not stopped and winner is not None and not self.settings.money:
            scores[winner] = self.settings.length if scores[winner] is None else scores[winner]
        missing = next((side for side, score in enumerate(scores) if score is None), None)
        if missing is not None:
            raise Refused(
                "score-missing",
                _("How many points had each side? A number is missing."),
                field=f"score_{missing}",
            )
        return scores

    def _state(self, games: Sequence[Outcome | Penalty], start: tuple[int, int]) -> MatchState:
        state = MatchState(self.settings.rules, start)
        for game in games:
            state = state.went(game)
        return state

    def problems(self, payload: Payload, language: str) -> Sequence[Problem]:
        if payload["ended"] in UNPLAYED:
            return ()
        if not payload["length"]:
            self._check_session(payload)
            return ()
        start = payload.get("penalties") or [0, 0]
        return validate_result(
            {key: payload.get(key) for key in ("length", "winner", "score", "games")},
            language,
            crawford=payload.get("crawford", True),
            start=(start[0], start[1]),
            finished=payload["ended"] == PLAYED,
        )

    def _check_session(self, payload: Payload) -> None:
        """A session has no length to reach: the points and the games must agree."""
        score, winner = payload["score"], payload["winner"]
        if payload["ended"] == PLAYED and winner is not None and score[winner] < max(score):
            raise Refused(
                "session-winner", _("Who has more points has won the session."), field="winner"
            )
        if "games" in payload:
            start = payload.get("penalties") or (0, 0)
            counted = self._state(self.typed(payload).games, (start[0], start[1])).score
            if list(counted) != score:
                raise Refused(
                    "session-games",
                    _("The games make %(games)s, not %(score)s.")
                    % {"games": "-".join(map(str, counted)), "score": "-".join(map(str, score))},
                    field="games",
                )

    def typed(self, payload: Payload) -> Typed:
        nothing = payload["ended"] in UNPLAYED
        return Typed(
            scores=() if nothing else tuple(payload["score"]),
            winner=payload["winner"],
            ended=payload["ended"],
            minutes=payload.get("minutes"),
            penalties=tuple(payload.get("penalties") or ()),
            games=tuple(map(went_from, payload.get("games") or ())),
        )

    def given(self, payload: Payload) -> tuple[SideResult, ...]:
        winner, score = payload["winner"], payload["score"]
        if payload["ended"] == NOBODY:
            return nobody_came(2)
        if winner is None:
            return tuple(SideResult(Seat.Outcome.DRAW, 1, points) for points in score)
        walkover = payload["ended"] == WALKOVER
        places = ranked([side == winner for side in range(2)])
        return by_outcome(winner, score, walkover=walkover, places=places)

"""A match of several games, or a money session: the score, and when the cube is out (G11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.rules.backgammon.game import GameState
from games.rules.backgammon.rules import Illegal, MatchRules, Outcome, Penalty


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between games.

    ``score`` counts every point won, also those beyond the length. ``crawford_played`` says
    whether the Crawford game is over.
    """

    rules: MatchRules
    score: tuple[int, int] = (0, 0)
    games: int = 0
    crawford_played: bool = False

    @property
    def winner(self) -> int | None:
        """Who has reached the length; nobody in a money session."""
        if self.rules.money:
            return None
        return next((side for side in (0, 1) if self.score[side] >= self.rules.length), None)

    @property
    def crawford(self) -> bool:
        """Whether the next game is the Crawford game."""
        one_away = max(self.score) == self.rules.length - 1
        return self.rules.crawford and one_away and not self.crawford_played

    def next_game(self) -> GameState:
        """The next game before its opening throw; ``Illegal`` when the match is won."""
        if self.winner is not None:
            raise Illegal("match_over", "G11")
        return GameState(self.rules, cube_in_play=not self.crawford)

    def needed(self, side: int) -> int | None:
        """How many points a side still needs; None in a money session."""
        return None if self.rules.money else self.rules.length - self.score[side]

    def after(self, outcome: Outcome) -> MatchState:
        """The match after a game that ended so; ``Illegal`` if it cannot have."""
        if self.winner is not None:
            raise Illegal("match_over", "G11")
        if self.crawford and (outcome.cube != 1 or outcome.dropped):
            raise Illegal("crawford_cube", "G11")
        return self.scored(outcome.winner, outcome.points(self.rules))

    def scored(self, winner: int, points: int) -> MatchState:
        """The match after a game worth ``points`` to the winner."""
        played = self.crawford_played or self.crawford
        return replace(
            self, score=self._with(winner, points), games=self.games + 1, crawford_played=played
        )

    def penalised(self, penalty: Penalty) -> MatchState:
        """The match after points that a side got between games.

        They are part of the score: they can make the next game the Crawford game, and they can win
        the match. No game was played, so the Crawford game is still to come if it was.
        """
        return replace(self, score=self._with(penalty.side, penalty.points))

    def went(self, what: Outcome | Penalty) -> MatchState:
        """The match after what a result names: a game or a penalty, whatever the rules say."""
        if isinstance(what, Penalty):
            return self.penalised(what)
        return self.scored(what.winner, what.points(self.rules))

    def _with(self, side: int, points: int) -> tuple[int, int]:
        return (self.score[0] + points * (side == 0), self.score[1] + points * (side == 1))


def replayed(rules: MatchRules, outcomes: Iterable[Outcome | Penalty]) -> MatchState:
    """The match after games that ended so, and penalties between them."""
    state = MatchState(rules)
    for outcome in outcomes:
        state = state.went(outcome) if isinstance(outcome, Penalty) else state.after(outcome)
    return state

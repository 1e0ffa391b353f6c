"""Kept positions of every game as cases that can be compared with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.game_settings import KroketSettings, settings_of_tournament
from games.rules import backgammon, kroket, partners
from games.rules.backgammon.position import BAR, OFF, mirrored, own_points
from games.rules.errors import RulesError
from games.rules.kroket.motion import COURSE, HEDGE
from games.rules.kroket.position import Position as KroketPosition
from judging.ledger import FILES
from judging.likeness import BallAt, Case, course_case, ring_case
from tournaments.models import Game, Tournament


def kindred(game: str) -> tuple[str, ...]:
    """The games that are ruled on by the same rules as `game`, itself among them."""
    return tuple(other for other, files in FILES.items() if files == FILES.get(game)) or (game,)


def case_of(tournament: Tournament, position: Any) -> Case | None:
    """A position kept in `tournament`; None where there is none, or of another game."""
    if not position:
        return None
    try:
        if tournament.game in partners.GAMES:
            return _partners(tournament.game, position)
        if tournament.game == Game.BACKGAMMON:
            return _backgammon(position)
        return _kroket(tournament, position)
    except RulesError:
        return None


def _partners(game: str, position: Any) -> Case:
    found = partners.Position.parse(partners.GAMES[game], position)
    board = found.game.board
    seats = [
        [board.progress(seat, code) for code in found.codes(seat)]
        for seat in range(len(board.colours))
    ]
    return ring_case(f"{len(seats)} colours", board.ring, seats)


def _backgammon(position: Any) -> Case:
    """The player on roll and the other are two: the same with the throw on the other's side is
    another case."""
    cells = backgammon.Position.parse(position).cells
    return ring_case(
        "backgammon",
        BAR - 1,
        [_progress(own_points(cells)), _progress(own_points(mirrored(cells)))],
        turns=False,
    )


def _progress(points: bytes) -> list[int]:
    """How far each checker has come: 0 on the bar, 25 when it is off."""
    return [BAR - point for point in range(BAR, OFF - 1, -1) for _checker in range(points[point])]


def _kroket(tournament: Tournament, position: Any) -> Case | None:
    settings = settings_of_tournament(tournament)
    if not isinstance(settings, KroketSettings) or not isinstance(position, Mapping):
        return None
    setup = settings.setup(settings.seats)
    fewest, most = kroket.VARIANTS[setup.variant]
    setup = replace(setup, players=max(fewest, min(most, len(position))), play_on=True)
    balls = []
    for ball in KroketPosition.parse(setup, position).balls:
        x, y = setup.course.kind.middle(ball.cell) if ball.where in {COURSE, HEDGE} else (0.0, 0.0)
        balls.append(BallAt(ball.reached, ball.where, x, y))
    return course_case(f"kroket {setup.course.name} {setup.variant}", balls)

"""Games and matches that play themselves, and their records."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from games.rules.backgammon.bots import Bot, CubeView
from games.rules.backgammon.game import GameState, Phase
from games.rules.backgammon.match import MatchState
from games.rules.backgammon.record import (
    Answer,
    Double,
    Entry,
    GameRecord,
    MatchRecord,
    Throw,
    Wins,
)
from games.rules.backgammon.record_writer import Dialect, options_said, written_play
from games.rules.backgammon.rules import MatchRules, Outcome
from games.rules.backgammon.steps import plays

HIGHEST_CUBE: Final = 64
"""Bots double no further."""


class PlayedGame(NamedTuple):
    """A finished game and what happened in it."""

    state: GameState
    outcome: Outcome
    entries: tuple[Entry, ...]


def play_game(
    state: GameState,
    bots: tuple[Bot, Bot],
    chance: random.Random,
    match: MatchState | None = None,
    dialect: Dialect | None = None,
) -> PlayedGame:
    """Play a game on from any state to its end.

    With a ``dialect`` the entries of its record are kept, written that way. ``match`` is the
    match before the game, for the cube.
    """
    entries: list[Entry] = []
    while state.phase is not Phase.OVER:
        side = state.turn
        bot = bots[side]
        match state.phase:
            case Phase.OPENING:
                own, other = _throw(chance)
                if own != other:
                    state = state.open(own, other)
            case Phase.ROLL:
                if _wants_to_double(state, bot, chance, match):
                    if dialect is not None:
                        entries.append(Entry(0, side, "", Double(2 * state.cube.value)))
                    state = state.double()
                else:
                    state = state.roll(*_throw(chance))
            case Phase.PLAY:
                legal = state.legal()
                after = bot.play(legal, chance) if legal else state.cells
                if dialect is not None:
                    steps = plays(state.cells, *state.dice).get(after, ())
                    throw = Throw(state.dice, written_play(steps, dialect))
                    entries.append(Entry(0, side, "", throw))
                state = state.play(after) if legal else state.stand(after)
            case Phase.ANSWER:
                takes = bot.takes(_view(state, match), chance)
                if dialect is not None:
                    entries.append(Entry(0, side, "", Answer(takes)))
                state = state.take() if takes else state.drop()
    assert state.outcome is not None
    return PlayedGame(state, state.outcome, tuple(entries))


def play_match(
    rules: MatchRules,
    bots: tuple[Bot, Bot],
    chance: random.Random,
    *,
    dialect: Dialect = Dialect.HOPS,
    names: tuple[str, str] | None = None,
    games: int = 1,
) -> MatchRecord:
    """Play a match to its end, or ``games`` games of a money session; the record of it."""
    names = names or (bots[0].name, bots[1].name)
    match = MatchState(rules)
    records: list[GameRecord] = []
    while match.winner is None and not (rules.money and match.games >= games):
        played = play_game(match.next_game(), bots, chance, match, dialect)
        following = match.after(played.outcome)
        points = played.outcome.points(rules)
        wins = Wins(0, "", played.outcome.winner, points, following.winner is not None)
        records.append(GameRecord(0, match.games + 1, names, match.score, played.entries, wins))
        match = following
    return MatchRecord(rules, tuple(records), dict(options_said(rules)))


def _throw(chance: random.Random) -> tuple[int, int]:
    return int(chance.random() * 6) + 1, int(chance.random() * 6) + 1


def _wants_to_double(
    state: GameState, bot: Bot, chance: random.Random, match: MatchState | None
) -> bool:
    if not state.cube_in_play or not state.cube.open_to(state.turn):
        return False
    return state.cube.value < HIGHEST_CUBE and bot.doubles(_view(state, match), chance)


def _view(state: GameState, match: MatchState | None) -> CubeView:
    needed = None
    if match is not None and not state.rules.money:
        length, side = state.rules.length, state.turn
        needed = (length - match.score[side], length - match.score[1 - side])
    return CubeView(state.cells, state.cube.value, needed)

"""A share of a forecast: some of its games, played by bots. Pure, for a process of its own.

Game `n` of a forecast is the same game in whichever share it is played, so the figure depends on
the seed alone. It is that of `games.rules.partners.evaluation.win_chances`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.rules.partners import Position, game_named
from games.rules.partners.advance import new_game
from games.rules.partners.bots import QUICK, Bot
from games.rules.partners.conduct import setup_named
from games.rules.partners.evaluation import FORECASTERS
from games.rules.partners.playing import play_out
from games.rules.partners.steps_to_go import leading_side

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in FORECASTERS}
"""Who plays: with sense, and anyhow."""

SHARE: Final = 20
"""Games in a share: a third of a second to a second of work."""


def play_share(
    game: str,
    ruleset: str,
    position: Mapping[str, Any],
    seed: str,
    first: int,
    last: int,
    *,
    bot: str = QUICK.name,
    options: Mapping[str, object] | None = None,
) -> list[int]:
    """How many of the games `first` to `last` (not with it) each side wins when all play as `bot`
    does, by the rule set with these options."""
    setup = setup_named(game_named(game), ruleset, options)
    players = (BOTS[bot],) * len(setup.game.board.colours)
    board = Position.parse(setup.game, position)
    wins = [0] * len(setup.game.sides)
    seats = len(setup.game.board.colours)
    finished = board.finished_sides()
    for number in range(first, last):
        if finished:
            wins[finished[0]] += 1
            continue
        before = new_game(setup, dealer=number % seats)._replace(cells=board.cells)
        after = play_out(before, players, f"{seed}:{number}")
        wins[after.finished[0] if after.finished else leading_side(after)] += 1
    return wins


def shares_of(games: int) -> Sequence[tuple[int, int]]:
    """The shares of a forecast of `games` games, as first and last."""
    return [(first, min(first + SHARE, games)) for first in range(0, games, SHARE)]

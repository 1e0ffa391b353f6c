"""Whole games of Partners: how fast bots play them, and how good the sensible one is.

    python -m benchmarks.partners_games             speed of each game with each bot
    python -m benchmarks.partners_games --strength 1000
                                                    a sensible side against a random one
    python -m benchmarks.partners_games --profile   where the time of random games goes

Times are of one core's work, not of the clock on the wall. So that figures of a busy or slow
machine can be read, each speed is also given beside a plain loop that takes about 5 ms on a
desktop of 2022: "at 5 ms" is what the same games would make there.

Where the time goes (random bot, Partners, about 550 turns a game): two thirds in the engine's
``results``, of which the 7 is two fifths and the swap a fifth though they are two kinds of card
in fourteen (they list many positions of which one is played); a quarter in the turns around it
(the choice, the new state); the rest in dealing and exchanging. The sensible bot looks at every
result, but its games are half as long: a third of its time is ``Worth``, the rest ``results``. In
teams a 7 of a finished player, spread over both partners, costs most.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Iterator

from benchmarks.row import Row
from games.rules.partners import GAMES, Game
from games.rules.partners.advance import new_game
from games.rules.partners.bots import RANDOM, SENSIBLE, Bot, SensibleBot
from games.rules.partners.conduct import Setup
from games.rules.partners.evaluation import wilson
from games.rules.partners.playing import play_game, play_out
from games.rules.partners.replay import replay_text

DESKTOP_MS = 5.0
#: Full games a second with the random bot.
LIMIT = 100.0
BOTS: tuple[Bot, ...] = (RANDOM, SENSIBLE, SensibleBot(most=8, slips=0.3))


def loop_ms() -> float:
    """The best of some plain loops, in milliseconds."""

    def once() -> float:
        began = time.process_time()
        sum(number * number for number in range(100_000))
        return (time.process_time() - began) * 1000

    return min(once() for _ in range(15))


def speed(games: int) -> None:
    for game in GAMES.values():
        setup = Setup(game)
        seats = len(game.board.colours)
        for bot in BOTS:
            loop = loop_ms()
            began = time.process_time()
            for number in range(games):
                play_out(new_game(setup), [bot] * seats, str(number))
            played = (time.process_time() - began) / games
            print(
                f"{game.name:20} {bot.name:20} {1 / played:6.1f} games/s  "
                f"{loop / DESKTOP_MS / played:6.1f} at 5 ms (loop {loop:.1f} ms)"
            )
        records = [play_game(setup, [RANDOM] * seats, str(n)).record.text for n in range(games)]
        began = time.process_time()
        for text in records:
            assert replay_text(text).legal
        replayed = (time.process_time() - began) / games
        print(f"{game.name:20} {'replay':20} {1 / replayed:6.1f} records/s")


def rows(games: int = 60) -> Iterator[Row]:
    """Random games of Partners a second, as they are here and where the plain loop takes 5 ms."""
    setup = Setup(GAMES["partners"])
    loop = loop_ms()
    began = time.process_time()
    for number in range(games):
        play_game(setup, [RANDOM] * 4, str(number))
    played = (time.process_time() - began) / games
    yield Row(what="random games, here and now", value=1 / played, unit="a second", more=True)
    yield Row(
        what=f"where a plain loop takes 5 ms (here {loop:.1f})",
        value=loop / DESKTOP_MS / played,
        unit="a second",
        limit=LIMIT,
        more=True,
    )


def strength(games: int) -> None:
    for game in GAMES.values():
        won, deals, stopped = match(game, games)
        low, high = wilson(won, games)
        print(
            f"{game.name:20} sensible beats random in {won} of {games} games "
            f"({low:.1%} to {high:.1%}), {deals / games:.1f} deals a game, {stopped} by time"
        )


def match(game: Game, games: int) -> tuple[int, int, int]:
    """Games won by the sensible side, deals in all, games stopped; sides and dealers alternate."""
    seats = len(game.board.colours)
    won = deals = stopped = 0
    for number in range(games):
        side = number % len(game.sides)
        bots = [SENSIBLE if game.side_of[seat] == side else RANDOM for seat in range(seats)]
        dealer = number // len(game.sides) % seats
        state = play_out(new_game(Setup(game), dealer), bots, str(number))
        won += state.winner == side
        deals += state.deals
        stopped += state.phase != "over"
    return won, deals, stopped


def profile(games: int) -> None:
    setup = Setup(GAMES["partners"])
    profiler = cProfile.Profile()
    profiler.enable()
    for number in range(games):
        play_out(new_game(setup), [RANDOM] * 4, str(number))
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(25)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--strength", type=int, default=0, metavar="GAMES")
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    if asked.strength:
        strength(asked.strength)
    elif asked.profile:
        profile(asked.games)
    else:
        speed(asked.games)

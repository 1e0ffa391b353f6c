"""Short ways to whole games: bots at the table, a state in the middle, a record to spoil."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from games.rules.partners import DM_2018, DM_2023, GAMES, PARTNERS, Game, Position
from games.rules.partners.advance import new_game
from games.rules.partners.bots import RANDOM, Bot, SensibleBot
from games.rules.partners.conduct import OPTIONS, Conduct, Setup
from games.rules.partners.playing import Played, play_game
from games.rules.partners.record import Dealt, Entry, Record, Turn
from games.rules.partners.state import GameState

QUICK = SensibleBot(most=6)
SLOPPY = SensibleBot(most=6, slips=0.4)

BASIC = Setup(PARTNERS)


@cache
def bot_game(game: Game = PARTNERS, seed: str = "a", bot: Bot = QUICK) -> Played:
    """A game of one bot against itself."""
    return play_game(Setup(game), [bot] * len(game.board.colours), seed)


def in_play(
    position: Position, turn: str, setup: Setup = BASIC, dealer: str = "", **hands: str
) -> GameState:
    """The middle of a deal: who is on turn, and hands such as ``red="7 8/heart"``."""
    game = setup.game
    colours = game.board.colours
    state = new_game(setup, dealer=game.seat(dealer or turn))
    return state._replace(
        phase="play",
        cells=position.cells,
        turn=game.seat(turn),
        hands=tuple(tuple(hands.get(colour, "").split()) for colour in colours),
    )


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any game with any options."""
    count = len(OPTIONS)
    flags = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    rules = draw(
        st.sampled_from(
            [
                DM_2018,
                DM_2023,
                replace(DM_2018, seven_may_end_short=True, two_may_bring_one=True),
                replace(DM_2023, seven_rest_on_one_piece=True, seven_may_serve_both=False),
                replace(DM_2018, swap_from_start=True, seven_may_serve_both=False),
            ]
        )
    )
    return Setup(draw(st.sampled_from(list(GAMES.values()))), rules, Conduct(*flags))


@st.composite
def bot_games(draw: st.DrawFn, most_deals: int = 20) -> Played:
    """A game of any kind between bots of several kinds."""
    setup = draw(setups())
    seats = len(setup.game.board.colours)
    bots = draw(st.lists(st.sampled_from([RANDOM, QUICK, SLOPPY]), min_size=seats, max_size=seats))
    seed = str(draw(st.integers(0, 10_000)))
    return play_game(setup, bots, seed, most_deals=most_deals)


def turns(record: Record) -> list[int]:
    """The indexes of the turns of a record."""
    return [index for index, entry in enumerate(record.entries) if isinstance(entry, Turn)]


def deals(record: Record) -> list[int]:
    """The indexes of the deals of a record."""
    return [index for index, entry in enumerate(record.entries) if isinstance(entry, Dealt)]


def with_entry(record: Record, index: int, *entries: Entry) -> Record:
    """The record with other entries in place of one."""
    changed = (*record.entries[:index], *entries, *record.entries[index + 1 :])
    return replace(record, entries=changed)


def without_header(record: Record, *names: str) -> Record:
    """The record without some of its headers."""
    return replace(record, headers=tuple(one for one in record.headers if one[0] not in names))


def with_header(record: Record, name: str, value: str) -> Record:
    """The record with another value for a header."""
    headers = tuple((key, value if key == name else old) for key, old in record.headers)
    return replace(record, headers=headers)


def line_at(text: str, needle: str, nth: int = 0) -> int:
    """The number of the nth line that begins with ``needle``."""
    lines = [n for n, line in enumerate(text.split("\n"), start=1) if line.startswith(needle)]
    return lines[nth]

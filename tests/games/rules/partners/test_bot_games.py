"""Games that bots play: always legal, always over, the same by the same seed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    Game,
    judge_hand,
    legal_moves,
    validate_result,
)
from games.rules.partners.advance import new_game
from games.rules.partners.bots import QUICK as FORECASTER
from games.rules.partners.bots import RANDOM, SENSIBLE, Bot, SensibleBot
from games.rules.partners.bots.bot import Seen
from games.rules.partners.conduct import Conduct, Setup
from games.rules.partners.playing import Played, play_game, play_out
from games.rules.partners.record import Dealt, Drawn, Record, Turn
from games.rules.partners.replay import replay, replay_text, walk
from games.rules.partners.state import GameState

from .boards import LOCKED, at
from .games import BASIC, QUICK, bot_game, bot_games, turns, with_entry

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@settings(max_examples=15, deadline=None)
@given(bot_games())
def test_record_of_a_game_replays_to_that_game(played: Played) -> None:
    answer = replay_text(played.record.text)
    assert answer.problems == ()
    assert answer.record == played.record
    assert answer.state == played.state
    game = played.state.setup.game
    assert validate_result(game.name, answer.result) == ()


@settings(max_examples=12, deadline=None)
@given(bot_games(most_deals=7))
def test_cards_are_conserved(played: Played) -> None:
    """Undealt, held, laid and void: together always the pack."""
    setup = played.state.setup
    pack = Counter(setup.game.pack)
    gone: Counter[str] = Counter()
    pile: object = None
    before: GameState | None = None
    for entry, state in walk(played.record):
        if isinstance(entry, Drawn):
            continue
        number = (state.dealership, state.deal if setup.conduct.shuffle_each_deal else 0)
        if isinstance(entry, Dealt):
            if number != pile:
                pile, gone = number, Counter()
            all_dealt = Counter(card for hand in entry.hands for card in hand.cards)
            gone += all_dealt - held(state)
        elif before is not None:
            gone += held(before) - held(state)
        if state.phase == "play":
            undealt = Counter(dict(zip(setup.game.pack, state.undealt, strict=True)))
            assert undealt + held(state) + gone == pack
        before = state


def held(state: GameState) -> Counter[str]:
    return Counter(card for hand in state.hands for card in hand)


@settings(max_examples=10, deadline=None)
@given(bot_games(most_deals=6))
def test_every_turn_is_one_the_engine_lists(played: Played) -> None:
    """Judged anew by the engine's public functions, without the replay."""
    rules = played.state.setup.rules
    before: GameState | None = None
    for entry, state in walk(played.record):
        if isinstance(entry, Turn) and before is not None:
            hand = before.hands[before.turn]
            judgement = judge_hand(before.position, entry.colour, hand, rules)
            if entry.card:
                moves = {move.notation: move.cells for move in judgement.moves[entry.card]}
                assert moves[entry.move] == state.cells
            else:
                assert judgement.must_throw
        before = state


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from(list(GAMES.values())),
    st.integers(0, 4),
    st.sampled_from(["card", "move", "throw", "drop", "double", "colour"]),
    st.integers(0, 10_000),
)
def test_changed_turn_is_caught_or_makes_another_legal_game(
    game: Game, seed: int, change: str, chosen: int
) -> None:
    record = bot_game(game, str(seed)).record
    changed = changed_turn(record, change, chosen)
    answer = replay_text(changed.text)
    if changed == record:
        assert answer.legal
        return
    if not answer.legal:
        (problem, *_) = answer.problems
        assert problem.line > 0
        return
    assert_legal_by_engine(changed)


def changed_turn(record: Record, change: str, chosen: int) -> Record:
    indexes = turns(record)
    index = indexes[chosen % len(indexes)]
    turn = record.entries[index]
    other = record.entries[indexes[(chosen * 7 + 3) % len(indexes)]]
    assert isinstance(turn, Turn) and isinstance(other, Turn)
    match change:
        case "card":
            return with_entry(record, index, replace(turn, card=other.card or "2"))
        case "move":
            return with_entry(record, index, replace(turn, move=other.move or "home-start"))
        case "throw":
            return with_entry(record, index, Turn(turn.colour))
        case "drop":
            return with_entry(record, index)
        case "double":
            return with_entry(record, index, turn, turn)
        case _:
            return with_entry(record, index, replace(turn, colour=other.colour))


def assert_legal_by_engine(record: Record) -> None:
    before: GameState | None = None
    for entry, state in walk(record):
        if isinstance(entry, Turn) and before is not None and entry.card:
            moves = legal_moves(before.position, entry.colour, entry.card, before.setup.rules)
            assert state.cells in {move.cells for move in moves}
            assert entry.card in before.hands[before.turn]
        before = state


@EVERY_GAME
def test_same_seed_gives_the_same_game(game: Game) -> None:
    bots = [QUICK, RANDOM] * 3
    setup = Setup(game)
    assert play_game(setup, bots, "s") == play_game(setup, bots, "s")
    assert play_game(setup, bots, "s").record != play_game(setup, bots, "t").record


@pytest.mark.parametrize("bot", [RANDOM, QUICK, FORECASTER], ids=["random", "sensible", "quick"])
@pytest.mark.parametrize("play_on", [False, True])
@EVERY_GAME
def test_games_end(game: Game, play_on: bool, bot: Bot) -> None:
    setup = Setup(game, conduct=Conduct(play_on=play_on))
    for seed in "abcdefgh":
        state = play_out(new_game(setup), [bot] * len(game.board.colours), seed)
        assert (seed, state.ended) == (seed, "played")
        assert bool(state.places) == (play_on or len(game.sides) == 2)


def test_game_without_end_is_stopped_by_time() -> None:
    played = play_game(BASIC, [RANDOM] * 4, "s", most_deals=3)
    assert (played.state.ended, played.state.deals) == ("timeout", 4)
    assert replay(played.record).legal
    named = play_game(BASIC, [RANDOM] * 4, "s", most_deals=3, name_winner=lambda _: 1)
    assert named.state.winner == 1


def test_playing_on_without_end_keeps_the_winner() -> None:
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True))
    whole = play_game(setup, [QUICK] * 6, "s")
    first = next(state.deals for _, state in walk(whole.record) if state.finished)
    cut = play_game(setup, [QUICK] * 6, "s", most_deals=first)
    assert (cut.state.ended, cut.state.winner) == ("played", whole.state.winner)
    assert replay(cut.record).legal


def wins(game: Game, games: int, strong: Bot, weak: Bot) -> int:
    """How often the strong side wins; sides and first dealer alternate."""
    seats = len(game.board.colours)
    won = 0
    for number in range(games):
        side = number % len(game.sides)
        dealer = number // len(game.sides) % seats
        bots = [strong if game.side_of[seat] == side else weak for seat in range(seats)]
        won += play_game(Setup(game), bots, str(number), dealer=dealer).state.winner == side
    return won


def test_sense_beats_chance() -> None:
    """At least nine in ten; ``benchmarks/partners_games.py`` plays a thousand."""
    assert wins(PARTNERS, 60, SENSIBLE, RANDOM) >= 54


@pytest.mark.parametrize("game", [PARTNERS_PLUS_PAIRS, PARTNERS_PLUS_TEAMS], ids=str)
def test_sense_beats_chance_in_partners_plus(game: Game) -> None:
    assert wins(game, 12, QUICK, RANDOM) >= 10


def test_fewer_slips_win_more_often() -> None:
    assert wins(PARTNERS, 30, SensibleBot(most=6, slips=0.1), SensibleBot(most=6, slips=0.9)) > 20


# What the sensible bot does ---------------------------------------------------------------------


def choice(hand: str, player: str = "yellow", **pieces: str) -> str:
    """The card and the place where its first leg ends."""
    position = at(**pieces)
    cards = tuple(hand.split())
    seen = Seen(BASIC, PARTNERS.seat(player), cards, position.cells)
    chosen = SENSIBLE.turn(seen, random.Random("0"))
    if chosen is None:
        return "throws"
    card, _, legs = chosen
    return f"{card} {PARTNERS.board.places[legs[0][1]]}-{PARTNERS.board.places[legs[0][2]]}"


def test_bot_comes_out() -> None:
    assert choice("8/heart 3", yellow="yellow2") == "8/heart home-start"


def test_bot_throws_only_what_it_must() -> None:
    assert choice("2 3") == "throws"


def test_bot_hits_an_opponent() -> None:
    assert choice("3 5", yellow="yellow2", red="yellow7 home") == "5 yellow2-yellow7"


def test_bot_spares_its_partner() -> None:
    assert choice("3 5", yellow="yellow2", blue="yellow7") == "3 yellow2-yellow5"


def test_bot_stands_together() -> None:
    assert choice("3 5", yellow="red2 red7") == "5 red2-red7"


def test_bot_locks_its_last_piece() -> None:
    assert (
        choice("5 1/14", yellow="goal1 goal2 goal3 green14", red="green5") == "1/14 green14-goal4"
    )


def test_bot_takes_the_short_way() -> None:
    assert choice("-4 3", yellow="yellow3 red2") == "-4 yellow3-green13"


def test_bot_avoids_a_stack() -> None:
    assert choice("3 5", yellow="yellow2", red="yellow7 yellow7") == "3 yellow2-yellow5"


def test_bot_wins_when_it_can() -> None:
    pieces = {"yellow": LOCKED, "blue": "goal1 goal2 goal3 red14", "red": "red3"}
    assert choice("1/14 3", **pieces) == "1/14 red14-goal4"


def gift(hand: str, **pieces: str) -> str:
    seen = Seen(BASIC, 0, tuple(hand.split()), at(**pieces).cells)
    return SENSIBLE.give(seen, random.Random("0"))


def test_bot_gives_a_spare_heart_to_a_partner_who_is_shut_in() -> None:
    assert gift("2 3 heart 13/heart") == "13/heart"
    assert gift("2 3 heart 9", yellow="yellow3") == "heart"


def test_bot_keeps_its_only_heart_when_shut_in() -> None:
    assert gift("2 3 heart 9", blue="blue3") != "heart"
    assert gift("2 3 heart 9") != "heart"

"""Legal games replay; of any other the first illegal move is named."""

import re
from dataclasses import replace

import pytest

from games.rules.partners import GAMES, PARTNERS, PARTNERS_PLUS_TEAMS, Position
from games.rules.partners.conduct import Conduct, Setup
from games.rules.partners.illegal_moves import why_illegal
from games.rules.partners.playing import play_game
from games.rules.partners.record import Dealt, Drawn, Holding, Record, Stopped, Turn
from games.rules.partners.replay import RecordProblem, Replay, replay, replay_text, walk
from games.rules.partners.rulesets import DM_2023, Rules
from games.rules.partners.written_moves import meant_move, read_move

from .boards import LOCKED, at
from .games import (
    BASIC,
    QUICK,
    bot_game,
    deals,
    in_play,
    turns,
    with_entry,
    with_header,
    without_header,
)


def game() -> Record:
    return bot_game().record


def only(answer: Replay) -> RecordProblem:
    assert not answer.legal
    assert answer.result == {}
    (problem,) = answer.problems
    for lang in ("da", "en", "nb"):
        assert problem.message(lang)
    return problem


def found(record: Record) -> tuple[str, str]:
    """Code and rule of a record's first illegal move, told for its written form."""
    problem = only(replay_text(record.text))
    return problem.code, problem.rule


def test_legal_game_gives_its_result() -> None:
    played = bot_game()
    answer = replay_text(played.record.text)
    assert answer.legal
    assert answer.state == played.state
    assert answer.result == played.state.result()


def test_problem_names_line_and_move() -> None:
    record = game()
    index = turns(record)[5]
    wrong = Turn("yellow", "2", "goal1-goal2")
    text = with_entry(record, index, wrong).text
    problem = only(replay_text(text))
    assert problem.move == "yellow 2 goal1-goal2"
    assert problem.move in text.split("\n")[problem.line - 1]


def test_walk_tells_each_state() -> None:
    played = bot_game()
    states = [state for _, state in walk(played.record)]
    assert len(states) == len(played.record.entries)
    assert states[-1] == played.state


def test_wrong_players_turn_is_found() -> None:
    record = game()
    first, second = turns(record)[:2]
    swapped = with_entry(record, first, record.entries[second], record.entries[first])
    assert found(swapped) == ("not_on_turn", "A5")


def test_card_not_in_hand_is_found() -> None:
    record = game()
    first = turns(record)[0]
    turn = record.entries[first]
    deal = record.entries[deals(record)[0]]
    assert isinstance(turn, Turn) and isinstance(deal, Dealt)
    hand = next(hand for hand in deal.hands if hand.colour == turn.colour)
    missing = next(card for card in PARTNERS.cards if card not in (*hand.cards, turn.card))
    wrong = with_entry(record, first, Turn(turn.colour, missing, "home-start"))
    assert found(wrong)[1] == "A4"


def deal(yellow: str, *others: str, gives: str = "2 2 2 2") -> Dealt:
    """The first deal by green, who sits right of yellow."""
    hands = (yellow, *others)
    colours = PARTNERS.board.colours
    return Dealt(
        1,
        1,
        "green",
        tuple(
            Holding(colour, tuple(hand.split()), gift)
            for colour, hand, gift in zip(colours, hands, gives.split(), strict=True)
        ),
    )


OPENING = deal("2 3 7 8/heart", "2 3 5 12", "2 3 5 13/heart", "2 3 5 6")


def started(*entries: Drawn | Dealt | Turn | Stopped) -> Record:
    return Record((("Game", "partners"),), entries)


def test_card_given_away_is_found() -> None:
    one = replace(OPENING.hands[0], cards=("9", "3", "7", "8/heart"), gives="9")
    given = replace(OPENING, hands=(one, *OPENING.hands[1:]))
    assert found(started(given, Turn("yellow", "9", "home-start"))) == ("given_away", "A2")


def test_hand_thrown_though_usable_is_found() -> None:
    assert found(started(OPENING, Turn("yellow"))) == ("thrown_though_usable", "B5")
    message = only(replay(started(OPENING, Turn("yellow")))).message("en")
    assert "8/heart" in message


def test_missing_exchange_is_found() -> None:
    bare = replace(OPENING.hands[2], gives="")
    record = started(replace(OPENING, hands=(*OPENING.hands[:2], bare, OPENING.hands[3])))
    assert found(record) == ("gift_missing", "A2")


def test_gift_not_held_is_found() -> None:
    wrong = replace(OPENING.hands[2], gives="12")
    record = started(replace(OPENING, hands=(*OPENING.hands[:2], wrong, OPENING.hands[3])))
    assert found(record) == ("gift_not_held", "A2")


def test_more_copies_than_exist_are_found() -> None:
    record = started(deal("2 2 7 9", "2 3 5 12", "2 3 5 12", "2 3 5 12"))
    assert found(record) == ("too_many_copies", "A4")


def test_wrong_dealer_and_number_are_found() -> None:
    draw = Drawn((("yellow", "12"), ("red", "2"), ("blue", "3"), ("green", "10")))
    assert found(started(draw, OPENING)) == ("wrong_dealer", "A3")
    assert found(started(replace(OPENING, deal=2))) == ("wrong_deal_number", "A4")
    record = game()
    second = deals(record)[1]
    entry = record.entries[second]
    assert isinstance(entry, Dealt)
    other = next(colour for colour in PARTNERS.board.colours if colour != entry.dealer)
    assert found(with_entry(record, second, replace(entry, dealer=other)))[0] == "wrong_dealer"


def test_deal_that_is_not_the_seeds_is_found() -> None:
    record = with_header(game(), "Seed", "another")
    assert found(record) == ("draw_not_of_seed", "A3")
    first = record.entries[0]
    assert isinstance(first, Drawn)
    drawless = without_header(game(), "Seed")
    assert replay(drawless).legal
    agreed = replace(record, entries=record.entries[deals(record)[0] :])
    assert found(agreed) == ("deal_not_of_seed", "A4")


def test_play_after_the_win_is_found() -> None:
    record = game()
    more = replace(record, entries=(*record.entries, Turn("yellow")))
    assert found(more) == ("after_win", "A6")


def test_game_that_stops_short_is_found() -> None:
    record = replace(game(), entries=game().entries[:-1])
    assert found(record) == ("not_over", "A6")


@pytest.mark.parametrize(
    ("name", "value"),
    [("Result", "yellow-blue 1, red-green 2"), ("Winner", "red"), ("Ended", "timeout")],
)
def test_result_header_that_disagrees_is_found(name: str, value: str) -> None:
    record = with_header(game(), name, value)
    problem = only(replay_text(record.text))
    assert (problem.move, problem.code, problem.rule) == (name, "header_disagrees", "A6")
    assert record.text.split("\n")[problem.line - 1].startswith(f"[{name} ")


def test_every_header_that_disagrees_is_told() -> None:
    record = with_header(with_header(game(), "Ended", "timeout"), "Winner", "nobody")
    assert [problem.move for problem in replay(record).problems] == ["Winner", "Ended"]


def test_minutes_are_a_number() -> None:
    record = game()
    told = replace(record, headers=(*record.headers, ("Minutes", "57")))
    assert replay(told).result["minutes"] == 57
    assert found(with_header(told, "Minutes", "an hour")) == ("minutes_header", "")
    assert found(with_header(told, "Minutes", "9" * 5000)) == ("minutes_header", "")


def test_stopped_game_gives_its_result() -> None:
    answer = replay(started(OPENING, Stopped("adjudicated", "green-red")))
    assert answer.legal
    assert (answer.result["ended"], answer.result["winner"]) == ("adjudicated", 1)


def test_unreadable_record_is_a_problem() -> None:
    problem = only(replay_text("nonsense"))
    assert (problem.line, problem.code) == (1, "no_game")


# Moves as written -----------------------------------------------------------------------------


def refused(
    position: Position,
    player: str,
    card: str,
    move: str,
    setup: Setup = BASIC,
) -> tuple[str, str]:
    """Code and rule of a move that no legal one answers to."""
    state = in_play(position, player, setup, **{player: card})
    seat = setup.game.seat(player)
    written = read_move(setup.game, player, move)
    assert written is not None
    assert meant_move(setup, position.cells, seat, card, written) is None
    why = why_illegal(state, seat, card, written)
    for lang in ("da", "en", "nb"):
        assert why.message(lang)
    return why.code, why.rule


@pytest.mark.parametrize(
    ("position", "card", "move", "code", "rule"),
    [
        (at(), "3", "red1-red4", "no_piece", "B1"),
        (at(), "3", "home-start", "piece_refused", "B3"),
        (at(yellow="start"), "3", "start-yellow4", "cannot_get_there", "B1"),
        (at(yellow="start"), "8/heart", "home-yellow1", "cannot_get_there", "B3"),
        (at(yellow="start"), "-4", "start-green12", "cannot_get_there", "D1"),
        (at(yellow="yellow14", red="start"), "3", "yellow14-red3", "piece_refused", "C2"),
        (at(yellow="goal3"), "-4", "goal3-green14", "piece_refused", "D1"),
        (at(yellow="goal1"), "3", "goal1-goal4", "piece_refused", "C10"),
        (at(yellow="start", red="red3"), "3", "red:red3-red6", "not_own_piece", "C3"),
        (at(yellow="start", blue="blue3"), "3", "blue:blue3-blue6", "not_own_piece", "G1"),
        (at(yellow="yellow3", red="red3"), "3", "yellow3<>red:red3", "not_a_swap_card", "B1"),
        (at(yellow="yellow3", red="red3"), "swap", "yellow3-yellow5", "only_swaps", "E1"),
        (at(yellow="yellow3", red="start"), "swap", "yellow3<>red:start", "piece_refused", "E3"),
        (at(yellow="yellow1 yellow2"), "7", "yellow1-yellow4", "steps_left", "F1"),
        (at(yellow="yellow1"), "7", "yellow1-yellow8 + yellow8-yellow9", "steps_spent", "F1"),
        (at(yellow="yellow1"), "7", "yellow1-yellow4 + yellow4-yellow8", "leg_impossible", "F1"),
        (at(yellow="yellow1", blue="start"), "7", "yellow1-yellow4 + blue:start-blue4")
        + ("own_first", "F3"),
    ],
)
def test_illegal_move_names_the_rule(
    position: Position, card: str, move: str, code: str, rule: str
) -> None:
    assert refused(position, "yellow", card, move) == (code, rule)


def test_refusal_of_a_piece_names_what_is_in_the_way() -> None:
    state = in_play(at(yellow="yellow14", red="start"), "yellow", yellow="3")
    written = read_move(PARTNERS, "yellow", "yellow14-red3")
    assert written is not None
    assert "Red stands on its start field" not in why_illegal(state, 0, "3", written).message("da")
    assert "red" in why_illegal(state, 0, "3", written).message("en")


def test_seven_that_leaves_a_piece_unlocked_is_refused_in_2023() -> None:
    position = at(yellow="goal4 yellow3")
    move = "goal4-goal2 + yellow3-yellow8"
    assert refused(position, "yellow", "7", move, Setup(PARTNERS, DM_2023))[1] in ("C9", "F1")


def meant(position: Position, player: str, card: str, move: str, setup: Setup = BASIC) -> str:
    """The engine's notation of the legal move that is written."""
    written = read_move(setup.game, player, move)
    assert written is not None
    legal = meant_move(setup, position.cells, setup.game.seat(player), card, written)
    assert legal is not None
    return legal.notation


@pytest.mark.parametrize(
    "move",
    ["yellow1-yellow4 + yellow2-yellow6", "yellow2-yellow6 + yellow1-yellow4"],
)
def test_legs_of_a_seven_may_stand_in_any_order(move: str) -> None:
    assert meant(at(yellow="yellow1 yellow2"), "yellow", "7", move) == move


@pytest.mark.parametrize("move", ["yellow3<>red:red3", "red:red3<>yellow3"])
def test_swap_may_name_its_pieces_in_any_order(move: str) -> None:
    assert meant(at(yellow="yellow3", red="red3"), "yellow", "swap", move) == move


def test_any_swap_within_a_colour_will_do() -> None:
    position = at(yellow="yellow3 yellow5", red="red3 red5")
    for move in ("yellow3<>yellow5", "red:red3<>red:red5"):
        assert meant(position, "yellow", "swap", move) == move


def test_swap_of_protected_pieces_is_not_meant() -> None:
    position = at(yellow="yellow3 yellow3 yellow5", red="red3")
    assert refused(position, "yellow", "swap", "yellow3<>red:red3") == ("piece_refused", "E2")


def test_two_pieces_may_come_out_in_any_order() -> None:
    setup = Setup(PARTNERS_PLUS_TEAMS)
    move = "yellow:home-start + home-start"
    assert meant(at(PARTNERS_PLUS_TEAMS), "red", "2", move, setup) == move
    one = Setup(PARTNERS_PLUS_TEAMS, Rules(two_may_bring_one=True))
    assert meant(at(PARTNERS_PLUS_TEAMS), "red", "2", "home-start", one) == "home-start"
    assert refused(at(PARTNERS_PLUS_TEAMS), "red", "2", "home-start", setup)[1] == "P3"


def test_piece_that_stays_where_it_stood_may_be_either() -> None:
    """C9: two pieces whose walk ends where it began lead to one position."""
    position = at(yellow="goal4 green14", blue=LOCKED)
    assert meant(position, "yellow", "6", "goal4-goal4") == "goal4-goal4"


def test_marks_must_tell_who_goes_home() -> None:
    first = (
        OPENING,
        Turn("yellow", "8/heart", "home-start"),
        Turn("red"),
        Turn("blue", "13/heart", "home-start"),
        Turn("green"),
    )
    legal = started(*first, Turn("yellow", "7", "start-yellow7"))
    assert found(legal) == ("not_over", "A6")
    wrong = started(*first, Turn("yellow", "7", "startxyellow7"))
    assert found(wrong) == ("marks", "C5")
    same = started(*first, Turn("yellow", "7", "yellow:start-yellow7"))
    assert found(same) == ("not_over", "A6")


def test_result_headers_may_name_a_sides_colours_in_any_order() -> None:
    """As for the side that ends a game: "blue-yellow" is "yellow-blue"."""
    record = game()

    def turned(value: str) -> str:
        return re.sub(r"(\w+)-(\w+)", r"\2-\1", value)

    for name in ("Winner", "Result"):
        value = record.header(name)
        assert value is not None
        assert turned(value) != value
        record = with_header(record, name, turned(value))
    assert replay(record).problems == ()


def test_places_name_the_sides_in_their_order_whatever_that_of_the_colours() -> None:
    setup = Setup(GAMES["partners-plus-pairs"], conduct=Conduct(play_on=True))
    record = play_game(setup, [QUICK] * 6, "places").record
    places = record.header("Places")
    assert places is not None
    first, second, third = places.split()
    turned = ["-".join(reversed(side.split("-"))) for side in (first, second, third)]
    assert replay(with_header(record, "Places", " ".join(turned))).problems == ()
    (problem,) = replay(with_header(record, "Places", f"{second} {first} {third}")).problems
    assert (problem.move, problem.code) == ("Places", "header_disagrees")

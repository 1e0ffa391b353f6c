"""Boards and games as data."""

import pickle

import pytest

from games.rules.errors import RequestError
from games.rules.partners import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    Game,
    game_named,
)

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EVERY_GAME
def test_every_place_has_one_code_and_every_code_one_place(game: Game) -> None:
    board = game.board
    assert [board.codes[place] for place in board.places] == list(range(len(board.places)))


@EVERY_GAME
def test_progress_and_code_undo_each_other(game: Game) -> None:
    board = game.board
    for seat in range(len(board.colours)):
        reached = [board.code_at(seat, progress) for progress in range(-1, board.ring + 5)]
        assert sorted(reached) == list(range(len(board.places)))
        assert [board.progress(seat, code) for code in reached] == list(range(-1, board.ring + 5))


@pytest.mark.parametrize(
    ("game", "colour", "before", "after"),
    [
        (PARTNERS, "red", "yellow14", "red1"),
        (PARTNERS, "yellow", "green14", "yellow1"),
        (PARTNERS_PLUS_PAIRS, "blue", "green13", "blue1"),
        (PARTNERS_PLUS_TEAMS, "green", "yellow13", "green1"),
    ],
)
def test_fields_beside_a_start_field(game: Game, colour: str, before: str, after: str) -> None:
    board, seat = game.board, game.seat(colour)
    assert board.places[board.code_at(seat, board.ring)] == before
    assert board.places[board.code_at(seat, 1)] == after


@pytest.mark.parametrize(
    ("game", "partners"),
    [
        (PARTNERS, {"yellow": ["blue"], "red": ["green"], "blue": ["yellow"], "green": ["red"]}),
        (
            PARTNERS_PLUS_PAIRS,
            {
                "green": ["red"],
                "blue": ["orange"],
                "purple": ["yellow"],
                "red": ["green"],
                "orange": ["blue"],
                "yellow": ["purple"],
            },
        ),
        (
            # P1: the team-mate nearest clockwise comes first.
            PARTNERS_PLUS_TEAMS,
            {
                "green": ["purple", "orange"],
                "blue": ["red", "yellow"],
                "purple": ["orange", "green"],
                "red": ["yellow", "blue"],
                "orange": ["green", "purple"],
                "yellow": ["blue", "red"],
            },
        ),
    ],
)
def test_partners_are_named_clockwise(game: Game, partners: dict[str, list[str]]) -> None:
    colours = game.board.colours
    assert {
        colour: [colours[seat] for seat in game.partners[game.seat(colour)]] for colour in colours
    } == partners


@pytest.mark.parametrize(
    ("game", "size", "deal"), [(PARTNERS, 56, 16), (PARTNERS_PLUS_PAIRS, 78, 24)]
)
def test_pack_holds_three_deals(game: Game, size: int, deal: int) -> None:
    assert sum(game.pack.values()) == size
    assert sum(game.pack.values()) >= 3 * deal
    assert set(game.pack) == set(game.cards)


def test_heart_alone_is_a_card_of_partners_only() -> None:
    assert [name for name, game in GAMES.items() if "heart" in game.cards] == ["partners"]


def test_value_for_the_first_dealer_is_a_cards_highest() -> None:
    """A3: swap and heart count nothing, the -4 counts 4."""
    values = {name: card.value for name, card in PARTNERS.cards.items()}
    assert values == {
        "heart": 0,
        "8/heart": 8,
        "13/heart": 13,
        "1/14": 14,
        "-4": 4,
        "7": 7,
        "swap": 0,
        "2": 2,
        "3": 3,
        "5": 5,
        "6": 6,
        "9": 9,
        "10": 10,
        "12": 12,
    }


@EVERY_GAME
def test_pickled_game_is_the_same_game(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize("name", ["ludo", None, 7, ["partners"]])
def test_game_that_does_not_exist_is_refused_by_name(name: object) -> None:
    with pytest.raises(RequestError) as caught:
        game_named(name)
    assert (caught.value.code, caught.value.params) == ("unknown_game", {"game": str(name)})


@pytest.mark.parametrize("colour", ["purple", "", None, 0])
def test_colour_that_nobody_plays_is_refused_by_name(colour: object) -> None:
    with pytest.raises(RequestError) as caught:
        PARTNERS.seat(colour)
    assert caught.value.code == "unknown_player"
    assert caught.value.params == {"player": str(colour), "game": "partners"}


@pytest.mark.parametrize("card", ["4", "heart ", "8", 7, None, ["7"]])
def test_card_that_the_pack_has_not_is_refused_by_name(card: object) -> None:
    with pytest.raises(RequestError) as caught:
        PARTNERS.card(card)
    assert caught.value.code == "unknown_card"
    assert caught.value.params == {"card": str(card), "game": "partners"}

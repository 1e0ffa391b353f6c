"""Fields to go, counted; and the count against a search of every way there is."""

import heapq
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import PARTNERS_PLUS_PAIRS, PIECES, Board, Game
from games.rules.partners.advance import new_game
from games.rules.partners.cards import PARTNERS_CARDS, PARTNERS_PACK
from games.rules.partners.position import Position
from games.rules.partners.routes import backward_row, lane_mask, lane_walk
from games.rules.partners.steps_to_go import colour_steps, leading_side, side_steps

from .boards import LOCKED, at
from .games import BASIC


@pytest.mark.parametrize(
    ("pieces", "steps", "short_way"),
    [
        ("goal1 goal2 goal3 goal4", 0, 0),
        ("goal1 goal2 goal3 green14", 1, 1),
        ("goal1 goal2 goal4 green14", 2, 2),
        ("goal1 goal2 goal3 start", 57, 8),
        ("goal1 goal2 goal3 home", 57, 8),
        ("goal1 goal2 goal3 yellow3", 54, 6),
        ("goal1 goal2 goal3 yellow4", 53, 5),
        ("goal1 goal2 goal3 yellow5", 52, 12),
        ("goal1 goal2 goal3 blue14", 15, 15),
        ("home home home home", 234, 38),
    ],
)
def test_steps_of_a_colour(pieces: str, steps: int, short_way: int) -> None:
    position = at(yellow=pieces)
    assert colour_steps(position, "yellow") == steps
    assert colour_steps(position, "yellow", backwards=True) == short_way


def test_steps_of_a_side_are_those_of_its_colours() -> None:
    position = at(yellow=LOCKED, blue="goal1 goal2 goal3 red14")
    assert side_steps(position, 0) == 1
    assert side_steps(position, 1) == 2 * 234


def test_steps_on_the_board_of_six() -> None:
    position = at(PARTNERS_PLUS_PAIRS, green="goal1 goal2 goal3 start")
    assert colour_steps(position, "green") == 6 * 13 + 1


def test_leader_has_the_fewest_steps() -> None:
    state = new_game(BASIC, dealer=0)
    assert leading_side(state._replace(cells=at(red="red9", yellow="yellow8").cells)) == 1
    assert leading_side(state._replace(cells=at(yellow="yellow8").cells)) == 0


SMALL = Game(
    "small",
    Board(("yellow", "red"), fields=5),
    (("yellow",), ("red",)),
    PARTNERS_CARDS,
    PARTNERS_PACK,
)


def neighbours(codes: bytes, backwards: bool) -> list[tuple[int, bytes]]:
    """One field forward with a piece, or four back by the -4: the cost and the codes after."""
    board = SMALL.board
    lane = lane_mask(board, codes)
    found = []
    for at_, code in enumerate(codes):
        rest = codes[:at_] + codes[at_ + 1 :]
        progress = max(board.progress(0, code), 0)
        end = lane_walk(board, progress, 1, lane, False)
        if end is not None:
            found.append((1, bytes(sorted((*rest, board.code_at(0, end))))))
        if backwards and code not in board.goals:
            start = board.start if code == board.home else code
            route = backward_row(board, 0, 4)[start]
            assert route is not None
            found.append((4, bytes(sorted((*rest, route[0])))))
    return found


@cache
def searched(codes: bytes, backwards: bool) -> int:
    """The least cost by Dijkstra's search, with coming out free."""
    queue, known = [(0, codes)], set()
    while queue:
        cost, here = heapq.heappop(queue)
        if here == SMALL.board.all_locked:
            return cost
        if here not in known:
            known.add(here)
            for more, after in neighbours(here, backwards):
                heapq.heappush(queue, (cost + more, after))
    raise AssertionError("no way home")


@st.composite
def arrangements(draw: st.DrawFn) -> bytes:
    board = SMALL.board
    codes = draw(st.lists(st.integers(0, board.home), min_size=PIECES, max_size=PIECES))
    for goal in board.goals:
        while codes.count(goal) > 1:
            codes[codes.index(goal)] = board.home
    return bytes(sorted(codes))


@settings(max_examples=25, deadline=None)
@given(arrangements(), st.booleans())
def test_count_is_the_least_there_is(codes: bytes, backwards: bool) -> None:
    position = Position(SMALL, codes + bytes([SMALL.board.home]) * PIECES)
    assert colour_steps(position, "yellow", backwards=backwards) == searched(codes, backwards)

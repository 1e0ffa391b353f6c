"""Positions that are alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judging.likeness import BallAt, Case, course_case, likeness, ring_case

RING = 56
pieces = st.lists(st.integers(-1, RING + 4), min_size=4, max_size=4)
positions = st.lists(pieces, min_size=4, max_size=4)
balls = st.builds(
    BallAt,
    st.integers(0, 5),
    st.sampled_from(["course", "hedge", "home", "start"]),
    st.integers(0, 10).map(float),
    st.integers(0, 10).map(float),
)
courses = st.lists(balls, min_size=4, max_size=4)


def ring(seats: list[list[int]], *, turns: bool = True) -> Case:
    return ring_case("board", RING, seats, turns=turns)


@given(positions)
def test_position_is_wholly_like_itself_and_like_itself_turned(position: list[list[int]]) -> None:
    turned = position[1:] + position[:1]
    assert likeness(ring(position), ring(position)) == 1
    assert likeness(ring(position), ring(turned)) == 1


@given(positions, positions, st.booleans())
def test_likeness_is_the_same_both_ways_and_a_share(
    one: list[list[int]], other: list[list[int]], turns: bool
) -> None:
    found = likeness(ring(one, turns=turns), ring(other, turns=turns))
    assert 0 <= found <= 1
    assert abs(found - likeness(ring(other, turns=turns), ring(one, turns=turns))) < 1e-9


@given(positions, st.integers(0, 3), st.integers(0, 3), st.integers(1, RING - 1))
def test_one_piece_one_field_on_is_liker_than_one_sent_home(
    position: list[list[int]], seat: int, piece: int, at: int
) -> None:
    def moved(to: int) -> Case:
        return ring(
            [
                [to if (s, p) == (seat, piece) else code for p, code in enumerate(codes)]
                for s, codes in enumerate(position)
            ]
        )

    here = moved(at)
    assert likeness(here, here) >= likeness(here, moved(at + 1))
    assert likeness(here, moved(at + 1)) > 0.9


def test_board_that_does_not_turn_keeps_its_sides_apart() -> None:
    one, other = [[1, 1], [20, 20]], [[20, 20], [1, 1]]
    assert likeness(ring(one), ring(other)) == 1
    assert likeness(ring(one, turns=False), ring(other, turns=False)) == 0


def test_boards_of_different_kinds_have_nothing_in_common() -> None:
    seats = [[3, 3]] * 4
    assert likeness(ring_case("one", RING, seats), ring_case("other", RING, seats)) == 0
    assert likeness(ring(seats), ring(seats[:3])) == 0


@given(courses, courses)
def test_likeness_of_balls_is_the_same_both_ways_and_whole_with_itself(
    one: list[BallAt], other: list[BallAt]
) -> None:
    a, b = course_case("haven", one), course_case("haven", other)
    assert likeness(a, course_case("haven", one[1:] + one[:1])) == 1
    assert abs(likeness(a, b) - likeness(b, a)) < 1e-9
    assert 0 <= likeness(a, b) <= 1


def test_ball_a_cell_off_is_liker_than_one_with_a_hoop_more() -> None:
    ball = BallAt(1, "course", 3, 3)
    rest = [BallAt(0, "start")] * 3
    here = course_case("haven", [ball, *rest])
    beside = course_case("haven", [ball._replace(x=4), *rest])
    ahead = course_case("haven", [ball._replace(reached=2), *rest])
    assert 1 > likeness(here, beside) > likeness(here, ahead) > 0.9

"""Positions that are alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judging.likeness import likeness

RING = 56
pieces = st.lists(st.integers(-1, RING + 4), min_size=4, max_size=4).map(sorted)
positions = st.lists(pieces, min_size=4, max_size=4)


@given(positions)
def test_position_is_wholly_like_itself_and_like_itself_turned(position: list[list[int]]) -> None:
    turned = position[1:] + position[:1]
    assert likeness(position, position, ring=RING) == 1
    assert likeness(position, turned, ring=RING) == 1


@given(positions, positions)
def test_likeness_is_the_same_both_ways_and_a_share(
    one: list[list[int]], other: list[list[int]]
) -> None:
    found = likeness(one, other, ring=RING)
    assert 0 <= found <= 1
    assert abs(found - likeness(other, one, ring=RING)) < 1e-9


@given(positions, st.integers(0, 3), st.integers(0, 3), st.integers(1, RING - 1))
def test_one_piece_one_field_on_is_liker_than_one_sent_home(
    position: list[list[int]], seat: int, piece: int, at: int
) -> None:
    def moved(to: int) -> list[list[int]]:
        return [
            sorted(to if (s, p) == (seat, piece) else code for p, code in enumerate(codes))
            for s, codes in enumerate(position)
        ]

    here = moved(at)
    assert likeness(here, here, ring=RING) >= likeness(here, moved(at + 1), ring=RING)
    assert likeness(here, moved(at + 1), ring=RING) > 0.9

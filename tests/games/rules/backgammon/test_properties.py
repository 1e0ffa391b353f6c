"""Laws of the plays, whatever the position."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import Position, legal_plays, mirrored, pips, refusals, results
from games.rules.backgammon.position import own_points
from games.rules.backgammon.steps import plays, stepped, steps

from .random_positions import made_up_position

positions = st.integers(0, 2**32).map(
    lambda seed: Position.parse(made_up_position(random.Random(seed)))
)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
moderate = settings(max_examples=60, deadline=None)


@moderate
@given(positions, dice)
def test_no_position_is_found_twice_and_order_of_dice_means_nothing(
    position: Position, throw: tuple[int, int]
) -> None:
    found = results(position.cells, *throw)
    assert len(set(found)) == len(found)
    assert set(results(position.cells, *throw[::-1])) == set(found)


@moderate
@given(positions, dice)
def test_checkers_are_conserved_and_each_position_can_be_written(
    position: Position, throw: tuple[int, int]
) -> None:
    for cells in results(position.cells, *throw):
        after = Position(cells)
        assert Position.parse(after.as_json()) == after
        assert after.off[1] == position.off[1]
        assert after.bar[1] >= position.bar[1]
        assert pips(mirrored(cells)) >= pips(mirrored(position.cells))


@moderate
@given(positions)
def test_mirrored_twice_is_the_same(position: Position) -> None:
    once = position.mirrored()
    assert once.mirrored() == position
    assert Position.parse(once.as_json()) == once
    assert once.points == tuple(-count for count in reversed(position.points))
    assert (once.bar, once.off) == (position.bar[::-1], position.off[::-1])


@moderate
@given(positions, dice)
def test_plays_use_the_same_number_of_dice_and_lead_where_they_say(
    position: Position, throw: tuple[int, int]
) -> None:
    found = plays(position.cells, *throw)
    assert len({len(way) for way in found.values()}) <= 1
    for after, way in found.items():
        cells = position.cells
        for step in way:
            assert any(step in steps(cells, die) for die in throw)
            cells = stepped(cells, step)
        assert cells == after
        used = pips(position.cells) - pips(after)
        assert 0 < used <= sum(throw) * (1 + (throw[0] == throw[1]))


@moderate
@given(positions, dice)
def test_notations_name_each_play_among_its_siblings(
    position: Position, throw: tuple[int, int]
) -> None:
    notations = [play.notation for play in legal_plays(position, throw)]
    assert len(set(notations)) == len(notations)


@moderate
@given(positions, dice)
def test_a_place_is_refused_or_moves_in_some_play(
    position: Position, throw: tuple[int, int]
) -> None:
    refused = {refusal.place for refusal in refusals(position, throw)}
    for after in results(position.cells, *throw):
        before, left = own_points(position.cells), own_points(after)
        for cell in range(1, 26):
            if left[cell] < before[cell]:
                assert ("bar" if cell == 25 else str(cell)) not in refused
    if not results(position.cells, *throw):
        occupied = {cell for cell, count in enumerate(own_points(position.cells)) if count} - {0}
        assert {("bar" if cell == 25 else str(cell)) for cell in occupied} == refused


@moderate
@given(positions, dice)
def test_what_the_opponent_alone_decides_is_seen_alike_from_both_sides(
    position: Position, throw: tuple[int, int]
) -> None:
    # A checker of the opponent moves only by being hit.
    theirs = own_points(mirrored(position.cells))
    for after in results(position.cells, *throw):
        now = own_points(mirrored(after))
        lost = [cell for cell in range(25) if now[cell] != theirs[cell]]
        assert all((theirs[cell], now[cell]) == (1, 0) for cell in lost)
        assert now[25] - theirs[25] == len(lost)

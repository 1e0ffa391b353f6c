"""What a later step rests on, told by events alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.undo.rests import Later, TakenBack, resting


def later(*pks: int) -> list[Later]:
    return [Later(pk, "some.verb") for pk in pks]


def test_later_step_rests_and_the_newest_is_named() -> None:
    assert resting(1, later(2, 3), TakenBack({})) == Later(3, "some.verb")
    assert resting(3, later(2, 3), TakenBack({})) is None


def test_step_and_what_took_it_back_cancel_each_other_out() -> None:
    assert resting(1, later(2, 3), TakenBack({3: 2})) is None


def test_step_that_was_made_again_rests_by_what_made_it_again() -> None:
    assert resting(1, later(2, 3, 4), TakenBack({3: 2, 4: 3})) == Later(4, "some.verb")
    assert resting(1, later(2, 3, 4, 5), TakenBack({3: 2, 4: 3, 5: 4})) is None


def test_taking_back_what_came_before_rests_on_it() -> None:
    assert resting(2, later(3), TakenBack({3: 1})) == Later(3, "some.verb")


@given(st.lists(st.booleans(), max_size=12))
def test_nothing_rests_on_a_step_once_all_after_it_was_taken_back(steps: list[bool]) -> None:
    """True makes a step, False takes the newest back that stands; undos of undos are in it, since
    what takes back stands itself as a step."""
    undoes: dict[int, int] = {}
    standing: list[int] = []
    for pk, makes in enumerate(steps, start=2):
        if makes or not standing:
            standing.append(pk)
        else:
            undoes[pk] = standing.pop()
    every = later(*range(2, len(steps) + 2))
    found = resting(1, every, TakenBack(undoes))
    assert found == (Later(standing[-1], "some.verb") if standing else None)


@given(st.integers(1, 9))
def test_undo_of_undo_is_the_step_again(times: int) -> None:
    chain = {pk: pk - 1 for pk in range(3, 3 + times)}
    assert TakenBack(chain).root(2 + times) == (2, times % 2 == 1)

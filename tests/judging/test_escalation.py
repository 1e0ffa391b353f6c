"""What the clock proposes, by every fact it may see."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judging.escalation import BEFORE, TRANSITIONS, Step, proposal
from judging.escalation_words import STEPS

NOW = datetime(2027, 3, 13, 11, tzinfo=UTC)


@given(
    step=st.sampled_from(list(Step)),
    over_time=st.booleans(),
    left=st.none() | st.integers(-20, 20),
)
def test_proposal_is_the_step_that_follows_and_only_where_the_clock_sees_it(
    step: Step, over_time: bool, left: int | None
) -> None:
    until = None if left is None else NOW + timedelta(minutes=left)
    found = proposal(step, over_time=over_time, until=until, now=NOW)
    seen = (step is Step.RUNNING and over_time) or (
        step is Step.TEN_MINUTES and left is not None and left <= 0
    )
    assert found == (TRANSITIONS[step] if seen else None)


def test_every_step_but_the_first_has_one_before_and_every_step_has_words() -> None:
    assert set(BEFORE) == set(Step) - {Step.RUNNING}
    assert set(STEPS) == set(Step)
    assert all(STEPS[step].take and STEPS[step].told for step in BEFORE)

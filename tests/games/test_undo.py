"""Steps are taken back, newest first, and everything is as it was; and made again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.undoing import STEPS, Play, everything
from tournaments.domain.errors import Refused
from tournaments.models import Event
from tournaments.undo.take_back import take_back

pytestmark = pytest.mark.django_db

#: What players say is theirs; what they agreed on, and somebody took back, they say anew.
PLAYERS_OWN = {"claim.enter", "claim.differ", "result.agree"}
#: Where the newest step of all may not go back, and why.
MAY_REFUSE = {
    # Somebody had entered a result before the clock was started.
    ("clock.start", "results-in"),
    # A result had been handed in, and its versions are kept though it was taken back.
    ("round.publish", "results-in"),
    # The result had put something right that did not fit.
    ("result.record", "undo-follows"),
}
step = st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 11), st.integers(0, 11))
#: Many days go on; few are finished.
day = st.lists(st.one_of(st.just(("go on", 0, 0)), step, step), min_size=6, max_size=14)


@settings(max_examples=8, deadline=None)
@given(day, st.integers(1, 6))
def test_taking_the_last_steps_back_restores_everything(
    steps: list[tuple[str, int, int]], back: int
) -> None:
    play = Play()
    done: list[tuple[Event, dict[str, object]]] = []
    was = everything(play.tournament)
    for one in steps:
        event = play.does(*one)
        if event is not None:
            done.append((event, was))
            was = everything(play.tournament)
    for event, before in reversed(done[-back:]):
        if event.verb in PLAYERS_OWN:
            break
        after = everything(play.tournament)
        try:
            undone = take_back(play.tournament, event.pk, by=None)
        except Refused as refused:
            # Changes by hand are gone with a draft, and who is here may have changed since it was
            # drawn: then it would be another draw, or none.
            assert event.verb == "round.discard" or (event.verb, refused.code) in MAY_REFUSE
            break
        assert everything(play.tournament) == before, event.verb
        try:
            again = take_back(play.tournament, undone.pk, by=None)
        except Refused as refused:
            assert (event.verb, refused.code) in MAY_REFUSE
            break
        assert everything(play.tournament) == after, event.verb
        take_back(play.tournament, again.pk, by=None)
        assert everything(play.tournament) == before, event.verb

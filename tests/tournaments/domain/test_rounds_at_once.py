"""Two organisers press the same button in the same second."""

from __future__ import annotations

import pytest

from tests import factories
from tests.at_once import at_once
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import discard_draft, draw_round, redraw_round
from tournaments.domain.edit_draft import swap_entries
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.publish_round import publish_round
from tournaments.models import Event, Pairing, Round, Seat, Tournament


@pytest.mark.usefixtures("shared_database")
def test_drawn_at_once_is_one_draft() -> None:
    own = factories.make_tournament()
    factories.make_entries(own, 9)
    outcomes = at_once(*[lambda: draw_round(Tournament.objects.get(), by=None)] * 3)
    assert outcomes == ["done", "draft-exists", "draft-exists"]
    assert (Round.objects.count(), Seat.objects.count()) == (1, 9)


@pytest.mark.usefixtures("shared_database")
def test_published_and_discarded_at_once_is_one_of_both() -> None:
    own = factories.make_tournament()
    factories.make_entries(own, 4)
    draw_round(own, by=None)
    round_ = Round.objects.select_related("tournament").get()
    outcomes = at_once(
        lambda: publish_round(round_, by=None), lambda: discard_draft(round_, by=None)
    )
    if Round.objects.exists():
        assert outcomes == ["done", "round-published"]
        assert Seat.objects.count() == 4
    else:
        assert outcomes == ["discarded", "done"]
        assert Seat.objects.count() == 0


@pytest.mark.usefixtures("shared_database")
def test_drawn_opened_and_finished_at_once_is_one_of_them() -> None:
    """The verbs reach for each other's rows: none may wait for the other for ever."""
    own = factories.make_tournament()
    factories.make_entries(own, 5)
    for _again in range(4):
        round_ = publish_round(draw_round(own, by=None), by=None, despite_warnings=True)
        close_round(round_, by=None, despite_missing=True)
        outcomes = at_once(
            lambda: draw_round(Tournament.objects.get(), by=None, despite_missing=True),
            lambda: reopen_round(Round.objects.latest("number"), by=None),
            lambda: finish_tournament(
                Tournament.objects.get(), by=None, despite_missing=True, early=True
            ),
        )
        assert outcomes.count("done") == 1
        assert len(outcomes) == 3
        Event.objects.all().delete()
        Seat.objects.all().delete()
        Pairing.objects.all().delete()
        Round.objects.all().delete()
        Tournament.objects.update(state=Tournament.State.OPEN)


@pytest.mark.usefixtures("shared_database")
def test_published_discarded_and_drawn_again_at_once_is_one_of_them() -> None:
    own = factories.make_tournament()
    factories.make_entries(own, 5)
    for _again in range(4):
        round_ = draw_round(own, by=None)
        outcomes = at_once(
            lambda round_=round_: publish_round(round_, by=None, version=1),
            lambda round_=round_: discard_draft(round_, by=None, version=1),
            lambda round_=round_: redraw_round(round_, by=None, version=1),
        )
        assert (outcomes.count("done"), len(outcomes)) == (1, 3)
        Event.objects.all().delete()
        Seat.objects.all().delete()
        Pairing.objects.all().delete()
        Round.objects.all().delete()
        Tournament.objects.update(state=Tournament.State.OPEN)


@pytest.mark.usefixtures("shared_database")
def test_edited_at_once_one_wins_and_the_other_hears_of_it() -> None:
    own = factories.make_tournament()
    factories.make_entries(own, 8)
    draw_round(own, by=None)
    round_ = Round.objects.select_related("tournament").get()
    a, b, c, d = (seat.entry for seat in round_.seats.select_related("entry").order_by("id")[:4])
    outcomes = at_once(
        lambda: swap_entries(round_, a, c, by=None, version=1),
        lambda: swap_entries(round_, b, d, by=None, version=1),
    )
    assert outcomes == ["done", "round-changed"]
    assert Event.objects.filter(verb="draft.swap").count() == 1

"""A round that has begun is not taken back."""

from __future__ import annotations

import pytest

from games.domain.run_clock import start_clock
from games.models import Extension, Result
from tests import factories
from tests.results import make_round
from tournaments.domain.errors import Refused
from tournaments.domain.publish_round import unpublish_round
from tournaments.models import Round, Tournament


@pytest.fixture
def published(tournament: Tournament) -> Round:
    a, b = factories.make_entries(tournament, 2)
    return make_round(tournament, 1, [(a, b)])


def test_unpublish_before_anything_began(published: Round) -> None:
    assert unpublish_round(published, by=None).state == Round.State.DRAFT


def test_unpublish_with_the_clock_started_is_refused(published: Round) -> None:
    start_clock(published, by=None)
    with pytest.raises(Refused) as refused:
        unpublish_round(published, by=None)
    assert refused.value.code == "clock-started"


def test_unpublish_with_a_result_that_was_taken_out_again_is_refused(published: Round) -> None:
    pairing = published.pairings.get()
    Result.objects.create(pairing=pairing, version=1, current=False, payload={})
    with pytest.raises(Refused) as refused:
        unpublish_round(published, by=None)
    assert refused.value.code == "results-in"


def test_unpublish_with_extra_time_given_is_refused(published: Round) -> None:
    Extension.objects.create(pairing=published.pairings.get(), seconds=300)
    with pytest.raises(Refused) as refused:
        unpublish_round(published, by=None)
    assert refused.value.code == "results-in"

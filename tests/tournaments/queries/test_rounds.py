"""How rounds are read."""

from __future__ import annotations

from pytest_django import DjangoAssertNumQueries

from tests import factories
from tournaments.domain.draw_round import draw_round
from tournaments.models import Round, Tournament


def test_round_is_read_without_its_draw_until_it_is_asked_for(
    tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    factories.make_entries(tournament, 4)
    drawn = draw_round(tournament, by=None)

    with django_assert_num_queries(1):
        (round_,) = tournament.rounds.all()
    assert round_.get_deferred_fields() == {"draw"}
    with django_assert_num_queries(1):
        assert round_.draw == drawn.draw


def test_saving_a_round_read_without_its_draw_keeps_the_draw(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    drawn = draw_round(tournament, by=None)
    round_ = Round.objects.get()
    round_.state = Round.State.CLOSED
    round_.save()
    round_.refresh_from_db()
    assert (round_.state, Round.objects.get().draw) == (Round.State.CLOSED, drawn.draw)

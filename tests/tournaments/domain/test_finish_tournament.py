"""Finishing: when it is allowed, what is recorded, and that it can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import factories
from tests.results import play_round
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import discard_draft, draw_round
from tournaments.domain.errors import Refused
from tournaments.domain.finish_tournament import finish_tournament, reopen_tournament
from tournaments.domain.publish_round import publish_round
from tournaments.models import Event, Tournament, User
from tournaments.queries.standings import standings_of


@pytest.fixture
def short(tournament: Tournament) -> Tournament:
    """Two rounds planned, four pairs."""
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    factories.make_entries(tournament, 4)
    return tournament


def code_of(verb: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        verb()
    return refused.value.code


def test_finish_names_the_winner(short: Tournament, organiser: User) -> None:
    play_round(short)
    play_round(short)
    finish_tournament(short, by=organiser)
    short.refresh_from_db()
    first = standings_of(short).rows[0].entry
    assert short.state == Tournament.State.FINISHED
    assert Event.objects.get(verb="tournament.finish").after["winners"] == [
        short.entries.get(pk=first).name
    ]


def test_finish_waits_for_rounds(short: Tournament) -> None:
    assert code_of(lambda: finish_tournament(short, by=None)) == "nothing-played"
    round_ = draw_round(short, by=None)
    assert code_of(lambda: finish_tournament(short, by=None)) == "round-open"
    publish_round(round_, by=None)
    assert code_of(lambda: finish_tournament(short, by=None)) == "round-open"


def test_finish_early_must_be_said(short: Tournament) -> None:
    play_round(short)
    assert code_of(lambda: finish_tournament(short, by=None)) == "early"
    finish_tournament(short, by=None, early=True)
    assert code_of(lambda: finish_tournament(short, by=None)) == "finished"


def test_finish_without_all_results_must_be_said(short: Tournament) -> None:
    play_round(short)
    round_ = publish_round(draw_round(short, by=None), by=None, despite_warnings=True)
    close_round(round_, by=None, despite_missing=True)
    assert code_of(lambda: finish_tournament(short, by=None)) == "missing-results"
    finish_tournament(short, by=None, despite_missing=True)
    assert Event.objects.get(verb="tournament.finish").after["missing"] == 2


def test_finished_tournament_draws_and_opens_nothing(short: Tournament) -> None:
    play_round(short)
    last = play_round(short)
    finish_tournament(short, by=None)
    assert code_of(lambda: draw_round(short, by=None)) == "finished"
    assert code_of(lambda: reopen_round(last, by=None)) == "finished"


def test_finish_can_be_taken_back(short: Tournament, organiser: User) -> None:
    play_round(short)
    last = play_round(short)
    finish_tournament(short, by=None)
    reopen_tournament(short, by=organiser, why="one game was protested")
    short.refresh_from_db()
    assert short.state == Tournament.State.RUNNING
    assert reopen_round(last, by=None).number == 2
    assert code_of(lambda: reopen_tournament(short, by=None)) == "not-finished"


def test_finish_with_a_discarded_draft_is_fine(short: Tournament) -> None:
    play_round(short)
    discard_draft(draw_round(short, by=None), by=None)
    finish_tournament(short, by=None, early=True)
    assert Event.objects.get(verb="tournament.finish").after["rounds"] == 1

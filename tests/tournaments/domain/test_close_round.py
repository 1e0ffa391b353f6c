"""Closing a round, with or without all results, and opening it again."""

from __future__ import annotations

import pytest

from tests.results import play_round, write_result, write_results
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.models import Event, Round, User


@pytest.fixture
def published(draft: Round) -> Round:
    return publish_round(draft, by=None)


def test_close_with_all_results(published: Round, organiser: User) -> None:
    write_results(published)
    close_round(published, by=organiser)
    published.refresh_from_db()
    assert (published.state, published.closed_at is None) == (Round.State.CLOSED, False)
    assert Event.objects.get(verb="round.close").after["missing"] == []


def test_close_names_the_tables_without_a_result(published: Round) -> None:
    for number in (1, 4):
        write_result(published.pairings.get(table__number=number), None)
    with pytest.raises(Refused) as refused:
        close_round(published, by=None)
    assert refused.value.code == "missing-results"
    assert "2, 3" in str(refused.value.message)
    close_round(published, by=None, despite_missing=True)
    assert Event.objects.get(verb="round.close").after["missing"] == ["2", "3"]


def test_close_of_a_draft_is_a_conflict(draft: Round) -> None:
    with pytest.raises(Conflict) as conflict:
        close_round(draft, by=None)
    assert conflict.value.code == "round-draft"


def test_close_sent_twice_is_one_event(published: Round) -> None:
    for _again in range(2):
        close_round(published, by=None, despite_missing=True, key="k")
    assert Event.objects.filter(verb="round.close").count() == 1


def test_close_twice_is_a_conflict(published: Round) -> None:
    close_round(published, by=None, despite_missing=True)
    with pytest.raises(Conflict) as conflict:
        close_round(published, by=None, despite_missing=True)
    assert conflict.value.code == "round-closed"


def test_reopen_takes_the_closing_back(published: Round, organiser: User) -> None:
    close_round(published, by=None, despite_missing=True)
    reopen_round(published, by=organiser, why="two sheets found")
    published.refresh_from_db()
    assert (published.state, published.closed_at) == (Round.State.PUBLISHED, None)
    assert Event.objects.get(verb="round.reopen").why == "two sheets found"


def test_reopen_with_a_later_round_is_refused(published: Round) -> None:
    write_results(published)
    close_round(published, by=None)
    later = draw_round(published.tournament, by=None)
    with pytest.raises(Refused) as refused:
        reopen_round(published, by=None)
    assert refused.value.code == "later-round"
    publish_round(later, by=None)
    with pytest.raises(Refused) as refused:
        reopen_round(published, by=None)
    assert refused.value.code == "later-round"


def test_rounds_go_on_after_closing(published: Round) -> None:
    write_results(published)
    close_round(published, by=None)
    assert play_round(published.tournament).number == 2

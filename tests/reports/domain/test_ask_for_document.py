"""Asking for a document: one row, one event, however often the request comes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reports.documents import DOCUMENTS
from reports.domain.ask_for_document import ask_for_document
from reports.models import Job
from tests.factories import make_tournament
from tests.reports.paper import make_round
from tournaments.domain.errors import Refused
from tournaments.models import Event, Tournament, User


def test_asking_leaves_a_waiting_job_and_an_event(db: None, organiser: User) -> None:
    tournament = make_round(1).tournament
    job = ask_for_document(
        tournament, "score-sheets", round_number=1, language="nb", by=organiser, key="k"
    )

    assert (job.state, job.document, job.params, job.language, job.asked_by) == (
        Job.State.WAITING,
        "score-sheets",
        {"round": 1},
        "nb",
        organiser,
    )
    event = Event.objects.get()
    assert (event.verb, event.after) == (
        "document.ask",
        {"document": "score-sheets", "language": "nb", "round": 1},
    )


def test_same_request_twice_is_one_job(tournament: Tournament, organiser: User) -> None:
    jobs = [
        ask_for_document(tournament, "check-in-list", by=organiser, key="same") for _ in range(2)
    ]
    assert (jobs[0], Job.objects.count(), Event.objects.count()) == (jobs[1], 1, 1)


def test_document_on_its_way_is_not_made_twice(tournament: Tournament, organiser: User) -> None:
    ask_for_document(tournament, "check-in-list", by=organiser, key="a")
    with pytest.raises(Refused) as refused:
        ask_for_document(tournament, "check-in-list", by=organiser, key="b")
    assert (refused.value.code, Job.objects.count()) == ("being-made", 1)

    ask_for_document(tournament, "check-in-list", language="en", by=organiser, key="c")
    Job.objects.update(state=Job.State.DONE)
    ask_for_document(tournament, "check-in-list", by=organiser, key="d")
    assert Job.objects.count() == 3


@pytest.mark.parametrize(
    ("document", "number", "language", "code", "field"),
    [
        ("nothing", None, "da", "unknown-document", "document"),
        ("check-in-list", None, "xx", "unknown-language", "language"),
        ("score-sheets", None, "da", "no-such-round", "round"),
        ("score-sheets", 7, "da", "no-such-round", "round"),
        ("standings", 7, "da", "no-such-round", "round"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    tournament: Tournament, document: str, number: int | None, language: str, code: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        ask_for_document(tournament, document, round_number=number, language=language, by=None)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert (Job.objects.count(), Event.objects.count()) == (0, 0)


def test_round_does_not_matter_to_a_document_of_none(db: None) -> None:
    tournament = make_round(1).tournament
    assert ask_for_document(tournament, "check-in-list", round_number=1, by=None).params == {}


class TestRequests(TestCase):
    @settings(max_examples=15, deadline=None)
    @given(
        st.lists(st.tuples(st.sampled_from(sorted(DOCUMENTS)), st.sampled_from("abc")), max_size=8)
    )
    def test_each_key_is_one_job_whatever_comes(self, requests: list[tuple[str, str]]) -> None:
        tournament = make_tournament()
        for document, key in requests:
            try:
                ask_for_document(tournament, document, by=None, key=key)
            except Refused:
                continue
        jobs = Job.objects.filter(tournament=tournament)
        assert jobs.count() == len({job.key for job in jobs})
        assert jobs.count() == tournament.events.count()
        assert jobs.count() == jobs.values("document").distinct().count()

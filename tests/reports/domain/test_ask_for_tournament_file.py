"""Asking for the tournament as a file: once, and without an event that would be in it."""

from __future__ import annotations

import pytest

from reports.domain.ask_for_tournament_file import ask_for_tournament_file
from reports.domain.cancel_document import cancel_document
from reports.models import Job
from tests.factories import make_entries
from tournaments.access import Action
from tournaments.domain.check_in import change_state
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament, User


def test_file_asked_for_waits_and_the_log_has_nothing_yet(
    tournament: Tournament, organiser: User
) -> None:
    job = ask_for_tournament_file(tournament, contacts=False, language="nb", by=organiser, key="k")
    assert (job.document, job.params, job.language, job.state, job.asked_by) == (
        "tournament-file",
        {"contacts": False},
        "nb",
        Job.State.WAITING,
        organiser,
    )
    assert tournament.events.count() == 0


def test_same_request_twice_is_one_file(tournament: Tournament) -> None:
    jobs = [ask_for_tournament_file(tournament, by=None, key="k") for _ in range(2)]
    assert jobs[0] == jobs[1] == Job.objects.get()


def test_file_on_its_way_is_not_asked_for_again_and_the_other_kind_is(
    tournament: Tournament,
) -> None:
    ask_for_tournament_file(tournament, by=None, key="a")
    with pytest.raises(Refused) as refused:
        ask_for_tournament_file(tournament, by=None, key="b")
    assert (refused.value.code, Job.objects.count()) == ("being-made", 1)
    ask_for_tournament_file(tournament, contacts=False, by=None)
    assert Job.objects.count() == 2


def test_key_of_another_request_is_refused(tournament: Tournament) -> None:
    (entry,) = make_entries(tournament, 1)
    change_state(entry, Entry.State.LATE, by=None, key="k")
    with pytest.raises(Refused) as refused:
        ask_for_tournament_file(tournament, by=None, key="k")
    assert refused.value.code == "key-reused"


def test_file_is_stopped_by_those_who_may_have_it_made(tournament: Tournament) -> None:
    job = ask_for_tournament_file(tournament, by=None)
    with pytest.raises(Refused) as refused:
        cancel_document(tournament, job.pk, actions={Action.PRINT}, by=None)
    assert refused.value.code == "no-such-document"
    cancelled = cancel_document(tournament, job.pk, actions={Action.EDIT_TOURNAMENT}, by=None)
    assert cancelled.state == Job.State.CANCELLED
    assert tournament.events.get().subject == "Turneringen som fil"

"""Leases: a job has one worker at a time, and none is lost."""

from __future__ import annotations

import uuid
from datetime import timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from reports.domain.lease import (
    ATTEMPTS,
    LEASE,
    REST,
    Lease,
    LeaseLost,
    give_up_on_the_hopeless,
    take_job,
)
from reports.models import Job
from tests.factories import make_tournament
from tournaments.models import Tournament


def waiting(tournament: Tournament, **fields: object) -> Job:
    return Job.objects.create(
        tournament=tournament, document="check-in-list", language="da", **fields
    )


def test_oldest_waiting_job_is_taken_first(tournament: Tournament) -> None:
    first, second = waiting(tournament), waiting(tournament)
    leases = [take_job(), take_job(), take_job()]
    assert [lease and lease.job for lease in leases] == [first.pk, second.pk, None]


def test_job_of_a_worker_that_is_gone_is_taken_again(tournament: Tournament) -> None:
    waiting(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        lost = take_job()
        clock.shift(LEASE - timedelta(seconds=1))
        assert take_job() is None
        clock.shift(timedelta(seconds=1))
        taken = take_job()
    assert lost and taken and lost.job == taken.job
    assert Job.objects.get().attempts == 2
    for too_late in (
        lambda: lost.renew(done=1),
        lambda: lost.finish("reports/a.pdf", "a.pdf"),
        lambda: lost.fail("x", for_good=True),
        lost.give_back,
    ):
        with pytest.raises(LeaseLost):
            too_late()
    taken.finish("reports/b.pdf", "b.pdf")
    assert Job.objects.get().filename == "b.pdf"


def test_lease_and_rest_do_not_wait_for_a_clock_that_was_set_back(tournament: Tournament) -> None:
    waiting(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert take_job()
        # What two machines may differ by moves no job from one to the other.
        clock.shift(-LEASE)
        assert take_job() is None
        clock.shift(timedelta(hours=-1))
        second = take_job()
        assert second
        second.fail("x", for_good=False)
        assert take_job() is None
        clock.shift(timedelta(hours=-1))
        assert take_job()
        clock.shift(timedelta(hours=-1))
        assert (take_job(), give_up_on_the_hopeless()) == (None, 1)


def test_lease_that_is_renewed_lasts(tournament: Tournament) -> None:
    waiting(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        lease = take_job()
        assert lease
        for done in range(1, 4):
            clock.shift(LEASE - timedelta(seconds=1))
            lease.renew(done=done)
            assert take_job() is None
    assert Job.objects.get().done == 3


def test_job_that_fails_rests_and_is_given_up_at_last(tournament: Tournament) -> None:
    job = waiting(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for attempt in range(1, ATTEMPTS + 1):
            lease = take_job()
            assert lease
            lease.fail(f"fault {attempt}", for_good=False)
            assert take_job() is None
            clock.shift(REST)
        assert take_job() is None
    job.refresh_from_db()
    assert (job.state, job.error, job.lease) == (Job.State.FAILED, f"fault {ATTEMPTS}", None)


def test_job_that_cannot_succeed_fails_at_once(tournament: Tournament) -> None:
    job = waiting(tournament)
    lease = take_job()
    assert lease
    lease.fail("nothing to print", for_good=True)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "nothing to print")


def test_job_given_back_is_taken_at_once_and_not_counted(tournament: Tournament) -> None:
    job = waiting(tournament)
    lease = take_job()
    assert lease
    lease.give_back()
    assert take_job() is not None
    job.refresh_from_db()
    assert job.attempts == 1


def test_job_that_kills_every_worker_is_given_up_with_a_word(tournament: Tournament) -> None:
    job = waiting(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(ATTEMPTS):
            assert take_job() is not None
            assert give_up_on_the_hopeless() == 0
            clock.shift(LEASE)
        assert take_job() is None
        assert give_up_on_the_hopeless() == 1
    job.refresh_from_db()
    assert (job.state, bool(job.error), job.lease) == (Job.State.FAILED, True, None)


def test_lease_of_a_job_that_was_never_taken_is_lost(tournament: Tournament) -> None:
    job = waiting(tournament)
    with pytest.raises(LeaseLost):
        Lease(job.pk, uuid.uuid4()).renew()


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_never_take_the_same_job() -> None:
    tournament = make_tournament()
    jobs = {waiting(tournament).pk for _ in range(6)}
    taken: list[uuid.UUID] = []
    start = Barrier(3)

    def work() -> None:
        try:
            start.wait()
            while (lease := take_job()) is not None:
                taken.append(lease.job)
        finally:
            connection.close()

    workers = [Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(taken) == sorted(jobs)

"""Keeping a lease while something long is read that cannot be interrupted."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from django.utils import timezone

from reports.domain import renewal
from reports.domain.ask_for_document import ask_for_document
from reports.domain.lease import Lease, take_job
from reports.domain.renewal import kept_meanwhile
from reports.models import Job
from tests.factories import make_tournament
from tests.faults.site import wait_for


@pytest.fixture
def lease(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Lease:
    ask_for_document(make_tournament(), "check-in-list", by=None)
    lease = take_job()
    assert lease is not None
    monkeypatch.setattr(renewal, "LEASE", dt.timedelta(seconds=0.05))
    return lease


def lasts_until() -> dt.datetime:
    until = Job.objects.values_list("lease_until", flat=True).get()
    assert until is not None
    return until


def beside(lease: Lease) -> list[str]:
    """The threads that renew it."""
    return [one.name for one in threading.enumerate() if one.name == f"lease {lease.job}"]


def test_lease_is_renewed_meanwhile_and_not_after(lease: Lease) -> None:
    began = lasts_until()
    with kept_meanwhile(lease):
        wait_for(lambda: lasts_until() > began, 60, lasts_until)
    assert beside(lease) == []


def test_lease_that_is_lost_is_not_taken_back(lease: Lease) -> None:
    now = timezone.now()
    Job.objects.update(lease=None, lease_until=now)
    with kept_meanwhile(lease):
        wait_for(lambda: beside(lease) == [], 60, lasts_until)
    assert lasts_until() == now

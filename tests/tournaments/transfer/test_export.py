"""Reading a tournament as of one moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.factories import make_tournament
from tournaments.models import Tournament
from tournaments.transfer.export import as_of_now


def rename(name: str) -> None:
    try:
        Tournament.objects.update(name=name)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_who_writes_does_not_wait_for_who_reads_and_is_not_seen_by_them() -> None:
    make_tournament(name="DM")

    def name() -> str:
        return Tournament.objects.values_list("name", flat=True).get()

    with as_of_now(), ThreadPoolExecutor(1) as other:
        assert name() == "DM"
        other.submit(rename, "NM").result(timeout=10)
        assert name() == "DM"
    assert name() == "NM"
    # Afterwards whoever writes takes the lock at once, as ever.
    rename("VM")
    assert name() == "VM"

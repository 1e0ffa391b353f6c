"""The database of the tests is as patient as the one of a hall: who writes second, waits."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection, transaction

from tests import factories
from tournaments.models import Tournament

HELD = 0.3


@pytest.mark.django_db(transaction=True)
def test_second_writer_waits_for_the_first() -> None:
    tournament = factories.make_tournament()
    begun, failed = threading.Event(), []

    def hold() -> None:
        try:
            with transaction.atomic():
                Tournament.objects.filter(pk=tournament.pk).update(name="DM")
                begun.set()
                time.sleep(HELD)
        except Exception as error:
            failed.append(error)
        finally:
            begun.set()
            connection.close()

    first = threading.Thread(target=hold)
    first.start()
    begun.wait()
    with transaction.atomic():
        seen = Tournament.objects.select_for_update().get(pk=tournament.pk).name
    first.join()
    assert (seen, failed) == ("DM", [])

"""A disk that is full: people and programs are told, nothing is half saved, and it goes on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client

from games.models import Result
from tests import factories
from tests.results import make_round
from tests.tournaments.api.asking import key_of, send
from tournaments.away import WORDS, Away
from tournaments.models import Event, Role

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite can be told how much it has"),
]
RESULT = {"score_0": "8", "score_1": "5", "ended": "played", "seen": "0"}


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Not one page more than there is."""
    with connection.cursor() as cursor:
        [before] = cursor.execute("PRAGMA max_page_count").fetchone()
        # No page that was given back may be taken instead.
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA max_page_count = 1")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {before}")


def results_until_full(client: Client, slug: str) -> tuple[int, object]:
    """How many were saved before one was not, and what was said to that."""
    for table in range(1, 41):
        answer = client.post(
            f"/desk/{slug}/rounds/1/tables/{table}/", RESULT | {"key": f"key-{table}"}
        )
        if answer.status_code != 302:
            return table - 1, answer
    raise AssertionError("there was room for all")


def test_full_disk_is_said_in_words_and_the_same_result_is_saved_when_there_is_room() -> None:
    tournament = factories.make_tournament(tables=40)
    entries = factories.make_entries(tournament, 80)
    make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    user = factories.make_user(role=Role.Kind.DESK, tournament=tournament)
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    token = key_of(user, tournament=tournament)
    page = f"/desk/{tournament.slug}/rounds/1/results/"
    with full_disk():
        saved, answer = results_until_full(client, tournament.slug)
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert str(WORDS[Away.ROOM][0]) in answer.content.decode()
        assert Result.objects.count() == Event.objects.filter(verb="result.record").count() == saved
        told = send(
            f"tournaments/{tournament.slug}/rounds/1/tables/{saved + 1}/result/",
            {"scores": [8, 5]},
            key=token,
        )
        assert (told.status_code, told["Retry-After"]) == (503, "5")
        assert told.json()["code"] == "no-room"
        # What is there can be read all the while.
        assert client.get(page).status_code == 200
    again = client.post(
        f"/desk/{tournament.slug}/rounds/1/tables/{saved + 1}/",
        RESULT | {"key": f"key-{saved + 1}"},
    )
    assert again.status_code == 302
    assert Result.objects.count() == Event.objects.filter(verb="result.record").count() == saved + 1

"""A request's id, and what the log and the metrics say of it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config.logs.context import About, about, within
from config.logs.format import JsonFormatter, LineFormatter
from config.logs.queries import observe_connection
from config.metrics import registry as metrics
from tests.factories import make_entries
from tournaments.models import Tournament, User


def records_of(caplog: pytest.LogCaptureFixture, name: str) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == name]


@pytest.fixture
def listened(caplog: pytest.LogCaptureFixture, settings: Any) -> pytest.LogCaptureFixture:
    """What is logged, as the console's handler would have it."""
    settings.LOG_REQUESTS = True
    caplog.handler.addFilter(About())
    caplog.set_level(logging.INFO, "startfelt")
    return caplog


def test_each_answer_has_an_id_of_its_own(tournament: Tournament) -> None:
    ids = {Client().get("/").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


@pytest.mark.parametrize(
    ("given", "proxies", "taken"),
    [
        ("edge-2027:0001", 1, True),
        ("edge-2027:0001", 0, False),
        ("short", 1, False),
        ("x" * 65, 1, False),
        ("two words here", 1, False),
        ("line\nbreak-12345", 1, False),
    ],
)
def test_id_is_taken_over_from_a_trusted_proxy_alone(
    given: str, proxies: int, taken: bool, settings: Any, db: None
) -> None:
    settings.TRUSTED_PROXIES = proxies
    answer = Client().get("/", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) == taken


def test_line_of_a_request_names_view_and_tournament_and_no_address(
    tournament: Tournament, listened: pytest.LogCaptureFixture
) -> None:
    answer = Client().get(f"/t/{tournament.slug}/")
    [record] = records_of(listened, "startfelt.request")
    said = json.loads(JsonFormatter().format(record))
    assert said["request"] == answer.headers["X-Request-ID"]
    assert (said["tournament"], said["view"], said["status"]) == (
        tournament.slug,
        "tournament",
        200,
    )
    assert said["queries"] > 0
    assert "/t/" not in json.dumps(said)


def test_code_of_a_pair_is_in_no_line_of_ours(
    tournament: Tournament, listened: pytest.LogCaptureFixture
) -> None:
    [entry] = make_entries(tournament, 1)
    Client().get(f"/p/{entry.code}/")
    lines = [LineFormatter().format(one) for one in records_of(listened, "startfelt.request")]
    assert len(lines) == 1
    assert entry.code not in lines[0]


def test_requests_are_counted_by_view_and_status(tournament: Tournament) -> None:
    counter = metrics.REQUESTS.labels("tournament", "GET", "404")
    before = counter._value.get()
    Client().get("/t/nowhere/")
    assert counter._value.get() == before + 1


def test_address_and_method_that_there_are_not_make_no_new_figures(db: None) -> None:
    counter = metrics.REQUESTS.labels("none", "other", "404")
    before = counter._value.get()
    for number in range(3):
        Client().generic("BREW", f"/coffee/{number}/")
    assert counter._value.get() == before + 3


def test_slow_and_repeated_queries_are_said_with_their_view(
    tournament: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
    listened: pytest.LogCaptureFixture,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.SLOW_QUERY_MS = 1
    monkeypatch.setattr("config.logs.queries.REPEATED", 1)
    monkeypatch.setattr("config.logs.queries.Watch.add", _slowly)
    observe_connection(connection=connection)
    client_of(organiser).get(f"/desk/{tournament.slug}/")
    said = [record.getMessage() for record in records_of(listened, "startfelt.queries")]
    assert re.match(r"desk-\w+: \d+ queries in \d+ ms; the slowest took \d+ ms: SELECT", said[0])
    assert re.match(r"desk-\w+: \d+ times the same query of \d+: SELECT", said[1])


def _slowly(self: Any, sql: str, seconds: float) -> None:
    """As `Watch.add` on a machine where each query takes ten milliseconds more."""
    self.count += 1
    self.seconds += seconds + 0.01
    self.slowest, self.slowest_sql = seconds + 0.01, sql
    self.statements[sql] += 1


def test_nobody_looks_at_queries_where_no_threshold_is_set(
    tournament: Tournament, listened: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.SLOW_QUERY_MS = 0
    Client().get(f"/t/{tournament.slug}/")
    assert records_of(listened, "startfelt.queries") == []


def test_lock_is_waited_for_and_counted(tournament: Tournament, organiser: User) -> None:
    observe_connection(connection=connection)
    before = metrics.LOCK_WAIT._sum.get(), _count(metrics.LOCK_WAIT)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    more = _count(metrics.LOCK_WAIT) - before[1]
    # SQLite has no locks on rows; who writes there waits for its turn when it begins.
    assert more == (1 if connection.features.has_select_for_update else 0)


def _count(histogram: Any) -> float:
    [family] = histogram.collect()
    return next(float(one.value) for one in family.samples if one.name.endswith("_count"))


def test_what_is_logged_meanwhile_belongs_to_the_request() -> None:
    record = logging.LogRecord("startfelt", logging.INFO, "", 1, "Hello %s", ("Bente",), None)
    with within(request="abc", tournament="dm"):
        About().filter(record)
    assert about() == {}
    assert json.loads(JsonFormatter().format(record)) | {"at": ""} == {
        "at": "",
        "level": "INFO",
        "logger": "startfelt",
        "message": "Hello Bente",
        "request": "abc",
        "tournament": "dm",
    }
    assert LineFormatter().format(record).endswith("Hello Bente (request=abc tournament=dm)")


def test_fault_is_one_object_on_one_line() -> None:
    fault = (ValueError, ValueError("two\nlines"), None)
    record = logging.LogRecord("startfelt", logging.ERROR, "", 1, "Failed", (), fault)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    assert json.loads(text)["exception"] == "ValueError: two\nlines"


def test_what_django_says_of_a_refused_request_has_its_id(
    tournament: Tournament, listened: pytest.LogCaptureFixture
) -> None:
    answer = Client().get(f"/t/{tournament.slug}/entries/99/")
    [record] = records_of(listened, "django.request")
    assert answer.status_code == 404
    assert record.about == {
        "request": answer.headers["X-Request-ID"],
        "tournament": tournament.slug,
    }

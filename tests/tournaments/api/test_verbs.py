"""Verbs of the API: done, done once for each key, refused, and kept from whoever may not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import pause_clock, start_clock
from games.models import Result
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tests.tournaments.api.asking import key_of, send
from tournaments.domain.check_in import change_state
from tournaments.domain.close_round import close_round
from tournaments.domain.withdraw import withdraw
from tournaments.models import (
    ApiAnswer,
    Entry,
    Event,
    Pairing,
    Role,
    Round,
    Tournament,
    User,
)

Setting = Callable[[Tournament, User], None]


def entered(tournament: Tournament, organiser: User) -> None:
    make_entries(tournament, 4)


def expected(tournament: Tournament, organiser: User) -> None:
    make_entries(tournament, 4, state=Entry.State.REGISTERED)


def drafted(tournament: Tournament, organiser: User) -> None:
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)], state=Round.State.DRAFT)


def published(tournament: Tournament, organiser: User) -> None:
    drafted(tournament, organiser)
    Round.objects.filter(tournament=tournament).update(state=Round.State.PUBLISHED)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)


def running(tournament: Tournament, organiser: User) -> None:
    published(tournament, organiser)
    start_clock(tournament.rounds.get(), by=organiser)


def paused(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    pause_clock(tournament.rounds.get(), by=organiser)


def one_result(tournament: Tournament, organiser: User) -> None:
    published(tournament, organiser)
    pairing = Pairing.objects.get(round__tournament=tournament, order=1)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)


def played(tournament: Tournament, organiser: User) -> None:
    one_result(tournament, organiser)
    pairing = Pairing.objects.get(round__tournament=tournament, order=2)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)


def closed(tournament: Tournament, organiser: User) -> None:
    played(tournament, organiser)
    close_round(tournament.rounds.get(), by=organiser)


def gone(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    withdraw(tournament.entries.get(number=1), by=organiser)


@dataclass(frozen=True)
class Case:
    """A verb where it can be done, and where it is refused."""

    path: str
    before: Setting
    scope: str
    log: str
    said: dict[str, Any]
    body: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    #: What is sent to be refused (None: the same, after it was done), and how that is said.
    refused: dict[str, Any] | None = None
    code: str = ""


WHY = {"why": "skrevet forkert"}
CASES = [
    Case(
        "rounds/",
        entered,
        "draw",
        "round.draw",
        {"number": 1, "state": "draft", "games": 2},
        {"seed": 7},
        201,
        {"seed": -1},
        "wrong-fields",
    ),
    Case("rounds/1/publish/", drafted, "draw", "round.publish", {"state": "published"}),
    Case("rounds/1/unpublish/", published, "draw", "round.unpublish", {"state": "draft"}, WHY),
    Case("rounds/1/close/", played, "draw", "round.close", {"state": "closed"}),
    Case("rounds/1/reopen/", closed, "draw", "round.reopen", {"state": "published"}, WHY),
    Case("finish/", closed, "draw", "tournament.finish", {"state": "finished"}, {"early": True}),
    Case("entries/1/check-in/", expected, "check-in", "entry.check-in", {"state": "present"}),
    Case("entries/1/absent/", expected, "check-in", "entry.absent", {"state": "absent"}),
    Case("entries/1/wait/", entered, "check-in", "entry.wait", {"state": "registered"}),
    Case(
        "entries/1/late/",
        expected,
        "check-in",
        "entry.late",
        {"state": "late", "from_round": 3},
        {"from_round": 3},
        200,
        {"from_round": 1},
        "late-for-what",
    ),
    Case("entries/1/withdraw/", entered, "edit-entries", "entry.withdraw", {"state": "withdrawn"}),
    Case("entries/1/bring-back/", gone, "edit-entries", "entry.return", {"state": "present"}),
    Case("rounds/1/clock/start/", published, "run-clock", "clock.start", {"state": "playing"}),
    Case("rounds/1/clock/pause/", running, "run-clock", "clock.pause", {"state": "paused"}),
    Case("rounds/1/clock/resume/", paused, "run-clock", "clock.resume", {"state": "playing"}),
    Case(
        "rounds/1/tables/1/result/",
        published,
        "enter-results",
        "result.record",
        {"table": 1, "state": "done", "result_version": 1, "ended": "played"},
        {"scores": [8, 5], "minutes": 57},
        200,
        {"scores": [8, 8]},
    ),
    Case(
        "rounds/1/tables/1/correct/",
        one_result,
        "enter-results",
        "result.correct",
        {"result_version": 2},
        {"scores": [3, 8], "seen": 1} | WHY,
        200,
        {"scores": [3, 8], "seen": 1},
        "wrong-fields",
    ),
    Case(
        "rounds/1/tables/1/remove/",
        one_result,
        "enter-results",
        "result.remove",
        {"result_version": 2, "ended": None},
        {"seen": 1} | WHY,
    ),
    Case(
        "rounds/1/tables/2/extend/",
        running,
        "extend",
        "table.extend",
        {"extra_seconds": 300},
        {"minutes": 5, "why": "dommeren var her"},
        200,
        {"minutes": 5, "why": ""},
        "wrong-fields",
    ),
]
named = pytest.mark.parametrize("case", CASES, ids=[case.path for case in CASES])


def url(tournament: Tournament, case: Case) -> str:
    return f"tournaments/{tournament.slug}/{case.path}"


def logged(tournament: Tournament, verb: str) -> int:
    return Event.objects.filter(tournament=tournament, verb=verb).count()


@named
def test_verb_is_done_once_for_its_key(case: Case, tournament: Tournament, organiser: User) -> None:
    case.before(tournament, organiser)
    key = key_of(organiser, case.scope)
    done = logged(tournament, case.log)
    first = send(url(tournament, case), case.body, key=key)
    assert first.status_code == case.status, first.content
    assert {name: first.json()[name] for name in case.said} == case.said
    assert logged(tournament, case.log) == done + 1
    again = send(url(tournament, case), case.body, key=key)
    assert (again.status_code, again.json()) == (case.status, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert logged(tournament, case.log) == done + 1
    event = Event.objects.filter(tournament=tournament, verb=case.log).latest("id")
    assert event.actor == organiser


@named
def test_verb_whose_answer_was_lost_is_not_done_twice(
    case: Case, tournament: Tournament, organiser: User
) -> None:
    case.before(tournament, organiser)
    key = key_of(organiser)
    send(url(tournament, case), case.body, key=key)
    done = logged(tournament, case.log)
    ApiAnswer.objects.update(status=None, body=None)
    again = send(url(tournament, case), case.body, key=key)
    assert (again.status_code, logged(tournament, case.log)) == (case.status, done)


@named
def test_verb_is_kept_from_whoever_may_not(
    case: Case, tournament: Tournament, organiser: User
) -> None:
    case.before(tournament, organiser)
    done = tournament.events.count()
    reader = make_user(role=Role.Kind.READ_ONLY, tournament=tournament)
    elsewhere = make_user(role=Role.Kind.ORGANISER, tournament=make_tournament(tables=1))

    def answer(key: str) -> tuple[int, str]:
        response = send(url(tournament, case), case.body, key=key)
        return response.status_code, response.json()["code"]

    assert answer("") == (401, "not-authenticated")
    assert answer(key_of(organiser, "read")) == (403, "not-in-scope")
    assert answer(key_of(reader)) == (403, "not-allowed")
    assert answer(key_of(elsewhere)) == (404, "not-found")
    assert tournament.events.count() == done


@named
def test_verb_is_refused_with_what_to_do(
    case: Case, tournament: Tournament, organiser: User
) -> None:
    case.before(tournament, organiser)
    key = key_of(organiser)
    if case.refused is None:
        send(url(tournament, case), case.body, key=key)
    done = tournament.events.count()
    body = case.body if case.refused is None else case.refused
    response = send(url(tournament, case), body, key=key, once="another-request")
    problem = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.status_code in {409, 422}, problem
    assert len(problem["detail"]) > 10
    assert case.code in {"", problem["code"]}
    assert tournament.events.count() == done


def test_key_with_something_else_is_refused(tournament: Tournament, organiser: User) -> None:
    published(tournament, organiser)
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/rounds/1/tables/1/result/"
    assert send(path, {"scores": [8, 5]}, key=key).status_code == 200
    other = send(path, {"scores": [5, 8]}, key=key)
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    assert Result.objects.count() == 1


@pytest.mark.parametrize("once", ["", "short", "æ" * 10, "x" * 65])
def test_verb_without_a_key_that_can_be_is_not_done(
    once: str, tournament: Tournament, organiser: User
) -> None:
    running(tournament, organiser)
    path = f"tournaments/{tournament.slug}/rounds/1/clock/pause/"
    response = send(path, key=key_of(organiser), once=once)
    assert (response.status_code, response.json()["code"]) == (400, "idempotency-key")


def test_who_is_too_late_is_told_how_it_stands(tournament: Tournament, organiser: User) -> None:
    expected(tournament, organiser)
    entry = tournament.entries.get(number=1)
    change_state(entry, Entry.State.ABSENT, by=organiser)
    path = f"tournaments/{tournament.slug}/entries/1/check-in/"
    response = send(path, {"seen": "registered:1"}, key=key_of(organiser))
    assert (response.status_code, response.json()["code"]) == (409, "entry-changed")
    assert response.json()["state"]["state"] == "absent"
    now = response.json()["state"]["seen"]
    again = send(path, {"seen": now}, key=key_of(organiser), once="request-2")
    assert again.json()["state"] == "present"


def test_refusal_is_not_kept(tournament: Tournament, organiser: User) -> None:
    one_result(tournament, organiser)
    path = f"tournaments/{tournament.slug}/rounds/1/close/"
    key = key_of(organiser)
    assert send(path, key=key).json()["code"] == "missing-results"
    pairing = Pairing.objects.get(round__tournament=tournament, order=2)
    record_result(pairing, Typed(scores=(8, 2)), seen=0, by=organiser)
    assert send(path, key=key).json()["state"] == "closed"


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"scores": "8-5"}, "scores"),
        ({"scores": [8, -1]}, "scores.1"),
        ({"points": 3}, "points"),
        ({"ended": "asleep"}, "ended"),
        ([], ""),
    ],
)
def test_field_that_is_wrong_is_named(
    body: Any, wrong: str, tournament: Tournament, organiser: User
) -> None:
    published(tournament, organiser)
    path = f"tournaments/{tournament.slug}/rounds/1/tables/1/result/"
    response = send(path, body, key=key_of(organiser))
    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == [wrong]


def test_draft_is_no_table_for_who_may_not_draw(tournament: Tournament, desk: User) -> None:
    drafted(tournament, desk)
    path = f"tournaments/{tournament.slug}/rounds/1/tables/1/result/"
    assert send(path, {"scores": [8, 5]}, key=key_of(desk)).status_code == 404


def test_log_in_sends_with_its_csrf_token_alone(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/api/v1/tournaments/{tournament.slug}/rounds/1/clock/pause/"
    headers = {"Idempotency-Key": "request-1"}
    kind = "application/json"
    assert client.post(path, {}, content_type=kind, headers=headers).status_code == 403
    client.get("/desk/")
    client.get(f"/desk/{tournament.slug}/clock/")
    token = client.cookies["csrftoken"].value
    with_token = headers | {"X-CSRFToken": token}
    assert client.post(path, {}, content_type=kind, headers=with_token).status_code == 200

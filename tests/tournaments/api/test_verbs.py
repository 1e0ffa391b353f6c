"""Verbs of the API: done, done once for each key, refused, and kept from whoever may not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Result
from judging.models import Call, Incident
from tests.factories import make_tournament, make_user
from tests.tournaments.api import (
    verbs_of_games,
    verbs_of_judging,
    verbs_of_people,
    verbs_of_reports,
    verbs_of_stages,
    verbs_of_tournaments,
)
from tests.tournaments.api.asking import key_of, send
from tests.tournaments.api.verb_cases import (
    Case,
    drafted,
    expected,
    one_result,
    published,
    put_out,
    running,
)
from tests.tournaments.api.verbs_of_tournaments import BY_THE_HEAD_JUDGE
from tournaments.api.description import openapi
from tournaments.domain.check_in import change_state
from tournaments.models import (
    ApiAnswer,
    Entry,
    Event,
    Pairing,
    Role,
    Tournament,
    User,
)

CASES = [
    *verbs_of_tournaments.CASES,
    *verbs_of_stages.CASES,
    *verbs_of_games.CASES,
    *verbs_of_judging.CASES,
    *verbs_of_people.CASES,
    *verbs_of_reports.CASES,
]
named = pytest.mark.parametrize(
    "case",
    [*CASES, BY_THE_HEAD_JUDGE],
    ids=[*(case.path for case in CASES), "of the disqualified"],
)


def url(tournament: Tournament, case: Case) -> str:
    newest: dict[str, Any] = {
        "event": tournament.events,
        "call": Call.objects.filter(round__tournament=tournament),
        "incident": Incident.objects.filter(round__tournament=tournament),
        "sign_up": tournament.sign_ups,
        "mail": tournament.mails,
        "invitation": tournament.invitations,
        "webhook": tournament.webhooks,
        "job": tournament.jobs,
    }
    path = re.sub(r"{(.+?)}", lambda what: str(newest[what[1]].latest("id").pk), case.path)
    return f"tournaments/{tournament.slug}/{path}"


def body_of(case: Case, tournament: Tournament) -> dict[str, Any]:
    return case.body(tournament) if callable(case.body) else case.body


def logged(tournament: Tournament, verb: str) -> int:
    return Event.objects.filter(tournament=tournament, verb=verb).count()


def test_every_verb_of_the_description_is_tried() -> None:
    """A verb that is added stands in one of the tables, too."""
    described = {
        re.sub(r"{.+?}", "*", path.partition("{slug}/")[2])
        for path, methods in openapi()["paths"].items()
        if "post" in methods
    }
    assert {re.sub(r"{.+?}|\b\d+\b", "*", case.path) for case in CASES} == described


@named
def test_verb_is_done_once_for_its_key(case: Case, tournament: Tournament, organiser: User) -> None:
    case.before(tournament, organiser)
    path = url(tournament, case)
    key = key_of(organiser, "read", *case.scope.split())
    done = logged(tournament, case.log)
    body = body_of(case, tournament)
    first = send(path, body, key=key)
    assert first.status_code == case.status, first.content
    assert {name: first.json()[name] for name in case.said} == case.said
    assert logged(tournament, case.log) == done + 1

    again = send(path, body, key=key)
    assert all(first.json()[name] for name in case.once)
    shown = first.json() | dict.fromkeys(case.once, "")
    assert (again.status_code, again.json()) == (case.status, shown)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers.get("ETag") == first.headers.get("ETag")

    # The answer was lost before it was kept.
    ApiAnswer.objects.update(status=None, body=None)
    lost = send(path, body, key=key)
    assert lost.status_code == case.status, lost.content
    assert logged(tournament, case.log) == done + 1
    event = Event.objects.filter(tournament=tournament, verb=case.log).latest("id")
    assert event.actor == organiser


@named
def test_verb_is_kept_from_whoever_may_not_and_refused(
    case: Case, tournament: Tournament, organiser: User
) -> None:
    case.before(tournament, organiser)
    path = url(tournament, case)
    done = tournament.events.count()
    reader = make_user(role=Role.Kind.READ_ONLY, tournament=tournament)
    elsewhere = make_user(role=Role.Kind.ORGANISER, tournament=make_tournament(tables=1))

    usual = body_of(case, tournament)

    def answer(key: str) -> tuple[int, str]:
        response = send(path, usual, key=key)
        return response.status_code, response.json()["code"]

    assert answer("") == (401, "not-authenticated")
    assert answer(key_of(organiser, "read")) == (403, "not-in-scope")
    assert answer(key_of(reader)) == (403, "not-allowed")
    assert answer(key_of(elsewhere)) == (404, "not-found")
    assert tournament.events.count() == done

    key = key_of(organiser)
    if case.refused is None:
        send(path, usual, key=key)
    done = tournament.events.count()
    body = usual if case.refused is None else case.refused
    response = send(path, body, key=key, once="another-request")
    problem = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.status_code in {409, 422}, problem
    assert len(problem["detail"]) > 10
    assert case.code in {"", problem["code"]}
    assert tournament.events.count() == done


def test_whoever_only_edits_entries_does_not_bring_the_disqualified_back(
    tournament: Tournament, organiser: User, desk: User
) -> None:
    put_out(tournament, organiser)
    path = f"tournaments/{tournament.slug}/entries/1/bring-back/"
    assert send(path, key=key_of(desk)).json()["code"] == "not-allowed"
    assert send(path, key=key_of(organiser, "edit-entries")).json()["scope"] == "head-judge"
    assert tournament.entries.get(number=1).state == Entry.State.DISQUALIFIED


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

"""Log-ins are seen, and ended at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.factories import make_user
from tournaments.domain.people import end_log_ins, reset_password
from tournaments.hooks import access_ended
from tournaments.models import LogIn, Role, Tournament, User
from tournaments.people import log_ins
from tournaments.people.log_ins import RARELY, end, log_ins_of, note_visit

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"


@pytest.fixture
def told() -> Iterator[list[dict[str, Any]]]:
    """What was sent to those who keep lines open."""
    heard: list[dict[str, Any]] = []

    def hear(sender: object, signal: object, **said: Any) -> None:
        heard.append(said)

    access_ended.connect(hear)
    yield heard
    access_ended.disconnect(hear)


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def key_of(client: Client) -> str:
    return str(client.session.session_key)


def test_log_in_notes_the_device_and_log_out_forgets_it(db: None) -> None:
    user = make_user("bente")
    client = Client(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="80.62.117.3")
    client.post("/log-in/", {"username": "bente", "password": "korrekt hest"})

    found = log_ins_of([user], key_of(client))[user.pk]

    assert [(one.log_in.browser, one.log_in.system, one.log_in.origin) for one in found] == [
        ("Firefox", "Android", "80.62")
    ]
    assert found[0].this
    client.post("/log-out/")
    assert not LogIn.objects.exists()


def test_ended_log_in_is_out_at_once_and_the_others_stay(
    client_of: Callable[[User], Client], db: None
) -> None:
    user = make_user()
    here, phone, tablet = client_of(user), client_of(user), client_of(user)
    one = LogIn.objects.get(session_key=key_of(phone))

    here.post("/account/log-out/", {"log_in": str(one.pk)})
    assert [is_in(here), is_in(phone), is_in(tablet)] == [True, False, True]

    here.post("/account/log-out/")
    assert [is_in(here), is_in(tablet)] == [True, False]


def test_nobody_ends_the_log_in_of_another(client_of: Callable[[User], Client], db: None) -> None:
    mine, theirs = client_of(make_user()), client_of(make_user())
    other = LogIn.objects.get(session_key=key_of(theirs))

    mine.post("/account/log-out/", {"log_in": str(other.pk)})

    assert is_in(theirs)
    assert mine.post("/account/log-out/", {"log_in": "no id"}).status_code == 404


def test_organiser_ends_the_log_ins_of_those_who_work_there(
    tournament: Tournament, organiser: User, judge: User, client_of: Callable[[User], Client]
) -> None:
    phone = client_of(judge)

    how_many = end_log_ins(Role.objects.get(user=judge), by=organiser)

    assert (how_many, is_in(phone)) == (1, False)
    assert [event.verb for event in tournament.events.all()] == ["role.log-out"]


def test_open_lines_are_told_after_the_commit(
    client_of: Callable[[User], Client],
    db: None,
    told: list[dict[str, Any]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    user = make_user()
    key = key_of(client_of(user))

    with django_capture_on_commit_callbacks() as waiting:
        end(user)
    assert told == []
    for callback in waiting:
        callback()

    assert told == [{"user": user.pk, "tournament": None, "sessions": (key,)}]


def test_password_change_ends_the_others_and_keeps_this_one(
    client_of: Callable[[User], Client], db: None
) -> None:
    user = make_user("bente")
    here, phone = client_of(user), client_of(user)

    here.post(
        "/password/",
        {
            "old_password": "korrekt hest",
            "new_password1": "et helt andet",
            "new_password2": "et helt andet",
        },
    )

    user.refresh_from_db()
    assert user.check_password("et helt andet")
    assert [is_in(here), is_in(phone)] == [True, False]
    assert [row.session_key for row in user.log_ins.all()] == [key_of(here)]


def test_new_password_by_the_organiser_ends_all(
    organiser: User, judge: User, client_of: Callable[[User], Client]
) -> None:
    phone = client_of(judge)
    reset_password(Role.objects.get(user=judge), by=organiser)
    assert (is_in(phone), judge.log_ins.count()) == (False, 0)


def test_last_visit_is_written_rarely(
    client_of: Callable[[User], Client], db: None, django_assert_num_queries: Any
) -> None:
    key = key_of(client_of(make_user()))
    with django_assert_num_queries(0):
        note_visit(key)

    # Another process knows nothing of the log-in: it asks once, and writes nothing.
    log_ins._written.clear()
    before = LogIn.objects.get().seen_at
    for _ in range(3):
        note_visit(key)
    assert LogIn.objects.get().seen_at == before

    LogIn.objects.update(seen_at=before - RARELY)
    log_ins._written.clear()
    note_visit(key)
    assert LogIn.objects.get().seen_at > before - RARELY


def test_public_pages_do_not_ask_who_was_seen(
    tournament: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
    django_assert_max_num_queries: Any,
) -> None:
    client = client_of(organiser)
    log_ins._written.clear()
    LogIn.objects.update(seen_at=timezone.now() - dt.timedelta(days=1))
    before = LogIn.objects.get().seen_at

    client.get(f"/t/{tournament.slug}/rounds/")
    assert LogIn.objects.get().seen_at == before

    client.get(f"/desk/{tournament.slug}/")
    assert LogIn.objects.get().seen_at > before


def test_log_ins_that_ran_out_are_not_shown_and_go(
    client_of: Callable[[User], Client], db: None
) -> None:
    user = make_user()
    client_of(user)
    Session.objects.update(expire_date=timezone.now() - dt.timedelta(days=1))

    assert log_ins_of([user]) == {}
    client_of(user)
    assert user.log_ins.count() == 1

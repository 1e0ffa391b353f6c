"""Every key that opens something without a log-in ends by itself, and can be ended before."""

from __future__ import annotations

import ast
import datetime as dt
from pathlib import Path

import pytest
import time_machine
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config import log_in
from games import player_access
from games.player_access import act_for, acting_entry
from judging import caller
from tests.factories import make_entries, make_user
from tournaments.models import SignUp, Tournament
from tournaments.registration import guard, links

ROOT = Path(__file__).resolve().parents[2]
NOW = dt.datetime(2027, 3, 13, 8, tzinfo=dt.UTC)
#: Salt of each kind of signed text -> where it is, and the page of docs/developers/threats.md has
#: what ends it.
SIGNED = {
    "config.log_in": "config/log_in.py",
    "games.player_access": "games/player_access.py",
    "judging.caller": "judging/caller.py",
    "tournaments.registration.form": "tournaments/registration/guard.py",
    "tournaments.registration.own": "tournaments/registration/links.py",
    "tournaments.registration.invitation": "tournaments/registration/links.py",
}
#: Kinds of keys that are rows, known by their hash alone.
KEPT_AS_HASHES = {"ApiToken": "digest", "Invitation": "token_hash"}


def signs(node: ast.AST) -> bool:
    """Whether it imports what signs texts."""
    if not isinstance(node, ast.ImportFrom):
        return False
    from_core = node.module == "django.core" and any(one.name == "signing" for one in node.names)
    return from_core or node.module == "django.core.signing"


def test_every_kind_of_signed_text_is_known() -> None:
    found = {}
    for folder in ("config", "tournaments", "games", "judging", "reports"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
            if not any(signs(node) for node in nodes):
                continue
            name = str(path.relative_to(ROOT))
            assert name in SIGNED.values(), name
            said = {node.value for node in nodes if isinstance(node, ast.Constant)}
            found |= {salt: name for salt in SIGNED if salt in said}
    assert found == SIGNED


def test_page_of_threats_names_every_kind_of_key() -> None:
    page = (ROOT / "docs" / "developers" / "threats.md").read_text("utf-8")
    assert [salt for salt in SIGNED if f"`{salt}`" not in page] == []
    assert [model for model in KEPT_AS_HASHES if f"`{model}`" not in page] == []


def later(age: float, *, by: float) -> dt.datetime:
    return NOW + dt.timedelta(seconds=age + by)


def asks(cookies: dict[str, str]) -> HttpRequest:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    return request


def given(response: HttpResponse) -> dict[str, str]:
    return {name: morsel.value for name, morsel in response.cookies.items()}


@pytest.mark.parametrize(("by", "opens"), [(-60, True), (60, False)])
def test_phone_of_a_pair_is_forgotten_after_two_months(
    tournament: Tournament, by: float, opens: bool
) -> None:
    (entry,) = make_entries(tournament, 1)
    response = HttpResponse()
    with time_machine.travel(NOW, tick=False):
        act_for(asks({}), response, entry)
    with time_machine.travel(later(player_access.COOKIE_AGE, by=by), tick=False):
        acting = acting_entry(asks(given(response)), tournament)
    assert acting == (entry if opens else None)


@pytest.mark.parametrize(("by", "opens"), [(-60, True), (60, False)])
def test_browser_that_was_in_is_forgotten_after_a_year(db: None, by: float, opens: bool) -> None:
    make_user("bente")
    client = Client()
    with time_machine.travel(NOW, tick=False):
        client.post(reverse("log-in"), {"username": "bente", "password": "korrekt hest"})
    cookies = {log_in.COOKIE: client.cookies[log_in.COOKIE].value}
    with time_machine.travel(later(log_in.COOKIE_AGE, by=by), tick=False):
        assert log_in.knows(asks(cookies), "bente") is opens
        assert not log_in.knows(asks(cookies), "jens")


def test_times_of_all_kinds_are_as_the_page_says() -> None:
    day = 24 * 3600
    assert {
        "pair": player_access.COOKIE_AGE // day,
        "caller": caller._AGE // day,
        "form": guard.MOST_SECONDS // day,
        "browser": log_in.COOKIE_AGE // day,
        "confirm": links.TO_CONFIRM.days,
    } == {"pair": 60, "caller": 1, "form": 1, "browser": 365, "confirm": 2}


def test_link_of_a_sign_up_ends_by_itself_by_a_newer_one_and_with_the_tournament(
    tournament: Tournament,
) -> None:
    player = {"name": "Gunhilde", "email": "g@example.org", "phone": ""}
    sign_up = SignUp.objects.create(
        tournament=tournament,
        state=SignUp.State.UNCONFIRMED,
        facts={"name": "Sene venner", "players": [player, {**player, "name": "Fritjof"}]},
        email="g@example.org",
    )

    def trouble(at: dt.datetime) -> str:
        with time_machine.travel(at, tick=False):
            try:
                links.read_own(tournament, token)
            except links.BadLink as bad:
                return bad.trouble
        return ""

    with time_machine.travel(NOW, tick=False):
        token = links.own_token(sign_up)
    age = links.TO_CONFIRM.total_seconds()
    assert (trouble(later(age, by=-60)), trouble(later(age, by=60))) == ("", "late")
    SignUp.objects.update(link_version=2)
    assert trouble(NOW) == "replaced"
    tournament.state = Tournament.State.FINISHED
    assert trouble(NOW) == "over"

"""The page on which an account makes, sees and revokes its tokens."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_tournament, make_user
from tests.tournaments.api.asking import ask
from tournaments.access import LOOKING, Action
from tournaments.api.scopes import READ, SCOPES, scope_of, within
from tournaments.domain.api_tokens import make_token
from tournaments.forms.tokens import SCOPE_WORDS
from tournaments.models import ApiToken, Tournament, User

PAGE = "/desk/tokens/"


def made(client: Client, **fields: Any) -> Any:
    return client.post(PAGE, {"name": "Stillingen på væggen", "days": 7} | fields)


def key_on(page: str) -> list[str]:
    return re.findall(r"stf_[\w-]{40,}", page)


def test_key_is_shown_once_and_opens_what_was_chosen(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    answer = made(client, tournament=tournament.pk, scopes=["check-in"])
    (key,) = key_on(answer.content.decode())
    token = ApiToken.objects.get()
    assert (token.scopes, token.tournament, token.user) == (
        ["check-in", "read"],
        tournament,
        organiser,
    )
    assert answer.headers["Cache-Control"] == "no-store"
    assert key_on(client.get(PAGE).content.decode()) == []
    assert ask(f"tournaments/{tournament.slug}/presence/", key=key).status_code == 200
    assert ask(f"tournaments/{tournament.slug}/contacts/", key=key).status_code == 403


def test_token_is_revoked_by_its_owner_alone(
    tournament: Tournament, organiser: User, desk: User, client_of: Callable[[User], Client]
) -> None:
    token, key = make_token(organiser, name="et", scopes=[READ])
    url = reverse("desk-token-revoke", args=[token.pk])
    assert client_of(desk).post(url).status_code == 404
    assert ask("", key=key).status_code == 200
    assert client_of(organiser).post(url).status_code == 302
    assert ask("", key=key).status_code == 401


def test_only_own_tokens_are_listed(
    tournament: Tournament, organiser: User, desk: User, client_of: Callable[[User], Client]
) -> None:
    make_token(organiser, name="Brosten", scopes=[READ])
    assert "Brosten" in client_of(organiser).get(PAGE).content.decode()
    assert "Brosten" not in client_of(desk).get(PAGE).content.decode()


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"days": 4000}, {"scopes": ["everything"]}, {"tournament": "foreign"}]
)
def test_wrong_token_is_not_made(
    wrong: dict[str, Any],
    tournament: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
) -> None:
    if "tournament" in wrong:
        wrong = {"tournament": make_tournament(tables=1).pk}
    assert made(client_of(organiser), **wrong).status_code == 422
    assert ApiToken.objects.count() == 0


def test_page_without_log_in_leads_to_it(db: None) -> None:
    answer = Client().get(PAGE)
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"{reverse('log-in')}?next={PAGE}",
    )


def test_every_action_has_a_scope_and_its_words() -> None:
    assert set(SCOPE_WORDS) == set(SCOPES)
    assert {scope_of(action) for action in Action} == set(SCOPES)
    everything = frozenset(Action)
    assert within(everything, SCOPES) == everything
    assert within(everything, [READ]) == LOOKING
    assert within(LOOKING, SCOPES) == LOOKING
    assert within(everything, ["no-such-scope"]) == frozenset()


def test_no_tournament_is_called_as_the_page_is(
    db: None, client_of: Callable[[User], Client]
) -> None:
    fields = {
        "name": "Tokens",
        "slug": "tokens",
        "game": "partners",
        "date": "2027-03-13",
        "time_zone": "Europe/Copenhagen",
        "capacity": "8",
    }
    answer = client_of(make_user()).post(reverse("desk-new"), fields)
    assert answer.status_code == 422
    assert Tournament.objects.filter(slug="tokens").count() == 0

"""Every address, walked as every role: what `tournaments.access` says is what happens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import make_entries, make_round, make_tournament, make_user
from tournaments.access import ALLOWED, OPEN, Action
from tournaments.models import Role, Tournament

#: What else an address may name; the values exist in no tournament of these tests.
ARGUMENTS = {
    "number": 1,
    "role_id": 1,
    "what": "remove",
    "pk": 1,
    "job_id": "00000000-0000-0000-0000-000000000000",
    "upload_id": "00000000-0000-0000-0000-000000000000",
    "mail_id": "00000000-0000-0000-0000-000000000000",
}
#: Addresses outside any tournament, and who may open them.
OPEN_TO_ALL = {"home", "log-in", "log-out", "set_language"} | {
    "rules",
    "rule-guide",
    "rule-guide-of",
    # What opens an entry's own page on a phone: the code is the key.
    "player-code",
    "player-code-of",
    # The app itself.
    "app-manifest",
    "service-worker",
    "app-offline",
    "app-pass",
}
OPEN_TO_ACCOUNTS = {"desk", "desk-bring-in", "desk-new", "password_change"}


def all_patterns() -> Iterator[URLPattern]:
    def walk(resolver: URLResolver, prefix: str) -> Iterator[URLPattern]:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                if pattern.app_name != "admin":
                    yield from walk(pattern, prefix + str(pattern.pattern))
            else:
                yield pattern

    yield from walk(get_resolver(), "")


def names_in_tournaments() -> list[str]:
    return sorted(
        {
            str(pattern.name)
            for pattern in all_patterns()
            if "slug" in pattern.pattern.regex.groupindex
        }
    )


def access_of(name: str) -> str:
    return next(
        str(getattr(pattern.callback, "access", "unguarded"))
        for pattern in all_patterns()
        if pattern.name == name
    )


def is_open(name: str) -> bool:
    """Whether it is a page of a tournament that everybody may open."""
    return access_of(name) in OPEN.values()


def address(name: str, slug: str) -> str:
    pattern = next(pattern for pattern in all_patterns() if pattern.name == name)
    wanted = pattern.pattern.regex.groupindex
    converters = pattern.pattern.converters
    kwargs: dict[str, object] = {"slug": slug}
    for argument in wanted:
        if argument == "slug":
            continue
        kind = type(converters.get(argument)).__name__
        kwargs[argument] = ARGUMENTS.get(argument, {"IntConverter": 1}.get(kind, "a"))
    return reverse(name, kwargs=kwargs)


def status(client: Client, url: str) -> int:
    """What a GET gives; where only a POST is taken, what that gives."""
    response = client.get(url)
    return client.post(url).status_code if response.status_code == 405 else response.status_code


@pytest.mark.parametrize("name", names_in_tournaments())
def test_every_address_of_a_tournament_is_guarded(name: str) -> None:
    assert access_of(name) in {*OPEN.values(), *Action}


def test_every_other_address_is_known() -> None:
    others = {
        pattern.name
        for pattern in all_patterns()
        if "slug" not in pattern.pattern.regex.groupindex and pattern.name
    }
    assert others - {"components"} == OPEN_TO_ALL | OPEN_TO_ACCOUNTS


@pytest.mark.parametrize("name", names_in_tournaments())
def test_address_answers_each_role_as_the_table_says(
    name: str, tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    url, access = address(name, tournament.slug), access_of(name)
    stranger = make_user()

    for kind, actions in ALLOWED.items():
        client = client_of(make_user(role=kind, tournament=tournament))
        refused = status(client, url) == 403
        assert refused == (access in set(Action) and access not in actions), (kind, url)

    if access in OPEN.values():
        assert status(Client(), url) in {200, 302, 404}
        assert status(client_of(stranger), url) in {200, 302, 404}
    else:
        response = Client().get(url)
        assert (response.status_code, response.headers["Location"].split("?")[0]) == (
            302,
            reverse("log-in"),
        )
        assert status(client_of(stranger), url) == 404


@pytest.mark.parametrize("name", [n for n in names_in_tournaments() if is_open(n)])
def test_tournament_that_is_not_public_exists_only_for_its_people(
    name: str, db: None, client_of: Callable[..., Client]
) -> None:
    hidden = make_tournament(public=False)
    url = address(name, hidden.slug)

    assert status(Client(), url) == 404
    assert status(client_of(make_user()), url) == 404


@pytest.mark.parametrize("name", sorted(OPEN_TO_ACCOUNTS))
def test_account_page_without_log_in_leads_to_it(name: str, db: None) -> None:
    response = Client().get(reverse(name))
    assert (response.status_code, response.headers["Location"].split("?")[0]) == (
        302,
        reverse("log-in"),
    )


def test_role_in_one_tournament_opens_no_other(
    tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    other = make_tournament()
    client = client_of(make_user(role=Role.Kind.ORGANISER, tournament=other))

    assert client.get(reverse("desk-overview", args=[tournament.slug])).status_code == 404


@pytest.mark.parametrize("kind", list(ALLOWED))
def test_desk_pages_lead_nowhere_that_the_role_may_not_go(
    kind: str, tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    entries = make_entries(tournament, 4)
    make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    client = client_of(make_user(role=kind, tournament=tournament))
    pages, seen = [reverse("desk-overview", args=[tournament.slug])], set[str]()

    refused = []
    while pages:
        page = pages.pop()
        response = client.get(page, follow=True)
        if response.status_code == 403:
            refused.append(page)
            continue
        if not response.headers["Content-Type"].startswith("text/html"):
            continue
        hrefs = {
            urljoin(page, unescape(href)).partition("#")[0]
            for href in re.findall(r'<a [^>]*href="([^"]+)"', response.content.decode())
        }
        new = {h for h in hrefs if h.startswith(f"/desk/{tournament.slug}/")} - seen
        seen |= new
        pages += new

    assert refused == []


@pytest.mark.parametrize("state", ["nobody", "entered"])
def test_first_page_of_a_judge_offers_nothing_that_is_refused(
    state: str, tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    if state == "entered":
        make_entries(tournament, 2, state="registered")
    client = client_of(make_user(role=Role.Kind.JUDGE, tournament=tournament))

    page = client.get(reverse("desk-overview", args=[tournament.slug])).content.decode()

    for name in ("desk-import", "desk-check-in", "desk-settings"):
        assert reverse(name, args=[tournament.slug]) not in page

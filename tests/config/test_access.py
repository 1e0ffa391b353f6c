"""Every address, walked as every role: what `tournaments.access` says is what happens."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config.access_matrix import ACCOUNT, EVERYBODY, METHODS, Answer, Row, as_markdown, rows
from config.management.commands.access_matrix import PLACE
from tests.factories import make_entries, make_round, make_tournament, make_user
from tournaments.access import ALLOWED, DESK_ROLES, OPEN, Action
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
    "delivery_id": "00000000-0000-0000-0000-000000000000",
}
#: Addresses outside any tournament for everybody who is logged in.
OPEN_TO_ACCOUNTS = {
    row.name
    for row in rows()
    if not row.of_tournament
    and not row.is_api
    and row.access["GET"] == ACCOUNT
    and "GET" in row.methods
}


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


#: Values of addresses that exist in no tournament: what a page then answers is its own matter, who
#: is let in is not.
NOWHERE = {
    "int": 987_654_321,
    "uuid": "00000000-0000-0000-0000-000000000000",
    "role_id": 987_654_321,
    "pk": 987_654_321,
    "what": "remove",
}


@dataclass(frozen=True)
class Asker:
    """Who asks: `role` in the tournaments that are their own (None: has none there)."""

    role: str | None
    logged_in: bool = True


ASKERS = {
    **{kind: Asker(kind) for kind in ALLOWED},
    "organiser elsewhere": Asker(None),
    "nowhere": Asker(None),
    "nobody": Asker(None, logged_in=False),
}


class Hall(NamedTuple):
    """Where the askers are: two tournaments of their own, two that are another's."""

    own: Tournament
    own_hidden: Tournament
    foreign: Tournament
    foreign_hidden: Tournament

    def places(self, row: Row, turn: int, asker: Asker) -> Iterator[tuple[Tournament, bool]]:
        """Where the answer may differ, and whether it is the asker's own.

        Whether a tournament is public matters to open pages alone; to whoever works nowhere here,
        all are foreign. What is another's is asked for whole by the organiser elsewhere, and by
        turns by each who has a role here.
        """
        is_open = row.access["GET"] in OPEN.values()
        if asker.role is None:
            yield self.foreign, False
            if is_open:
                yield self.foreign_hidden, False
        elif is_open:
            yield self.own_hidden, True
        else:
            yield self.own, True
        if asker.role is not None and turn % len(ALLOWED) == list(ALLOWED).index(asker.role):
            yield (self.foreign_hidden if is_open else self.foreign), False


@pytest.fixture
def hall(db: None) -> Hall:
    """A site with those four."""
    return Hall(
        *(make_tournament(tables=1, public=public) for public in (True, False, True, False))
    )


@pytest.fixture
def unhurried(settings: Any) -> None:
    """Nothing is held back for asking often."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


def client_for(who: str, hall: Hall) -> Client:
    """A client logged in as that asker."""
    client = Client()
    asker = ASKERS[who]
    if not asker.logged_in:
        return client
    user = make_user()
    if asker.role is not None:
        for place in (hall.own, hall.own_hidden):
            Role.objects.create(tournament=place, user=user, kind=asker.role)
    elif who == "organiser elsewhere":
        Role.objects.create(tournament=make_tournament(tables=1), user=user, kind="organiser")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


class Undone(Exception):
    """What a request did is taken back."""


def asked(client: Client, row: Row, method: str, slug: str) -> Answer:
    """What the door says; whatever is done behind it is undone."""
    answer: Answer | None = None
    with suppress(Undone), transaction.atomic():
        url = row.filled(NOWHERE | {"slug": slug, "str": "a"})
        # As browsers send it: never nothing at all.
        response = client.generic(
            method, url, "nothing=1", content_type="application/x-www-form-urlencoded"
        )
        answer = _door(row, response)
        if answer == Answer.LET_IN:
            # A page of one entry asks for its code before it looks at the method.
            takes = method in row.methods
            assert (response.status_code != 405) if takes else (response.status_code != 200), (
                f"{method} {row.path} takes {row.methods}"
            )
        raise Undone
    assert answer is not None
    return answer


def _door(row: Row, response: Any) -> Answer:
    status = response.status_code
    to_log_in = status == 302 and response.headers["Location"].startswith(reverse("log-in") + "?")
    if status == 401 or to_log_in:
        return Answer.LOG_IN
    if not row.of_tournament:
        return Answer.REFUSED if status == 403 else Answer.LET_IN
    view = getattr(response, "renderer_context", {"view": None})["view"]
    inside = hasattr(response.wsgi_request, "actions") or hasattr(view, "tournament")
    if inside:
        # What a page refuses afterwards would not be in the table.
        return Answer.REFUSED if status in {401, 403} else Answer.LET_IN
    assert status in {403, 404}, (row.path, status)
    return Answer.REFUSED if status == 403 else Answer.HIDDEN


#: Who works nowhere is to every tournament what an organiser elsewhere is, who is asked each time.
EACH_TIME = [who for who in ASKERS if who != "nowhere"]
ASKED = [*EACH_TIME, pytest.param("nowhere", marks=pytest.mark.nightly)]
#: Whether everybody sends what an address does not take, too: behind that door there is nothing.
#: Else two do, the organiser, who is told so, and one of the others by turns.
ALL_METHODS = "STARTFELT_ALL_METHODS" in os.environ


def sends(who: str, method: str, row: Row, turn: int) -> bool:
    """Whether `who` is one of those who send this to the address, the `turn`th there is."""
    taken = ALL_METHODS or method in row.methods
    return taken or who in {Role.Kind.ORGANISER, EACH_TIME[turn % len(EACH_TIME)]}


@pytest.mark.parametrize("who", ASKED)
@pytest.mark.parametrize("method", METHODS)
def test_every_address_answers_everybody_as_the_matrix_says(
    who: str, method: str, hall: Hall, unhurried: None
) -> None:
    client, asker = client_for(who, hall), ASKERS[who]
    wrong = []
    for turn, row in enumerate(row for row in rows() if row.of_tournament):
        if not sends(who, method, row, turn):
            continue
        for place, own in hall.places(row, turn, asker):
            role = asker.role if own else None
            wanted = row.answer(method, role, logged_in=asker.logged_in, public=place.public)
            met = asked(client, row, method, place.slug)
            if met != wanted:
                wrong.append((row.path, place.public, own, f"{met}, not {wanted}"))
    assert wrong == []


@pytest.mark.parametrize("logged_in", [True, False])
@pytest.mark.parametrize("method", METHODS)
def test_every_address_outside_answers_as_the_matrix_says(
    logged_in: bool, method: str, hall: Hall, unhurried: None
) -> None:
    wrong = []
    outside = [row for row in rows() if not row.of_tournament]
    for row in outside:
        if logged_in and row.access[method] == EVERYBODY:
            continue  # what they do not ask who comes for is asked by nobody
        client = client_for("nowhere" if logged_in else "nobody", hall)
        met = asked(client, row, method, "")
        wanted = row.answer(method, None, logged_in=logged_in)
        if met != wanted:
            wrong.append((row.path, f"{met}, not {wanted}"))
    assert wrong == []


def test_matrix_in_the_docs_is_that_of_the_code() -> None:
    assert PLACE.read_text(encoding="utf-8") == as_markdown(), "manage.py access_matrix --write"


def test_every_address_of_a_tournament_says_who_may() -> None:
    known = {*OPEN.values(), *(action.value for action in Action)}
    assert [
        row.path for row in rows() if row.of_tournament and row.access["GET"] not in known
    ] == []


@pytest.mark.parametrize("who", ASKERS)
def test_support_pages_are_for_support_alone(who: str, hall: Hall) -> None:
    response = client_for(who, hall).get("/admin/")
    assert (response.status_code, response.headers["Location"].split("?")[0]) == (
        302,
        "/admin/login/",
    )


def sent_from(page: str) -> set[str]:
    """Where forms and buttons of a page send something to."""
    forms = re.findall(r"<form\b[^>]*>", page)
    posts = [form for form in forms if re.search(r"method=[\"']?post", form, re.IGNORECASE)]
    actions = [re.search(r'action="([^"]*)"', form) for form in posts]
    buttons = re.findall(r'(?:hx-(?:post|put|patch|delete)|formaction)="([^"]*)"', page)
    return {action[1] if action else "" for action in actions} | set(buttons)


#: How often a page is opened with other words behind its "?": sorted otherwise, another table.
OTHERWISE = 3


@pytest.mark.parametrize("kind", DESK_ROLES)
def test_desk_pages_lead_nowhere_that_the_role_may_not_go(
    kind: str, tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    entries = make_entries(tournament, 4)
    make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    client = client_of(make_user(role=kind, tournament=tournament))
    pages, seen = [reverse("desk-overview", args=[tournament.slug])], set[str]()
    times = Counter[str]()

    refused, offered = [], set[str]()
    while pages:
        page = pages.pop()
        response = client.get(page, follow=True)
        if response.status_code == 403:
            refused.append(page)
            continue
        if not response.headers["Content-Type"].startswith("text/html"):
            continue
        offered |= sent_from(response.content.decode())
        hrefs = {
            urljoin(page, unescape(href)).partition("#")[0]
            for href in re.findall(r'<a [^>]*href="([^"]+)"', response.content.decode())
        }
        new = {h for h in hrefs if h.startswith(f"/desk/{tournament.slug}/")} - seen
        seen |= new
        for href in sorted(new):
            path = href.partition("?")[0]
            times[path] += 1
            if times[path] <= OTHERWISE:
                pages.append(href)

    assert refused == []
    if kind == Role.Kind.READ_ONLY:
        assert offered - {reverse("log-out"), reverse("set_language")} == set()


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

"""What answers say to the app: whose page it is, and how an entry of the queue fared."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from config.pwa.middleware import LOCATION, QUEUED, REASON, WHO
from tests.factories import make_entries, make_round
from tests.results import make_round as make_played
from tournaments.models import Entry, Tournament, User

AS_QUEUE = {QUEUED: "1"}


def who(client: Client, url: str) -> str:
    return client.get(url).headers[WHO]


def test_page_names_whom_it_was_made_for_and_nobody_else(
    tournament: Tournament, desk: User, organiser: User, client_of: Callable[..., Client]
) -> None:
    url = reverse("tournament", args=[tournament.slug])
    mine = client_of(desk)
    assert who(mine, url) == who(client_of(desk), url)
    assert len({who(mine, url), who(client_of(organiser), url), who(Client(), url)}) == 3
    assert str(desk.pk) != who(mine, url)


def test_page_for_the_holder_of_a_code_is_another(tournament: Tournament) -> None:
    entry, other = make_entries(tournament, 2)
    for one, code in ((entry, "ABCD2345"), (other, "EFGH6789")):
        Entry.objects.filter(pk=one.pk).update(code=code)
    url = reverse("tournament", args=[tournament.slug])
    seen = {who(Client(), url)}
    for code in ("ABCD2345", "EFGH6789"):
        client = Client()
        client.get(reverse("player-code-of", args=[code]))
        seen.add(who(client, url))
    assert len(seen) == 3


@pytest.mark.parametrize("name", ["service-worker", "app-manifest", "app-pass"])
def test_what_is_no_page_names_nobody(db: None, name: str) -> None:
    assert WHO not in Client().get(reverse(name)).headers


def test_result_out_of_the_queue_says_where_it_leads_and_keeps_the_message(
    tournament: Tournament, desk: User, client_of: Callable[..., Client]
) -> None:
    one, other = make_entries(tournament, 2)
    make_played(tournament, 1, [(one, other)])
    client = client_of(desk)
    url = reverse("desk-table-result", args=[tournament.slug, 1, 1])
    fields = {"score_0": "8", "score_1": "5", "ended": "played", "seen": "0", "key": "k"}

    answer = client.post(url, fields, headers=AS_QUEUE)

    to = reverse("desk-round-results", args=[tournament.slug, 1])
    assert (answer.status_code, answer.headers[LOCATION]) == (204, to)
    assert answer.headers[QUEUED] == "1"
    assert "8-5" in client.get(to).content.decode().split('id="messages"')[1]


def test_refused_result_carries_its_reason(
    tournament: Tournament, desk: User, client_of: Callable[..., Client]
) -> None:
    one, other = make_entries(tournament, 2)
    make_played(tournament, 1, [(one, other)])
    client = client_of(desk)
    url = reverse("desk-table-result", args=[tournament.slug, 1, 1])
    fields = {"score_0": "7", "score_1": "5", "ended": "played", "seen": "0", "key": "k"}

    for htmx in ({}, {"HX-Request": "true"}):
        answer = client.post(url, fields, headers=AS_QUEUE | htmx)
        assert answer.status_code == 422
        assert "A6" in unquote(answer.headers[REASON])


def test_redirect_with_a_warning_is_a_refusal_and_warns_once(
    tournament: Tournament, desk: User, client_of: Callable[..., Client]
) -> None:
    entry, _other = make_entries(tournament, 2)
    client = client_of(desk)
    url = reverse("desk-check-in-one", args=[tournament.slug, entry.number])

    answer = client.post(
        url, {"state": "present", "seen": "registered:1", "key": "k"}, headers=AS_QUEUE
    )

    assert answer.status_code == 409
    assert entry.name in unquote(answer.headers[REASON])
    page = client.get(answer.headers[LOCATION]).content.decode()
    assert "toast" not in page.split('id="messages"')[1].split("</div>")[0]

    entry, other = make_entries(tournament, 2)
    make_round(tournament, [(entry, other)])
    url = reverse("desk-table-result", args=[tournament.slug, 1, 1])
    answer = Client().post(url, {"key": "k"}, headers=AS_QUEUE)
    assert answer.status_code == 204
    assert answer.headers[LOCATION].startswith(reverse("log-in"))

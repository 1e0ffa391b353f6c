"""The pages of registration: the form, the link, the invitation, the desk."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.registration.conftest import pair
from tournaments.models import Entry, Event, Mail, Registration, SignUp, Tournament
from tournaments.registration import guard, links
from tournaments.registration.confirm import confirm
from tournaments.registration.facts import Given
from tournaments.registration.send_in import send_in

State = SignUp.State


@pytest.fixture(autouse=True)
def english(client: Client) -> None:
    client.cookies["language"] = "en"


@pytest.fixture
def form_of(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """The fields of a form as its page gives them, opened long enough ago, with `typed` in it."""

    def make(url: str, **typed: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            patch.setattr(guard.time, "time", lambda base=guard.time.time: base() - 60)
            page = client.get(url).content.decode()
        hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
        return dict(hidden) | {"website": ""} | typed

    return make


TYPED = {
    "player1": "Anna Holm",
    "email1": "anna@example.org",
    "phone1": "11 22 33 44",
    "player2": "Bo Krag",
    "club": "Hasle",
    "notes": "Vegetar",
}


def address(tournament: Tournament, name: str = "sign-up", *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def link_in(mail: Mail) -> str:
    found = re.search(r"http://[^/]+(/t/\S+/(?:own|join)/\S+)", mail.text)
    assert found
    return found[1]


def test_page_says_what_and_when(client: Client, open_: Tournament) -> None:
    page = client.get(address(open_)).content.decode()
    assert "200 kr." in page
    assert "2 of 2 left" in page


def test_tournament_without_registration_has_no_form(
    client: Client, tournament: Tournament
) -> None:
    assert client.get(address(tournament)).status_code == 404


def test_front_pages_lead_there_while_it_is_open(client: Client, open_: Tournament) -> None:
    url = address(open_)
    pages = ["/", reverse("tournament", args=[open_.slug])]
    assert [url in client.get(page).content.decode() for page in pages] == [True, True]
    Registration.objects.update(closes_at=dt.datetime.now(dt.UTC))
    assert [url in client.get(page).content.decode() for page in pages] == [False, False]


def test_signed_up_by_form_and_link(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    response = client.post(address(open_), form_of(address(open_), **TYPED), follow=True)
    assert response.redirect_chain == [(address(open_, "sign-up-sent"), 302)]
    assert "anna@example.org" in response.content.decode()

    link = link_in(Mail.objects.get())
    assert client.get(link).status_code == 200
    assert not open_.entries.exists(), "a scanner that opens links confirms nothing"

    response = client.post(f"{link}do/confirm/", {"key": "k"}, follow=True)
    assert "You are in the list as no. 1" in response.content.decode()
    entry = open_.entries.get()
    assert (entry.name, entry.club, entry.notes) == ("Anna Holm & Bo Krag", "Hasle", "Vegetar")


def test_form_sent_twice_is_one(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    form = form_of(address(open_), **TYPED)
    for _n in range(2):
        assert client.post(address(open_), form).status_code == 302
    assert (SignUp.objects.count(), Mail.objects.count(), Event.objects.count()) == (1, 1, 1)


def test_faults_stand_beside_their_fields_and_nothing_is_lost(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    form = form_of(address(open_), **TYPED | {"email1": "anna@", "player2": " "})
    response = client.post(address(open_), form)
    page = response.content.decode()
    assert response.status_code == 422
    assert {"email1", "player2"} <= set(response.context["form"].errors)
    assert page.count('aria-invalid="true"') == 2
    assert 'value="11 22 33 44"' in page and ">\nVegetar</textarea>" in page


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"website": "http://spam.example"}, "a field that nobody sees"),
        ({"code": "x"}, "too old"),
        ({"code": ""}, "too old"),
    ],
)
def test_what_a_machine_sends_is_held_back_and_a_person_sends_again(
    client: Client,
    open_: Tournament,
    form_of: Callable[..., dict[str, Any]],
    changed: dict[str, str],
    code: str,
) -> None:
    response = client.post(address(open_), form_of(address(open_), **TYPED) | changed)
    page = response.content.decode()
    assert response.status_code == 422
    assert code in page.casefold()
    assert "spam.example" not in page
    assert 'value="Anna Holm"' in page
    assert not SignUp.objects.exists()


def test_faster_than_anybody_types_is_held_back(client: Client, open_: Tournament) -> None:
    form = TYPED | {"code": guard.form_code(), "website": ""}
    assert client.post(address(open_), form).status_code == 422
    assert not Mail.objects.exists()


def test_one_form_is_not_sent_without_end(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    cache.clear()
    form = form_of(address(open_), **TYPED | {"player2": ""})
    for _n in range(guard.TRIES):
        client.post(address(open_), form)
    assert "too old" in client.post(address(open_), form).content.decode()


def test_no_line_of_ones_own_comes_into_a_letter_s_head(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    bad = form_of(address(open_), **TYPED | {"email1": "a@example.org\r\nBcc: b@example.org"})
    assert client.post(address(open_), bad).status_code == 422
    name = form_of(address(open_), **TYPED | {"player1": "Anna\r\nBcc: b@example.org"})
    assert client.post(address(open_), name).status_code == 302
    assert [("\n" in m.subject, m.to) for m in Mail.objects.all()] == [(False, "anna@example.org")]


def test_consent_is_asked_for(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    Registration.objects.update(consent="Vi tager billeder.")
    response = client.post(address(open_), form_of(address(open_), **TYPED))
    assert (response.status_code, set(response.context["form"].errors)) == (422, {"consent"})
    agreed = form_of(address(open_), **TYPED, consent="on")
    assert client.post(address(open_), agreed).status_code == 302


@pytest.mark.parametrize(
    "email", ["bø@example.org", "bo@example", "bo example.org", "a@b.dk,c@d.dk"]
)
def test_address_that_takes_no_letters_is_said_at_once(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]], email: str
) -> None:
    for field in ("email1", "email2"):
        response = client.post(address(open_), form_of(address(open_), **TYPED | {field: email}))
        assert set(response.context["form"].errors) == {field}


def test_lost_link_without_a_key_is_sent_each_time(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    confirm(send_in(open_, pair("A")), by=None)
    url = address(open_, "sign-up-link")
    for _n in range(2):
        form = form_of(url, email="anna.a@example.org")
        del form["key"]
        client.post(url, form)
    assert Mail.objects.filter(kind="sign-up-link").count() == 2


@pytest.mark.parametrize(("game", "players"), [("backgammon", 1), ("partners-plus-teams", 3)])
def test_form_is_for_as_many_as_play_together(
    client: Client, open_: Tournament, game: str, players: int
) -> None:
    open_.game = game
    open_.save()
    page = client.get(address(open_)).content.decode()
    assert [f'name="player{n}"' in page for n in range(1, 5)] == [n <= players for n in range(1, 5)]
    assert ('name="invite"' in page) == (players > 1)


def test_link_too_old_offers_a_new_one(
    client: Client, open_: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up = send_in(open_, pair("A"))
    with monkeypatch.context() as patch:
        patch.setattr(signing.time, "time", lambda base=signing.time.time: base() - 49 * 3600)
        old = links.own_path(sign_up)
    SignUp.objects.update(answer_by=dt.datetime.now(dt.UTC) - dt.timedelta(hours=1))

    response = client.get(old, headers={"Accept-Language": "en"})
    assert response.status_code == 410
    assert "nothing was signed up" in response.content.decode()
    assert "Send me a new link" in response.content.decode()
    assert client.post(f"{old}do/confirm/").status_code == 410

    client.post(f"{old}new-link/", {"key": "k"})
    assert Mail.objects.filter(kind="sign-up-confirm").count() == 2
    newest = link_in(Mail.objects.latest("created_at"))
    assert client.get(newest).status_code == 200
    # The one before is revoked: its page names the letter that holds the link of now, or
    # sends another.
    revoked = client.get(old, headers={"Accept-Language": "en"})
    assert revoked.status_code == 410
    main = revoked.content.decode().partition("<main")[2].partition("</main>")[0]
    assert "<h1>There is a newer link</h1>" in main
    assert "Use the one in the latest letter" in main
    assert re.findall(r'<(?:a|form)\b[^>]*(?:href|action)="([^"]+)"', main) == [f"{old}new-link/"]


@pytest.mark.parametrize("cut", ["", "x", "WzEsMV0:1abc:def"])
def test_altered_link_opens_nothing(client: Client, open_: Tournament, cut: str) -> None:
    good = links.own_token(send_in(open_, pair("A")))
    for token in (good[:-1] + "_", good + cut if cut else good[1:], cut or "x"):
        for name in ("sign-up-own", "sign-up-change", "sign-up-cancel", "sign-up-join"):
            assert client.get(address(open_, name, token)).status_code == 404


def test_link_of_one_tournament_opens_nothing_in_another(client: Client, open_: Tournament) -> None:
    other = factories.make_tournament()
    token = links.own_token(send_in(open_, pair("A")))
    assert client.get(address(other, "sign-up-own", token)).status_code == 404


def test_invitation_does_not_open_what_is_the_first_ones(client: Client, open_: Tournament) -> None:
    half = confirm(send_in(open_, pair("A", partner=False)), by=None)
    given = Given.from_json(half.facts)
    assert given is not None
    token = links.invitation_token(half, given)
    assert client.get(address(open_, "sign-up-own", token)).status_code == 404
    page = client.get(address(open_, "sign-up-join", token)).content.decode()
    assert "anna.a@example.org" not in page and "11 22 33 44" not in page


def test_invited_partner_joins(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    half = confirm(send_in(open_, pair("A", partner=False)), by=None)
    invitation = next(
        found
        for found in re.findall(r"http://[^/]+(/t/\S+)", half.mails.latest("created_at").text)
        if "/join/" in found
    )
    form = form_of(invitation, player1="Bo Krag", email1="bo@example.org")
    for _n in range(2):
        response = client.post(invitation, form, follow=True)
        assert "You are in the list" in response.content.decode()
    assert open_.entries.get().name == "Anna A & Bo Krag"
    assert client.get(invitation).status_code == 410


def test_own_page_changes_cancels_and_lets_somebody_else_play(
    client: Client, open_: Tournament
) -> None:
    own = links.own_path(confirm(send_in(open_, pair("A")), by=None))
    form = client.get(f"{own}change/").context["form"]
    typed = {name: form[name].value() or "" for name in form.fields}
    typed |= {"player1": "Anna Åberg", "notes": "Kørestol", "initials1": "", "initials2": ""}
    typed = {name: value for name, value in typed.items() if value or "initials" not in name}
    typed.pop("needs_access")
    assert client.post(f"{own}change/", typed).status_code == 302
    entry = open_.entries.get()
    assert (entry.name, entry.notes) == ("Anna Åberg & Bo A", "Kørestol")

    typed = {"position": "2", "player1": "Eva Dam", "email1": "", "phone1": "", "initials1": "on"}
    assert client.post(f"{own}substitute/", typed).status_code == 302
    entry.refresh_from_db()
    assert entry.name == "Anna Åberg & Eva Dam"
    assert [p.initials_only for p in entry.players.all()] == [False, True]

    assert "offered" not in client.get(f"{own}cancel/").content.decode()
    client.post(f"{own}cancel/", {"key": "c"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert "Cancelled" in client.get(own).content.decode()


def test_notes_of_the_desk_are_neither_shown_nor_lost(client: Client, open_: Tournament) -> None:
    sign_up = confirm(send_in(open_, pair("A", notes="Vegetar")), by=None)
    Entry.objects.update(notes="Vegetar\nSvær at få fat i")
    own = links.own_path(sign_up)
    assert "Svær" not in client.get(own).content.decode()
    typed = {"player1": "Anna A", "player2": "Bo A", "notes": "Veganer", "phone1": "", "phone2": ""}
    client.post(f"{own}change/", typed | {"email2": ""})
    assert open_.entries.get().notes == "Veganer\nSvær at få fat i"


def test_changed_telephone_is_read_on_the_own_page(client: Client, open_: Tournament) -> None:
    own = links.own_path(confirm(send_in(open_, pair("A")), by=None))
    typed = {"player1": "Anna A", "player2": "Bo A", "phone1": "87 65 43 21"}
    assert client.post(f"{own}change/", typed).status_code == 302
    page = client.get(own).content.decode()
    assert ("anna.a@example.org" in page, "87 65 43 21" in page) == (True, True)


def test_change_made_from_an_old_page_is_a_conflict(client: Client, open_: Tournament) -> None:
    own = links.own_path(confirm(send_in(open_, pair("A")), by=None))
    seen = client.get(f"{own}change/").context["seen"]
    typed = {"player1": "Anna A", "player2": "Bo B", "seen": seen}
    assert client.post(f"{own}change/", typed).status_code == 302
    response = client.post(f"{own}change/", typed | {"player2": "Bo C"})
    assert (response.status_code, 'value="Bo C"' in response.content.decode()) == (409, True)
    assert open_.players.get(position=2).name == "Bo B"


def test_lost_link_is_sent_and_the_answer_is_the_same_for_all(
    client: Client, open_: Tournament, form_of: Callable[..., dict[str, Any]]
) -> None:
    confirm(send_in(open_, pair("A")), by=None)
    url = address(open_, "sign-up-link")
    answers = []
    for email in ("anna.a@example.org", "nobody@example.org"):
        page = client.post(url, form_of(url, email=email), follow=True).content.decode()
        answers.append(re.sub(r"value=\"\w+\"|X-CSRFToken\S+ \S+", "", page.replace(email, "")))
    assert answers[0] == answers[1]
    assert Mail.objects.filter(kind="sign-up-link").count() == 1


def test_finished_tournament_takes_no_link(client: Client, open_: Tournament) -> None:
    own = links.own_path(confirm(send_in(open_, pair("A")), by=None))
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert client.get(own).status_code == 410
    assert client.post(f"{own}cancel/").status_code == 410


def test_empty_form_sent_at_once_is_told_what_is_missing_and_nothing_of_speed(
    client: Client, open_: Tournament
) -> None:
    page = client.get(address(open_)).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    response = client.post(address(open_), hidden | {"website": ""})
    assert response.status_code == 422
    assert {"player1", "email1"} <= set(response.context["form"].errors)
    assert response.context["form"].non_field_errors() == []
    # Filled in just as fast, it was a machine.
    full = client.post(address(open_), hidden | {"website": ""} | TYPED)
    assert "faster than anybody types" in full.content.decode()


def test_correction_in_another_tab_shows_what_is_there_beside_what_was_typed(
    client: Client, open_: Tournament
) -> None:
    sign_up = confirm(send_in(open_, pair("A", club="Hasle")), by=None)
    page = f"{links.own_path(sign_up)}change/"
    seen = client.get(page).context["seen"]
    typed = {"player1": "Anna A", "player2": "Bo A", "seen": seen}
    assert client.post(page, typed | {"club": "Klemensker", "key": "a"}).status_code == 302
    late = client.post(page, typed | {"club": "Nexø", "key": "b"})
    text = late.content.decode()
    assert (late.status_code, "As it is now" in text) == (409, True)
    assert "<dd>Klemensker</dd>" in text and 'value="Nexø"' in text


def test_who_opens_the_link_after_the_start_is_led_to_the_own_page(
    client: Client, open_: Tournament
) -> None:
    Registration.objects.update(doors_open=dt.time(9))
    sign_up = confirm(send_in(open_, pair("A")), by=None)
    assert "See you there" in client.get(links.own_path(sign_up)).content.decode()
    open_.state = Tournament.State.RUNNING
    open_.save()
    page = client.get(links.own_path(sign_up)).content.decode()
    assert "See you there" not in page and "The tournament has begun" in page


def test_press_on_the_link_asks_about_somebody_of_that_name(
    client: Client, open_: Tournament
) -> None:
    mine = send_in(open_, pair("A"))
    Registration.objects.update(closes_at=None)
    factories.make_entries(open_, 1)
    open_.players.filter(position=1).update(name="Anna A")
    press = f"{links.own_path(mine)}do/confirm/"
    asked = client.post(press, {"key": "a"})
    assert (asked.status_code, 'name="others"' in asked.content.decode()) == (422, True)
    assert client.post(press, {"key": "b", "others": "1"}).status_code == 302
    mine.refresh_from_db()
    assert mine.state == State.ENTERED

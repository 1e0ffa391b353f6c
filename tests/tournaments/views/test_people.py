"""The page of those who work here, and the page an invitation opens."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from urllib.parse import urlparse

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_tournament, make_user
from tournaments.models import Event, Invitation, LogIn, Role, Tournament, User
from tournaments.people.invitations import invite

ClientOf = Callable[[User], Client]

NEW_ACCOUNT = {
    "full_name": "Jens Holm",
    "username": "Jens",
    "password1": "kaffe og kringle",
    "password2": "kaffe og kringle",
}


@pytest.fixture
def client(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def link_in(page: str) -> str:
    found = re.search(r'<code class="link-shown">([^<]+)</code>', page)
    assert found is not None
    return urlparse(found[1]).path


def path_of(tournament: Tournament, by: User, kind: str = "judge", uses: int = 1) -> str:
    _invitation, token = invite(tournament, kind=kind, by=by, max_uses=uses)
    return reverse("invited", args=[token])


def invited_by_page(client: Client, tournament: Tournament, **how: str) -> str:
    response = client.post(
        address("desk-invite", tournament),
        {"kind": "judge", "note": "Jens", "hours": "72", "max_uses": "1", "key": "k", **how},
    )
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    return link_in(response.content.decode())


def test_link_is_shown_once_and_listed_without_itself(
    client: Client, tournament: Tournament
) -> None:
    path = invited_by_page(client, tournament)

    listed = client.get(address("desk-people", tournament)).content.decode()
    again = client.post(
        address("desk-invite", tournament),
        {"kind": "judge", "note": "Jens", "hours": "72", "max_uses": "1", "key": "k"},
    )

    assert "Jens" in listed
    assert path not in listed
    assert (again.status_code, Invitation.objects.count()) == (302, 1)


@pytest.mark.parametrize(
    "wrong", [{"max_uses": "0"}, {"kind": "king"}, {"hours": "9999"}, {"max_uses": "x"}]
)
def test_wrong_invitation_is_refused_beside_its_field(
    client: Client, tournament: Tournament, wrong: dict[str, str]
) -> None:
    sent = {"kind": "judge", "hours": "72", "max_uses": "1"} | wrong
    response = client.post(address("desk-invite", tournament), sent)
    assert (response.status_code, Invitation.objects.count()) == (422, 0)


def test_new_account_is_made_logged_in_and_at_the_desk(
    client: Client, tournament: Tournament
) -> None:
    path, phone = invited_by_page(client, tournament), Client()

    assert phone.get(path).status_code == 200
    response = phone.post(path, NEW_ACCOUNT)

    user = User.objects.get(username="jens")
    assert response["Location"] == address("desk-overview", tournament)
    assert phone.get(response["Location"]).status_code == 200
    assert (user.display_name, Role.objects.get(user=user).kind) == ("Jens Holm", "judge")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"username": "BENTE"}, "username"),
        ({"password1": "1234567890", "password2": "1234567890"}, "password2"),
        ({"password2": "noget andet end"}, "password2"),
        ({"full_name": ""}, "full_name"),
    ],
)
def test_account_that_cannot_be_made_uses_nothing_up(
    tournament: Tournament, organiser: User, wrong: dict[str, str], field: str
) -> None:
    path = path_of(tournament, organiser)

    response = Client().post(path, NEW_ACCOUNT | wrong)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert (Invitation.objects.get().uses, Role.objects.count()) == (0, 1)


def test_account_that_exists_takes_the_role(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    phone, path = client_of(make_user("jens")), path_of(tournament, organiser)

    phone.get(path)
    assert not Role.objects.filter(user__username="jens").exists()
    response = phone.post(path)

    assert response["Location"] == address("desk-overview", tournament)
    assert Role.objects.get(user__username="jens").kind == "judge"


def test_screen_is_led_to_the_wall(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    screen = client_of(make_user("skaerm"))
    response = screen.post(path_of(tournament, organiser, "display"))
    assert response["Location"] == address("wall", tournament)
    assert screen.get("/desk/").content.decode().count(address("wall", tournament)) == 1


def test_log_in_leads_back_to_the_invitation(tournament: Tournament, organiser: User) -> None:
    make_user("jens")
    path, phone = path_of(tournament, organiser), Client()
    way = f"{reverse('log-in')}?next={path}"
    assert way in phone.get(path).content.decode()

    response = phone.post(way, {"username": "jens", "password": "korrekt hest", "next": path})
    assert response["Location"] == path


@pytest.mark.parametrize("how", ["revoked", "expired", "used"])
def test_link_that_holds_no_more_says_so(
    client: Client, tournament: Tournament, organiser: User, how: str
) -> None:
    path = path_of(tournament, organiser)
    row = Invitation.objects.get()
    if how == "revoked":
        client.post(address("desk-invitation-revoke", tournament, row.pk))
    elif how == "expired":
        Invitation.objects.update(expires_at=row.made_at - dt.timedelta(hours=1))
    else:
        Client().post(path, NEW_ACCOUNT)

    response = Client().post(path, NEW_ACCOUNT | {"username": "ditte"})

    assert response.status_code == 410
    assert not User.objects.filter(username="ditte").exists()


def test_link_nobody_made_is_not_found(db: None) -> None:
    assert Client().get(reverse("invited", args=["a" * 32])).status_code == 404


def test_judge_is_not_lifted_by_a_link(
    tournament: Tournament, organiser: User, judge: User, client_of: ClientOf
) -> None:
    phone = client_of(judge)
    path = path_of(tournament, organiser, "organiser")
    phone.post(path)
    assert (Role.objects.get(user=judge).kind, Invitation.objects.get().uses) == ("judge", 0)


def test_role_is_changed_and_taken_back(
    client: Client, tournament: Tournament, judge: User
) -> None:
    role = Role.objects.get(user=judge)
    client.post(address("desk-role", tournament, role.pk, "kind"), {"kind": "desk"})
    role.refresh_from_db()
    assert role.kind == "desk"

    step = tournament.events.get(verb="role.give")
    client.post(address("desk-people-undo", tournament, step.pk))

    role.refresh_from_db()
    assert role.kind == "judge"
    assert Event.objects.filter(after__undoes=step.pk).count() == 1


def test_role_that_was_taken_away_comes_back(
    client: Client, tournament: Tournament, judge: User
) -> None:
    role = Role.objects.get(user=judge)
    client.post(address("desk-role", tournament, role.pk, "remove"))
    assert not Role.objects.filter(user=judge).exists()

    client.post(address("desk-people-undo", tournament, tournament.events.get().pk))

    assert Role.objects.get(user=judge).kind == "judge"


def test_undo_takes_back_no_step_of_another_page(
    client: Client, tournament: Tournament, organiser: User
) -> None:
    other = Event.objects.create(
        tournament=tournament, actor=organiser, verb="entry.edit", subject_kind="entry",
        subject_id=1, subject="x",
    )  # fmt: skip
    assert client.post(address("desk-people-undo", tournament, other.pk)).status_code == 404


def test_last_organiser_stays(client: Client, tournament: Tournament, organiser: User) -> None:
    role = Role.objects.get(user=organiser)
    for what, sent in (("remove", {}), ("kind", {"kind": "desk"})):
        client.post(address("desk-role", tournament, role.pk, what), sent)
    assert Role.objects.get(user=organiser).kind == "organiser"


def test_log_in_of_a_helper_is_seen_and_ended(
    client: Client, tournament: Tournament, judge: User, client_of: ClientOf
) -> None:
    phone = client_of(judge)
    LogIn.objects.filter(user=judge).update(browser="Firefox", system="Android")
    page = client.get(address("desk-people", tournament)).content.decode()
    assert "Firefox" in page
    role = Role.objects.get(user=judge)

    client.post(
        address("desk-role", tournament, role.pk, "log-out"),
        {"log_in": str(LogIn.objects.get(user=judge).pk)},
    )

    assert phone.get(address("desk-overview", tournament)).status_code == 302


def test_role_of_another_tournament_is_not_found(client: Client, tournament: Tournament) -> None:
    foreign = make_tournament()
    somebody = make_user(role=Role.Kind.JUDGE, tournament=foreign)
    role = Role.objects.get(user=somebody)
    for what in ("remove", "password", "kind", "log-out"):
        url = address("desk-role", tournament, role.pk, what)
        assert client.post(url, {"kind": "desk"}).status_code == 404


@pytest.mark.parametrize("how_many", [2, 12])
def test_page_asks_the_same_for_any_number_of_people(
    client: Client,
    tournament: Tournament,
    organiser: User,
    client_of: ClientOf,
    how_many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(how_many):
        client_of(make_user(role=Role.Kind.DESK, tournament=tournament))
        invite(tournament, kind="desk", by=organiser)
    url = address("desk-people", tournament)
    client.get(url)
    with django_assert_num_queries(8):
        client.get(url)


@pytest.mark.parametrize("how_many", [1, 9])
def test_account_page_asks_the_same_for_any_number_of_log_ins(
    client_of: ClientOf, db: None, how_many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    user = make_user()
    clients = [client_of(user) for _ in range(how_many)]
    with django_assert_num_queries(3):
        page = clients[0].get(reverse("account"))
    assert len(page.context["log_ins"]) == how_many

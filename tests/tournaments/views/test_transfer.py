"""Tournaments that are made of what there is: a file that is brought in."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_user
from tests.tournaments.transfer.made import written
from tournaments.models import Role, Tournament, User
from tournaments.transfer.bring_in import import_tournament

Clients = Callable[[User], Client]


def uploaded(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("dm.zip", data, "application/zip")


@pytest.fixture
def client(organiser: User, client_of: Clients) -> Client:
    return client_of(organiser)


def test_file_is_brought_in_by_whoever_becomes_its_organiser(
    tournament: Tournament, client_of: Clients
) -> None:
    data = written(tournament)
    other = make_user("karen")
    answer = client_of(other).post(
        reverse("desk-bring-in"), {"file": uploaded(data), "slug": "dm-igen"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/dm-igen/")
    role = Role.objects.get(tournament__slug="dm-igen")
    assert (role.user, role.kind) == (other, Role.Kind.ORGANISER)


@pytest.mark.parametrize(
    ("slug", "says"), [("", "har adressen"), ("import", "har adressen"), ("æ ø", "")]
)
def test_address_that_cannot_be_is_asked_for_again(
    tournament: Tournament, client: Client, slug: str, says: str
) -> None:
    data = written(tournament)
    answer = client.post(reverse("desk-bring-in"), {"file": uploaded(data), "slug": slug})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("data", [b"x", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_file_of_ours_is_refused(client: Client, data: bytes) -> None:
    answer = client.post(reverse("desk-bring-in"), {"file": uploaded(data)})
    assert (answer.status_code, Tournament.objects.count()) == (422, 1)


def test_no_file_is_asked_for(client: Client) -> None:
    assert client.post(reverse("desk-bring-in")).status_code == 422


def test_as_many_queries_for_a_large_one(
    tournament: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_entries(tournament, 2)
    written(tournament)
    with django_assert_max_num_queries(60) as few:
        written(tournament)
    make_entries(tournament, 20)
    with django_assert_max_num_queries(len(few)):
        written(tournament)


def test_bringing_in_a_large_one_asks_no_more(
    tournament: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_entries(tournament, 2)
    small = written(tournament)
    make_entries(tournament, 20)
    large = written(tournament)
    with django_assert_max_num_queries(100) as few:
        import_tournament(io.BytesIO(small), len(small), by=None, slug="lille")
    with django_assert_max_num_queries(len(few)):
        import_tournament(io.BytesIO(large), len(large), by=None, slug="stor")


def test_commands_write_a_file_and_bring_it_in(
    tournament: Tournament, organiser: User, tmp_path: Path
) -> None:
    make_entries(tournament, 3)
    path = tmp_path / "dm.zip"
    call_command("export_tournament", tournament.slug, str(path), stdout=io.StringIO())
    assert [one.name for one in tmp_path.iterdir()] == ["dm.zip"]
    call_command(
        "import_tournament", str(path), "--organiser", "bente", "--slug", "ny",
        stdout=io.StringIO(),
    )  # fmt: skip
    assert Tournament.objects.get(slug="ny").entries.count() == 3
    with pytest.raises(CommandError):
        call_command("export_tournament", tournament.slug, str(path))
    with pytest.raises(CommandError):
        call_command("import_tournament", str(path), "--organiser", "bente")
    with pytest.raises(CommandError):
        call_command("import_tournament", str(path), "--organiser", "nobody", "--slug", "x")

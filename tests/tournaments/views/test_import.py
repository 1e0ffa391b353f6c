"""Upload, columns, preview, confirmation: nothing before it is confirmed, nothing twice."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_tournament, make_user
from tests.tournaments.imports.files import DATA
from tournaments import uploads
from tournaments.imports.reading import MAX_BYTES
from tournaments.models import Entry, Event, Role, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def client(client_of: ClientOf, desk: User) -> Client:
    return client_of(desk)


def upload(client: Client, tournament: Tournament, data: bytes, name: str = "par.csv") -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("desk-import", args=[tournament.slug]), {"file": file})


def preview_of(client: Client, tournament: Tournament, name: str) -> str:
    response = upload(client, tournament, (DATA / name).read_bytes(), name)
    assert response.status_code == 302
    return str(response["Location"])


def numbers(context: Any) -> list[int]:
    return [len(context[part]) for part in ("creations", "changes", "unchanged", "faulty")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pairs-64-excel-utf8-bom.csv", [64, 0, 0, 0]),
        ("pairs-64-form-export.csv", [64, 0, 0, 0]),
        ("pairs-64.xlsx", [64, 0, 0, 0]),
        ("pairs-excel-windows-1252.csv", [52, 0, 0, 0]),
        ("pairs-messy.csv", [17, 0, 0, 4]),
    ],
)
def test_real_file_from_upload_to_list_and_again(
    client: Client, tournament: Tournament, name: str, expected: list[int]
) -> None:
    url = preview_of(client, tournament, name)
    page = client.get(url)
    assert (numbers(page.context), Entry.objects.count()) == (expected, 0)

    response = client.post(
        url, {"seen": page.context["plan"].fingerprint, "despite_faults": "1", "key": "k"}
    )

    assert response["Location"] == reverse("desk-entries", args=[tournament.slug])
    assert (Entry.objects.count(), Event.objects.count()) == (expected[0], 1)
    page = client.get(preview_of(client, tournament, name))
    assert numbers(page.context) == [0, 0, expected[0], expected[3]]


def test_faulty_rows_are_named_with_row_and_reason(client: Client, tournament: Tournament) -> None:
    client.cookies["language"] = "en"

    page = client.get(preview_of(client, tournament, "pairs-messy.csv"))

    assert [(one["row"], one["faults"]) for one in page.context["faulty"]] == [
        (5, ["Player 2 is missing."]),
        (7, ["E-mail 1, “ikke-en-adresse”, is not an e-mail address."]),
        (9, ["Ragnhild Petersen is in row 4 already. Nobody can play twice."]),
        (23, ["“Team Bornholm” is in row 2 already."]),
    ]
    hints = {one["row"]: one["hints"] for one in page.context["creations"] if one["hints"]}
    assert hints == {
        8: ["asks for a fixed table"],
        11: ["asks for a fixed table"],
        18: ["comes from round 2"],
        20: ["asks for a fixed table"],
    }
    assert "One empty row is passed over." in page.content.decode()


def test_faulty_rows_refuse_and_ticks_are_kept(client: Client, tournament: Tournament) -> None:
    url = preview_of(client, tournament, "pairs-messy.csv")
    seen = client.get(url).context["plan"].fingerprint

    response = client.post(url, {"seen": seen, "repair": "7"})

    assert (response.status_code, Entry.objects.count()) == (409, 0)
    assert [one["row"] for one in response.context["faulty"] if one["repair"]] == [7]


def test_ticked_row_comes_in(client: Client, tournament: Tournament) -> None:
    url = preview_of(client, tournament, "pairs-messy.csv")
    seen = client.get(url).context["plan"].fingerprint

    client.post(url, {"seen": seen, "repair": "7", "despite_faults": "1"})

    assert Entry.objects.count() == 18


def test_faulty_rows_can_be_taken_home_and_repaired(client: Client, tournament: Tournament) -> None:
    url = preview_of(client, tournament, "pairs-messy.csv")
    client.post(url, {"seen": client.get(url).context["plan"].fingerprint, "despite_faults": "1"})
    url = preview_of(client, tournament, "pairs-messy.csv")

    data = client.get(f"{url}faulty.csv").content

    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))
    assert [row[9] for row in rows[1:]] == ["5", "7", "9", "23"]
    repaired = data.decode().replace("ikke-en-adresse", "agnes@example.org").encode()
    response = upload(client, tournament, repaired)
    assert numbers(client.get(response["Location"]).context) == [1, 0, 1, 2]


def test_list_changed_between_preview_and_confirmation_is_shown_again(
    client: Client, tournament: Tournament
) -> None:
    url = preview_of(client, tournament, "pairs-64.xlsx")
    seen = client.get(url).context["plan"].fingerprint
    make_entries(tournament, 1)

    response = client.post(url, {"seen": seen})

    assert (response.status_code, Entry.objects.count()) == (409, 1)
    # 64 places, one taken: the last row has none left.
    assert numbers(response.context) == [63, 0, 0, 1]
    assert response.context["plan"].fingerprint != seen


def test_confirmed_twice_is_one_import(client: Client, tournament: Tournament) -> None:
    url = preview_of(client, tournament, "pairs-64.xlsx")
    data = {"seen": client.get(url).context["plan"].fingerprint, "key": "k"}

    places = [client.post(url, data)["Location"] for _ in range(2)]

    assert places == [reverse("desk-entries", args=[tournament.slug])] * 2
    assert (Entry.objects.count(), Event.objects.count()) == (64, 1)


def test_unwanted_change_is_left_out(client: Client, tournament: Tournament) -> None:
    make_entries(tournament, 2)
    data = "Par,Spiller 1,Spiller 2,By\nPar 1,Anna 1,Bo 1,Ribe\nPar 2,Anna 2,Bo 2,Nuuk\n"
    url = upload(client, tournament, data.encode())["Location"]
    page = client.get(url)
    assert [one["fields"][0][1:] for one in page.context["changes"]] == [("", "Ribe"), ("", "Nuuk")]

    client.post(
        url,
        {
            "seen": page.context["plan"].fingerprint,
            "shown-change": ["2", "3"],
            "change": ["3"],
        },
    )

    assert list(tournament.entries.values_list("city", flat=True)) == ["", "Nuuk"]


def test_unknown_headings_are_matched_by_the_organiser(
    client: Client, tournament: Tournament
) -> None:
    data = "Kaldenavn;Den ene;Den anden;Menu\nHolgerne;Holger;Dansk;fisk\n".encode("cp1252")
    location = upload(client, tournament, data)["Location"]
    assert location.endswith("/columns/")
    page = client.get(location)
    assert [column.samples for column in page.context["reading"].columns] == [
        ("Kaldenavn", "Holgerne"),
        ("Den ene", "Holger"),
        ("Den anden", "Dansk"),
        ("Menu", "fisk"),
    ]

    url = location.removesuffix("columns/")
    query = "?heading=1&c0=name&c1=player1&c2=player2&c3=notes"
    page = client.get(url + query)
    client.post(url + query, {"seen": page.context["plan"].fingerprint})

    entry = Entry.objects.get()
    assert (entry.name, entry.notes) == ("Holgerne", "fisk")


@pytest.mark.parametrize(
    "query",
    ["?sheet=99", "?heading=99999", "?encoding=rot13&delimiter=x", "?c0=player9", "?sheet=-1",
     "?heading=%00", "?encoding=utf-16"],
)  # fmt: skip
def test_address_made_up_by_hand_breaks_nothing(
    client: Client, tournament: Tournament, query: str
) -> None:
    url = preview_of(client, tournament, "pairs-64-form-export.csv")

    for name in ("", "columns/", "faulty.csv"):
        assert client.get(url + name + query).status_code in {200, 302}


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "There is nothing in this file."),
        (b"x" * (MAX_BYTES + 1), "larger than 5 MB"),
        (b"a;b\n" * 5002, "more than 5000 rows"),
        (b"%PDF-1.4", "This is a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Excel file"),
    ],
    ids=["empty", "big", "long", "pdf", "xls"],
)
def test_file_that_cannot_be_read_says_why(
    client: Client, tournament: Tournament, data: bytes, text: str
) -> None:
    client.cookies["language"] = "en"

    response = upload(client, tournament, data)

    assert response.status_code == 422
    assert text in response.context["error"]


def test_no_file_says_so(client: Client, tournament: Tournament) -> None:
    assert client.post(reverse("desk-import", args=[tournament.slug])).status_code == 422


def test_upload_of_another_tournament_is_out_of_reach(
    client: Client, client_of: ClientOf, tournament: Tournament
) -> None:
    url = preview_of(client, tournament, "pairs-64.xlsx")
    other = make_tournament()
    stranger = client_of(make_user(role=Role.Kind.ORGANISER, tournament=other))

    response = stranger.get(url.replace(tournament.slug, other.slug))

    assert response["Location"] == reverse("desk-import", args=[other.slug])


def test_cancelled_and_forgotten_uploads_are_deleted(
    client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = preview_of(client, tournament, "pairs-64.xlsx")
    client.post(f"{url}cancel/")
    assert client.get(url)["Location"] == reverse("desk-import", args=[tournament.slug])

    forgotten = uploads.keep(tournament, "a.csv", b"a;b")
    monkeypatch.setattr(uploads, "KEPT_FOR", -uploads.KEPT_FOR)
    uploads.sweep(tournament)
    assert uploads.fetch(tournament, forgotten) is None


@pytest.mark.parametrize(
    ("game", "data"),
    [
        ("backgammon", "Navn;E-mail;By\nAnna;a@x.dk;Ribe\n"),
        ("partners-plus-teams", "Hold;Spiller 1;Spiller 2;Spiller 3\nX;Anna;Bo;Carl\n"),
    ],
)
def test_list_of_another_game_is_imported_too(
    client: Client, tournament: Tournament, game: str, data: str
) -> None:
    Tournament.objects.update(game=game)
    url = upload(client, tournament, data.encode())["Location"]

    client.post(url, {"seen": client.get(url).context["plan"].fingerprint})

    entry = Entry.objects.get()
    assert entry.players.count() == (1 if game == "backgammon" else 3)
    assert entry.name == ("Anna" if game == "backgammon" else "X")


@pytest.mark.parametrize("how_many", [2, 20])
def test_preview_and_faults_take_the_same_queries_for_any_number_of_rows(
    client: Client,
    tournament: Tournament,
    how_many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Rows of every kind: new, changed, unchanged, faulty."""
    make_entries(tournament, 2 * how_many)
    lines = ["Parnavn;Spiller 1;E-mail 1;Spiller 2;E-mail 2;By"]
    for n in range(1, how_many + 1):
        same = n + how_many
        lines += [
            f"Ny {n};Cæcilie {n};c{n}@x.dk;Dorthe {n};d{n}@x.dk;Ærø",
            f"Par {n};Anna {n};anna{n}@example.org;Bo {n};bo{n}@example.org;Ribe",
            f"Par {same};Anna {same};anna{same}@example.org;Bo {same};bo{same}@example.org;",
            f"Fejl {n};Ebbe {n};ebbe;Freja {n};f{n}@x.dk;",
        ]
    url = str(upload(client, tournament, "\n".join(lines).encode())["Location"])

    with django_assert_num_queries(8):
        page = client.get(url)
    assert numbers(page.context) == [how_many] * 4
    with django_assert_num_queries(8):
        client.get(page.context["request"].path + "faulty.csv")

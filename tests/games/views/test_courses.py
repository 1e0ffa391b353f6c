"""The page of Kroket's courses and cards: loading, faults at their lines, taking out, and the note
that every page has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.game_settings import KroketSettings
from games.rules.kroket.course import courses
from tests import factories
from tests.games.rules.kroket.texts import COURSE, changed
from tests.games.tables import make_table
from tournaments.models import Game, Role, Tournament, User

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User], Client]


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_table(Game.KROKET).round.tournament


@pytest.fixture
def client(tournament: Tournament, client_of: ClientOf) -> Client:
    user = factories.make_user("ditte")
    Role.objects.create(tournament=tournament, user=user, kind="organiser")
    return client_of(user)


@pytest.fixture
def page(tournament: Tournament) -> str:
    return f"/desk/{tournament.slug}/game/"


def file(text: str, name: str = "ny.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def own(name: str = "ny") -> str:
    return changed(COURSE, lambda data: data.update(name=name))


def test_course_is_loaded_shown_downloaded_and_taken_out(client: Client, page: str) -> None:
    shown = client.get(page)
    assert shown.content.decode().count("<svg xmlns") == len(courses())
    answer = client.post(page, {"file": file(own()), "key": "k" * 32})
    assert (answer.status_code, answer["Location"]) == (302, page)
    held = client.get(page).context["courses"]
    assert [one.name for one in held if one.own] == ["ny"]
    assert client.get(page, {"file": "courses/ny"}).content.decode() == own()
    shipped = client.get(page, {"file": "courses/haven"})
    assert (shipped.status_code, shipped.content.decode()) == (200, COURSE)
    assert client.get(page, {"file": "courses/../../x"}).status_code == 404
    assert client.post(page, {"drop": "courses/ny"}).status_code == 302
    assert not [one for one in client.get(page).context["courses"] if one.own]


def test_faults_stand_at_their_lines(client: Client, page: str) -> None:
    text = COURSE.replace('"name": "haven"', '"name": "ny"')
    text = text.replace('"legs": ["g6", "i6"]', '"legs": ["g6", "k6"]')
    text = text.replace('"tree": ["f7"]', '"tree": ["f7", "z9"]')
    answer = client.post(page, {"file": file(text)})
    assert answer.status_code == 422
    lines = text.split("\n")
    numbers = [1 + next(n for n, line in enumerate(lines) if cell in line) for cell in ("z9", "k6")]
    faults = answer.context["faults"]
    assert [line.number for line in faults] == numbers
    assert [line.text for line in faults] == [lines[number - 1] for number in numbers]
    assert faults[1].why[0].startswith("hoops[1].legs[1]: ")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "file-missing"),
        ({"file": SimpleUploadedFile("x.json", b"\xff\xfe")}, "data-faulty"),
        ({"file": SimpleUploadedFile("x.json", b"{}" * 500_000)}, "data-faulty"),
        ({"drop": "decks/none"}, "data-unknown"),
    ],
)
def test_what_cannot_be_loaded_is_refused(
    sent: dict[str, object], code: str, client: Client, page: str
) -> None:
    answer = client.post(page, sent)
    assert (answer.status_code, answer.context["error"].code) == (422, code)


def test_only_kroket_has_the_page(client: Client, tournament: Tournament, page: str) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(game=Game.PARTNERS)
    assert client.get(page).status_code == 404


def test_every_page_says_that_course_and_cards_are_not_the_originals(
    client: Client, tournament: Tournament
) -> None:
    setup = KroketSettings().setup(4)
    desk, public = f"/desk/{tournament.slug}", f"/t/{tournament.slug}"
    for page in (
        f"{desk}/",
        f"{desk}/rounds/",
        f"{desk}/rounds/1/results/",
        f"{desk}/judges/rule-desk/",
        f"{desk}/standings/",
        f"{public}/",
        f"{public}/standings/",
        f"{public}/entries/1/",
        f"{public}/tables/1/",
    ):
        answer = client.get(page, follow=True)
        assert answer.status_code == 200, page
        for note in setup.notes("da"):
            assert note in answer.content.decode(), page


def test_pages_of_other_games_say_nothing_of_the_kind() -> None:
    tournament = make_table(Game.BACKGAMMON).round.tournament
    assert "game-note" not in Client().get(f"/t/{tournament.slug}/").content.decode()

"""The desk's page of papers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from reports.documents import DOCUMENTS
from reports.models import Job
from tests.factories import make_tournament
from tests.reports.paper import make_round
from tournaments.models import Role, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def at_desk(desk: User, client_of: ClientOf) -> Client:
    client = client_of(desk)
    client.cookies["language"] = "en"
    return client


def address(tournament: Tournament) -> str:
    return reverse("desk-papers", args=[tournament.slug])


def finished(tournament: Tournament, **fields: object) -> Job:
    job = Job.objects.create(
        **{
            "tournament": tournament,
            "document": "check-in-list",
            "language": "da",
            "state": Job.State.DONE,
            "read_event": 0,
            "filename": "dm-check-in-liste.pdf",
        }
        | fields
    )
    job.file.save(f"{job.pk}.pdf", ContentFile(b"%PDF-1.5 test"))
    return job


def test_page_offers_only_what_can_be_printed_now(at_desk: Client, tournament: Tournament) -> None:
    page = at_desk.get(address(tournament)).content.decode()
    assert ['value="score-sheets"' in page, 'value="check-in-list"' in page] == [False, True]
    assert "After the first draw:" in page
    assert "Nothing is printed yet" in page


def test_asking_leaves_one_job_and_comes_back(at_desk: Client, tournament: Tournament) -> None:
    data = {"document": "check-in-list", "language": "nb", "key": "once"}
    answers = [at_desk.post(address(tournament), data) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    job = Job.objects.get()
    assert (job.document, job.language, job.asked_by.username) == ("check-in-list", "nb", "ditte")


def test_refused_request_says_why_and_keeps_what_was_chosen(
    at_desk: Client, tournament: Tournament
) -> None:
    answer = at_desk.post(
        address(tournament), {"document": "score-sheets", "round": "9", "language": "nb"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose a round." in page
    assert '<option value="nb" selected>' in page


@pytest.mark.parametrize("nonsense", ["", "x", "-1", "99999999999999999999", "²"])
def test_nonsense_for_a_round_is_refused(
    at_desk: Client, tournament: Tournament, nonsense: str
) -> None:
    answer = at_desk.post(address(tournament), {"document": "score-sheets", "round": nonsense})
    assert answer.status_code == 422


def test_list_asks_again_only_while_something_is_made(
    at_desk: Client, tournament: Tournament
) -> None:
    url = reverse("desk-papers-list", args=[tournament.slug])
    job = Job.objects.create(
        tournament=tournament,
        document="check-in-list",
        language="da",
        state=Job.State.RUNNING,
        done=3,
        total=10,
    )
    page = at_desk.get(url).content.decode()
    assert ('hx-trigger="every 1s"' in page, "3 of 10 parts" in page) == (True, True)

    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, error="Paper jam.")
    page = at_desk.get(url).content.decode()
    assert ("hx-trigger" in page, "Paper jam." in page, "Make it again" in page) == (
        False,
        True,
        True,
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("da", "Begyndt forfra: det blev afbrudt, før det var færdigt."),
        ("en", "Begun again: it was broken off before it was done."),
    ],
)
def test_page_shows_how_far_it_is_and_what_was_begun_again(
    at_desk: Client, tournament: Tournament, language: str, words: str
) -> None:
    at_desk.cookies["language"] = language
    job = Job.objects.create(
        tournament=tournament,
        document="check-in-list",
        language="da",
        state=Job.State.RUNNING,
        done=3,
        total=10,
    )
    of_one = [tournament.slug, job.document]
    pages = [
        address(tournament),
        reverse("desk-papers-list", args=[tournament.slug]),
        reverse("desk-document", args=of_one),
        reverse("desk-document-list", args=of_one),
    ]
    for attempts, told in ((1, False), (2, True)):
        Job.objects.filter(pk=job.pk).update(attempts=attempts)
        shown = [at_desk.get(page).content.decode() for page in pages]
        assert [words in page for page in shown] == [told] * len(pages)
        assert ['<progress value="3" max="10"' in page for page in shown] == [True] * len(pages)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_preview_of_each_document_is_its_newest_copy(
    organiser: User, client_of: ClientOf, tournament: Tournament, name: str
) -> None:
    client = client_of(organiser)
    page = reverse("desk-document", args=[tournament.slug, name])
    another = next(other for other in DOCUMENTS if other != name)
    finished(tournament, document=another)
    assert previewed(client, page) == []

    for _ in range(2):
        newest = reverse(
            "desk-paper", args=[tournament.slug, finished(tournament, document=name).pk]
        )
        assert previewed(client, page) == [newest]
        # What is framed is the document itself, which the browser may show on this page.
        answer = client.get(newest)
        assert b"".join(answer) == b"%PDF-1.5 test"
        assert (answer["Content-Type"], answer["X-Frame-Options"]) == (
            "application/pdf",
            "SAMEORIGIN",
        )

    Job.objects.create(tournament=tournament, document=name, language="da")
    assert previewed(client, page) == []


def previewed(client: Client, page: str) -> list[str]:
    """The address of each document that the page shows in itself."""
    shown = client.get(page)
    assert shown.status_code == 200
    return re.findall(r'<iframe[^>]* src="([^"]+)"', shown.content.decode())


def test_stale_paper_says_so_and_can_be_made_again(at_desk: Client, tournament: Tournament) -> None:
    from tournaments.models import Event

    finished(tournament)
    page = at_desk.get(address(tournament)).content.decode()
    assert ("Out of date" in page, "Make it again" in page) == (False, False)

    Event.objects.create(
        tournament=tournament, verb="entry.edit", subject_kind="entry", subject_id=1, subject="x"
    )
    page = at_desk.get(address(tournament)).content.decode()
    assert ("Out of date" in page, "Make it again" in page) == (True, True)


@pytest.mark.parametrize(("query", "kind"), [("", "inline"), ("?download", "attachment")])
def test_finished_paper_is_served_under_its_name(
    at_desk: Client, tournament: Tournament, query: str, kind: str
) -> None:
    job = finished(tournament)
    answer = at_desk.get(reverse("desk-paper", args=[tournament.slug, job.pk]) + query)
    assert b"".join(answer) == b"%PDF-1.5 test"
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "application/pdf",
        f'{kind}; filename="dm-check-in-liste.pdf"',
    )
    assert "Content-Security-Policy" not in answer


def test_paper_is_closed_to_people_of_another_tournament(
    tournament: Tournament, client_of: ClientOf
) -> None:
    from tests.factories import make_user

    job = finished(tournament)
    other = make_tournament()
    client = client_of(make_user(role=Role.Kind.ORGANISER, tournament=other))
    codes = [
        client.get(reverse("desk-paper", args=[slug, job.pk])).status_code
        for slug in (tournament.slug, other.slug)
    ]
    assert codes == [404, 404]


@pytest.mark.parametrize("state", [Job.State.WAITING, Job.State.RUNNING, Job.State.FAILED])
def test_paper_that_is_not_finished_has_no_file(
    at_desk: Client, tournament: Tournament, state: str
) -> None:
    job = finished(tournament)
    Job.objects.update(state=state)
    answer = at_desk.get(reverse("desk-paper", args=[tournament.slug, job.pk]))
    assert answer.status_code == 404


def test_paper_whose_file_is_gone_is_not_found(at_desk: Client, tournament: Tournament) -> None:
    job = finished(tournament)
    job.file.storage.delete(job.file.name)
    answer = at_desk.get(reverse("desk-paper", args=[tournament.slug, job.pk]))
    assert answer.status_code == 404


@pytest.mark.parametrize("how_many", [2, 20])
def test_page_takes_a_constant_number_of_queries(
    desk: User,
    client_of: ClientOf,
    how_many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    round_ = make_round(1)
    Role.objects.create(tournament=round_.tournament, user=desk, kind=Role.Kind.DESK)
    for _ in range(how_many):
        finished(round_.tournament, asked_by=desk)
    client = client_of(desk)
    with django_assert_num_queries(9):
        client.get(address(round_.tournament))


def test_papers_of_a_draft_are_for_those_who_draw(
    desk: User, organiser: User, client_of: ClientOf
) -> None:
    round_ = make_round(1)
    tournament = round_.tournament
    Role.objects.create(tournament=tournament, user=desk, kind=Role.Kind.DESK)
    Role.objects.create(tournament=tournament, user=organiser, kind=Role.Kind.ORGANISER)
    at_desk = client_of(desk)
    job = finished(tournament, params={"round": round_.number})
    paper = reverse("desk-paper", args=[tournament.slug, job.pk])
    ask = {"document": "score-sheets", "round": str(round_.number), "language": "da"}

    assert at_desk.get(address(tournament)).context["rounds"] == [round_]
    tournament.rounds.update(state="draft")

    page = at_desk.get(address(tournament))
    assert (page.context["rounds"], page.context["papers"]) == ([], [])
    assert at_desk.get(paper).status_code == 404
    refused = at_desk.post(address(tournament), ask)
    assert (refused.status_code, refused.context["refused"].code) == (422, "no-such-round")
    assert client_of(organiser).get(paper).status_code == 200
    assert client_of(organiser).post(address(tournament), ask).status_code == 302

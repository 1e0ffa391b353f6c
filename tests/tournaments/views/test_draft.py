"""The draft page: pick one, pick the other; warnings; two organisers; publishing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import play_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Event, Round, Seat, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def by_organiser(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(round_: Round, name: str) -> str:
    return reverse(name, args=[round_.tournament.slug, round_.number])


def seats_at(round_: Round, number: int) -> list[int]:
    seats = Seat.objects.filter(round=round_, pairing__table__number=number).order_by("side")
    return list(seats.values_list("entry_id", flat=True))


def test_page_without_script_picks_then_swaps(by_organiser: Client, draft: Round) -> None:
    (a, _b), (c, _d) = seats_at(draft, 1), seats_at(draft, 2)
    page = by_organiser.get(address(draft, "desk-round"), {"pick": a})
    assert page.context["picked"]["pk"] == a
    assert f'form="hand" name="other" value="{c}"' in page.content.decode()
    answer = by_organiser.post(
        address(draft, "desk-draft-edit"), {"one": a, "other": c, "version": 1, "why": "cousins"}
    )
    assert answer.status_code == 302
    assert (seats_at(draft, 1)[0], seats_at(draft, 2)[0]) == (c, a)
    assert Event.objects.get(verb="draft.swap").why == "cousins"


@pytest.mark.parametrize(
    ("posted", "verb"),
    [
        ({"do": "bye"}, "draft.bye"),
        ({"do": "out"}, "draft.take-out"),
        ({"game": "1", "do": "table", "table": "8"}, "draft.table"),
        ({"game": "1", "other_game": "2"}, "draft.table"),
    ],
)
def test_page_does_each_change(
    by_organiser: Client, draft: Round, posted: dict[str, str], verb: str
) -> None:
    one = seats_at(draft, 1)[0]
    answer = by_organiser.post(address(draft, "desk-draft-edit"), {"one": one, **posted})
    assert answer.status_code == 302
    assert Event.objects.filter(verb=verb).count() == 1


def test_page_offers_to_put_in_who_came_late(by_organiser: Client, draft: Round) -> None:
    (late,) = factories.make_entries(draft.tournament, 1)
    page = by_organiser.get(address(draft, "desk-round")).content.decode()
    assert f'name="in" value="{late.pk}"' in page
    by_organiser.post(address(draft, "desk-draft-edit"), {"in": late.pk})
    assert Seat.objects.filter(round=draft, entry=late).exists()


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"do": "dance", "one": "1"},
        {"one": "x", "other": "y"},
        {"do": "table", "table": "1"},
        {"game": "1", "do": "table", "table": "99"},
        {"game": "1", "other_game": "99"},
        {"one": "9" * 40, "do": "out"},
    ],
)
def test_page_answers_nonsense_with_a_message(
    by_organiser: Client, draft: Round, posted: dict[str, str]
) -> None:
    answer = by_organiser.post(address(draft, "desk-draft-edit"), posted)
    assert (answer.status_code, answer.context["refused"] is None) == (422, False)
    assert Event.objects.exclude(verb="round.draw").count() == 0


def test_page_undoes_the_last_change(by_organiser: Client, draft: Round) -> None:
    before = seats_at(draft, 1)
    page = address(draft, "desk-round")
    assert address(draft, "desk-draft-undo") not in by_organiser.get(page).content.decode()
    by_organiser.post(address(draft, "desk-draft-edit"), {"one": before[0], "do": "bye"})
    assert address(draft, "desk-draft-undo") in by_organiser.get(page).content.decode()
    by_organiser.post(address(draft, "desk-draft-undo"))
    assert seats_at(draft, 1) == before


def test_page_shows_the_second_organiser_what_the_first_did(
    by_organiser: Client, client_of: ClientOf, draft: Round
) -> None:
    other = client_of(factories.make_user("karen", role="organiser", tournament=draft.tournament))
    (a, b), (c, d) = seats_at(draft, 1), seats_at(draft, 2)
    edit = address(draft, "desk-draft-edit")
    assert other.post(edit, {"one": a, "other": c, "version": 1}).status_code == 302
    answer = by_organiser.post(edit, {"one": b, "other": d, "version": 1, "why": "typed"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "karen" in page and 'value="typed"' in page
    assert [seat["pk"] for seat in answer.context["page"].rows[0]["seats"]] == [c, b]


def test_page_of_a_draft_published_meanwhile_leads_to_the_round(
    by_organiser: Client, draft: Round
) -> None:
    a = seats_at(draft, 1)[0]
    publish_round(draft, by=None)
    answer = by_organiser.post(address(draft, "desk-draft-edit"), {"one": a, "do": "bye"})
    assert answer.headers["Location"] == address(draft, "desk-round")


def test_redraw_with_a_seed_the_same_and_another(by_organiser: Client, draft: Round) -> None:
    redraw = address(draft, "desk-redraw")
    seed = draft.seed
    by_organiser.post(redraw, {"same": "1"})
    draft.refresh_from_db()
    assert draft.seed == seed
    by_organiser.post(redraw)
    draft.refresh_from_db()
    assert draft.seed != seed
    by_organiser.post(redraw, {"seed": "4711"})
    draft.refresh_from_db()
    assert draft.seed == 4711
    assert by_organiser.post(redraw, {"seed": "abc"}).status_code == 422


def test_discard_leads_back_to_the_rounds(by_organiser: Client, draft: Round) -> None:
    answer = by_organiser.post(address(draft, "desk-discard"), {"version": 1})
    assert answer.headers["Location"] == reverse("desk-rounds", args=[draft.tournament.slug])
    assert Round.objects.count() == 0
    assert by_organiser.post(address(draft, "desk-discard")).status_code == 404


def test_publish_asks_before_it_goes_over_warnings(by_organiser: Client, draft: Round) -> None:
    publish = address(draft, "desk-publish")
    Entry.objects.filter(pk=seats_at(draft, 1)[0]).update(state=Entry.State.WITHDRAWN)
    assert by_organiser.post(publish, {"version": 1}).status_code == 422
    page = by_organiser.get(address(draft, "desk-round")).content.decode()
    assert '<dialog id="publish"' in page
    assert by_organiser.post(publish, {"version": 1, "despite": "1"}).status_code == 302
    draft.refresh_from_db()
    assert draft.state == Round.State.PUBLISHED


def test_publish_of_what_a_hand_changed_asks_why(by_organiser: Client, draft: Round) -> None:
    a, c = seats_at(draft, 1)[0], seats_at(draft, 2)[0]
    edit, page = address(draft, "desk-draft-edit"), address(draft, "desk-round")
    assert not by_organiser.get(page).context["why_asked"]
    by_organiser.post(edit, {"one": a, "other": c, "version": 1})
    answer = by_organiser.get(page)
    assert answer.context["why_asked"]
    assert 'id="id_why" name="why"' in answer.content.decode()
    publish = address(draft, "desk-publish")
    answer = by_organiser.post(publish, {"version": 2})
    assert (answer.status_code, answer.context["refused"].code) == (422, "why-missing")
    assert by_organiser.post(publish, {"version": 2, "why": "brothers"}).status_code == 302
    assert Event.objects.get(verb="round.publish").why == "brothers"


def test_publish_sent_twice_is_one_event(by_organiser: Client, draft: Round) -> None:
    for _again in range(2):
        by_organiser.post(address(draft, "desk-publish"), {"version": 1, "key": "k"})
    assert Event.objects.filter(verb="round.publish").count() == 1


@pytest.mark.parametrize("pairs", [2, 20])
def test_page_takes_a_constant_number_of_queries(
    client_of: ClientOf, db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    user = factories.make_user(role="organiser", tournament=own)
    factories.make_entries(own, 2 * pairs)
    play_round(own)
    round_ = draw_round(own, by=None)
    client = client_of(user)
    with django_assert_num_queries(22):
        client.get(address(round_, "desk-round"))

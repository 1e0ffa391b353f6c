"""The page that says whom an entry is not to meet."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.domain.leaving import played
from tournaments.models import KeptApart, Tournament


@pytest.fixture
def eight(db: None) -> Tournament:
    return played(8, 0)


@pytest.fixture
def page(eight: Tournament) -> str:
    return reverse("desk-entry-apart", args=[eight.slug, 1])


@pytest.fixture
def desk(client: Client, eight: Tournament) -> Client:
    client.force_login(factories.make_user("anna", role="organiser", tournament=eight))
    return client


def test_one_is_chosen_with_a_reason_listed_and_taken_back(desk: Client, page: str) -> None:
    assert desk.get(page).status_code == 200
    assert desk.post(page, {"other": "5", "why": "brothers"}).status_code == 302
    row = KeptApart.objects.get()
    answer = desk.get(page)
    assert [other.number for _row, other in answer.context["pairs"]] == [5]
    assert 5 not in [one.number for one in answer.context["others"]]
    desk.post(f"{page}{row.pk}/undo/")
    assert KeptApart.objects.count() == 0


@pytest.mark.parametrize(("typed", "field"), [({"why": "x"}, "other"), ({"other": "5"}, "why")])
def test_what_is_missing_is_asked_for_and_what_was_typed_stays(
    desk: Client, page: str, typed: dict[str, str], field: str
) -> None:
    answer = desk.post(page, typed)
    assert (answer.status_code, answer.context["refused"].field) == (422, field)
    assert answer.context["chosen"] == typed.get("other", "")

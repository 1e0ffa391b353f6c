"""Django's admin: accounts can be mended there, everything else can only be looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries, make_round
from tournaments.models import Tournament, User

LOOKED_AT = sorted(
    model._meta.model_name or ""
    for model in admin.site._registry
    if model._meta.app_label == "tournaments" and model is not User
)


@pytest.fixture
def support(db: None, client_of: Callable[[User], Client]) -> Client:
    return client_of(User.objects.create_superuser("support", password="korrekt hest"))


@pytest.mark.parametrize("model", LOOKED_AT)
def test_admin_shows_rows_and_changes_none(
    model: str, support: Client, tournament: Tournament, organiser: User
) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], scores=[(8, 5)])

    assert support.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert support.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403
    for what in ("change", "delete"):
        url = reverse(f"admin:tournaments_{model}_{what}", args=[1])
        assert support.post(url, {}).status_code in {302, 403}
    assert tournament.entries.count() == 2


def test_admin_mends_an_account(support: Client, organiser: User) -> None:
    url = reverse("admin:auth_user_password_change", args=[organiser.pk])
    support.post(url, {"password1": "nyt og langt 1", "password2": "nyt og langt 1"})

    organiser.refresh_from_db()
    assert organiser.check_password("nyt og langt 1")


def test_admin_is_closed_to_those_of_a_tournament(
    organiser: User, client_of: Callable[[User], Client]
) -> None:
    assert client_of(organiser).get(reverse("admin:index")).status_code == 302

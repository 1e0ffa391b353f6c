"""What every test may ask for: accounts, tournaments, and clients that are logged in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Role, Tournament, User

#: What must hold in both modes: every verb, every read, every page, and the whole day.
ACCEPTANCE = (
    "tests/tournaments/domain/",
    "tests/tournaments/queries/",
    "tests/tournaments/views/",
    "tests/games/domain/",
    "tests/games/views/",
    "tests/judging/domain/",
    "tests/judging/queries/",
    "tests/judging/views/",
    "tests/reports/domain/",
    "tests/reports/views/",
    "tests/browser/test_whole_day.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(ACCEPTANCE):
            item.add_marker(pytest.mark.acceptance)
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Argon2 is slow on purpose; tests make hundreds of accounts."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def tournament(db: None) -> Tournament:
    """A Partners tournament with registration open, eight tables, and no entries."""
    return factories.make_tournament()


@pytest.fixture
def organiser(tournament: Tournament) -> User:
    return factories.make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)


@pytest.fixture
def judge(tournament: Tournament) -> User:
    return factories.make_user("jens", role=Role.Kind.JUDGE, tournament=tournament)


@pytest.fixture
def desk(tournament: Tournament) -> User:
    return factories.make_user("ditte", role=Role.Kind.DESK, tournament=tournament)


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """A client logged in as the account given."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return log_in

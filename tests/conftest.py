"""What every test may ask for: accounts, tournaments, and clients that are logged in."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from tests import factories
from tournaments.log_guard import unguard
from tournaments.models import Role, Tournament, User

#: What must hold in both modes, each time: every verb, every read, who acts at once, the whole day.
ACCEPTANCE = (
    "tests/tournaments/domain/",
    "tests/tournaments/queries/",
    "tests/tournaments/registration/",
    "tests/games/domain/",
    "tests/judging/domain/",
    "tests/judging/queries/",
    "tests/reports/domain/",
    "tests/tournaments/test_log_guard.py",
    "tests/browser/test_whole_day.py",
    # Pages that ask the database for something special: a search, an order, its locks, all rows.
    "tests/tournaments/views/test_entries_rounds.py",
    "tests/tournaments/views/test_log.py",
    "tests/tournaments/views/test_mails.py",
    "tests/tournaments/views/test_transfer.py",
    "tests/tournaments/views/test_undo.py",
    "tests/games/views/test_results.py",
    "tests/games/views/test_said_at_desk.py",
    "tests/judging/views/test_pages.py",
)
#: What must hold in both modes, too, and is looked at every night: pages, whose words do not depend
#: on the database, and what the verbs come to in every format there is, which is worked out beside
#: it. Each is run embedded for every change.
ACCEPTANCE_AT_NIGHT = (
    "tests/tournaments/views/",
    "tests/games/views/",
    "tests/judging/views/",
    "tests/reports/views/",
    "tests/tournaments/domain/test_correct_misfits",
    "tests/tournaments/domain/test_counted_otherwise.py",
    "tests/tournaments/domain/test_drawn_by_lot.py",
    "tests/tournaments/domain/test_draws_go_on.py",
    "tests/tournaments/domain/test_judged.py",
    "tests/tournaments/domain/test_stages_played.py",
)


#: What takes longest comes first: processes that share the tests then end together.
LONGEST = (
    "tests/browser/test_whole_day.py",
    "tests/browser/",
    "tests/faults/",
    "tests/scripts/",
    "tests/reports/",
    "tests/config/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if mark := _acceptance(item.nodeid):
            item.add_marker(mark)
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)
    items.sort(key=_turn)


def _acceptance(nodeid: str) -> str:
    """The mark of what both modes are asked; of two places that a test is at, the nearer counts."""
    at = {
        mark: max((len(place) for place in places if nodeid.startswith(place)), default=0)
        for mark, places in (
            ("acceptance", ACCEPTANCE),
            ("acceptance_at_night", ACCEPTANCE_AT_NIGHT),
        )
    }
    mark = max(at, key=lambda mark: at[mark])
    return mark if at[mark] else ""


def _turn(item: pytest.Item) -> int:
    return next(
        (turn for turn, place in enumerate(LONGEST) if item.nodeid.startswith(place)), len(LONGEST)
    )


def pytest_collection_finish() -> None:
    """The program and the tests are there to the end: nobody looks through them for rubbish over
    and over, and a test is too short to leave much."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as when the program runs. Django would have it in memory, where a second
    writer does not wait for the first but fails, and what a browser test sees depends on luck.
    Nobody needs the tests' data after a power cut, so nothing waits for the disk either."""
    database = django_settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        folder = tmp_path_factory.mktemp("database")
        database.setdefault("TEST", {})["NAME"] = str(folder / "tests.sqlite3")
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Tests that commit empty the database after themselves, the log with it: the triggers that
    forbid that are taken away, and set up again by the tests that are about them."""
    post_migrate.disconnect(sender=apps.get_app_config("tournaments"), dispatch_uid="log-guard")
    # Nor does anything here rest on Django's list of permissions, which each of them would write
    # anew.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    with django_db_blocker.unblock():
        unguard(connection)


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

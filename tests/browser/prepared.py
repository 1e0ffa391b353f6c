"""Two data folders to copy, made in a process of its own.

`python -m tests.browser.prepared FOLDER`, with DATA_DIR=FOLDER/day, makes

- FOLDER/empty: one account, "bente", who may create tournaments;
- FOLDER/day: a tournament day that is under way. Twelve tables in play in one tournament, eight
  entries who are waited for in another, and for each test that follows the news a round whose clock
  runs. "bente" organises them all, "ditte" is at the desk of the first two.

The style sheets and scripts are collected in both, as the server does when it starts.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.server import PASSWORD

if TYPE_CHECKING:
    from tournaments.models import Tournament, User

SLUG, MORNING = "dag", "morgen"
#: A tournament for each test that follows what happens: none meets what another has done.
FOLLOWED = ("live-phone", "live-standings", "live-log")
#: Secret codes by the number of the entry: those who sit at the last two tables.
CODES = {21: "ABCD2345", 22: "EFGH6789", 23: "JKMN2345", 24: "PQRS6789"}


def main(folder: Path) -> None:
    import django

    from scripts.serve import collect_static

    django.setup()
    from django.conf import settings
    from django.db import connections

    from tests.migrated import migrate
    from tournaments.models import User

    assert folder / "day" == settings.DATA_DIR
    migrate()
    collect_static(settings.STATIC_ROOT)
    bente = User.objects.create_superuser("bente", "bente@example.org", PASSWORD)
    connections.close_all()
    shutil.copytree(folder / "day", folder / "empty")
    make_day(bente)
    connections.close_all()


def make_day(bente: User) -> None:
    from games.domain.run_clock import start_clock
    from tests import factories
    from tests.results import make_round
    from tournaments.models import Entry, Role

    def organised(tournament: Tournament) -> Tournament:
        Role.objects.create(tournament=tournament, user=bente, kind=Role.Kind.ORGANISER)
        return tournament

    day = organised(factories.make_tournament(slug=SLUG, name="Dagen", tables=12))
    morning = organised(factories.make_tournament(slug=MORNING, name="Morgenen"))
    ditte = factories.make_user("ditte", role=Role.Kind.DESK, tournament=day)
    Role.objects.create(tournament=morning, user=ditte, kind=Role.Kind.DESK)
    ditte.set_password(PASSWORD)
    ditte.save()
    entries = factories.make_entries(day, 24)
    for number, code in CODES.items():
        Entry.objects.filter(tournament=day, number=number).update(code=code)
    make_round(day, 1, [entries[i : i + 2] for i in range(0, 24, 2)])
    factories.make_entries(morning, 8, state=Entry.State.REGISTERED)
    for slug in FOLLOWED:
        followed = organised(factories.make_tournament(slug=slug))
        one, other = factories.make_entries(followed, 2)
        start_clock(make_round(followed, 1, [(one, other)]), by=None)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

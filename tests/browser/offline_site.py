"""A tournament day that is under way, to lose the net in; in a process of its own.

`python -m tests.browser.offline_site` makes it in the database of DATA_DIR: twelve tables in play
and, in another tournament, eight entries who are waited for. Accounts: "bente" organises both,
"ditte" is at the desk of both.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.browser.server import PASSWORD, ROOT, Server

SLUG, MORNING = "dag", "morgen"
#: Secret codes by the number of the entry: those who sit at the last two tables.
CODES = {21: "ABCD2345", 22: "EFGH6789", 23: "JKMN2345", 24: "PQRS6789"}


def seed(server: Server) -> None:
    env = server.environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(
        [sys.executable, "-m", "tests.browser.offline_site"], cwd=ROOT, env=env, check=True
    )


def rows(server: Server, query: str) -> list[tuple[Any, ...]]:
    """What the database holds, read past the program."""
    path = Path(server.data) / "startfelt.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
        return database.execute(query).fetchall()


def results(server: Server) -> dict[int, list[int]]:
    """Table -> the scores of its final result, in the order of the sides."""
    found: dict[int, list[int]] = {}
    for table, score in rows(
        server,
        "SELECT place.number, seat.score FROM tournaments_seat seat"
        " JOIN tournaments_pairing pairing ON seat.pairing_id = pairing.id"
        " JOIN tournaments_table place ON pairing.table_id = place.id"
        " WHERE seat.score IS NOT NULL ORDER BY place.number, seat.side",
    ):
        found.setdefault(table, []).append(score)
    return found


def versions(server: Server) -> int:
    """How many results were ever entered."""
    return int(rows(server, "SELECT count(*) FROM games_result")[0][0])


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tests import factories
    from tests.results import make_round
    from tournaments.models import Entry, Role

    call_command("migrate", verbosity=0)
    day = factories.make_tournament(slug=SLUG, name="Dagen", tables=12)
    morning = factories.make_tournament(slug=MORNING, name="Morgenen")
    for name, kind in (("bente", Role.Kind.ORGANISER), ("ditte", Role.Kind.DESK)):
        user = factories.make_user(name, role=kind, tournament=day)
        Role.objects.create(tournament=morning, user=user, kind=kind)
        user.set_password(PASSWORD)
        user.save()
    entries = factories.make_entries(day, 24)
    for number, code in CODES.items():
        Entry.objects.filter(tournament=day, number=number).update(code=code)
    make_round(day, 1, [entries[i : i + 2] for i in range(0, 24, 2)])
    factories.make_entries(morning, 8, state=Entry.State.REGISTERED)


if __name__ == "__main__":
    main()

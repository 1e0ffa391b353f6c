"""A Startfelt of its own that sends letters, to be killed.

`python -m tests.faults.mail_site write` makes the database and a letter that waits; `send` sends
what is due; `later` lets the leases run out, as if nobody had come back for as long.
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path


def mail_row(env: Mapping[str, str]) -> tuple[str, int]:
    """State and attempts of the one letter there is, read past Django."""
    path = Path(env["DATA_DIR"]) / "startfelt.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as lite:
        found = lite.execute("SELECT state, attempts FROM tournaments_mail").fetchone()
    return found[0], found[1]


def main(what: str) -> None:
    import django

    django.setup()
    from django.utils import timezone

    from tests.factories import make_tournament
    from tests.mail_server import make_mail
    from tests.migrated import migrate
    from tournaments.mail.send import send_mails
    from tournaments.models import Mail

    if what == "write":
        migrate()
        make_mail(make_tournament())
    elif what == "later":
        Mail.objects.update(lease_until=timezone.now())
    else:
        send_mails()


if __name__ == "__main__":
    main(sys.argv[1])

"""Which database, and how it is spoken to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ


def database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`; without one, for the file in `folder`, which is
    made if it is missing."""
    if url:
        config: dict[str, Any] = environ.Env.db_url_config(url)
        if config["ENGINE"] == "django.db.backends.postgresql":
            config.setdefault("CONN_MAX_AGE", 60)
            config.setdefault("CONN_HEALTH_CHECKS", True)
            # One that is switched off says nothing: seconds, and not the system's quarter hours.
            config["OPTIONS"] = {
                "connect_timeout": 3,
                "tcp_user_timeout": 10_000,
                "keepalives_idle": 30,
                "keepalives_interval": 5,
                "keepalives_count": 3,
            } | config.get("OPTIONS", {})
            return config
    else:
        folder.mkdir(parents=True, exist_ok=True)
        config = {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "startfelt.sqlite3"}
    # Threads stay (`config.turns`), and to open the file costs as much as a page's questions.
    config.setdefault("CONN_MAX_AGE", 60)
    # IMMEDIATE: a writer takes its lock when it begins, so that two of them queue instead of
    # failing half-way. FULL: what was acknowledged survives a power cut, too.
    config["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-4000;"
        ),
    }
    return config

"""The database as it runs: what was acknowledged survives a power cut, and writers queue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import json, django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    told = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in
            ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")}
told["begins"] = connection.settings_dict["OPTIONS"]["transaction_mode"]
print(json.dumps(told))
"""


def test_sqlite_of_the_real_settings_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    """Asked in a process of its own: the tests' database waits for no disk."""
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(tmp_path)}
    env.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(done.stderr)
    assert json.loads(done.stdout) == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": 20_000,
        "begins": "IMMEDIATE",
    }

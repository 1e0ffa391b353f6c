"""The settings: embedded when nothing is set, and clean when deployed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTION = {
    "DATABASE_URL": "postgres://startfelt@127.0.0.1:1/startfelt",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": "Qm3vX8pLr2Kz7TnWc5YhJd9BfGs4Ae6UoPiVxRtMy1NqHk0S-Ejw9-uZb4",
    "ALLOWED_HOSTS": "startfelt.example.org",
}


def manage(tmp_path: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS")
    bare = {name: value for name, value in os.environ.items() if name not in names}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=bare | {"DATA_DIR": str(tmp_path)} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_deploy_is_clean_with_production_settings(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, done.stdout) == (
        0,
        "System check identified no issues (0 silenced).\n",
    )


def test_secret_that_begins_with_a_dollar_is_taken_as_it_stands(tmp_path: Path) -> None:
    secrets = {"SECRET_KEY": f"${PRODUCTION['SECRET_KEY']}", "METRICS_TOKEN": "$token"}
    done = manage(
        tmp_path, "shell", "--no-imports", "-c",
        "from django.conf import settings as s; print(s.SECRET_KEY, s.METRICS_TOKEN)",
        **PRODUCTION | secrets,
    )  # fmt: skip
    assert (done.stderr, done.stdout.split()) == ("", list(secrets.values()))


def test_full_mode_without_secret_key_says_so(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", **{**PRODUCTION, "SECRET_KEY": ""})
    assert "SECRET_KEY must be set when REDIS_URL is set." in done.stderr


def test_embedded_mode_keeps_its_secret_key(tmp_path: Path) -> None:
    show = "from django.conf import settings; print(settings.SECRET_KEY)"
    first, second = (manage(tmp_path, "shell", "-v0", "-c", show).stdout for _ in range(2))
    assert len(first.strip()) >= 50
    assert first == second
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600

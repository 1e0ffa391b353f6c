"""The database of a new installation, migrated once for all that a run of tests installs.

The migrations take longer than most of what is tried afterwards. `STARTFELT_MIGRATED` is the folder
of the run that `tests/environment.py` names; without it each installation migrates for itself.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def migrate() -> None:
    """What the command `migrate` makes of a database in which there is nothing."""
    from django.conf import settings
    from django.core.management import call_command

    database = settings.DATABASES["default"]
    shared, file = os.environ.get("STARTFELT_MIGRATED"), Path(database["NAME"])
    if shared and database["ENGINE"] == "django.db.backends.sqlite3" and not file.exists():
        shutil.copyfile(_made(Path(shared), file.name), file)
    else:
        call_command("migrate", verbosity=0)


def _made(shared: Path, name: str) -> Path:
    """The migrated file in `shared`; whoever comes first makes it, and the others wait."""
    shared.mkdir(parents=True, exist_ok=True)
    done, making = shared / "done", shared / "making"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            env = os.environ | {"DATA_DIR": str(making)}
            command = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(command, cwd=ROOT, env=env, check=True)
            making.rename(done)
    return done / name

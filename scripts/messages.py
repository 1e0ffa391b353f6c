"""Bring locale/*/LC_MESSAGES/django.po up to date with the texts in the code.

New texts arrive untranslated, texts that are gone are removed; a translator fills in the rest.
Needs gettext's xgettext (Debian: gettext).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("da", "nb")


def extract(root: Path) -> None:
    """Update the catalogues under `root`/locale from the code under `root`."""
    for language in LANGUAGES:
        (root / "locale" / language / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--no-obsolete", "--no-wrap"]
        + ["--add-location=file", "--ignore=.venv", "--ignore=var", "--ignore=tests"]
        + [f"--locale={language}" for language in LANGUAGES],
        cwd=root,
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    extract(ROOT)

"""Bring locale/*/LC_MESSAGES/django.po up to date with the texts in the code.

New texts arrive empty, texts that are gone are removed; a translator fills in the rest.
Needs gettext's xgettext and msgmerge (Debian: gettext).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("da", "nb")


def extract(root: Path) -> None:
    """Update the catalogues under `root`/locale from the code under `root`."""
    for language in LANGUAGES:
        (root / "locale" / language / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, Path(__file__), "--here"], cwd=root, check=True)


def _extract_here() -> None:
    from django.core.management.commands.makemessages import Command

    class Extract(Command):
        # A guess from a similar text is a wrong text that looks translated.
        msgmerge_options = [*Command.msgmerge_options, "--no-fuzzy-matching"]

    Extract().run_from_argv(
        ["manage.py", "makemessages", "--no-obsolete", "--no-wrap", "--verbosity=0"]
        + ["--add-location=file", "--ignore=.venv", "--ignore=var", "--ignore=tests"]
        + [f"--locale={language}" for language in LANGUAGES]
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        sys.path.insert(0, os.getcwd())  # noqa: PTH109  (the copy that is being read)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        _extract_here()
    else:
        extract(ROOT)

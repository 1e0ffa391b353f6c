"""`manage.py access_matrix`: who may open what, from the code."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.access_matrix import as_markdown

PLACE = Path(settings.BASE_DIR) / "docs" / "developers" / "access-matrix.md"


class Command(BaseCommand):
    help = "Print who may open what; with --write, into docs/developers/access-matrix.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write it where it is kept")

    def handle(self, *args: Any, **options: Any) -> None:
        text = as_markdown()
        if options["write"]:
            PLACE.write_text(text, encoding="utf-8")
            self.stdout.write(f"{PLACE.relative_to(settings.BASE_DIR)} is written.")
        else:
            self.stdout.write(text)

"""`manage.py restore <folder>`: everything as it was when that copy was made."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from scripts.restore import RestoreError, check, restore


class Command(BaseCommand):
    help = (
        "Goes back to a copy made by make backup or by the program itself. It is checked first; "
        "what is there now is kept beside; nothing is done while the program runs."
    )
    # What is there now may be what is broken.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the copy, such as /media/usb/startfelt-…")
        parser.add_argument("--check", action="store_true", help="only look whether it is whole")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("A copy of PostgreSQL is read with pg_restore: docs/operators.")
        folder: Path = options["folder"]
        try:
            if options["check"]:
                self.stdout.write(f"{folder} is whole: {check(folder)} tournaments")
                return
            connections.close_all()
            before = restore(folder, Path(settings.DATA_DIR), timezone.localtime())
        except (RestoreError, OSError) as error:
            raise CommandError(f"nothing was changed: {error}") from error
        self.stdout.write(f"Everything is as it was in {folder}. Start it: make run")
        if before is not None:
            self.stdout.write(f"What was there until now is in {before}.")

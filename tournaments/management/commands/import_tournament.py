"""`manage.py import_tournament <file>`: a tournament out of a file, whole or not at all."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.domain.errors import Refused
from tournaments.models import User
from tournaments.transfer.bring_in import import_tournament


class Command(BaseCommand):
    help = "Brings in a tournament that export_tournament, or the desk, wrote to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--organiser", required=True, help="the log-in of its organiser")
        parser.add_argument("--slug", default="", help="its address here, if it is to be another")

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.filter(username=options["organiser"]).first()
        if organiser is None:
            raise CommandError(f"There is no log-in “{options['organiser']}”.")
        path: Path = options["file"]
        try:
            with path.open("rb") as source:
                tournament = import_tournament(
                    source,
                    path.stat().st_size,
                    by=None,
                    organiser=organiser,
                    slug=options["slug"],
                )
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error}") from error
        except Refused as refused:
            raise CommandError(str(refused.message)) from refused
        self.stdout.write(f"{tournament.name}: /desk/{tournament.slug}/")

"""`manage.py export_tournament <slug> <file>`: a tournament as one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.transfer.export import export_tournament


class Command(BaseCommand):
    help = (
        "Writes a tournament to one file, which import_tournament brings in elsewhere. "
        "A file that is there is not overwritten."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--without-contacts",
            action="store_true",
            help="no e-mail addresses, telephone numbers, notes, letters and papers",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        path: Path = options["file"]
        part = path.with_name(f"{path.name}.part")
        if path.exists():
            raise CommandError(f"{path} is there already.")
        try:
            with part.open("wb") as target:
                export_tournament(
                    tournament, target, by=None, contacts=not options["without_contacts"]
                )
            part.rename(path)
        except OSError as error:
            raise CommandError(f"{path} could not be written: {error}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{tournament.name}: {path}, {path.stat().st_size} bytes")

"""`manage.py verify_log <slug>`: reckons the chain of the log again and says where it breaks."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.domain.seal_log import verify_log
from tournaments.models import Event, Tournament


class Command(BaseCommand):
    help = (
        "Reckons the chain of a tournament's log again and names each event that was changed, "
        "removed or put in. With --seen, also that what was printed then still stands there. "
        "Exit status 1 when something does not hold. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument(
            "--seen",
            metavar="PLACE:DIGEST",
            help="an event's place and the beginning of its digest, as printed or noted before",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        state = verify_log(tournament)
        said = [f"event {fault.place}: {fault.kind}" for fault in state.faults]
        said += [f"event with id {pk}: not in the chain" for pk in state.unsealed]
        if options["seen"]:
            said += self._compare(tournament, options["seen"])
        for line in said:
            self.stdout.write(self.style.ERROR(line))
        if said:
            raise CommandError("The log does not hold.")
        self.stdout.write(
            self.style.SUCCESS(f"{state.sealed} events, whole. Last: {state.sealed}:{state.digest}")
        )

    @staticmethod
    def _compare(tournament: Tournament, seen: str) -> list[str]:
        place, _colon, digest = seen.partition(":")
        if not place.isdigit() or len(digest) < 8:
            raise CommandError("--seen wants a place and at least 8 digits, such as 812:3f09ac41.")
        event = Event.objects.filter(tournament=tournament, place=int(place)).first()
        if event is None:
            return [f"event {place}: the log ends before it"]
        if not event.digest.startswith(digest.lower()):
            return [f"event {place}: another one stands there now"]
        return []

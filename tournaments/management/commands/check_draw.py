"""`manage.py check_draw <slug>`: makes each draw again from what it was made from, reckons again
what was written down of the results, and compares."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.domain.recheck import recheck
from tournaments.domain.recheck_standings import recheck_standings
from tournaments.models import Round, Tournament


class Command(BaseCommand):
    help = (
        "Makes each draw of a tournament again from its stored seed and inputs, reckons points "
        "and standings again from the results, and says where they differ. "
        "Exit status 1 when one does. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument("--round", type=int, help="only this round")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        rounds = Round.objects.filter(tournament=tournament).order_by("number")
        if options["round"] is not None:
            rounds = rounds.filter(number=options["round"])
        if not rounds.exists():
            raise CommandError("There is no such round.")
        differ = 0
        for round_ in rounds:
            check = recheck(round_)
            differ += bool(check.differences)
            word = self.style.ERROR("differs") if check.differences else self.style.SUCCESS("same")
            self.stdout.write(f"Round {round_.number} (seed {round_.seed}): {word}")
            for line in (*check.differences, *check.notes):
                self.stdout.write(f"  {line}")
        if options["round"] is None:
            differ += self._standings(tournament)
        if differ:
            raise CommandError(f"{differ} of them do not come out as stored.", returncode=1)

    def _standings(self, tournament: Tournament) -> int:
        check = recheck_standings(tournament)
        word = self.style.ERROR("differ") if check.differences else self.style.SUCCESS("same")
        self.stdout.write(f"Points and standings: {word}")
        for line in (*check.differences, *check.notes):
            self.stdout.write(f"  {line}")
        return int(bool(check.differences))

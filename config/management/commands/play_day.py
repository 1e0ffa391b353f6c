"""`manage.py play_day`: a whole day in one command, through the verbs the desk uses."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.day.run import Day
from reports.domain.ask_for_document import ask_for_document
from reports.domain.make_document import make_documents
from reports.models import Job
from tournaments.games import GAMES
from tournaments.models import Game, Tournament, User
from tournaments.queries.standings import standings_of

MOST_ENTRIES = 5000
#: Seconds that somebody else may take to print what this day asked for.
PATIENCE = 600


class Command(BaseCommand):
    help = (
        "Run a tournament day from the first import to the final standings on a scratch "
        "tournament that nobody else sees, and say where its papers were written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=Game.PARTNERS, choices=Game.values)
        parser.add_argument(
            "--sides", type=int, default=0, help="sides at a table, where it varies"
        )
        parser.add_argument("--entries", type=int, default=64, help="entries (default 64)")
        parser.add_argument("--rounds", type=int, default=6, help="rounds (default 6)")
        parser.add_argument("--seed", type=int, default=1, help="what chance starts from")

    def handle(self, *args: Any, **options: Any) -> None:
        entries, rounds, seed = options["entries"], options["rounds"], options["seed"]
        if not 2 <= entries <= MOST_ENTRIES:
            raise CommandError(f"--entries must lie between 2 and {MOST_ENTRIES}.")
        if not 1 <= rounds <= 50:
            raise CommandError("--rounds must lie between 1 and 50.")
        game, sides = options["game"], options["sides"]
        facts = GAMES[game]
        if sides and not facts.fewest_sides <= sides <= len(facts.sides):
            raise CommandError(
                f"--sides must lie between {facts.fewest_sides} and {len(facts.sides)}."
            )
        six: dict[str, Any] = {"game_settings": {"variant": "six"}} if sides == 6 else {}
        began = time.perf_counter()
        self.jobs: list[Job] = []
        day = Day.begin(
            by=self._player(),
            name=f"Play day {entries}×{rounds}, seed {seed}",
            slug=self._slug(game, entries, rounds, seed),
            entries=entries,
            # Smaller tables are laid before anybody sits out.
            tables=-(-entries // min(sides or facts.usual_sides, facts.fewest_sides)),
            rounds=rounds,
            seed=seed,
            public=False,
            date=timezone.localdate(),
            game=game,
            **six,
        )
        if sides:
            day.seat(sides)
        day.check_in()
        self.stdout.write(f"{entries} entries imported and checked in")
        for _number in range(rounds):
            self._round(day)
        day.finish()
        self._finish(day)
        self.stdout.write(f"done in {time.perf_counter() - began:.1f} s: {day.tournament.slug}")

    def _round(self, day: Day) -> None:
        began = time.perf_counter()
        round_ = day.draw()
        drawn = time.perf_counter() - began
        played = day.play(round_)
        day.close(round_)
        self._ask(day, "score-sheets", round_.number)
        self._ask(day, "pairings-by-name", round_.number)
        leader = self._leader(day.tournament)
        self.stdout.write(
            f"round {round_.number}: drawn in {drawn:.2f} s, {played} results, "
            f"leading {leader} ({time.perf_counter() - began:.1f} s)"
        )

    def _finish(self, day: Day) -> None:
        self._papers(day)
        row = standings_of(day.tournament).rows[0]
        name = day.tournament.entries.get(pk=row.entry).name
        self.stdout.write(f"winner: {name} with {row.points.normalize():f} points")

    def _ask(self, day: Day, document: str, number: int | None = None) -> None:
        self.jobs.append(ask_for_document(day.tournament, document, round_number=number, by=day.by))

    def _papers(self, day: Day) -> None:
        """Print what was asked for, and say where it lies.

        A server that runs beside this takes some of the jobs: they are waited for.
        """
        self._ask(day, "standings")
        waiting = Job.objects.filter(pk__in=[job.pk for job in self.jobs], state__in=Job.ON_ITS_WAY)
        last = time.monotonic() + PATIENCE
        make_documents()
        while waiting.exists() and time.monotonic() < last:
            time.sleep(0.2)
            make_documents()
        for job in Job.objects.filter(pk__in=[job.pk for job in self.jobs]).order_by("asked_at"):
            if job.state != Job.State.DONE:
                raise CommandError(f"{job.document} could not be printed: {job.error}")
            self.stdout.write(f"{job.filename}: {job.file.path}")

    def _leader(self, tournament: Tournament) -> str:
        row = standings_of(tournament).rows[0]
        return f"{tournament.entries.get(pk=row.entry).name} {row.points.normalize():f}"

    def _player(self) -> User:
        """The account such days belong to; it has no password and cannot log in."""
        user, made = User.objects.get_or_create(username="play-day")
        if made:
            user.set_unusable_password()
            user.save()
        return user

    def _slug(self, game: str, entries: int, rounds: int, seed: int) -> str:
        what = "" if game == Game.PARTNERS else f"{game}-"
        stem = f"play-day-{what}{entries}-{rounds}-{seed}"
        taken = Tournament.objects.filter(slug__startswith=stem).count()
        return f"{stem}-{taken + 1}" if taken else stem

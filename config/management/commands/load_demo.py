"""`manage.py load_demo`: the demo championship, three years of it in three states."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from config.day.run import Day
from tournaments.domain.people import give_role
from tournaments.models import Game, Role, Tournament, User
from tournaments.registration.edit_registration import edit_registration

PASSWORD = "partners-demo"  # noqa: S105  (printed for everybody to use)  # nosec B105
ACCOUNTS = (
    ("bente", "Bente Holm", Role.Kind.ORGANISER),
    ("jens", "Jens Krag", Role.Kind.JUDGE),
    ("ditte", "Ditte Skov", Role.Kind.DESK),
)
ENTRIES, TABLES, ROUNDS = 64, 32, 6
#: Places beside them where people can still sign up.
FREE = 6


@dataclass(frozen=True)
class Small:
    """A small tournament of another game, beside the championship."""

    game: str
    name: str
    slug: str
    venue: str
    entries: int
    tables: int
    rounds: int
    seed: int
    minutes: int
    game_settings: dict[str, Any]


SMALL = (
    Small(
        game=Game.BACKGAMMON,
        name="Backgammon på Mols",
        slug="backgammon-mols",
        venue="Femmøller Kro",
        entries=8,
        tables=4,
        rounds=3,
        seed=2027,
        minutes=50,
        game_settings={"length": 3},
    ),
    Small(
        game=Game.KROKET,
        name="Kroket i haven",
        slug="kroket-haven",
        venue="Præstegårdshaven, Ribe",
        entries=12,
        tables=4,
        rounds=3,
        seed=2027,
        minutes=75,
        game_settings={},
    ),
)


class Command(BaseCommand):
    help = "Load the demo championship into an empty installation (DEMO=0: never)."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOAD_DEMO or Tournament.objects.exists():
            if User.objects.filter(username=ACCOUNTS[0][0]).exists():
                self._print_log_ins()
            return
        self.stdout.write("Loading the demo championship (once) …")
        with transaction.atomic():
            organiser = self._accounts()
            for year, state in ((2026, "finished"), (2027, "running"), (2028, "open")):
                day = self._begin(organiser, year, free=FREE if state == "open" else 0)
                if state == "open":
                    self._open_registration(day, organiser)
                else:
                    self._play(day, finished=state == "finished")
                self.stdout.write(f"  {day.tournament.name}: {day.tournament.get_state_display()}")
            for small in SMALL:
                day = self._small(organiser, small)
                self.stdout.write(f"  {day.tournament.name}: {day.tournament.get_state_display()}")
        self._print_log_ins()

    def _small(self, organiser: User, small: Small) -> Day:
        """One of the other games, in the middle of its second round."""
        day = Day.begin(
            by=organiser,
            name=small.name,
            slug=small.slug,
            entries=small.entries,
            tables=small.tables,
            rounds=small.rounds,
            seed=small.seed,
            public=True,
            date=timezone.localdate(),
            venue=small.venue,
            game=small.game,
            minutes_per_game=small.minutes,
            game_settings=small.game_settings,
        )
        day.check_in()
        first = day.draw()
        day.play(first, ago=dt.timedelta(minutes=small.minutes - 5))
        day.close(first)
        day.play(day.draw(), tables=1, ago=dt.timedelta(minutes=small.minutes // 2))
        day.tournament.refresh_from_db()
        return day

    def _accounts(self) -> User:
        first, *_others = ACCOUNTS
        organiser = User.objects.create_user(first[0], password=PASSWORD)
        organiser.first_name, organiser.last_name = first[1].split()
        organiser.save()
        return organiser

    def _begin(self, organiser: User, year: int, *, free: int) -> Day:
        today = timezone.localdate()
        day = Day.begin(
            by=organiser,
            name=f"DM i Partners {year}",
            slug=f"dm-{year}",
            entries=ENTRIES,
            free=free,
            tables=TABLES,
            rounds=ROUNDS,
            seed=year,
            public=True,
            date=today + dt.timedelta(days=364 * (year - 2027)),
            venue="Hasle Hallen, Aarhus",
        )
        for username, name, kind in ACCOUNTS[1:]:
            role, new = give_role(
                day.tournament, username=username, full_name=name, kind=kind, by=organiser
            )
            if new:
                role.user.set_password(PASSWORD)
                role.user.save()
        day.fix_table(7, 1)
        return day

    def _open_registration(self, day: Day, organiser: User) -> None:
        """People sign up online until a week before the day."""
        week_before = day.tournament.date - dt.timedelta(days=7)
        edit_registration(
            day.tournament,
            by=organiser,
            closes_at=dt.datetime.combine(week_before, dt.time(20), tzinfo=day.tournament.zone),
            doors_open=dt.time(9),
            fee="200 kr. pr. par, ved døren",
            about="Seks runder Partners i Hasle Hallen. Kaffe fra kl. 9, frokost i hallen.",
            consent="Jeg er med på, at der bliver taget billeder på dagen.",
            contact="dm@example.org",
        )

    def _play(self, day: Day, *, finished: bool) -> None:
        day.check_in(absent=0 if finished else 3)
        for number in range(1, ROUNDS + 1):
            round_ = day.draw()
            if not finished and number == 3:
                day.play(round_, tables=11, ago=dt.timedelta(minutes=38))
                break
            day.play(round_, ago=dt.timedelta(minutes=55))
            day.close(round_)
        if finished:
            day.finish()
        day.tournament.refresh_from_db()

    def _print_log_ins(self) -> None:
        self.stdout.write(f"Demo log-ins, password {PASSWORD}:")
        for username, _name, kind in ACCOUNTS:
            self.stdout.write(f"  {username:8} {kind.value}")

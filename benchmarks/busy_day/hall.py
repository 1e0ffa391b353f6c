"""The scratch tournament: played through the verbs of the desk, brought from state to state."""

from __future__ import annotations

import random
import time
from datetime import timedelta

from django.utils import timezone

from config.day.run import Day
from games.domain.extend_table import extend_table
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result
from games.domain.run_clock import start_clock
from reports.domain.ask_for_document import ask_for_document
from reports.domain.make_document import make_documents
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Pairing, Round, Tournament, User

SLUG = "benchmark"
ROUNDS = 10
SEED = 2027
#: Tables of the last round that have a result while pages are measured, of all tables.
PLAYED = 0.6


class Hall:
    """A tournament whose rounds are over but for the last, which is not drawn yet."""

    def __init__(self, entries: int) -> None:
        """Plays it, unless the database has it; prints how far it is."""
        self.entries = entries
        self.organiser, _made = User.objects.get_or_create(username="bente")
        tournament = Tournament.objects.filter(slug=SLUG).first()
        self.tournament = tournament or self._play()
        if not self.tournament.jobs.exists():
            # One finished document; the queue waits only for this process.
            ask_for_document(self.tournament, "standings", by=self.organiser)
            make_documents()

    @property
    def last(self) -> Round:
        return self.tournament.rounds.get(number=ROUNDS)

    def _play(self) -> Tournament:
        began = time.perf_counter()
        day = Day.begin(
            by=self.organiser,
            name="Benchmark",
            slug=SLUG,
            entries=self.entries,
            tables=-(-self.entries // 2),
            rounds=ROUNDS,
            seed=SEED,
            public=True,
            date=timezone.localdate(),
            venue="Hasle Hallen",
        )
        print(f"{self.entries} pairs imported, {time.perf_counter() - began:.0f} s", flush=True)
        day.check_in()
        print(f"all checked in, {time.perf_counter() - began:.0f} s", flush=True)
        for number in range(1, ROUNDS):
            round_ = day.draw()
            self._start(round_)
            self._results(round_)
            day.close(round_)
            print(f"round {number} is over, {time.perf_counter() - began:.0f} s", flush=True)
        return day.tournament

    def draw_last(self) -> None:
        """The last round is a draft."""
        draw_round(self.tournament, by=self.organiser)

    def play_last(self) -> None:
        """The last round is being played; papers are asked for; one table has extra time and one
        a corrected result."""
        by = self.organiser
        round_ = publish_round(self.last, by=by, despite_warnings=True)
        self._start(round_)
        self._results(round_, PLAYED)
        games = round_.pairings.filter(kind=Pairing.Kind.GAME).order_by("order")
        correct_result(
            games[0], Typed(scores=(7, 8), minutes=1), seen=1, why="Typed wrongly", by=by
        )
        extend_table(games.reverse()[0], minutes=5, why="A judge was called", by=by)
        for number in range(1, 5):
            ask_for_document(self.tournament, "score-sheets", round_number=number, by=by)

    def close_last(self) -> None:
        """All results are in, and the last round is closed."""
        round_ = self.last
        self._results(round_)
        close_round(round_, by=self.organiser)

    def _start(self, round_: Round) -> None:
        start_clock(round_, at=timezone.now() - timedelta(minutes=55), by=self.organiser)

    def _results(self, round_: Round, share: float = 1.0) -> None:
        """A result for the first tables without one: who wins and by how much is seeded chance."""
        games = list(round_.pairings.filter(kind=Pairing.Kind.GAME).order_by("order"))
        there = set(round_.pairings.filter(results__current=True).values_list("pk", flat=True))
        for pairing in games[: round(len(games) * share)]:
            if pairing.pk in there:
                continue
            dice = random.Random(f"{round_.number}:{pairing.order}")
            scores = [8, dice.randrange(8)]
            dice.shuffle(scores)
            typed = Typed(scores=tuple(scores), minutes=dice.randrange(25, 60))
            record_result(pairing, typed, seen=0, by=self.organiser)

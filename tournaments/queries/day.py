"""Where a tournament's day stands, in two queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from tournaments.models import Entry, Round, Tournament

from .rounds import with_progress
from .stage_standings import stage_is_over
from .stages import current_stage, next_stage, stages_of


@dataclass(frozen=True)
class Day:
    """Figures of the overview. Counts are of entries, tables and pairings."""

    entries: int
    #: How many entries are in each state.
    states: dict[str, int]
    tables: int
    #: The newest round, None before the first.
    round: Round | None
    games: int
    results: int
    #: What comes next: "entries", "check-in", "draw", "publish", "play", "close", "stage",
    #: "finish", "over".
    step: str

    @property
    def present(self) -> int:
        return self.states[Entry.State.PRESENT]

    @property
    def waiting(self) -> int:
        return self.states[Entry.State.REGISTERED]

    @property
    def missing(self) -> int:
        """Tables of the round without a result."""
        return self.games - self.results


def day_of(tournament: Tournament) -> Day:
    """The figures of `tournament` and the step that comes next."""
    states = dict.fromkeys(Entry.State.values, 0) | dict(
        tournament.entries.values_list("state").annotate(how_many=Count("id")).order_by("state")
    )
    last = with_progress(tournament.rounds.all()).order_by("-number").first()
    games = getattr(last, "games", 0)
    results = getattr(last, "results_in", 0)
    return Day(
        entries=sum(states.values()),
        states=states,
        tables=tournament.tables.filter(in_service=True).count(),
        round=last,
        games=games,
        results=results,
        step=_next_step(tournament, states, last, games - results),
    )


def _next_step(
    tournament: Tournament, states: dict[str, int], last: Round | None, missing: int
) -> str:
    if tournament.state == Tournament.State.FINISHED:
        return "over"
    if last is None:
        if not sum(states.values()):
            return "entries"
        return "check-in" if states[Entry.State.REGISTERED] else "draw"
    if last.state == Round.State.DRAFT:
        return "publish"
    if last.state == Round.State.PUBLISHED:
        return "play" if missing else "close"
    stages = stages_of(tournament)
    current = current_stage(stages)
    if not stage_is_over(current):
        return "draw"
    return "finish" if next_stage(stages) is None else "stage"

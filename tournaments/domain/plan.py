"""How many rounds the tournament has, all stages together, as its pages say it."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.queries.stages import rounds_planned, stages_of


def keep_plan(tournament: Tournament) -> int:
    """Brings `rounds_planned` in line with the stages; called by verbs that change them.

    A tournament of one stage whose rounds the organiser decides keeps what the organiser wrote.
    """
    planned = rounds_planned(stages_of(tournament), tournament)
    if planned != tournament.rounds_planned:
        Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=planned)
        tournament.rounds_planned = planned
    return planned

"""What tests of coming and going share: rounds of whole tournaments, and the standings as text."""

from __future__ import annotations

from decimal import Decimal

from tests import factories
from tests.results import play_round
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Entry, Game, Tournament
from tournaments.queries.stage_standings import stage_ranking
from tournaments.queries.stages import current_stage, stages_of


def played(
    entries: int, rounds: int, setup: StageSetup | None = None, *, game: str = Game.PARTNERS
) -> Tournament:
    """A tournament of that many entries with its first rounds closed."""
    tournament = factories.make_tournament(game=game, rounds_planned=5, tables=10)
    if setup is not None:
        set_stages(tournament, (setup,))
    factories.make_entries(tournament, entries)
    for _round in range(rounds):
        play_round(again(tournament))
    return again(tournament)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def listed(tournament: Tournament) -> dict[int, tuple[int, Decimal, bool]]:
    """By number of the entry: rank, points, whether struck, in the stage that is played."""
    ranking = stage_ranking(current_stage(stages_of(again(tournament))))
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return {
        numbers[row.entry]: (row.rank, row.points, row.struck)
        for table in ranking.tables
        for row in table.standings
    }

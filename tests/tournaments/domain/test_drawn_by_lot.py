"""What a lot decides in a stage's first round stands to its last, whatever seeds are named."""

from __future__ import annotations

import pytest

from tests import factories
from tests.results import write_results
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import draw_round, redraw_round
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Game, Round, Tournament
from tournaments.queries.stage_standings import stage_is_over
from tournaments.queries.stages import stages_of

BY_LOT: dict[str, tuple[StageSetup, str, int]] = {
    "round robin": (StageSetup("round_robin", {"by_lot": True}), Game.PARTNERS, 6),
    "groups": (StageSetup("groups", {"groups": 2}), Game.PARTNERS, 8),
    "knockout": (StageSetup("knockout", {"seeded": 2}), Game.PARTNERS, 7),
    "double elimination": (StageSetup("double_elimination", {"seeded": 2}), Game.PARTNERS, 5),
    "tables of four": (
        StageSetup("multi_seat", {"sides": 4, "meet_by": "design"}),
        Game.KROKET,
        16,
    ),
    "individual": (StageSetup("individual", {"meet_by": "design"}), Game.PARTNERS, 8),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", BY_LOT)
@pytest.mark.parametrize("first", [pytest.param(0, marks=pytest.mark.nightly), 12345])
def test_stage_laid_down_by_lot_is_played_out_whatever_seeds_are_named(
    name: str, first: int
) -> None:
    setup, game, entries = BY_LOT[name]
    tournament = factories.make_tournament(game=game, rounds_planned=3, tables=8)
    set_stages(tournament, [setup])
    factories.make_entries(tournament, entries)
    planned = stages_of(Tournament.objects.get(pk=tournament.pk))[0].planned
    assert planned is not None
    for number in range(1, planned + 1):
        tournament = Tournament.objects.get(pk=tournament.pk)
        if stage_is_over(stages_of(tournament)[0]):
            break
        round_ = draw_round(tournament, by=None, seed=first + 7 * (number - 1))
        if number == 2:
            round_ = redraw_round(round_, by=None)
        publish_round(round_, by=None, despite_warnings=True)
        write_results(round_)
        close_round(round_, by=None)
        assert recheck(round_).differences == ()
    met = [
        frozenset(pairing.seats.values_list("entry", flat=True))
        for one in Round.objects.filter(tournament=tournament)
        for pairing in one.pairings.filter(kind="game")
    ]
    if name in {"round robin", "groups"}:
        assert len(met) == len(set(met))

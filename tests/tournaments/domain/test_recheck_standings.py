"""What is written down of results, reckoned again."""

from __future__ import annotations

from decimal import Decimal

from tests import factories
from tests.results import make_round, play_round, write_result
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.recheck_standings import recheck_standings
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Round, Seat, Tournament


def test_points_the_scheme_does_not_give_are_named(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    round_ = make_round(tournament, 1, [(a, b)], state=Round.State.CLOSED)
    write_result(round_.pairings.get(), 0)
    assert recheck_standings(tournament).differences == ()
    Seat.objects.filter(entry=b).update(points=Decimal("0.5"))
    assert recheck_standings(tournament).differences == (
        "round 1, Par 2: stored 0.50 points, the scheme gives 0.00",
    )


def test_correction_that_would_let_others_go_on_is_a_note(tournament: Tournament) -> None:
    set_stages(
        tournament, (StageSetup("round_robin"), StageSetup("round_robin", from_rank=1, to_rank=2))
    )
    factories.make_entries(tournament, 3)
    for _round in range(3):
        play_round(Tournament.objects.get(pk=tournament.pk))
    stage = begin_stage(Tournament.objects.get(pk=tournament.pk), by=None, prefer=[])
    assert recheck_standings(tournament).notes == ()
    first = stage.stage_entries.get(seed=1)
    for seat in Seat.objects.filter(entry=first.entry, pairing__kind="game"):
        write_result(seat.pairing, 1 - seat.side)
    notes = recheck_standings(tournament).notes
    assert any(first.entry.name in note for note in notes)


def test_winner_of_before_is_a_note_after_a_correction(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=1)
    factories.make_entries(tournament, 2)
    round_ = play_round(Tournament.objects.get(pk=tournament.pk))
    finished = finish_tournament(Tournament.objects.get(pk=tournament.pk), by=None)
    assert recheck_standings(finished).notes == ()
    write_result(round_.pairings.get(), 1)
    assert len(recheck_standings(finished).notes) == 1

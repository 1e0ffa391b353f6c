"""What does not fit is found, put right, drawn again, left; and taken back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests import factories
from tests.results import write_result
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.close_round import close_round
from tournaments.domain.correct_misfits import Decided, resolve_misfits
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.models import Pairing, Seat, Tournament
from tournaments.queries.day import day_of
from tournaments.queries.misfit_questions import Question, questions_of
from tournaments.queries.misfits import Misfit, find_misfits, misfit_facts, misfits_of, stamp_of

KNOCKOUT = StageSetup("knockout", {"third_place": True})
GROUPS = (StageSetup("groups", {"groups": 2}), StageSetup("knockout", to_rank=2))


def make(*setups: StageSetup, entries: int) -> Tournament:
    tournament = factories.make_tournament(rounds_planned=3, tables=12, capacity=64)
    set_stages(tournament, setups)
    factories.make_entries(tournament, entries)
    return Tournament.objects.get(pk=tournament.pk)


def play(tournament: Tournament, rounds: int, dice: random.Random | None = None) -> Tournament:
    """So many rounds drawn, played and closed, beginning stages on the way; the better-seeded
    side, or one by lot, wins each game. Ends early when nothing is left to play."""
    for _round in range(rounds):
        tournament = Tournament.objects.get(pk=tournament.pk)
        if day_of(tournament).step == "stage":
            begin_stage(tournament, by=None)
        elif day_of(tournament).step != "draw":
            break
        round_ = draw_round(tournament, by=None)
        publish_round(round_, by=None, despite_warnings=True)
        for pairing in round_.pairings.filter(kind=Pairing.Kind.GAME):
            write_result(pairing, dice.choice((0, 1)) if dice else 0)
        close_round(round_, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def flip(pairing: Pairing) -> None:
    """The other side won."""
    won = pairing.seats.get(outcome=Seat.Outcome.WIN).side
    write_result(pairing, 1 - won)


def game(tournament: Tournament, number: int, slot: int = 1, group: str = "") -> Pairing:
    return Pairing.objects.get(
        round__tournament=tournament, round__number=number, slot=slot, group=group
    )


def sitting(pairing: Pairing) -> list[int]:
    return list(pairing.seats.order_by("side").values_list("entry", flat=True))


def all_seats(tournament: Tournament) -> list[tuple[Any, ...]]:
    seats = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "pairing__group", "pairing__slot", "pairing__order", "side", "entry"
    )
    return list(
        seats.values_list(
            "round__number", "pairing__table", "entry", "side", "outcome", "points", "score"
        )
    )


def asked(tournament: Tournament) -> tuple[list[Misfit], list[Question]]:
    facts = misfit_facts(tournament, with_rounds=True)
    found = find_misfits(facts)
    return found, questions_of(facts, found)


def decided(tournament: Tournament, choose: Callable[[Question], Choice]) -> Decided:
    found, questions = asked(tournament)
    return Decided(stamp_of(found), {one.key: choose(one).value for one in questions})


def swap_where_possible(question: Question) -> Choice:
    return Choice.SWAP if Choice.SWAP in question.choices else Choice.KEEP


def redraw_where_possible(question: Question) -> Choice:
    return Choice.REDRAW if Choice.REDRAW in question.choices else Choice.KEEP


def told(misfits: Iterable[Misfit]) -> list[tuple[str, int | None, int | None, int | None]]:
    return [
        (m.dependent.kind.value, m.round, m.dependent.wrong, m.dependent.right) for m in misfits
    ]


@pytest.mark.django_db
def test_fault_9_a_correction_moves_the_winner_on_all_the_way() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 3)
    first = game(tournament, 1)
    winner, loser = sitting(first)
    assert misfits_of(tournament) == []
    flip(first)
    found = misfits_of(tournament)
    assert told(found) == [("seat", 2, winner, loser), ("seat", 3, winner, loser)]
    results = Seat.objects.exclude(outcome="").count()

    resolve_misfits(tournament, decided(tournament, swap_where_possible), by=None, why="x")

    assert loser in sitting(game(tournament, 2)) and loser in sitting(game(tournament, 3))
    assert misfits_of(tournament) == []
    assert Seat.objects.exclude(outcome="").count() == results
    assert [r.version for r in tournament.rounds.all()] == [3, 4, 4]
    assert all(recheck(one).differences == () for one in tournament.rounds.all())

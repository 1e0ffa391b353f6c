"""Tournaments in which something does not fit any more, and what is asked about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from tests import factories
from tests.results import write_result
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.close_round import close_round
from tournaments.domain.correct_misfits import Decided
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.models import Pairing, Round, Seat, StageEntry, Tournament
from tournaments.queries.day import day_of
from tournaments.queries.misfit_questions import Following, Question, following
from tournaments.queries.misfits import Misfit, misfit_facts
from tournaments.queries.rounds import pairings_of

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


def stage_lists() -> list[tuple[int, int]]:
    """Who takes part in which stage, seeded how; in one order, which seeds alone do not give."""
    rows = StageEntry.objects.order_by("stage", "seed", "entry")
    return list(rows.values_list("entry", "seed"))


def all_seats(tournament: Tournament) -> list[tuple[Any, ...]]:
    seats = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "pairing__group", "pairing__slot", "pairing__order", "side", "entry"
    )
    return list(
        seats.values_list(
            "round__number", "pairing__table", "entry", "side", "outcome", "points", "score"
        )
    )


def asked(tournament: Tournament) -> Following:
    return following(misfit_facts(tournament, with_rounds=True))


def decided(tournament: Tournament, choose: Callable[[Question], Choice]) -> Decided:
    shown = asked(tournament)
    return Decided(shown.stamp, {one.key: choose(one).value for one in shown.questions})


def swap_where_possible(question: Question) -> Choice:
    return Choice.SWAP if Choice.SWAP in question.choices else Choice.KEEP


def redraw_where_possible(question: Question) -> Choice:
    return Choice.REDRAW if Choice.REDRAW in question.choices else Choice.KEEP


def told(misfits: Iterable[Misfit]) -> list[tuple[str, int | None, int | None, int | None]]:
    return [
        (m.dependent.kind.value, m.round, m.dependent.wrong, m.dependent.right) for m in misfits
    ]


def as_it_is(round_: Round) -> set[tuple[str, int, frozenset[int]]]:
    return {
        (one.group, one.slot or 0, frozenset(seat.entry_id for seat in one.seats.all()))
        for one in pairings_of(round_)
    }

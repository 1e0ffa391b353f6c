"""Correcting what does not fit after a result was corrected."""

from __future__ import annotations

import random

import pytest

from tests import factories
from tests.results import write_places
from tests.tournaments.domain.misfits import (
    GROUPS,
    KNOCKOUT,
    all_seats,
    as_it_is,
    asked,
    decided,
    flip,
    game,
    make,
    play,
    redraw_where_possible,
    sitting,
    stage_lists,
    swap_where_possible,
    told,
)
from tournaments.domain.close_round import close_round
from tournaments.domain.correct_misfits import resolve_misfits, undo_resolve
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.formats.registry import get_format
from tournaments.formats.standings import compute_standings
from tournaments.models import Game, Pairing, Round, Seat, Tournament
from tournaments.queries.draw_request import draw_request
from tournaments.queries.drawn_otherwise import would_differ
from tournaments.queries.misfits import find_misfits, misfit_facts, misfits_of
from tournaments.queries.played import pairings_from
from tournaments.queries.stages import stages_of
from tournaments.queries.standings import ranked, stage_field, stage_settings, standings_in


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


FINAL = StageSetup("knockout", {"third_place": True}, to_rank=2, carry="everything")
SETUPS: dict[str, tuple[tuple[StageSetup, ...], tuple[int, ...], int]] = {
    "knockout": ((KNOCKOUT,), (5, 8, 11), 4),
    "consolation": ((StageSetup("knockout", {"consolation": 1}),), (6, 8), 4),
    "double elimination": ((StageSetup("double_elimination"),), (4, 6), 7),
    "groups then knockout": (GROUPS, (8, 9), 6),
    "those who lost go on": ((KNOCKOUT, StageSetup("swiss", from_rank=5), FINAL), (8, 11), 8),
}


@pytest.fixture(params=[(name, seed) for name in SETUPS for seed in range(2)], ids=str)
def corrected(request: pytest.FixtureRequest, db: None) -> Tournament:
    """A tournament some rounds of which are played, with some results then changed by lot."""
    name, seed = request.param
    setups, sizes, most = SETUPS[name]
    dice = random.Random(f"{name}{seed}")
    tournament = play(make(*setups, entries=dice.choice(sizes)), dice.randint(2, most), dice)
    games = list(
        Pairing.objects.filter(round__tournament=tournament, kind=Pairing.Kind.GAME).order_by("pk")
    )
    for pairing in dice.sample(games, min(len(games), 3)):
        flip(pairing)
    return tournament


def drawn_anew(round_: Round) -> set[tuple[str, int, frozenset[int]]]:
    """The round as its format draws it from the results there are now."""
    request = draw_request(round_.stage, round_.number, round_.seed)
    draw = get_format(round_.stage.format).draw(request)
    return {(one.group, one.slot or 0, frozenset(one.entries)) for one in draw.pairings}


def test_fault_9_after_all_swaps_rounds_are_those_drawn_from_the_results(
    corrected: Tournament,
) -> None:
    chosen = decided(corrected, swap_where_possible)
    if Choice.SWAP.value in chosen.choices.values():
        resolve_misfits(corrected, chosen, by=None)
    left = misfits_of(corrected)
    assert not any(Choice.SWAP in one.dependent.choices for one in left)
    seated = list(Seat.objects.filter(round__tournament=corrected).values_list("round", "entry"))
    assert len(seated) == len(set(seated))
    for facts in stages_of(corrected):
        for round_ in corrected.rounds.filter(stage=facts.stage).order_by("number")[1:]:
            if facts.row.tree and not any(one.wrong for one in left):
                assert as_it_is(round_) == drawn_anew(round_)
        if facts.stage.number == 1:
            field = stage_field(facts)
            pairings = pairings_from(field.rows)
            settings = stage_settings(facts)
            recomputed = compute_standings(ranked(field.entrants, pairings), pairings, settings)
            assert standings_in(facts, field).rows == recomputed.rows
    assert all(recheck(one).differences == () for one in corrected.rounds.all())


def test_fault_9_whatever_was_done_is_taken_back_as_it_was(corrected: Tournament) -> None:
    before, lists = all_seats(corrected), stage_lists()
    chosen = decided(corrected, swap_where_possible)
    if Choice.SWAP.value not in chosen.choices.values():
        return
    event = resolve_misfits(corrected, chosen, by=None)
    undo_resolve(corrected, event, by=None)
    assert all_seats(corrected) == before
    assert stage_lists() == lists
    with pytest.raises(Refused):
        undo_resolve(corrected, event, by=None)


def test_keeping_everything_changes_no_seat(corrected: Tournament) -> None:
    before = all_seats(corrected)
    with pytest.raises(Refused) as refused:
        resolve_misfits(corrected, decided(corrected, lambda _q: Choice.KEEP), by=None)
    assert (refused.value.code, all_seats(corrected)) == ("nothing-chosen", before)


@pytest.mark.django_db
def test_swiss_round_is_told_as_drawn_from_another_result_and_drawn_again_if_not_begun() -> None:
    tournament = play(make(StageSetup("swiss"), entries=8), 2)
    third = draw_round(tournament, by=None)
    assert misfits_of(tournament, with_rounds=True) == []
    flip(tournament.rounds.get(number=1).pairings.get(table__number=1))
    shown = asked(tournament)
    assert told(shown.misfits) == [("round", 2, None, None), ("round", 3, None, None)]
    assert {one.changed for one in shown.misfits} == {((1, 1),)}
    assert [one.choices for one in shown.questions] == [
        (Choice.KEEP,),
        (Choice.KEEP, Choice.REDRAW),
    ]
    assert misfits_of(tournament) == []
    resolve_misfits(tournament, decided(tournament, redraw_where_possible), by=None)
    third.refresh_from_db()
    assert told(misfits_of(tournament, with_rounds=True)) == [("round", 2, None, None)]
    assert recheck(third).differences == ()


@pytest.mark.django_db
@pytest.mark.parametrize(("entries", "code"), [(12, "round_searched"), (16, "round_of_design")])
def test_round_at_larger_tables_is_told_where_it_was_searched_for_by_points(
    entries: int, code: str
) -> None:
    # The stage asks for a plan of the whole event; there is one for 16, and none for 12.
    tournament = factories.make_tournament(game=Game.KROKET, rounds_planned=3, tables=12)
    set_stages(tournament, (StageSetup("multi_seat", {"sides": 4}),))
    factories.make_entries(tournament, entries)
    first = draw_round(tournament, by=None)
    publish_round(first, by=None, despite_warnings=True)
    for pairing in first.pairings.all():
        write_places(pairing)
    close_round(first, by=None)
    second = draw_round(tournament, by=None)
    assert code in [reason["code"] for reason in second.draw["reasons"]]
    assert misfits_of(tournament, with_rounds=True) == []
    write_places(first.pairings.get(table__number=1), first=1)
    shown = asked(tournament)
    if code == "round_of_design":
        assert shown.misfits == ()
    else:
        assert told(shown.misfits) == [("round", 2, None, None)]
        assert shown.questions[0].choices == (Choice.KEEP, Choice.REDRAW)


@pytest.mark.django_db
def test_whether_a_swiss_round_would_differ_is_what_drawing_it_says() -> None:
    tournament = play(make(StageSetup("swiss"), entries=8), 2)
    facts = misfit_facts(tournament, with_rounds=True)
    flip(tournament.rounds.get(number=1).pairings.get(table__number=1))
    now = misfit_facts(tournament, with_rounds=True)
    (one,) = find_misfits(now)
    assert not would_differ(facts, one, facts.rows)
    assert would_differ(now, one, now.rows)


@pytest.mark.django_db
def test_what_was_kept_is_in_the_report_of_check_draw() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    flip(game(tournament, 1))
    first, second = tournament.rounds.order_by("number")
    assert (recheck(first).notes, recheck(second).differences) == ((), ())
    assert len(recheck(second).notes) == 2
    assert all(note.startswith("does not fit the results: ") for note in recheck(second).notes)

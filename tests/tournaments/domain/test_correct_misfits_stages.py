"""Correcting what does not fit in later stages, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.test import Client

from tests import factories
from tests.results import write_result
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
)
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.correct_misfits import Decided, names_of, resolve_misfits, undo_resolve
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.stages import StageSetup
from tournaments.misfit_words import WHEN, misfit_sentence
from tournaments.models import Event, Pairing, Role, Round, Seat, StageEntry, Tournament, User
from tournaments.queries.day import day_of
from tournaments.queries.misfit_questions import When
from tournaments.queries.misfits import misfits_of

ClientOf = Callable[[User], Client]


@pytest.mark.django_db
@pytest.mark.parametrize("entries", [8, 9, 11])
@pytest.mark.parametrize("reserves", [False, True])
def test_a_stage_that_began_right_fits(entries: int, reserves: bool) -> None:
    tournament = make(StageSetup("groups", {"groups": 3}), GROUPS[1], entries=entries)
    dice = random.Random(entries)
    for _round in range(6):
        if day_of(tournament).step != "draw":
            break
        play(tournament, 1, dice)
    tournament.entries.filter(number__in=(1, 2)).update(state="absent")
    tournament.entries.filter(number=3).update(state="withdrawn")
    begin_stage(tournament, by=None, reserves=reserves, prefer=_everybody(tournament))
    tournament.entries.update(state="present")
    tournament.entries.filter(number=4).update(state="withdrawn")
    assert misfits_of(tournament, with_rounds=True) == []


def _everybody(tournament: Tournament) -> list[int]:
    return list(tournament.entries.order_by("-number").values_list("pk", flat=True))


@pytest.mark.django_db
def test_list_of_a_stage_that_nobody_played_in_is_made_again_and_its_round_drawn() -> None:
    tournament = play(make(*GROUPS, entries=8), 3)
    knockout = begin_stage(tournament, by=None)
    round_ = draw_round(tournament, by=None)
    publish_round(round_, by=None)
    _let_another_go_on(tournament)
    resolve_misfits(tournament, decided(tournament, redraw_where_possible), by=None)
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT
    entries = set(StageEntry.objects.filter(stage=knockout).values_list("entry", flat=True))
    assert entries == set(round_.seats.values_list("entry", flat=True))
    assert misfits_of(tournament, with_rounds=True) == []
    assert recheck(round_).differences == ()


def _let_another_go_on(tournament: Tournament) -> None:
    """Changes results of the groups until somebody else should be in the knockout."""
    for pairing in Pairing.objects.filter(round__number__lte=3, kind="game").order_by("pk"):
        flip(pairing)
        if any(one.dependent.kind.value == "qualifier" for one in misfits_of(tournament)):
            return
    raise AssertionError("nobody else goes on")


@pytest.mark.django_db
def test_list_of_a_stage_not_drawn_yet_is_made_again_and_taken_back() -> None:
    tournament = play(make(*GROUPS, entries=8), 3)
    knockout = begin_stage(tournament, by=None)
    lists = stage_lists()
    _let_another_go_on(tournament)
    event = resolve_misfits(tournament, decided(tournament, redraw_where_possible), by=None)
    assert misfits_of(tournament) == []
    assert StageEntry.objects.filter(stage=knockout).count() == 4
    undo_resolve(tournament, event, by=None)
    assert stage_lists() == lists


@pytest.mark.django_db
def test_match_that_is_missing_is_added_at_a_free_table() -> None:
    tournament = play(make(StageSetup("double_elimination"), entries=4), 3)
    final = tournament.rounds.order_by("-number")[0]
    assert misfits_of(tournament) == []
    pairing = final.pairings.get()
    was = as_it_is(final)
    Seat.objects.filter(pairing=pairing).delete()
    pairing.delete()
    other = tournament.rounds.get(number=2)
    Pairing.objects.filter(round=other, slot=1, group="winners").get()
    found = misfits_of(tournament)
    assert found == []  # A round without any pairing was not drawn.
    semi = Pairing.objects.get(round=other, slot=1, group="losers")
    Seat.objects.filter(pairing=semi).delete()
    semi.delete()
    (one,) = misfits_of(tournament)
    assert (one.dependent.kind.value, one.round) == ("match", 2)
    resolve_misfits(tournament, decided(tournament, swap_where_possible), by=None)
    added = Pairing.objects.get(round=other, slot=1, group="losers")
    assert (added.kind, added.seats.count(), added.by_hand) == ("game", 2, True)
    tables = list(other.pairings.values_list("table", flat=True))
    assert None not in tables and len(tables) == len(set(tables))
    assert len(was) == 1


@pytest.mark.django_db
def test_one_who_would_sit_twice_is_refused() -> None:
    tournament = play(make(StageSetup("double_elimination"), entries=4), 2)
    flip(game(tournament, 1, group="winners"))
    shown = asked(tournament)
    second = [one for one in shown.questions if one.first.round == 2]
    assert len(second) == 2
    before = all_seats(tournament)
    with pytest.raises(Refused) as refused:
        resolve_misfits(tournament, Decided(shown.stamp, {second[0].key: "swap"}), by=None)
    assert (refused.value.code, all_seats(tournament)) == ("sits-twice", before)


@pytest.mark.django_db
def test_game_without_a_table_left_is_refused() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 1)
    for seat in game(tournament, 1).seats.all():
        seat.outcome, seat.points = Seat.Outcome.LOSS, 0
        seat.save()
    publish_round(draw_round(tournament, by=None), by=None)
    write_result(game(tournament, 1), 0)
    busy = game(tournament, 2, 2).table_id
    tournament.tables.exclude(pk=busy).update(in_service=False)
    with pytest.raises(Refused) as refused:
        resolve_misfits(tournament, decided(tournament, swap_where_possible), by=None)
    assert refused.value.code == "no-free-table"


@pytest.fixture
def lost(db: None) -> Tournament:
    """A knockout, then those who lost early in a table of their own; the first result was wrong."""
    others = StageSetup("round_robin", from_rank=5)
    tournament = play(make(KNOCKOUT, others, entries=8), 6)
    assert misfits_of(tournament, with_rounds=True) == []
    flip(game(tournament, 1))
    return tournament


def test_seats_put_right_in_a_tree_and_those_who_went_on_from_it_in_one_go(
    lost: Tournament,
) -> None:
    loser, winner = sitting(game(lost, 1))
    before, lists = all_seats(lost), stage_lists()
    event = resolve_misfits(lost, decided(lost, swap_where_possible), by=None)
    assert not any(one.wrong for one in misfits_of(lost))
    listed = set(StageEntry.objects.values_list("entry", flat=True))
    assert loser in listed and winner not in listed
    for number in range(4, 7):
        assert set(lost.rounds.get(number=number).seats.values_list("entry", flat=True)) == listed
    assert winner in sitting(game(lost, 2)) and winner in sitting(game(lost, 3))
    assert len(event.after["put_right"]) == 3
    undo_resolve(lost, event, by=None)
    assert all_seats(lost) == before
    assert stage_lists() == lists


def test_who_goes_on_is_asked_for_both_cases_and_what_is_left_is_listed(lost: Tournament) -> None:
    loser, winner = sitting(game(lost, 1))
    shown = asked(lost)
    cases = {one.when: one for one in shown.questions if one.kind.value == "qualifier"}
    (left,), (right,) = cases[When.LEFT].misfits, cases[When.RIGHT].misfits
    assert (left.dependent.wrong, right.dependent.wrong) == (winner, winner)
    assert (left.dependent.right == loser, right.dependent.right) == (False, loser)
    seats = {one.key: "swap" for one in shown.questions if one.first.stage.stage.number == 1}
    # The seats alone: what follows in the table is listed and left, and asked again afterwards.
    event = resolve_misfits(lost, Decided(shown.stamp, seats), by=None)
    assert len(event.after["put_right"]) == 2
    assert [one.key for one in misfits_of(lost) if one.wrong] == [right.key]
    assert misfit_sentence(right, names_of(lost)) in event.after["kept"]


def test_page_asks_in_the_order_of_the_stages_and_says_in_which_case(
    lost: Tournament, client_of: ClientOf
) -> None:
    organiser = factories.make_user(role=Role.Kind.ORGANISER, tournament=lost)
    page = client_of(organiser).get(f"/desk/{lost.slug}/misfits/")
    cases = [one.when for one in (*page.context["wrong"], *page.context["told"]) if one.when]
    assert set(cases) == {str(WHEN[When.LEFT]), str(WHEN[When.RIGHT])}
    assert page.content.decode().count("question-when") == len(cases)


def test_what_is_chosen_for_the_case_that_does_not_come_about_does_nothing(
    lost: Tournament,
) -> None:
    shown = asked(lost)
    of_table = {one.key: "swap" for one in shown.questions if one.when is When.RIGHT and one.swaps}
    assert of_table
    with pytest.raises(Refused) as refused:
        resolve_misfits(lost, Decided(shown.stamp, of_table), by=None)
    assert refused.value.code == "nothing-chosen"


@pytest.mark.django_db
def test_what_happened_since_keeps_it_from_being_taken_back() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 2)
    flip(game(tournament, 1))
    event = resolve_misfits(tournament, decided(tournament, swap_where_possible), by=None)
    flip(game(tournament, 2))
    with pytest.raises(Refused) as refused:
        undo_resolve(tournament, event, by=None)
    assert refused.value.code == "changed-since"


@pytest.mark.django_db
def test_list_that_changed_since_it_was_shown_is_a_conflict_and_twice_is_once() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 2)
    flip(game(tournament, 1))
    chosen = decided(tournament, swap_where_possible)
    flip(game(tournament, 1, 2))
    with pytest.raises(Conflict) as conflict:
        resolve_misfits(tournament, chosen, by=None)
    assert conflict.value.code == "follows-changed"
    chosen = decided(tournament, swap_where_possible)
    for _press in range(2):
        resolve_misfits(tournament, chosen, by=None, key="k")
    assert Event.objects.filter(verb="tournament.set-right").count() == 1


@pytest.mark.django_db
def test_finished_tournament_is_left() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    flip(game(tournament, 1))
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused) as refused:
        resolve_misfits(tournament, decided(tournament, swap_where_possible), by=None)
    assert refused.value.code == "finished"

"""What speaks against a draft, and the page made of it."""

from __future__ import annotations

import pytest
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import play_round
from tournaments.domain.draw_round import discard_draft, draw_round
from tournaments.domain.edit_draft import swap_entries, take_out
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Entry, Pairing, Round, Seat, Table, Tournament
from tournaments.queries.draft import draft_facts, draft_problems
from tournaments.queries.draft_page import Repeats, draft_page


def codes(round_: Round) -> list[tuple[str, bool]]:
    return [(problem.code, problem.stops) for problem in draft_problems(round_)]


def test_fresh_draft_has_no_problem(draft: Round) -> None:
    assert codes(draft) == []


def test_draft_with_a_rematch_by_hand_warns(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    first = play_round(tournament)
    second = draw_round(tournament, by=None)
    one, other = (seat.entry for seat in first.pairings.get(order=1).seats.all())
    here = Seat.objects.get(round=second, entry=one).pairing
    opponent = here.seats.exclude(entry=one).get().entry
    swap_entries(second, opponent, other, by=None)
    assert codes(second) == [("rematch", False), ("rematch", False)]


def test_draft_with_a_second_bye_by_hand_warns(tournament: Tournament) -> None:
    factories.make_entries(tournament, 5)
    first = play_round(tournament)
    second = draw_round(tournament, by=None)
    had, has = (
        Seat.objects.get(round=round_, pairing__kind=Pairing.Kind.BYE).entry
        for round_ in (first, second)
    )
    swap_entries(second, had, has, by=None)
    assert ("second_bye", False) in codes(second)


@pytest.mark.parametrize(
    ("state", "code"), [("withdrawn", "entry_withdrawn"), ("absent", "entry_absent")]
)
def test_draft_with_somebody_who_left_warns(draft: Round, state: str, code: str) -> None:
    seat = Seat.objects.filter(round=draft).first()
    assert seat is not None
    Entry.objects.filter(pk=seat.entry_id).update(state=state)
    assert codes(draft) == [(code, False)]


def test_draft_without_somebody_who_is_here_warns_and_names_it(draft: Round) -> None:
    (late,) = factories.make_entries(draft.tournament, 1)
    (problem,) = draft_problems(draft)
    assert (problem.code, problem.stops, problem.entry) == ("active_entry_missing", False, late.pk)


def test_draft_at_a_table_out_of_service_cannot_be_published(draft: Round) -> None:
    Table.objects.filter(tournament=draft.tournament, number=1).update(in_service=False)
    assert codes(draft) == [("table_out_of_service", True)]


def test_draft_with_a_game_without_table_cannot_be_published(draft: Round) -> None:
    draft.pairings.filter(table__number=1).update(table=None)
    assert codes(draft) == [("no_table", True)]


def test_draft_with_nobody_cannot_be_published(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    round_ = draw_round(tournament, by=None)
    take_out(round_, a, by=None)
    take_out(round_, b, by=None)
    Entry.objects.update(state=Entry.State.ABSENT)
    assert codes(round_) == [("empty", True)]


def test_page_says_why_and_marks_what_a_hand_did(tournament: Tournament) -> None:
    factories.make_entries(tournament, 8)
    play_round(tournament)
    round_ = draw_round(tournament, by=None)
    page = draft_page(draft_facts(round_))
    assert (page.warnings, page.stops, page.by_hand) == (0, 0, 0)
    assert all(row["why"] for row in page.rows)
    assert {seat["points"] for row in page.rows for seat in row["seats"]} == {"0", "1"}

    keys = [row["seats"][0]["pk"] for row in page.rows[:2]]
    one, other = Entry.objects.filter(pk__in=keys)
    swap_entries(round_, one, other, by=None)
    with override("en"):
        page = draft_page(draft_facts(round_))
    changed = [row for row in page.rows if row["by_hand"]]
    assert (page.by_hand, len(changed)) == (2, 2)
    for row in changed:
        # Whether they have met is told of these, too: as the draw says it, or as a warning.
        met = any(problem.code == "rematch" for problem in row["problems"])
        assert ("They have not met before." in row["why"]) != met


@pytest.mark.parametrize("pairs", [2, 20])
def test_page_takes_a_constant_number_of_queries(
    db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    factories.make_entries(own, 2 * pairs)
    play_round(own)
    draw_round(own, by=None)
    round_ = Round.objects.select_related("stage", "tournament").get(number=2)
    with django_assert_num_queries(11):
        draft_page(draft_facts(round_))


def test_hand_edit_that_leaves_another_size_of_table_is_said(tournament: Tournament) -> None:
    tournament.game = "kroket"
    tournament.save()
    set_stages(tournament, (StageSetup("multi_seat", {"sides": 4, "sizes": [4]}),))
    factories.make_entries(tournament, 8)
    draft = draw_round(tournament, by=None)
    assert codes(draft) == []
    seat = Seat.objects.filter(round=draft).first()
    assert seat is not None
    take_out(draft, seat.entry, by=None)
    assert ("table_of_other_size", False) in codes(draft)


@pytest.mark.parametrize(
    ("now", "known", "told"),
    [
        (2, True, "Fewer is impossible."),
        # As drawn, all rounds tried: drawing again gives no other.
        (4, True, "Fewer is possible only where some meet more often still."),
        (5, True, "4 is possible: draw again for fewer."),
        (4, False, "At least 2 in any draw; whether so few can be is not known."),
    ],
)
def test_repeats_are_compared_with_what_drawing_again_would_give(
    now: int, known: bool, told: str
) -> None:
    with override("en"):
        repeats = Repeats(now=now, least=2, known=known, drawn=4, partners=0)
        assert repeats.compared == told


def test_draft_at_larger_tables_says_how_many_meet_again(tournament: Tournament) -> None:
    tournament.game = "kroket"
    tournament.save()
    set_stages(tournament, (StageSetup("multi_seat", {"sides": 4}),))
    factories.make_entries(tournament, 8)
    first = draw_round(tournament, by=None)
    page = draft_page(draft_facts(first))
    assert page.repeats == Repeats(now=0, least=0, known=True, drawn=0, partners=0)
    discard_draft(first, by=None)
    play_round(tournament)
    second = draw_round(tournament, by=None)
    page = draft_page(draft_facts(second))
    assert page.repeats is not None
    # Two of each table of four meet again at each of two tables: fewer cannot be.
    assert (page.repeats.now, page.repeats.least, page.repeats.partners) == (4, 4, 0)
    one, other = (row.seats.order_by("side")[0].entry for row in second.pairings.order_by("order"))
    swap_entries(second, one, other, by=None)
    page = draft_page(draft_facts(second))
    assert page.repeats is not None
    assert page.repeats.now in (4, 6)


def test_draft_of_two_sides_says_nothing_of_repeats(draft: Round) -> None:
    assert draft_page(draft_facts(draft)).repeats is None

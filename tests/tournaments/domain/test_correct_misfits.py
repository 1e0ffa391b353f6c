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
from tournaments.domain.correct_misfits import Decided, resolve_misfits, undo_resolve
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.formats.registry import get_format
from tournaments.formats.standings import compute_standings
from tournaments.models import Event, Pairing, Round, Seat, StageEntry, Tournament
from tournaments.queries.day import day_of
from tournaments.queries.draw_request import draw_request
from tournaments.queries.drawn_otherwise import would_differ
from tournaments.queries.misfit_questions import Question, questions_of
from tournaments.queries.misfits import Misfit, find_misfits, misfit_facts, misfits_of, stamp_of
from tournaments.queries.played import counted_from, pairings_from
from tournaments.queries.rounds import pairings_of
from tournaments.queries.stages import stages_of
from tournaments.queries.standings import ranked, stage_field, stage_settings, standings_in

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


SETUPS: dict[str, tuple[tuple[StageSetup, ...], tuple[int, ...], int]] = {
    "knockout": ((KNOCKOUT,), (5, 8, 11), 4),
    "consolation": ((StageSetup("knockout", {"consolation": 1}),), (6, 8), 4),
    "double elimination": ((StageSetup("double_elimination"),), (4, 6), 7),
    "groups then knockout": (GROUPS, (8, 9), 6),
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


def as_it_is(round_: Round) -> set[tuple[str, int, frozenset[int]]]:
    return {
        (one.group, one.slot or 0, frozenset(seat.entry_id for seat in one.seats.all()))
        for one in pairings_of(round_)
    }


def test_fault_9_after_all_swaps_rounds_are_those_drawn_from_the_results(
    corrected: Tournament,
) -> None:
    for _step in range(4):
        chosen = decided(corrected, swap_where_possible)
        if Choice.SWAP.value not in chosen.choices.values():
            break
        resolve_misfits(corrected, chosen, by=None)
    left = misfits_of(corrected)
    assert not any(Choice.SWAP in one.dependent.choices for one in left)
    seated = list(Seat.objects.filter(round__tournament=corrected).values_list("round", "entry"))
    assert len(seated) == len(set(seated))
    for facts in stages_of(corrected):
        for round_ in corrected.rounds.filter(stage=facts.stage).order_by("number")[1:]:
            if facts.row.tree and not any(one.wrong for one in left):
                assert as_it_is(round_) == drawn_anew(round_)
        field = stage_field(facts)
        pairings = counted_from(pairings_from(field.rows), field.offset)
        settings = stage_settings(facts)
        recomputed = compute_standings(ranked(field.entrants, pairings), pairings, settings)
        if facts.stage.number == 1:
            assert standings_in(facts, field).rows == recomputed.rows
    assert all(recheck(one).differences == () for one in corrected.rounds.all())


def test_fault_9_whatever_was_done_is_taken_back_as_it_was(corrected: Tournament) -> None:
    before, lists = all_seats(corrected), list(StageEntry.objects.values_list("entry", "seed"))
    chosen = decided(corrected, swap_where_possible)
    if Choice.SWAP.value not in chosen.choices.values():
        return
    event = resolve_misfits(corrected, chosen, by=None)
    undo_resolve(corrected, event, by=None)
    assert all_seats(corrected) == before
    assert list(StageEntry.objects.values_list("entry", "seed")) == lists
    with pytest.raises(Refused):
        undo_resolve(corrected, event, by=None)


def test_keeping_everything_changes_no_seat(corrected: Tournament) -> None:
    before = all_seats(corrected)
    with pytest.raises(Refused) as refused:
        resolve_misfits(corrected, decided(corrected, lambda _q: Choice.KEEP), by=None)
    assert (refused.value.code, all_seats(corrected)) == ("nothing-chosen", before)


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
    lists = list(StageEntry.objects.values_list("entry", "seed"))
    _let_another_go_on(tournament)
    event = resolve_misfits(tournament, decided(tournament, redraw_where_possible), by=None)
    assert misfits_of(tournament) == []
    assert StageEntry.objects.filter(stage=knockout).count() == 4
    undo_resolve(tournament, event, by=None)
    assert list(StageEntry.objects.values_list("entry", "seed")) == lists


@pytest.mark.django_db
def test_swiss_round_is_told_as_drawn_from_another_result_and_drawn_again_if_not_begun() -> None:
    tournament = play(make(StageSetup("swiss"), entries=8), 2)
    third = draw_round(tournament, by=None)
    assert misfits_of(tournament, with_rounds=True) == []
    flip(tournament.rounds.get(number=1).pairings.get(table__number=1))
    found, questions = asked(tournament)
    assert told(found) == [("round", 2, None, None), ("round", 3, None, None)]
    assert {one.changed for one in found} == {((1, 1),)}
    assert [one.choices for one in questions] == [
        (Choice.KEEP,),
        (Choice.KEEP, Choice.REDRAW),
    ]
    assert misfits_of(tournament) == []
    resolve_misfits(tournament, decided(tournament, redraw_where_possible), by=None)
    third.refresh_from_db()
    assert told(misfits_of(tournament, with_rounds=True)) == [("round", 2, None, None)]
    assert recheck(third).differences == ()


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
    found, questions = asked(tournament)
    second = [one for one in questions if one.first.round == 2]
    assert len(second) == 2
    before = all_seats(tournament)
    with pytest.raises(Refused) as refused:
        resolve_misfits(tournament, Decided(stamp_of(found), {second[0].key: "swap"}), by=None)
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

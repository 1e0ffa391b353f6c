"""A corrected result and what follows from it, in one act: kept, put right, drawn again, undone."""

from __future__ import annotations

import pytest

from games.consequences import consequences_of
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result, remove_result, undo_result
from games.domain.run_clock import start_clock
from games.models import Result
from tests.games.domain.test_record_result import _at_once as at_once
from tests.games.test_consequences import payload
from tests.tournaments.domain.test_correct_misfits import (
    GROUPS,
    KNOCKOUT,
    all_seats,
    decided,
    game,
    make,
    sitting,
    swap_where_possible,
    told,
)
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.close_round import close_round
from tournaments.domain.correct_misfits import Decided, resolve_misfits
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.models import Event, Pairing, Round, Tournament, User
from tournaments.queries.day import day_of
from tournaments.queries.misfit_questions import When
from tournaments.queries.misfits import misfits_of
from tournaments.queries.rounds import pairings_of

WON = Typed(scores=(8, 5))
LOST = Typed(scores=(5, 8))
NOBODY = Typed(ended="nobody")


def play(tournament: Tournament, rounds: int, *, last: str = "closed") -> Tournament:
    """So many rounds, side 0 winning every game; the last is left a draft, or published."""
    for number in range(1, rounds + 1):
        tournament = Tournament.objects.get(pk=tournament.pk)
        if day_of(tournament).step == "stage":
            begin_stage(tournament, by=None)
        round_ = draw_round(tournament, by=None)
        if number == rounds and last == "draft":
            break
        publish_round(round_, by=None, despite_warnings=True)
        if number == rounds and last == "published":
            break
        for pairing in round_.pairings.filter(kind=Pairing.Kind.GAME):
            record_result(pairing, WON, seen=0, by=None)
        close_round(round_, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def decide(pairing: Pairing, typed: Typed | None, choice: Choice) -> Decided:
    """That choice wherever it can be made."""
    follows = consequences_of(pairing, None if typed is None else payload(pairing, typed))
    return Decided(
        follows.stamp,
        {q.key: choice.value for q in follows.questions if choice in q.choices},
    )


def versions(pairing: Pairing) -> list[tuple[int, bool, bool]]:
    return [
        (one.version, one.current, one.removes)
        for one in Result.objects.filter(pairing=pairing).order_by("version")
    ]


@pytest.mark.django_db
def test_correction_shows_what_it_then_does_and_keeps_by_default() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 3)
    first = game(tournament, 1)
    follows = consequences_of(first, payload(first, LOST))
    before = all_seats(tournament)[2:]
    correct_result(first, LOST, seen=1, why="x", by=None)
    assert told(misfits_of(tournament)) == told(follows.misfits)
    assert len(follows.misfits) == 2
    assert all_seats(tournament)[2:] == before
    event = Event.objects.get(verb="result.correct")
    assert (len(event.after["kept"]), "corrected" in event.after) == (2, False)


@pytest.mark.django_db
def test_correction_moves_the_winner_on_and_is_taken_back_as_a_whole() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 3)
    first = game(tournament, 1)
    winner, loser = sitting(first)
    before = all_seats(tournament)
    correct_result(first, LOST, seen=1, why="x", decided=decide(first, LOST, Choice.SWAP), by=None)
    assert misfits_of(tournament) == []
    assert loser in sitting(game(tournament, 3))
    assert winner not in sitting(game(tournament, 2))
    assert versions(game(tournament, 2)) == [(1, True, False)]
    event = Event.objects.get(verb="result.correct")
    assert (event.subject_id, len(event.after["put_right"])) == (first.pk, 2)

    undo_result(first, version=2, by=None)
    assert all_seats(tournament) == before
    assert misfits_of(tournament) == []


@pytest.mark.django_db
def test_correction_reaches_the_stage_that_was_drawn_from_the_tree_in_the_same_act() -> None:
    others = StageSetup("round_robin", from_rank=5)
    tournament = play(make(KNOCKOUT, others, entries=8), 6)
    first = game(tournament, 1)
    winner, loser = sitting(first)
    before = all_seats(tournament)
    follows = consequences_of(first, payload(first, LOST))
    assert {one.when for one in follows.questions} == set(When)
    chosen = decide(first, LOST, Choice.SWAP)
    correct_result(first, LOST, seen=1, why="x", decided=chosen, by=None)
    assert not any(one.wrong for one in misfits_of(tournament))
    for number in range(4, 7):
        sat = set(tournament.rounds.get(number=number).seats.values_list("entry", flat=True))
        assert winner in sat and loser not in sat
    undo_result(first, version=2, by=None)
    assert all_seats(tournament) == before
    assert misfits_of(tournament) == []


@pytest.mark.django_db
def test_fault_9_corrected_double_disqualification_gives_no_second_semi_final() -> None:
    tournament = make(KNOCKOUT, entries=8)
    round_ = draw_round(tournament, by=None)
    publish_round(round_, by=None)
    for pairing in round_.pairings.all():
        record_result(pairing, NOBODY if pairing.slot == 1 else WON, seen=0, by=None)
    close_round(round_, by=None)
    second = draw_round(tournament, by=None)
    publish_round(second, by=None)
    assert sorted(p.kind for p in second.pairings.all()) == ["bye", "game"]
    first = game(tournament, 1)

    correct_result(first, WON, seen=1, why="x", decided=decide(first, WON, Choice.SWAP), by=None)

    semis = list(second.pairings.order_by("slot"))
    assert [(p.kind, p.slot, p.seats.count()) for p in semis] == [("game", 1, 2), ("game", 2, 2)]
    assert len({p.table_id for p in semis}) == 2 and None not in {p.table_id for p in semis}
    assert sitting(first)[0] in sitting(semis[0])
    assert misfits_of(tournament) == []
    for pairing in semis:
        record_result(pairing, WON, seen=0, by=None)
    close_round(second, by=None)
    final = draw_round(Tournament.objects.get(pk=tournament.pk), by=None)
    assert final.pairings.filter(group="").count() == 1


@pytest.mark.django_db
def test_played_match_that_becomes_a_bye_gives_its_result_away_and_has_it_back() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 3)
    first, semi = game(tournament, 1), game(tournament, 2)
    before = all_seats(tournament)
    correct_result(
        first, NOBODY, seen=1, why="x", decided=decide(first, NOBODY, Choice.SWAP), by=None
    )
    semi.refresh_from_db()
    assert (semi.kind, semi.table_id, len(sitting(semi))) == ("bye", None, 1)
    assert versions(semi) == [(1, False, False), (2, False, True)]
    assert semi.seats.get().outcome == "bye"
    undo_result(first, version=2, by=None)
    assert all_seats(tournament) == before
    assert versions(semi) == [(1, False, False), (2, False, True), (3, True, False)]


@pytest.mark.django_db
def test_match_nobody_comes_to_any_more_is_dropped_and_in_no_list() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 3)
    for slot in (1, 2):
        pairing = game(tournament, 1, slot)
        chosen = decide(pairing, NOBODY, Choice.SWAP)
        correct_result(pairing, NOBODY, seen=1, why="x", decided=chosen, by=None)
    assert misfits_of(tournament) == []
    second = tournament.rounds.get(number=2)
    assert [len(p.seats.all()) for p in pairings_of(second)] == [2]


@pytest.mark.django_db
@pytest.mark.parametrize("last", ["draft", "published"])
def test_round_not_begun_is_drawn_again_as_a_draft(last: str) -> None:
    tournament = play(make(KNOCKOUT, entries=8), 2, last=last)
    first = game(tournament, 1)
    follows = consequences_of(first, payload(first, LOST))
    assert [q.choices for q in follows.questions] == [(Choice.KEEP, Choice.REDRAW, Choice.SWAP)]
    correct_result(
        first, LOST, seen=1, why="x", decided=decide(first, LOST, Choice.REDRAW), by=None
    )
    round_ = tournament.rounds.get(number=2)
    assert (round_.state, round_.published_at) == (Round.State.DRAFT, None)
    assert misfits_of(tournament) == []
    with pytest.raises(Refused) as refused:
        undo_result(first, version=2, by=None)
    assert refused.value.code == "drawn-again"


@pytest.mark.django_db
def test_round_that_has_begun_is_not_drawn_again() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 2, last="published")
    start_clock(tournament.rounds.get(number=2), by=None)
    first = game(tournament, 1)
    follows = consequences_of(first, payload(first, LOST))
    assert [q.choices for q in follows.questions] == [(Choice.KEEP, Choice.SWAP)]
    with pytest.raises(Refused) as refused:
        correct_result(
            first,
            LOST,
            seen=1,
            why="x",
            decided=Decided(follows.stamp, {follows.questions[0].key: "redraw"}),
            by=None,
        )
    assert refused.value.code == "no-choice"


@pytest.mark.django_db
def test_what_follows_changed_meanwhile_is_a_conflict_and_nothing_is_written() -> None:
    tournament = play(make(KNOCKOUT, entries=8), 1)
    first = game(tournament, 1)
    chosen = decide(first, LOST, Choice.SWAP)
    draw_round(tournament, by=None)
    with pytest.raises(Conflict) as conflict:
        correct_result(first, LOST, seen=1, why="x", decided=chosen, by=None)
    assert conflict.value.code == "follows-changed"
    assert versions(first) == [(1, True, False)]


@pytest.mark.django_db
def test_the_same_correction_twice_is_one() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    first = game(tournament, 1)
    chosen = decide(first, LOST, Choice.SWAP)
    for _press in range(2):
        correct_result(first, LOST, seen=1, why="x", decided=chosen, by=None, key="k")
    assert Event.objects.filter(verb="result.correct").count() == 1
    assert misfits_of(tournament) == []


@pytest.mark.django_db
def test_qualifier_is_put_into_the_seat_with_its_results(organiser: User) -> None:
    tournament = play(make(*GROUPS, entries=8), 4)
    (found,) = _others_go_on(tournament)
    pairing, misfits = found
    out, into = misfits[0].dependent.wrong, misfits[0].dependent.right
    typed = LOST
    results = [row[3:] for row in all_seats(tournament) if row[0] == 4]
    correct_result(
        pairing,
        typed,
        seen=1,
        why="x",
        decided=decide(pairing, typed, Choice.SWAP),
        by=organiser,
    )
    entries = {row[2] for row in all_seats(tournament) if row[0] == 4}
    assert into in entries and out not in entries
    assert sorted(map(str, (row[3:] for row in all_seats(tournament) if row[0] == 4))) == sorted(
        map(str, results)
    )
    assert [m for m in misfits_of(tournament) if m.wrong] == []


def _others_go_on(tournament: Tournament) -> list[tuple[Pairing, list[object]]]:
    """The first game of the groups whose correction lets somebody else go on."""
    games = Pairing.objects.filter(
        round__tournament=tournament, round__number__lte=3, kind=Pairing.Kind.GAME
    )
    for pairing in games:
        follows = consequences_of(pairing, payload(pairing, LOST))
        misfits = [m for m in follows.misfits if m.dependent.kind.value == "qualifier"]
        if misfits and misfits[0].dependent.right and misfits[0].dependent.wrong:
            return [(pairing, misfits)]
    return []


@pytest.mark.django_db
def test_removed_result_leaves_seats_undecided_until_it_is_there_again() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    first = game(tournament, 1)
    remove_result(first, seen=1, why="x", by=None)
    assert {m.dependent.undecided for m in misfits_of(tournament)} == {True}
    record_result(first, LOST, seen=2, by=None)
    found = misfits_of(tournament)
    assert {m.dependent.undecided for m in found} == {False}
    assert {Choice.SWAP in m.dependent.choices for m in found} == {True}


@pytest.mark.django_db
def test_undo_that_others_were_drawn_from_is_refused() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 1)
    first = game(tournament, 1)
    correct_result(first, LOST, seen=1, why="x", by=None)
    draw_round(tournament, by=None)
    with pytest.raises(Refused) as refused:
        undo_result(first, version=2, by=None)
    assert refused.value.code == "undo-follows"
    assert versions(first) == [(1, False, False), (2, True, False)]


@pytest.mark.usefixtures("shared_database")
def test_two_corrections_of_one_table_at_once_one_stands_with_what_was_decided() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    first = game(tournament, 1)
    loser = sitting(first)[1]
    results = [LOST, Typed(scores=(0, 8))]
    chosen = [decide(first, typed, Choice.SWAP) for typed in results]
    outcomes = at_once(
        [
            lambda typed=typed, decided=decided: correct_result(
                Pairing.objects.get(pk=first.pk),
                typed,
                seen=1,
                why="x",
                decided=decided,
                by=None,
            )
            for typed, decided in zip(results, chosen, strict=True)
        ]
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "Result"]
    assert loser in sitting(game(tournament, 2))
    assert misfits_of(tournament) == []
    assert Event.objects.filter(verb="result.correct").count() == 1


@pytest.mark.usefixtures("shared_database")
@pytest.mark.parametrize("_try", range(3))
def test_two_corrections_of_two_tables_at_once_are_both_done_about(_try: int) -> None:
    """Their winners meet: what one correction puts right at that table, the other keeps."""
    tournament = play(make(KNOCKOUT, entries=8), 3)
    tables = [game(tournament, 1, slot) for slot in (1, 2)]
    chosen = [decide(table, LOST, Choice.SWAP) for table in tables]
    outcomes = at_once(
        [
            lambda table=table, decided=decided: correct_result(
                Pairing.objects.get(pk=table.pk),
                LOST,
                seen=1,
                why="x",
                # Whatever the other one has changed meanwhile.
                decided=Decided("", decided.choices),
                by=None,
            )
            for table, decided in zip(tables, chosen, strict=True)
        ]
    )
    assert [type(one).__name__ for one in outcomes] == ["Result"] * 2
    assert {sitting(table)[1] for table in tables} == set(sitting(game(tournament, 2)))


@pytest.mark.usefixtures("shared_database")
def test_two_who_decide_about_what_does_not_fit_at_once_one_is_told() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    correct_result(game(tournament, 1), LOST, seen=1, why="x", by=None)
    chosen = decided(tournament, swap_where_possible)
    outcomes = at_once(
        [lambda: resolve_misfits(Tournament.objects.get(pk=tournament.pk), chosen, by=None)] * 2
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "Event"]
    assert misfits_of(tournament) == []

"""Results: entered, corrected, taken away, and what two people at one table see."""

from __future__ import annotations

from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games.domain.game_results import ENDINGS, Typed
from games.domain.record_result import (
    correct_result,
    record_result,
    remove_result,
    undo_result,
)
from games.domain.run_clock import start_clock
from games.domain.table_results import Impossible
from games.models import Result
from tests import factories
from tests.results import make_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Event, Pairing, Round, Seat, Tournament, User

WON = Typed(scores=(8, 5))
LOST = Typed(scores=(5, 8))


def seats(pairing: Pairing) -> list[tuple[str, Decimal | None, int | None, int | None]]:
    rows = pairing.seats.order_by("side")
    return [(seat.outcome, seat.points, seat.place, seat.score) for seat in rows]


def versions(pairing: Pairing) -> list[tuple[int, bool, list[int]]]:
    return [
        (r.version, r.current, [side["locked"] for side in r.payload.get("sides", [])])
        for r in pairing.results.order_by("version")
    ]


def test_record_result_writes_to_the_seats(pairing: Pairing, desk: User) -> None:
    result = record_result(pairing, WON, seen=0, by=desk)

    assert seats(pairing) == [("win", Decimal(1), 1, 8), ("loss", Decimal(0), 2, 5)]
    assert result.payload == {
        "sides": [
            {"colours": ["yellow", "blue"], "locked": 8},
            {"colours": ["red", "green"], "locked": 5},
        ],
        "winner": 0,
        "ended": "played",
    }
    event = Event.objects.get(verb="result.record")
    assert (event.actor, event.before, event.after) == (
        desk,
        {},
        {
            "result": "8-5",
            "winner": "Par 1",
            "ended": str(ENDINGS["played"]),
            "minutes": None,
            "version": 1,
        },
    )


@pytest.mark.parametrize("tables", [2, 20])
def test_record_result_takes_the_same_queries_in_any_hall(
    db: None, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=20)
    entries = factories.make_entries(own, 2 * tables)
    round_ = make_round(own, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    pairing = round_.pairings.first()
    # One of them asks the judges for a ruling, one settles what the players said. PostgreSQL also
    # locks the tournament, that no round of it is finished meanwhile.
    queries = 16 if connection.vendor == "postgresql" else 15
    with django_assert_num_queries(queries):
        record_result(pairing, WON, seen=0, by=None, key="k")


def test_record_result_of_a_walkover(pairing: Pairing, desk: User) -> None:
    record_result(pairing, Typed(winner=1, ended="walkover"), seen=0, by=desk)
    assert seats(pairing) == [
        ("walkover-loss", Decimal(0), 2, None),
        ("walkover-win", Decimal(1), 1, None),
    ]


def test_record_result_stopped_by_time(pairing: Pairing, desk: User) -> None:
    typed = Typed(scores=(6, 7), winner=0, ended="timeout")
    record_result(pairing, typed, seen=0, by=desk)
    assert seats(pairing) == [("win", Decimal(1), 1, 6), ("loss", Decimal(0), 2, 7)]


def test_record_result_follows_the_points_scheme(pairing: Pairing, desk: User) -> None:
    tournament = pairing.round.tournament
    tournament.points_scheme = {"win": "3", "loss": "0.5", "walkover_win": "2"}
    tournament.save()
    record_result(pairing, WON, seen=0, by=desk)
    second = pairing.round.pairings.get(table__number=2)
    record_result(second, Typed(winner=0, ended="walkover"), seen=0, by=desk)
    assert [row[1] for row in seats(pairing) + seats(second)] == [
        Decimal(3),
        Decimal("0.5"),
        Decimal(2),
        Decimal(0),
    ]


def test_record_result_takes_the_minutes_from_the_clock(
    pairing: Pairing, desk: User, time_machine: object
) -> None:
    time_machine.move_to("2027-03-13 10:00:00Z", tick=False)  # type: ignore[attr-defined]
    start_clock(pairing.round, by=desk)
    time_machine.move_to("2027-03-13 10:47:10Z")  # type: ignore[attr-defined]
    result = record_result(pairing, WON, seen=0, by=desk)
    assert result.payload["minutes"] == 47


def test_record_result_at_a_table_of_three_sides(desk: User) -> None:
    tournament = factories.make_tournament(game="partners-plus-pairs", ruleset="")
    entries = factories.make_entries(tournament, 3)
    pairing = make_round(tournament, 1, [entries]).pairings.get()
    record_result(pairing, Typed(scores=(5, 8, 7)), seen=0, by=desk)
    assert seats(pairing) == [
        ("", Decimal(0), 3, 5),
        ("", Decimal(1), 1, 8),
        ("", Decimal("0.5"), 2, 7),
    ]


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        (Typed(scores=(7, 5)), "A6"),
        (Typed(scores=(8, 8)), "A6"),
        (Typed(scores=(9, 5)), ""),
        (Typed(scores=(8, 5), winner=0, ended="timeout"), "A6"),
        (Typed(scores=(3, 0), winner=0, ended="walkover"), ""),
    ],
)
def test_record_result_refuses_what_the_rules_exclude(
    pairing: Pairing, desk: User, typed: Typed, rule: str
) -> None:
    with pytest.raises(Impossible) as refused:
        record_result(pairing, typed, seen=0, by=desk)
    assert refused.value.problems[0].rule == rule
    assert (versions(pairing), Event.objects.count()) == ([], 0)
    assert seats(pairing) == [("", None, None, None)] * 2


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        (Typed(scores=(8,)), "score-missing", "score_1"),
        (Typed(scores=(None, 5)), "score-missing", "score_0"),
        (Typed(scores=(6, 7), ended="timeout"), "winner-missing", "winner"),
        (Typed(ended="walkover"), "winner-missing", "winner"),
        (Typed(scores=(8, 5, 3)), "too-many-scores", "score_2"),
    ],
)
def test_record_result_says_which_field_lacks(
    pairing: Pairing, desk: User, typed: Typed, code: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        record_result(pairing, typed, seen=0, by=desk)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_record_result_refuses_a_bye_and_a_draft(round_: Round, pairing: Pairing) -> None:
    with pytest.raises(Refused) as bye:
        record_result(round_.pairings.get(kind="bye"), WON, seen=0, by=None)
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(Refused) as draft:
        record_result(pairing, WON, seen=0, by=None)
    assert (bye.value.code, draft.value.code) == ("bye", "round-draft")


def test_record_result_twice_shows_what_was_saved(
    pairing: Pairing, organiser: User, desk: User
) -> None:
    record_result(pairing, WON, seen=0, by=organiser)
    with pytest.raises(Conflict) as conflict:
        record_result(pairing, LOST, seen=0, by=desk)
    assert "8-5" in str(conflict.value.message)
    assert "bente" in str(conflict.value.message)
    assert versions(pairing) == [(1, True, [8, 5])]


def test_record_result_with_the_same_key_is_one_result(pairing: Pairing, desk: User) -> None:
    first = record_result(pairing, WON, seen=0, by=desk, key="k")
    again = record_result(pairing, WON, seen=0, by=desk, key="k")
    assert (first, Event.objects.count()) == (again, 1)


def test_record_result_with_the_same_key_but_other_counts_is_a_conflict(
    pairing: Pairing, desk: User
) -> None:
    record_result(pairing, WON, seen=0, by=desk, key="k")
    with pytest.raises(Conflict):
        record_result(pairing, LOST, seen=0, by=desk, key="k")


def test_record_result_refuses_the_key_of_another_table(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk, key="k")
    other = pairing.round.pairings.get(table__number=2)
    with pytest.raises(Refused) as refused:
        record_result(other, WON, seen=0, by=desk, key="k")
    assert refused.value.code == "key-reused"


def test_correct_result_keeps_the_old_version(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    correct_result(pairing, LOST, seen=1, why="Read upside down", by=desk)
    assert versions(pairing) == [(1, False, [8, 5]), (2, True, [5, 8])]
    assert seats(pairing) == [("loss", Decimal(0), 2, 5), ("win", Decimal(1), 1, 8)]
    event = Event.objects.get(verb="result.correct")
    assert (event.before["result"], event.after["result"], event.why) == (
        "8-5",
        "5-8",
        "Read upside down",
    )


def test_correct_result_asks_why(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    with pytest.raises(Refused) as refused:
        correct_result(pairing, LOST, seen=1, why="  ", by=desk)
    assert (refused.value.code, refused.value.field) == ("why-missing", "why")


def test_correct_result_of_a_closed_round(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    Round.objects.update(state=Round.State.CLOSED)
    correct_result(pairing, LOST, seen=1, why="Sheet was checked", by=desk)
    assert versions(pairing)[-1] == (2, True, [5, 8])


def test_correct_result_stale_version_is_a_conflict(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    correct_result(pairing, LOST, seen=1, why="x", by=desk)
    with pytest.raises(Conflict):
        correct_result(pairing, Typed(scores=(8, 3)), seen=1, why="y", by=desk)
    assert versions(pairing)[-1] == (2, True, [5, 8])


def test_correct_result_notices_a_round_drawn_meanwhile(
    tournament: Tournament, pairing: Pairing, desk: User
) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    Round.objects.update(state=Round.State.CLOSED)
    make_round(tournament, 2, [list(tournament.entries.all()[:2])])
    with pytest.raises(Conflict) as conflict:
        correct_result(pairing, LOST, seen=1, why="x", drawn=1, by=desk)
    assert conflict.value.code == "drawn-meanwhile"


def test_correct_result_to_the_same_is_refused(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    with pytest.raises(Refused) as refused:
        correct_result(pairing, WON, seen=1, why="x", by=desk)
    assert refused.value.code == "nothing-changed"


def test_remove_result_and_undo(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    before = seats(pairing)
    removed = remove_result(pairing, seen=1, why="Wrong table", by=desk)
    assert seats(pairing) == [("", None, None, None)] * 2
    undo_result(pairing, version=removed.version, by=desk)
    assert seats(pairing) == before
    assert versions(pairing) == [(1, False, [8, 5]), (2, False, []), (3, True, [8, 5])]


def test_remove_result_then_enter_anew(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    remove_result(pairing, seen=1, why="Wrong table", by=desk)
    with pytest.raises(Conflict):  # a form from before all this
        record_result(pairing, LOST, seen=0, by=desk)
    record_result(pairing, LOST, seen=2, by=desk)
    assert versions(pairing)[-1] == (3, True, [5, 8])


def test_undo_result_of_the_first_and_of_a_correction(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    correct_result(pairing, LOST, seen=1, why="x", by=desk)
    undo_result(pairing, version=2, by=desk)
    assert versions(pairing)[-1] == (3, True, [8, 5])
    with pytest.raises(Conflict):
        undo_result(pairing, version=1, by=desk)


def test_undo_result_twice_with_one_key_is_once(pairing: Pairing, desk: User) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    first = undo_result(pairing, version=1, by=desk, key="u")
    assert undo_result(pairing, version=1, by=desk, key="u") == first
    assert Result.objects.filter(pairing=pairing, current=True).count() == 0


def test_a_swap_of_sides_is_a_correction_with_the_counts_exchanged(
    pairing: Pairing, desk: User
) -> None:
    record_result(pairing, WON, seen=0, by=desk)
    old = seats(pairing)
    correct_result(pairing, LOST, seen=1, why="Sides were swapped", by=desk)
    assert seats(pairing) == old[::-1]


def _at_once(jobs: list) -> list[object]:  # type: ignore[type-arg]
    """Run the jobs in threads that start together; what each returned or raised."""
    gate, outcomes = Barrier(len(jobs)), [None] * len(jobs)

    def run(index: int) -> None:
        gate.wait()
        try:
            outcomes[index] = jobs[index]()
        except Exception as error:
            outcomes[index] = error  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [Thread(target=run, args=(index,)) for index in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return list(outcomes)


@pytest.mark.usefixtures("shared_database")
def test_record_result_two_at_once_one_wins(pairing: Pairing, desk: User) -> None:
    outcomes = _at_once(
        [
            lambda typed=typed: record_result(
                Pairing.objects.get(pk=pairing.pk), typed, seen=0, by=desk
            )
            for typed in (WON, LOST, Typed(scores=(8, 0)), Typed(scores=(0, 8)))
        ]
    )
    assert [type(o).__name__ for o in sorted(outcomes, key=lambda o: type(o).__name__)] == [
        "Conflict",
        "Conflict",
        "Conflict",
        "Result",
    ]
    won = next(o for o in outcomes if isinstance(o, Result))
    assert Result.objects.get(pairing=pairing) == won
    assert [seat.score for seat in Seat.objects.filter(pairing=pairing).order_by("side")] == [
        side["locked"] for side in won.payload["sides"]
    ]
    assert Event.objects.count() == 1


@pytest.mark.usefixtures("shared_database")
def test_record_result_same_request_twice_at_once_is_one(pairing: Pairing, desk: User) -> None:
    outcomes = _at_once(
        [
            lambda: record_result(
                Pairing.objects.get(pk=pairing.pk), WON, seen=0, by=desk, key="same"
            )
        ]
        * 4
    )
    assert outcomes == [Result.objects.get(pairing=pairing)] * 4
    assert Event.objects.count() == 1

"""Rulings: what is refused, what follows, what an amendment undoes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Extension
from judging import search
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.long_game import take_step
from judging.escalation import Step
from judging.models import Ruling
from tests.at_once import at_once
from tests.factories import make_entries, make_tournament
from tests.results import make_round
from tournaments.domain.bring_back import bring_back
from tournaments.domain.check_in import undo
from tournaments.domain.disqualify import disqualify
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Event, Pairing, Tournament, User
from tournaments.queries.standings import standings_of


def code(job: Callable[[], object]) -> str:
    try:
        job()
    except Refused as refused:
        assert str(refused.message)
        return refused.code
    return "done"


def facts(pairing: Pairing | None, **more: Any) -> RulingFacts:
    return RulingFacts(
        **{
            "happened": "Rød løftede en brik og lagde et andet kort.",
            "decision": "Brikken flyttes med kortet.",
            "rules": ("B8",),
            "pairing": pairing,
            **more,
        }
    )


def first(tournament: Tournament) -> Entry:
    return Entry.objects.get(tournament=tournament, number=1)


def lock_again(pairing: Pairing, by: User) -> None:
    for version, target in enumerate(
        (Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING, Step.LOCKED_AGAIN)
    ):
        take_step(pairing, target, seen=version, why="x", by=by)


def decide(pairing: Pairing, winner: int = 0, **more: Any) -> RulingFacts:
    return facts(pairing, consequence="result", rules=("H4",), winner=winner, scores=(6, 7), **more)


def test_give_ruling_is_numbered_and_kept(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    one = give_ruling(tournament, facts(pairing, staff_note="Anden gang."), by=judge)
    other = give_ruling(tournament, facts(pairing, rules=("B4", "B4", "C2")), by=judge)
    assert (one.number, other.number, other.rules, one.staff_note) == (
        1,
        2,
        ["B4", "C2"],
        "Anden gang.",
    )
    event = Event.objects.filter(verb="ruling.give").first()
    assert event is not None
    assert (event.subject_id, event.why) == (other.pk, one.happened)
    assert "staff_note" not in event.after


def test_give_ruling_twice_with_one_key_is_one_ruling(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    for _again in range(2):
        give_ruling(tournament, facts(pairing), by=judge, key="k")
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"happened": " "}, "happened-missing"),
        ({"decision": "\0"}, "decision-missing"),
        ({"rules": ()}, "rules-missing"),
        ({"rules": ("Z9",)}, "rule-unknown"),
        ({"consequence": "x"}, "consequence-unknown"),
        ({"consequence": "warning"}, "entry-missing"),
        ({"consequence": "extension"}, "minutes-missing"),
        ({"consequence": "extension", "minutes": 121}, "minutes-missing"),
        ({"pairing": None}, "no-subject"),
        ({"consequence": "result", "winner": 0}, "head-judge-only"),
        ({"consequence": "disqualification"}, "head-judge-only"),
    ],
)
def test_give_ruling_refuses(
    tournament: Tournament,
    pairing: Pairing,
    judge: User,
    changed: dict[str, Any],
    refusal: str,
) -> None:
    ruling = replace(facts(pairing), **changed)
    assert code(lambda: give_ruling(tournament, ruling, by=judge)) == refusal
    assert (Ruling.objects.count(), Event.objects.count()) == (0, 0)


@pytest.mark.parametrize("points", [None, "0", "-1", "0.001", "100", "NaN"])
def test_give_ruling_refuses_points(
    tournament: Tournament, pairing: Pairing, judge: User, points: str | None
) -> None:
    ruling = facts(
        pairing,
        consequence="penalty",
        entry=first(tournament),
        points=Decimal(points) if points else None,
    )
    assert code(lambda: give_ruling(tournament, ruling, by=judge)) == "points-missing"


def test_give_ruling_on_a_table_of_another_tournament(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    other = make_tournament()
    theirs = make_round(other, 1, [make_entries(other, 2)]).pairings.get()
    assert code(lambda: give_ruling(tournament, facts(theirs), by=judge)) == "other-tournament"
    strange = facts(pairing, entry=Entry.objects.get(tournament=other, number=1))
    assert code(lambda: give_ruling(tournament, strange, by=judge)) == "other-tournament"


def test_give_ruling_by_a_judge_who_plays_there(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    judge.email = "anna2@example.org"
    judge.save()
    assert code(lambda: give_ruling(tournament, facts(pairing), by=judge)) == "own-game"
    alone = facts(None, entry=Entry.objects.get(tournament=tournament, number=2))
    assert code(lambda: give_ruling(tournament, alone, by=judge)) == "own-game"
    elsewhere = facts(pairing.round.pairings.get(table__number=2))
    assert code(lambda: give_ruling(tournament, elsewhere, by=judge)) == "done"


def test_give_ruling_with_extra_time_gives_it(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    ruling = give_ruling(tournament, facts(pairing, consequence="extension", minutes=7), by=judge)
    assert (Extension.objects.get().seconds, ruling.extension) == (420, Extension.objects.get())


@pytest.mark.parametrize(
    ("more", "seconds"),
    [({}, []), ({"consequence": "extension", "minutes": 4}, [240])],
)
def test_amended_extra_time_is_the_new_rulings_alone(
    tournament: Tournament,
    pairing: Pairing,
    judge: User,
    more: dict[str, Any],
    seconds: list[int],
) -> None:
    extra = facts(pairing, consequence="extension", minutes=7)
    old = give_ruling(tournament, extra, by=judge)
    give_ruling(tournament, facts(pairing, amends=old, **more), by=judge)
    assert list(Extension.objects.values_list("seconds", flat=True)) == seconds


def test_amended_extra_time_that_was_played_stays_as_it_was(
    tournament: Tournament, pairing: Pairing, judge: User, desk: User
) -> None:
    extra = facts(pairing, consequence="extension", minutes=7)
    old = give_ruling(tournament, extra, by=judge)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    assert code(lambda: give_ruling(tournament, facts(pairing, amends=old), by=judge)) == "done"
    assert Extension.objects.count() == 1


def test_give_ruling_with_penalty_points_moves_the_standings(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    entry = first(tournament)
    penalty = facts(pairing, consequence="penalty", entry=entry, points=Decimal("0.5"))
    give_ruling(tournament, penalty, by=judge)
    second = give_ruling(tournament, replace(penalty, points=Decimal(1)), by=judge)
    assert standings_of(tournament).by_entry[entry.pk].points == Decimal("-1.5")

    give_ruling(tournament, facts(pairing, amends=second), by=judge)
    assert standings_of(tournament).by_entry[entry.pk].points == Decimal("-0.5")


def test_amended_penalty_for_another_pair_leaves_the_first_free(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    one, other = Entry.objects.filter(number__in=[1, 2]).order_by("number")
    penalty = facts(pairing, consequence="penalty", entry=one, points=Decimal(1))
    wrong = give_ruling(tournament, penalty, by=judge)
    give_ruling(tournament, replace(penalty, entry=other, amends=wrong), by=judge)
    assert [entry.adjustment for entry in Entry.objects.order_by("number")[:2]] == [0, -1]


def test_ruling_is_amended_once_and_by_whom_it_concerns(
    tournament: Tournament, pairing: Pairing, judge: User, second: User, head: User
) -> None:
    old = give_ruling(tournament, facts(pairing), by=judge)
    change = facts(pairing, amends=old)
    assert code(lambda: give_ruling(tournament, change, by=second)) == "head-judge-only"
    give_ruling(tournament, change, by=head)
    assert code(lambda: give_ruling(tournament, change, by=judge)) == "amended-already"


def test_disqualification_takes_the_pair_out_and_its_amendment_brings_it_back(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    entry = first(tournament)
    out = facts(pairing, consequence="disqualification", entry=entry)
    ruling = give_ruling(tournament, out, by=head)
    entry.refresh_from_db()
    assert entry.state == "disqualified"
    assert entry.pk in standings_of(tournament).by_entry
    give_ruling(tournament, replace(out, consequence="warning", amends=ruling), by=head)
    entry.refresh_from_db()
    assert entry.state == "present"


def test_disqualification_by_the_desk_stands_whatever_is_ruled_about_the_pair(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    entry = first(tournament)
    disqualify(entry, by=head, struck=False, why="Slog bordet omkuld")
    warning = give_ruling(tournament, facts(pairing, consequence="warning", entry=entry), by=head)
    out = facts(pairing, consequence="disqualification", entry=entry)
    ruling = give_ruling(tournament, out, by=head)
    give_ruling(tournament, facts(pairing, amends=ruling), by=head)
    give_ruling(tournament, facts(pairing, amends=warning), by=head)
    assert first(tournament).state == "disqualified"


def test_amended_disqualification_leaves_one_who_had_withdrawn_withdrawn(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    Entry.objects.filter(number=1).update(state="withdrawn")
    out = facts(pairing, consequence="disqualification", entry=first(tournament))
    ruling = give_ruling(tournament, out, by=head)
    give_ruling(tournament, facts(pairing, amends=ruling), by=head)
    assert first(tournament).state == "withdrawn"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_pair_disqualified_twice_is_back_when_both_rulings_are_amended(
    tournament: Tournament, pairing: Pairing, head: User, order: tuple[int, int]
) -> None:
    out = facts(pairing, consequence="disqualification", entry=first(tournament))
    rulings = [give_ruling(tournament, out, by=head) for _again in range(2)]
    states = []
    for number in order:
        give_ruling(tournament, facts(pairing, amends=rulings[number]), by=head)
        states.append(first(tournament).state)
    assert states == ["disqualified", "present"]


def test_pair_is_not_let_in_while_a_ruling_keeps_it_out(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    entry = first(tournament)
    by_desk = disqualify(entry, by=head, struck=False, why="Slog bordet omkuld")
    out = facts(pairing, consequence="disqualification", entry=entry)
    ruling = give_ruling(tournament, out, by=head)
    assert code(lambda: bring_back(entry, by=head)) == "ruling-stands"
    assert code(lambda: undo(entry, by_desk.event.pk, by=head)) == "ruling-stands"
    assert first(tournament).state == "disqualified"
    give_ruling(tournament, facts(pairing, amends=ruling), by=head)
    assert code(lambda: bring_back(entry, by=head)) == "done"
    assert first(tournament).state == "present"


def test_give_ruling_in_a_finished_tournament_leaves_the_standings(
    tournament: Tournament, pairing: Pairing, head: User
) -> None:
    Tournament.objects.update(state="finished")
    penalty = facts(pairing, consequence="penalty", entry=first(tournament), points=Decimal(1))
    assert code(lambda: give_ruling(tournament, penalty, by=head)) == "tournament-finished"
    assert code(lambda: give_ruling(tournament, facts(pairing), by=head)) == "done"


def test_search_finds_words_from_their_beginning_and_rules_but_no_staff_note(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    one = give_ruling(
        tournament, facts(pairing, rules=("B8", "C2"), staff_note="Hemmeligt"), by=judge
    )
    other = give_ruling(
        tournament, facts(pairing, happened="Bytkort på en låst brik.", rules=("E2",)), by=judge
    )
    assert search.found("løfte") == [one.pk]
    assert search.found("BYTK låst") == [other.pk]
    assert search.found("c2") == [one.pk]
    assert search.found("brik") == [other.pk, one.pk] or search.found("brik") == [one.pk, other.pk]
    assert search.found("hemmeligt") == []
    assert search.found("'\" OR * (") == []
    assert search.found(" -*' ") is None


def test_search_forgets_a_ruling_that_is_deleted(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    given = give_ruling(tournament, facts(pairing), by=judge)
    Ruling.objects.filter(pk=given.pk).delete()
    assert search.found("løfte") == []


@pytest.mark.usefixtures("shared_database")
def test_two_judges_rule_at_once_get_two_numbers(
    tournament: Tournament, pairing: Pairing, judge: User, second: User
) -> None:
    outcomes = at_once(
        lambda: give_ruling(tournament, facts(pairing), by=judge),
        lambda: give_ruling(tournament, facts(pairing), by=second),
    )
    assert outcomes == ["done", "done"]
    assert sorted(Ruling.objects.values_list("number", flat=True)) == [1, 2]

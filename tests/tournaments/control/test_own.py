"""What needs doing about people, seats, tables, results of before, and letters."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.factories import make_entries, make_round, make_tournament
from tournaments.access import Action
from tournaments.control.needs import Asked, Kind, Need
from tournaments.control.own import own_needs
from tournaments.marks import Weight
from tournaments.models import Entry, Mail, RequestedBye, Round, Stage, StageEntry, Tournament
from tournaments.queries.day import day_of


def asked(tournament: Tournament, now: datetime | None = None) -> Asked:
    return Asked(
        tournament=tournament,
        day=day_of(tournament),
        now=now or timezone.now(),
        actions=frozenset(Action),
    )


def needs(tournament: Tournament, now: datetime | None = None) -> list[Need]:
    return own_needs(None, asked(tournament, now))


def told(tournament: Tournament) -> list[tuple[str, int | None, int | None]]:
    return [(one.kind, one.table, one.entry) for one in needs(tournament)]


def seats_taken(tournament: Tournament, how_many: int) -> tuple[list[Entry], Round]:
    """A round with two tables played by the first four of so many who are here."""
    entries = make_entries(tournament, how_many)
    return entries, make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])


def test_quiet_hall_needs_nothing(tournament: Tournament) -> None:
    seats_taken(tournament, 4)
    assert needs(tournament) == []


@pytest.mark.parametrize(("here", "weight"), [(0, Weight.QUIET), (1, Weight.ACTIVE)])
def test_those_who_are_not_checked_in_are_one_need(
    tournament: Tournament, here: int, weight: Weight
) -> None:
    make_entries(tournament, here)
    make_entries(tournament, 5, state=Entry.State.REGISTERED)
    (one,) = needs(tournament)
    assert (one.kind, one.weight, "draw" in one.blocks) == (Kind.CHECK_IN, weight, True)
    assert "…" in one.sentence


def test_one_who_is_late_is_named(tournament: Tournament) -> None:
    make_entries(tournament, 1, state=Entry.State.LATE)
    assert told(tournament) == [(Kind.COMING, None, 1)]


def test_one_who_is_here_and_sits_nowhere_is_told_until_there_is_a_reason(
    tournament: Tournament,
) -> None:
    entries, round_ = seats_taken(tournament, 8)
    bye, later, gone = entries[5:]
    RequestedBye.objects.create(entry=bye, round_number=1)
    Entry.objects.filter(pk=later.pk).update(from_round=2)
    Entry.objects.filter(pk=gone.pk).update(state=Entry.State.WITHDRAWN)
    assert told(tournament) == [(Kind.SEAT, None, 5)]
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    assert told(tournament) == []


def test_nobody_misses_a_seat_in_a_tree_or_in_a_stage_they_did_not_reach(
    tournament: Tournament,
) -> None:
    entries, round_ = seats_taken(tournament, 6)
    stage = round_.stage
    Stage.objects.filter(pk=stage.pk).update(format=Stage.Format.KNOCKOUT)
    assert told(tournament) == []
    Stage.objects.filter(pk=stage.pk).update(format=Stage.Format.SWISS, number=2)
    for seed, entry in enumerate(entries[:5], start=1):
        StageEntry.objects.create(stage=stage, entry=entry, seed=seed, rank=seed)
    assert told(tournament) == [(Kind.SEAT, None, 5)]


def test_game_at_a_table_out_of_service_is_told_until_it_is_over(tournament: Tournament) -> None:
    _entries, round_ = seats_taken(tournament, 4)
    tournament.tables.filter(number__in=(1, 7)).update(in_service=False)
    assert told(tournament) == [(Kind.TABLE, 1, None)]
    round_.pairings.get(table__number=1).seats.update(outcome="draw")
    assert told(tournament) == []


def test_round_closed_without_all_results_is_told_once(tournament: Tournament) -> None:
    _entries, round_ = seats_taken(tournament, 4)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    (one,) = needs(tournament)
    assert (one.kind, one.blocks >= {"draw", "finish"}) == (Kind.RESULT, True)
    assert "2" in one.sentence


def test_letters_that_failed_and_that_wait_too_long_are_told(tournament: Tournament) -> None:
    letters = {
        state: Mail.objects.create(tournament=tournament, kind="confirm", to="a@b.dk", state=state)
        for state in (Mail.State.FAILED, Mail.State.WAITING, Mail.State.SENT)
    }
    waits_since = letters[Mail.State.WAITING].created_at
    for minutes, weights in ((9, [Weight.ACTIVE]), (10, [Weight.ACTIVE, Weight.QUIET])):
        found = needs(tournament, waits_since + timedelta(minutes=minutes))
        assert [(one.kind, one.weight) for one in found] == [
            (Kind.LETTER, weight) for weight in weights
        ]


def test_when_it_is_over_letters_alone_are_told(tournament: Tournament) -> None:
    make_entries(tournament, 2, state=Entry.State.REGISTERED)
    Mail.objects.create(tournament=tournament, kind="confirm", to="a@b.dk", state="failed")
    tournament.state = Tournament.State.FINISHED
    assert told(tournament) == [(Kind.LETTER, None, None)]


def test_another_tournament_is_not_told_of(tournament: Tournament) -> None:
    seats_taken(tournament, 5)
    assert needs(make_tournament()) == []

"""Sealing the log, and what is found when somebody went past the program."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests import factories
from tournaments.domain.register import register
from tournaments.domain.seal_log import PATIENCE, seal_log, seal_logs, verify_log
from tournaments.imports.facts import EntryFacts, Person
from tournaments.log_chain import BEGINNING, Fault
from tournaments.models import Event, Tournament


def write(tournament: Tournament, *names: str) -> None:
    for name in names:
        players = (Person(f"Anna {name}"), Person(f"Bo {name}"))
        register(tournament, EntryFacts(name, players), by=None)


@pytest.fixture
def log(tournament: Tournament) -> list[Event]:
    write(tournament, "A", "B", "C", "D")
    seal_log(tournament)
    return list(Event.objects.filter(tournament=tournament).order_by("id"))


def test_events_are_sealed_in_the_order_they_were_written(log: list[Event]) -> None:
    assert [event.place for event in log] == list(range(1, len(log) + 1))
    assert len({event.digest for event in log}) == len(log)


def test_sealing_goes_on_where_it_stopped(tournament: Tournament, log: list[Event]) -> None:
    assert seal_log(tournament) == 0
    write(tournament, "E")
    fresh = Event.objects.filter(tournament=tournament, place=None).count()
    assert seal_logs() == fresh > 0
    state = verify_log(tournament)
    assert (state.sealed, state.whole) == (len(log) + fresh, True)


def test_logs_of_two_tournaments_are_two_chains(tournament: Tournament, log: list[Event]) -> None:
    other = factories.make_tournament()
    write(other, "A", "B")
    seal_logs()
    assert Event.objects.filter(tournament=other).order_by("id")[0].place == 1
    assert verify_log(other).whole and verify_log(tournament).whole


def test_log_without_events_holds(db: None) -> None:
    empty = factories.make_tournament()
    state = verify_log(empty)
    assert (state.sealed, state.digest, state.whole) == (0, BEGINNING, True)


def test_changed_event_is_named(tournament: Tournament, log: list[Event]) -> None:
    Event.objects.filter(pk=log[1].pk).update(subject="somebody else")
    assert verify_log(tournament).faults == (Fault(2, "changed"),)


def test_deleted_event_is_named(tournament: Tournament, log: list[Event]) -> None:
    Event.objects.filter(pk=log[1].pk).delete()
    assert verify_log(tournament).faults == (Fault(2, "missing"),)


def test_event_the_worker_should_have_sealed_is_named(
    tournament: Tournament, log: list[Event]
) -> None:
    Event.objects.filter(pk=log[-1].pk).update(
        place=None, digest="", at=timezone.now() - PATIENCE - timedelta(seconds=1)
    )
    state = verify_log(tournament)
    assert (state.unsealed, state.whole) == ((log[-1].pk,), False)


def test_command_says_that_all_holds_and_what_to_note(
    tournament: Tournament, log: list[Event], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_log", tournament.slug)
    assert f"{len(log)} events, whole. Last: {len(log)}:{log[-1].digest}" in capsys.readouterr().out


def test_command_finds_a_log_cut_behind_what_was_noted(
    tournament: Tournament, log: list[Event], capsys: pytest.CaptureFixture[str]
) -> None:
    noted = f"{len(log)}:{log[-1].digest[:8]}"
    call_command("verify_log", tournament.slug, seen=noted)
    Event.objects.filter(pk=log[-1].pk).delete()
    with pytest.raises(CommandError, match="does not hold"):
        call_command("verify_log", tournament.slug, seen=noted)
    assert f"event {len(log)}: the log ends before it" in capsys.readouterr().out


def test_command_finds_a_log_written_anew(
    tournament: Tournament, log: list[Event], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="does not hold"):
        call_command("verify_log", tournament.slug, seen=f"{len(log)}:{'0' * 8}")
    assert f"event {len(log)}: another one stands there now" in capsys.readouterr().out


@pytest.mark.parametrize("seen", ["x:12345678", "3:12", "3"])
def test_command_refuses_a_note_it_cannot_read(
    tournament: Tournament, log: list[Event], seen: str
) -> None:
    with pytest.raises(CommandError, match="--seen"):
        call_command("verify_log", tournament.slug, seen=seen)

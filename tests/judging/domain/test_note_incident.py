"""What is noted at a table, and the ruling that rests on it."""

from __future__ import annotations

from judging.domain.give_ruling import give_ruling
from judging.domain.note_incident import note_incident, strike_incident
from tests.judging.domain.test_give_ruling import code, facts, first
from tournaments.models import Entry, Pairing, Tournament, User


def test_note_incident_and_the_ruling_that_rests_on_it(
    tournament: Tournament, pairing: Pairing, judge: User, second: User
) -> None:
    entry = first(tournament)
    incident = note_incident(pairing, entry, "signal", by=judge)
    slip = note_incident(pairing, entry, "touched", by=judge)
    strike_incident(slip, by=second)
    assert code(lambda: strike_incident(slip, by=judge)) == "struck-already"
    warned = facts(pairing, consequence="warning", entry=entry, incidents=(incident,))
    ruling = give_ruling(tournament, warned, by=judge)
    incident.refresh_from_db()
    assert incident.ruling == ruling
    assert code(lambda: strike_incident(incident, by=judge)) == "ruled-on"


def test_note_incident_refuses(pairing: Pairing, judge: User) -> None:
    one, stranger = Entry.objects.filter(number__in=[1, 3]).order_by("number")
    assert code(lambda: note_incident(pairing, one, "x", by=judge)) == "kind-unknown"
    assert code(lambda: note_incident(pairing, stranger, "signal", by=judge)) == "not-seated"

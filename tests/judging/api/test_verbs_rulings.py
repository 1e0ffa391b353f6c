"""Rulings by the API: what they name must be there."""

from __future__ import annotations

from typing import Any

import pytest

from judging.domain.note_incident import note_incident, strike_incident
from judging.models import Incident, Ruling
from tests.tournaments.api.asking import key_of, send
from tests.tournaments.api.verb_cases import running
from tournaments.models import Entry, Pairing, Tournament, User

RULING = {
    "happened": "De ventede på en dommer.",
    "decision": "De får en advarsel.",
    "rules": ["H1"],
    "consequence": "warning",
    "table": 1,
    "entry": 1,
}


def incident_of(tournament: Tournament, organiser: User, number: int) -> Incident:
    """Something that the entry of that number did at its table."""
    entry = Entry.objects.get(tournament=tournament, number=number)
    pairing = Pairing.objects.get(round__tournament=tournament, seats__entry=entry)
    return note_incident(pairing, entry, "slow", note="", by=organiser)


def give(tournament: Tournament, organiser: User, **more: Any) -> tuple[int, dict[str, Any]]:
    path = f"tournaments/{tournament.slug}/rulings/"
    answer = send(path, RULING | more, key=key_of(organiser, "read", "judge"))
    return answer.status_code, answer.json()


def test_ruling_takes_the_incidents_it_names(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    one, _other = (incident_of(tournament, organiser, 1) for _time in range(2))
    status, _said = give(tournament, organiser, incidents=[one.pk])
    assert status == 201
    assert list(Ruling.objects.get().incidents.all()) == [one]


@pytest.mark.parametrize("what", ["nobody", "struck", "elsewhere"])
def test_ruling_on_an_incident_that_is_not_there_is_refused(
    tournament: Tournament, organiser: User, what: str
) -> None:
    running(tournament, organiser)
    one = incident_of(tournament, organiser, 1)
    if what == "struck":
        strike_incident(one, by=organiser)
    elsewhere = incident_of(tournament, organiser, 3)
    named = {"nobody": 10**6, "struck": one.pk, "elsewhere": elsewhere.pk}[what]
    status, said = give(tournament, organiser, incidents=[named])
    assert (status, said["code"], said["errors"][0]["field"]) == (
        422,
        "no-such-incident",
        "incidents",
    )
    assert not Ruling.objects.exists()


def test_ruling_on_a_call_that_is_not_there_is_refused(
    tournament: Tournament, organiser: User
) -> None:
    running(tournament, organiser)
    status, said = give(tournament, organiser, call=10**6)
    assert (status, said["code"], said["errors"][0]["field"]) == (422, "no-such-call", "call")
    assert not Ruling.objects.exists()

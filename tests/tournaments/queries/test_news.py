"""Which event is news to which page."""

from __future__ import annotations

import pytest

from tests.factories import make_entries, make_round
from tournaments.models import Event, Pairing, Tournament
from tournaments.queries.news import newest_event


def happened(tournament: Tournament, verb: str, kind: str, pk: int) -> int:
    return Event.objects.create(
        tournament=tournament, verb=verb, subject_kind=kind, subject_id=pk, subject="x"
    ).pk


def test_before_anything_happened_there_is_no_news(tournament: Tournament) -> None:
    assert newest_event(tournament) == 0


@pytest.mark.parametrize(
    ("verb", "kind", "own", "to_pair", "to_all"),
    [
        ("round.publish", "round", False, True, True),
        ("draft.swap", "round", False, False, False),
        ("tournament.edit", "tournament", False, True, True),
        ("result.enter", "pairing", False, False, True),
        ("result.enter", "pairing", True, True, True),
        ("entry.edit", "entry", False, False, True),
        ("entry.edit", "entry", True, True, True),
        ("check-in.present", "entry", False, False, False),
        ("check-in.present", "entry", True, True, False),
        ("ruling.give", "ruling", False, True, True),
        ("call.place", "call", False, False, False),
    ],
)
def test_news_of_others_is_none_to_a_pair(
    tournament: Tournament, verb: str, kind: str, own: bool, to_pair: bool, to_all: bool
) -> None:
    one, two, three, four = make_entries(tournament, 4)
    round_ = make_round(tournament, [(one, two), (three, four)])
    first, second = round_.pairings.order_by("order")
    subject = {
        "pairing": first.pk if own else second.pk,
        "entry": one.pk if own else three.pk,
    }.get(kind, 77)
    number = happened(tournament, verb, kind, subject)
    mine = Pairing.objects.filter(seats__entry=one)
    assert newest_event(tournament, pairings=mine, entry=one) == (number if to_pair else 0)
    assert newest_event(tournament) == (number if to_all else 0)

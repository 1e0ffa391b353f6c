"""Byes that were asked for: a fact of their own, with points of their own."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, listed, played
from tournaments.domain.draw_round import draw_round, redraw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.domain.recheck import recheck
from tournaments.domain.sit_out import play_after_all, sit_out
from tournaments.domain.stages import StageSetup
from tournaments.formats.model import PairingKind
from tournaments.models import Pairing, RequestedBye, Seat, Tournament
from tournaments.queries.played import played_pairings
from tournaments.queries.standings import standings_of


@pytest.fixture
def swiss(db: None) -> Tournament:
    tournament = played(9, 1)
    tournament.points_scheme |= {"requested_bye": "0.5"}
    tournament.save()
    return tournament


def test_asked_bye_is_no_bye_of_the_draw(swiss: Tournament) -> None:
    asking = entry(swiss, 1)
    points = listed(swiss)[1][1]
    sit_out(asking, 2, by=None, why="a train")
    round_ = draw_round(swiss, by=None)
    assert not Seat.objects.filter(round=round_, entry=asking).exists()
    assert round_.pairings.filter(kind=Pairing.Kind.BYE).count() == 0
    publish_round(round_, by=None)
    seat = Seat.objects.get(round=round_, entry=asking)
    assert (seat.outcome, seat.points) == (Seat.Outcome.REQUESTED_BYE, Decimal("0.5"))
    (fact,) = [one for one in played_pairings(swiss) if one.round == 2 and len(one.seats) == 1]
    assert fact.kind is PairingKind.REQUESTED_BYE
    assert listed(swiss)[1][1] == points + Decimal("0.5")
    assert standings_of(again(swiss)).records[asking.pk][1].requested
    assert recheck(round_).differences == ()


def test_taking_the_publication_back_takes_the_bye_back(swiss: Tournament) -> None:
    sit_out(entry(swiss, 1), 2, by=None)
    round_ = publish_round(draw_round(swiss, by=None), by=None)
    unpublish_round(round_, by=None)
    assert not Seat.objects.filter(round=round_, entry=entry(swiss, 1)).exists()
    redraw_round(round_, by=None)
    publish_round(round_, by=None)
    assert Seat.objects.filter(round=round_, outcome=Seat.Outcome.REQUESTED_BYE).count() == 1


def test_taken_back_before_the_draw_is_drawn(swiss: Tournament) -> None:
    sit_out(entry(swiss, 1), 2, by=None)
    event = play_after_all(entry(swiss, 1), 2, by=None)
    assert (event.before, event.after) == ({"sits_out": [2]}, {"sits_out": []})
    round_ = draw_round(swiss, by=None)
    assert Seat.objects.filter(round=round_, entry=entry(swiss, 1)).exists()


def test_asking_twice_is_a_conflict_and_the_same_request_is_not(swiss: Tournament) -> None:
    first = sit_out(entry(swiss, 1), 3, by=None, key="k")
    assert sit_out(entry(swiss, 1), 3, by=None, key="k") == first
    with pytest.raises(Conflict):
        sit_out(entry(swiss, 1), 3, by=None)
    assert RequestedBye.objects.count() == 1


@pytest.mark.parametrize(("number", "code"), [(1, "round-drawn"), (6, "no-such-round")])
def test_rounds_that_cannot_be_sat_out(swiss: Tournament, number: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        sit_out(entry(swiss, 1), number, by=None)
    assert (refused.value.code, refused.value.field) == (code, "round")


def test_in_a_knockout_nobody_sits_out(db: None) -> None:
    tournament = played(8, 1, StageSetup("knockout"))
    with pytest.raises(Refused) as refused:
        sit_out(entry(tournament, 1), 2, by=None)
    assert refused.value.code == "must-play"


@pytest.mark.parametrize(
    ("setup", "entries"),
    [(StageSetup("round_robin"), 6), (StageSetup("groups", {"groups": 2}), 8)],
)
def test_where_rounds_are_laid_down_the_opponent_has_the_bye(
    db: None, setup: StageSetup, entries: int
) -> None:
    tournament = played(entries, 1, setup)
    with pytest.raises(Refused):
        sit_out(entry(tournament, 1), 1, by=None)
    sit_out(entry(tournament, 1), 2, by=None)
    round_ = play_round(tournament)
    kinds = Seat.objects.filter(round=round_, pairing__kind=Pairing.Kind.BYE)
    assert sorted(kinds.values_list("outcome", flat=True)) == ["bye", "requested-bye"]
    group = kinds.get(outcome="requested-bye").pairing.group
    assert group == kinds.get(outcome="bye").pairing.group
    while again(tournament).rounds.count() < entries // (1 + (setup.format == "groups")) - 1:
        play_round(again(tournament))
    assert sorted(listed(tournament)) == list(range(1, entries + 1))

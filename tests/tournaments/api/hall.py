"""A tournament with something at every address of the API."""

from __future__ import annotations

from games.domain.run_clock import pause_clock, start_clock
from judging.domain.place_call import place_call
from judging.models import Call
from tests.factories import make_user
from tests.tournaments.privacy.people import Town, town
from tournaments.models import Pairing, Role, Tournament, User


def hall(tournament: Tournament) -> tuple[Town, User]:
    """Two rounds, the second with a clock that stands still, an open call, a timetable."""
    there = town(tournament)
    organiser = make_user("olga", role=Role.Kind.ORGANISER, tournament=tournament)
    second = tournament.rounds.get(number=2)
    start_clock(second, by=organiser)
    pause_clock(second, by=organiser)
    place_call(
        Pairing.objects.filter(round=second).order_by("order")[0],
        source=Call.Source.DESK,
        by=organiser,
        reason="rule",
        language="da",
    )
    return there, organiser

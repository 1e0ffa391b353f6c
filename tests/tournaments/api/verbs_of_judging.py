"""The verbs of `judging`, for the test of all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Clock
from judging.domain.answer_call import arrive_at_call, take_call
from judging.domain.forecast import ask_forecast
from judging.domain.long_game import set_position, take_step
from judging.domain.note_incident import note_incident
from judging.domain.place_call import place_call
from judging.models import Call
from tests.judging.domain.test_forecast import NEARLY
from tournaments.models import Pairing, Tournament, User

from .verb_cases import Case, running

WRONG = "wrong-fields"
JUDGE = "judge"


def first_table(tournament: Tournament) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, order=1)


def over_time(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    long_ago = timezone.now() - timedelta(hours=3)
    Clock.objects.filter(round__tournament=tournament).update(started_at=long_ago)


def called(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    place_call(first_table(tournament), by=organiser)


def taken(tournament: Tournament, organiser: User) -> None:
    called(tournament, organiser)
    take_call(Call.objects.get(round__tournament=tournament), by=organiser)


def arrived(tournament: Tournament, organiser: User) -> None:
    taken(tournament, organiser)
    arrive_at_call(Call.objects.get(round__tournament=tournament), by=organiser)


def stepped(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    take_step(first_table(tournament), "over-time", seen=0, by=organiser)


def positioned(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    set_position(first_table(tournament), NEARLY, by=organiser)


def forecasting(tournament: Tournament, organiser: User) -> None:
    positioned(tournament, organiser)
    ask_forecast(first_table(tournament), wake=lambda: None, by=organiser)


def noted(tournament: Tournament, organiser: User) -> None:
    running(tournament, organiser)
    note_incident(first_table(tournament), tournament.entries.get(number=1), "slow", by=organiser)


LONG = "rounds/1/tables/1/long-game/"
RULING: dict[str, Any] = {
    "happened": "De ventede på en dommer.",
    "decision": "De får fem minutter.",
    "rules": ["H1"],
    "consequence": "extension",
    "table": 1,
    "minutes": 5,
}

CASES = [
    Case(
        "calls/",
        running,
        "call-judge",
        "call.place",
        {"table": 2, "state": "waiting", "reason": "rule"},
        {"table": 2, "reason": "rule"},
        201,
    ),
    Case(
        "calls/go/",
        over_time,
        JUDGE,
        "call.place",
        {"table": 2, "state": "taken", "source": "clock"},
        {"table": 2},
        201,
    ),
    Case("calls/{call}/take/", called, JUDGE, "call.take", {"state": "taken"}),
    Case("calls/{call}/arrive/", taken, JUDGE, "call.arrive", {"state": "arrived"}),
    Case("calls/{call}/resolve/", arrived, JUDGE, "call.resolve", {"state": "resolved"}),
    Case(
        "calls/{call}/hand-over/",
        taken,
        JUDGE,
        "call.hand-over",
        {"state": "waiting", "judge": None},
        refused={"to": "nobody"},
        code="no-judge",
    ),
    Case("calls/{call}/send-head/", taken, JUDGE, "call.send-head", {"for_head": True}),
    Case("calls/{call}/withdraw/", called, "call-judge", "call.withdraw", {"state": "withdrawn"}),
    Case(
        f"{LONG}step/",
        running,
        JUDGE,
        "escalation.step",
        {"step": "over-time", "following": "ten-minutes", "version": 1},
        {"target": "over-time", "seen": 0},
    ),
    Case(
        f"{LONG}step-back/",
        stepped,
        "head-judge",
        "escalation.take-back",
        {"step": "running", "version": 2},
        {"seen": 1, "why": "forkert bord"},
    ),
    Case(
        f"{LONG}willingness/",
        stepped,
        JUDGE,
        "escalation.willingness",
        {"step": "over-time"},
        {"side": 0, "grade": "some"},
        refused={"side": 7, "grade": "some"},
        code="no-such-side",
    ),
    Case(f"{LONG}forecast/", positioned, JUDGE, "forecast.ask", {"table": 1}),
    Case(f"{LONG}forecast/cancel/", forecasting, JUDGE, "forecast.cancel", {"state": "cancelled"}),
    Case(
        f"{LONG}position/",
        running,
        JUDGE,
        "escalation.position",
        {"step": "running"},
        {"position": "yellow=goal1,goal2,start,start&red=goal1,start,red3&player=yellow&card=12"},
        refused={"position": "yellow=nowhere"},
        code="position-impossible",
    ),
    Case(
        "incidents/",
        running,
        JUDGE,
        "incident.note",
        {"kind": "slow", "table": 1, "entry": {"number": 1, "name": "Par 1"}},
        {"table": 1, "entry": 1, "kind": "slow"},
        201,
        {"table": 1, "entry": 3, "kind": "slow"},
        "not-seated",
    ),
    Case(
        "incidents/{incident}/strike/",
        noted,
        JUDGE,
        "incident.strike",
        {"kind": "slow"},
    ),
    Case(
        "rulings/",
        running,
        JUDGE,
        "ruling.give",
        {"number": 1, "minutes": 5, "table": 1, "consequence": "extension"},
        RULING,
        201,
        RULING | {"amends": 7},
        "no-such-ruling",
    ),
]

"""The verbs of `games`, for the test of all."""

from __future__ import annotations

from typing import Any

from games.domain.record_result import record_result
from tests.factories import make_entries
from tests.games.domain.test_attach_record import game as played_game
from tests.games.domain.test_attach_record import typed
from tests.tournaments.domain.misfits import (
    KNOCKOUT,
    decided,
    flip,
    game,
    play,
    swap_where_possible,
)
from tournaments.domain.stage_presets import set_stages
from tournaments.models import Pairing, Tournament, User

from .verb_cases import WHY, Case, fresh, nothing, one_result, paused, published, running

WRONG = "wrong-fields"


def corrected_cup(tournament: Tournament, organiser: User) -> None:
    """A knockout that was played to its end; then its first result was corrected."""
    set_stages(tournament, (KNOCKOUT,))
    make_entries(tournament, 8)
    play(fresh(tournament), 3)
    flip(game(tournament, 1))


def put_right(tournament: Tournament) -> dict[str, Any]:
    chosen = decided(tournament, swap_where_possible)
    return {"choices": dict(chosen.choices), "seen": chosen.stamp}


def played_by_record(tournament: Tournament, organiser: User) -> None:
    """The result that the record of the game comes to is there."""
    published(tournament, organiser)
    pairing = Pairing.objects.get(round__tournament=tournament, order=1)
    record_result(pairing, typed(played_game()), seen=0, by=organiser)


CASES = [
    Case(
        "rounds/1/tables/1/record/",
        played_by_record,
        "enter-results",
        "record.attach",
        {"result_version": 1, "remarks": []},
        lambda _tournament: {"record": played_game().record.text},
    ),
    Case(
        "misfits/resolve/",
        corrected_cup,
        "draw",
        "tournament.set-right",
        {},
        put_right,
        refused={"choices": {}},
        code="nothing-chosen",
    ),
    Case(
        "rounds/1/tables/1/record/",
        published,
        "enter-results",
        "result.record",
        {"result_version": 1, "remarks": []},
        lambda _tournament: {"record": played_game().record.text},
        refused={"record": "1. e4 e5"},
        code="record-illegal",
    ),
    Case(
        "rounds/1/game/",
        published,
        "draw",
        "round.game-settings",
        {"settings": {"minutes": 90}, "minutes": 90},
        {"settings": {"minutes": 90}},
        refused={"settings": {"minutes": "long"}},
        code="setting-range",
    ),
    Case(
        "stages/1/game/",
        nothing,
        "draw",
        "stage.game-settings",
        {"settings": {"gift_may_be_passed_on": True}},
        {"settings": {"gift_may_be_passed_on": True}},
        refused={"settings": {"crawford": True}},
        code="setting-unknown",
    ),
    Case(
        "rounds/1/clock/start/",
        published,
        "run-clock",
        "clock.start",
        {"state": "playing"},
        refused={"at": "2001-01-01T10:00:00Z"},
        code="long-ago",
    ),
    Case("rounds/1/clock/pause/", running, "run-clock", "clock.pause", {"state": "paused"}),
    Case("rounds/1/clock/resume/", paused, "run-clock", "clock.resume", {"state": "playing"}),
    Case(
        "rounds/1/clock/length/",
        running,
        "run-clock",
        "clock.length",
        {"seconds": 3000},
        {"seconds": 3000, "seen": 3600},
    ),
    Case("rounds/1/clock/end/", running, "run-clock", "clock.end", {"round": 1}),
    Case(
        "rounds/1/clock/undo-start/", running, "run-clock", "clock.undo-start", {"started_at": None}
    ),
    Case(
        "rounds/1/tables/1/result/",
        published,
        "enter-results",
        "result.record",
        {"table": 1, "state": "done", "result_version": 1, "ended": "played"},
        {"scores": [8, 5], "minutes": 57},
        200,
        {"scores": [8, 8]},
    ),
    Case(
        "rounds/1/tables/1/correct/",
        one_result,
        "enter-results",
        "result.correct",
        {"result_version": 2},
        {"scores": [3, 8], "seen": 1} | WHY,
        200,
        {"scores": [3, 8], "seen": 1},
        WRONG,
    ),
    Case(
        "rounds/1/tables/1/remove/",
        one_result,
        "enter-results",
        "result.remove",
        {"result_version": 2, "ended": None},
        {"seen": 1} | WHY,
    ),
    Case(
        "rounds/1/tables/2/extend/",
        running,
        "extend",
        "table.extend",
        {"extra_seconds": 300},
        {"minutes": 5, "why": "dommeren var her"},
        200,
        {"minutes": 5, "why": ""},
        WRONG,
    ),
]

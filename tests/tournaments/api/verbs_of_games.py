"""The verbs of `games`, for the test of all."""

from __future__ import annotations

from .verb_cases import WHY, Case, one_result, paused, published, running

WRONG = "wrong-fields"

CASES = [
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

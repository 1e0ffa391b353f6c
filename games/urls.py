"""Addresses of `games`: results and the clock at the desk, the clock on the wall."""

from __future__ import annotations

from django.urls import path

from games.views import clock, corrections, courses, no_show, records, results, settings

_TABLE = "desk/<slug:slug>/rounds/<int:n>/tables/<int:number>/"

urlpatterns = [
    path("desk/<slug:slug>/results/", results.results, name="desk-results"),
    path(
        "desk/<slug:slug>/rounds/<int:n>/results/", results.round_results, name="desk-round-results"
    ),
    path(
        "desk/<slug:slug>/rounds/<int:n>/results/changes/",
        results.changes,
        name="desk-result-changes",
    ),
    path(
        "desk/<slug:slug>/rounds/<int:n>/results/quick/",
        results.quick_result,
        name="desk-quick-result",
    ),
    path(_TABLE, results.table_result, name="desk-table-result"),
    path(f"{_TABLE}correct/", corrections.correct, name="desk-table-correct"),
    path(f"{_TABLE}remove/", corrections.remove, name="desk-table-remove"),
    path(f"{_TABLE}undo/<int:version>/", corrections.undo, name="desk-table-undo"),
    path(f"{_TABLE}absent/", no_show.no_show, name="desk-table-absent"),
    path(f"{_TABLE}record/", records.record, name="desk-table-record"),
    path("desk/<slug:slug>/rounds/<int:n>/game/", settings.round_settings, name="desk-round-game"),
    path(
        "desk/<slug:slug>/stages/<int:number>/game/",
        settings.stage_settings,
        name="desk-stage-game",
    ),
    path("desk/<slug:slug>/game/", courses.game_data, name="desk-game-data"),
    path("desk/<slug:slug>/clock/", clock.desk_clock, name="desk-clock"),
    path(
        "desk/<slug:slug>/rounds/<int:n>/clock/<slug:verb>/", clock.run_clock, name="desk-clock-run"
    ),
    path("desk/<slug:slug>/rounds/<int:n>/extend/", clock.extend, name="desk-extend"),
    path("desk/<slug:slug>/extensions/<int:pk>/withdraw/", clock.withdraw, name="desk-withdraw"),
    path("t/<slug:slug>/wall/clock/", clock.wall_clock, name="wall-clock"),
]

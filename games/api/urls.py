"""Addresses of the API of `games`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import clock, statistics, verbs

_T = "tournaments/<slug:slug>/"
_R = f"{_T}rounds/<int:number>/"
_TABLE = f"{_R}tables/<int:table>/"

urlpatterns = [
    path(f"{_T}clock/", clock.CurrentClock.as_view(), name="api-clock"),
    path(f"{_T}rounds/<int:number>/clock/", clock.RoundClock.as_view(), name="api-round-clock"),
    path(f"{_T}rounds/<int:number>/tables/", clock.RoundTables.as_view(), name="api-round-tables"),
    path(f"{_T}claims/", clock.Claims.as_view(), name="api-claims"),
    path(f"{_T}statistics/", statistics.Statistics.as_view(), name="api-statistics"),
    path(f"{_R}clock/start/", verbs.StartClock.as_view(), name="api-clock-start"),
    path(f"{_R}clock/pause/", verbs.PauseClock.as_view(), name="api-clock-pause"),
    path(f"{_R}clock/resume/", verbs.ResumeClock.as_view(), name="api-clock-resume"),
    path(f"{_R}clock/end/", verbs.EndClock.as_view(), name="api-clock-end"),
    path(f"{_TABLE}result/", verbs.EnterResult.as_view(), name="api-table-result"),
    path(f"{_TABLE}correct/", verbs.CorrectResult.as_view(), name="api-table-correct"),
    path(f"{_TABLE}remove/", verbs.RemoveResult.as_view(), name="api-table-remove"),
    path(f"{_TABLE}extend/", verbs.Extend.as_view(), name="api-table-extend"),
]

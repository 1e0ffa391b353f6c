"""Addresses of the API of `games`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import clock, records, settings, statistics, verbs

_T = "tournaments/<slug:slug>/"
_R = f"{_T}rounds/<int:number>/"
_TABLE = f"{_R}tables/<int:table>/"

urlpatterns = [
    path(f"{_T}clock/", clock.CurrentClock.as_view(), name="api-clock"),
    path(f"{_T}rounds/<int:number>/clock/", clock.RoundClock.as_view(), name="api-round-clock"),
    path(f"{_T}rounds/<int:number>/tables/", clock.RoundTables.as_view(), name="api-round-tables"),
    path(f"{_T}claims/", clock.Claims.as_view(), name="api-claims"),
    path(f"{_T}statistics/", statistics.Statistics.as_view(), name="api-statistics"),
    path(f"{_TABLE}follows/", verbs.TableFollows.as_view(), name="api-round-table-follows"),
    path(f"{_TABLE}", verbs.OneTable.as_view(), name="api-round-table"),
    *records.urlpatterns,
    *settings.urlpatterns,
    *verbs.urlpatterns,
]

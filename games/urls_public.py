"""Addresses of the players' pages."""

from __future__ import annotations

from django.urls import path

from games.views import public as views
from games.views import statistics

urlpatterns = [
    path("t/<slug:slug>/", views.tournament_page, name="tournament"),
    path("t/<slug:slug>/entries/<int:number>/", views.entry_page, name="entry"),
    path("t/<slug:slug>/tables/<int:number>/", views.table_page, name="table"),
    path("t/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
]

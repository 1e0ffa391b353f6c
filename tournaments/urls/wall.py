"""Addresses of the wall."""

from __future__ import annotations

from django.urls import path

from tournaments.views import wall as views

urlpatterns = [
    path("t/<slug:slug>/wall/", views.wall, name="wall"),
    path("t/<slug:slug>/wall/choose/", views.wall_choose, name="wall-choose"),
    path("t/<slug:slug>/wall/pairings/", views.wall_pairings, name="wall-pairings"),
    path("t/<slug:slug>/wall/standings/", views.wall_standings, name="wall-standings"),
    path("t/<slug:slug>/wall/bracket/", views.wall_bracket, name="wall-bracket"),
]

"""Addresses of the standings."""

from __future__ import annotations

from django.urls import path

from tournaments.views import standings as views

urlpatterns = [
    path("t/<slug:slug>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:number>/", views.working, name="working"),
    path("desk/<slug:slug>/standings/", views.desk_standings, name="desk-standings"),
]

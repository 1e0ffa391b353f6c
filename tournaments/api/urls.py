"""Addresses of the API of `tournaments`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import front, tournaments

_T = "tournaments/<slug:slug>/"

urlpatterns = [
    path("", front.Root.as_view(), name="api-root"),
    path("openapi.json", front.description, name="api-description"),
    path("docs/", front.docs, name="api-docs"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="api-tournaments"),
    path(_T, tournaments.OneTournament.as_view(), name="api-tournament"),
]

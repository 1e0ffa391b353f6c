"""Addresses of the API of `judging`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import calls, long_games, verbs_rulings

_T = "tournaments/<slug:slug>/"

urlpatterns = [
    path(
        f"{_T}rounds/<int:number>/tables/<int:table>/long-game/",
        long_games.OneLongGame.as_view(),
        name="api-long-game",
    ),
    *calls.urlpatterns,
    *long_games.urlpatterns,
    *verbs_rulings.urlpatterns,
]

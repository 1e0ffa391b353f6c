"""Addresses of what players do with their own phone."""

from __future__ import annotations

from django.urls import path

from games.views import entry_code, player_access

urlpatterns = [
    path("p/", player_access.type_code, name="player-code"),
    path("p/<str:code>/", player_access.open_code, name="player-code-of"),
    path(
        "t/<slug:slug>/entries/<int:number>/leave/", player_access.leave_entry, name="entry-leave"
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/code/", entry_code.entry_code, name="desk-entry-code"
    ),
]

"""Addresses of what players do with their own phone."""

from __future__ import annotations

from django.urls import path

from games.views import entry_code, play, player_access

_OURS = "t/<slug:slug>/entries/<int:number>/"

urlpatterns = [
    path("p/", player_access.type_code, name="player-code"),
    path("p/<str:code>/", player_access.open_code, name="player-code-of"),
    path(f"{_OURS}leave/", player_access.leave_entry, name="entry-leave"),
    path(f"{_OURS}here/", play.here, name="play-here"),
    path(f"{_OURS}result/", play.result, name="play-result"),
    path(f"{_OURS}result/check/", play.check, name="play-check"),
    path(f"{_OURS}result/confirm/", play.confirm, name="play-confirm"),
    path(f"{_OURS}result/sign/", play.sign, name="play-sign"),
    path(f"{_OURS}result/withdraw/", play.withdraw, name="play-withdraw"),
    path(
        "desk/<slug:slug>/entries/<int:number>/code/", entry_code.entry_code, name="desk-entry-code"
    ),
]

"""Addresses of rounds: the draw, the draft, publishing, closing, finishing."""

from __future__ import annotations

from django.urls import path

from tournaments.views import draft, misfits, rounds, swap_places

urlpatterns = [
    path("desk/<slug:slug>/rounds/", rounds.rounds, name="desk-rounds"),
    path("desk/<slug:slug>/rounds/draw/", rounds.draw, name="desk-draw"),
    path("desk/<slug:slug>/rounds/finish/", rounds.finish, name="desk-finish"),
    path("desk/<slug:slug>/rounds/finish/undo/", rounds.unfinish, name="desk-unfinish"),
    path("desk/<slug:slug>/rounds/<int:number>/", rounds.round_page, name="desk-round"),
    path("desk/<slug:slug>/rounds/<int:number>/edit/", draft.edit, name="desk-draft-edit"),
    path("desk/<slug:slug>/rounds/<int:number>/undo/", draft.undo, name="desk-draft-undo"),
    path("desk/<slug:slug>/rounds/<int:number>/redraw/", draft.redraw, name="desk-redraw"),
    path("desk/<slug:slug>/rounds/<int:number>/discard/", draft.discard, name="desk-discard"),
    path("desk/<slug:slug>/rounds/<int:number>/publish/", draft.publish, name="desk-publish"),
    path(
        "desk/<slug:slug>/rounds/<int:number>/unpublish/", rounds.unpublish, name="desk-unpublish"
    ),
    path("desk/<slug:slug>/rounds/<int:number>/close/", rounds.close, name="desk-close"),
    path("desk/<slug:slug>/rounds/<int:number>/reopen/", rounds.reopen, name="desk-reopen"),
    path("desk/<slug:slug>/rounds/<int:number>/swap/", swap_places.swap, name="desk-swap"),
    path("desk/<slug:slug>/rounds/<int:number>/move/<int:order>/", rounds.move, name="desk-move"),
    path("desk/<slug:slug>/misfits/", misfits.misfits, name="desk-misfits"),
    path("desk/<slug:slug>/misfits/undo/<int:event>/", misfits.undo, name="desk-misfits-undo"),
]

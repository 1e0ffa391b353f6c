"""Addresses of stages: how a tournament is played, and who goes on."""

from __future__ import annotations

from django.urls import path

from tournaments.views import stages

urlpatterns = [
    path("desk/<slug:slug>/settings/stages/", stages.stages, name="desk-stages"),
    path("desk/<slug:slug>/settings/stages/new/", stages.new, name="desk-stage-new"),
    path("desk/<slug:slug>/settings/stages/outlook/", stages.outlook, name="desk-stage-outlook"),
    path("desk/<slug:slug>/settings/stages/plan/", stages.preset, name="desk-stage-preset"),
    path("desk/<slug:slug>/settings/stages/<int:number>/", stages.stage, name="desk-stage"),
    path(
        "desk/<slug:slug>/settings/stages/<int:number>/move/", stages.move, name="desk-stage-move"
    ),
    path(
        "desk/<slug:slug>/settings/stages/<int:number>/remove/",
        stages.remove,
        name="desk-stage-remove",
    ),
    path("desk/<slug:slug>/rounds/begin/", stages.begin, name="desk-begin-stage"),
    path("desk/<slug:slug>/rounds/begin/undo/", stages.unbegin, name="desk-unbegin"),
]

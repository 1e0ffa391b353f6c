"""Addresses of what everybody sees of a tournament."""

from __future__ import annotations

from django.urls import path

from tournaments.views import public as views

urlpatterns = [
    path("", views.home, name="home"),
    path("t/<slug:slug>/rounds/", views.pairings, name="pairings"),
    path("t/<slug:slug>/rounds/<int:number>/", views.round_page, name="round"),
]

"""Addresses of the API of `judging`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import rulings

_T = "tournaments/<slug:slug>/"

urlpatterns = [
    path(f"{_T}rulings/", rulings.Rulings.as_view(), name="api-rulings"),
    path(f"{_T}calls/", rulings.Calls.as_view(), name="api-calls"),
]

"""Addresses of those who qualified elsewhere."""

from __future__ import annotations

from django.urls import path

from tournaments.views import qualifiers as views

urlpatterns = [
    path("desk/<slug:slug>/qualifiers/", views.qualifiers, name="desk-qualifiers"),
    path("desk/<slug:slug>/qualifiers/bring/", views.bring, name="desk-qualifiers-bring"),
]

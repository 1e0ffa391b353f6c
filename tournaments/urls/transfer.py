"""Addresses of the file a tournament is taken along in."""

from __future__ import annotations

from django.urls import path

from tournaments.views import transfer as views

urlpatterns = [
    path("desk/import/", views.bring_in, name="desk-bring-in"),
    path("desk/<slug:slug>/file/", views.export, name="desk-file"),
    path("desk/<slug:slug>/next-year/", views.next_year, name="desk-next-year"),
]

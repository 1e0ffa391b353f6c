"""Addresses of tournaments that are made of what there is: of a file, of this year's."""

from __future__ import annotations

from django.urls import path

from tournaments.views import transfer as views

urlpatterns = [
    path("desk/import/", views.bring_in, name="desk-bring-in"),
    path("desk/<slug:slug>/next-year/", views.next_year, name="desk-next-year"),
]

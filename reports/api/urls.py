"""Addresses of the API of `reports`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import timetable

urlpatterns = [
    path("tournaments/<slug:slug>/timetable/", timetable.Timetable.as_view(), name="api-timetable"),
]

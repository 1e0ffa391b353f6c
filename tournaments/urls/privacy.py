"""Addresses of what is kept about people."""

from __future__ import annotations

from django.urls import path

from tournaments.views import privacy as views

urlpatterns = [
    path("desk/<slug:slug>/privacy/", views.privacy, name="desk-privacy"),
    path("desk/<slug:slug>/privacy/erase/", views.erase_now, name="desk-privacy-erase"),
    path("desk/<slug:slug>/privacy/days/", views.days, name="desk-privacy-days"),
    path("desk/<slug:slug>/privacy/<slug:ref>/", views.person, name="desk-person"),
    path("desk/<slug:slug>/privacy/<slug:ref>/data.json", views.data, name="desk-person-data"),
    path(
        "desk/<slug:slug>/privacy/<slug:ref>/initials/",
        views.initials,
        name="desk-person-initials",
    ),
    path("desk/<slug:slug>/privacy/<slug:ref>/erase/", views.erase, name="desk-person-erase"),
]

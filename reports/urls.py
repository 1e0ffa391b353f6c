"""Addresses of `reports`: what is printed, at the desk."""

from __future__ import annotations

from django.urls import URLPattern, path

from reports.views import papers

urlpatterns: list[URLPattern] = [
    path("desk/<slug:slug>/papers/", papers.papers, name="desk-papers"),
    path("desk/<slug:slug>/papers/list/", papers.papers_list, name="desk-papers-list"),
    path("desk/<slug:slug>/papers/<uuid:job_id>/", papers.paper, name="desk-paper"),
]

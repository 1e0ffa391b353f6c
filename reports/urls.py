"""Addresses of `reports`: what is printed, at the desk; the rules, for everybody."""

from __future__ import annotations

from django.urls import URLPattern, path

from reports.views import papers, rules

urlpatterns: list[URLPattern] = [
    path("desk/<slug:slug>/papers/", papers.papers, name="desk-papers"),
    path("desk/<slug:slug>/papers/list/", papers.papers_list, name="desk-papers-list"),
    path("desk/<slug:slug>/papers/make/<slug:name>/", papers.document, name="desk-document"),
    path(
        "desk/<slug:slug>/papers/make/<slug:name>/list/",
        papers.papers_list,
        name="desk-document-list",
    ),
    path("desk/<slug:slug>/papers/<uuid:job_id>/", papers.paper, name="desk-paper"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<str:game>/", rules.rule_guide, name="rule-guide"),
    path("rules/<str:game>/<str:ruleset>/", rules.rule_guide, name="rule-guide-of"),
    path("t/<slug:slug>/rules/", rules.tournament_rules, name="tournament-rules"),
]

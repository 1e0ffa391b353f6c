"""Addresses of `reports`: what is printed, at the desk; files; the rules, for everybody."""

from __future__ import annotations

from django.urls import URLPattern, path

from reports.views import files, papers, rules, tournament_file

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
    path("desk/<slug:slug>/papers/<uuid:job_id>/stop/", papers.cancel, name="desk-paper-cancel"),
    path("desk/<slug:slug>/files/", files.files, name="desk-files"),
    path("desk/<slug:slug>/files/timetable/", files.set_timetable, name="desk-timetable"),
    path("desk/<slug:slug>/files/<slug:name>/<slug:kind>/", files.export, name="desk-export"),
    path("desk/<slug:slug>/file/", tournament_file.tournament_file, name="desk-file"),
    path("desk/<slug:slug>/file/list/", tournament_file.made, name="desk-file-list"),
    path("desk/<slug:slug>/file/<uuid:job_id>/", tournament_file.fetch, name="desk-file-fetch"),
    path("desk/<slug:slug>/file/<uuid:job_id>/stop/", tournament_file.stop, name="desk-file-stop"),
    path("desk/<slug:slug>/entries/export.csv", files.entries_export, name="desk-entries-export"),
    path("t/<slug:slug>/calendar.ics", files.calendar, name="calendar"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<str:game>/", rules.rule_guide, name="rule-guide"),
    path("rules/<str:game>/<str:ruleset>/", rules.rule_guide, name="rule-guide-of"),
    path("t/<slug:slug>/rules/", rules.tournament_rules, name="tournament-rules"),
]

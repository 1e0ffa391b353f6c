"""Addresses of entries: the list, the import, the check-in."""

from __future__ import annotations

from django.urls import path

from tournaments.views import (
    check_in,
    entries,
    entries_apart,
    entries_leave,
    entries_people,
    entries_rounds,
    import_entries,
)

urlpatterns = [
    path("desk/<slug:slug>/entries/", entries.entries, name="desk-entries"),
    path("desk/<slug:slug>/entries/new/", entries.new, name="desk-entry-new"),
    path("desk/<slug:slug>/entries/<int:number>/", entries.entry, name="desk-entry"),
    path(
        "desk/<slug:slug>/entries/<int:number>/withdraw/",
        entries_leave.withdraw,
        name="desk-entry-withdraw",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/disqualify/",
        entries_leave.disqualify,
        name="desk-entry-disqualify",
    ),
    path("desk/<slug:slug>/entries/<int:number>/back/", entries_leave.back, name="desk-entry-back"),
    path(
        "desk/<slug:slug>/entries/<int:number>/first-round/",
        entries_rounds.first_round,
        name="desk-entry-first-round",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/sit-out/",
        entries_rounds.sit_out,
        name="desk-entry-sit-out",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/sit-out/<int:round_number>/undo/",
        entries_rounds.plays,
        name="desk-entry-plays",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/apart/",
        entries_apart.apart,
        name="desk-entry-apart",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/apart/<int:pk>/undo/",
        entries_apart.meet,
        name="desk-entry-meet",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/substitute/",
        entries_people.substitute,
        name="desk-entry-substitute",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/substitute/undo/<int:event>/",
        entries_people.substitute_undo,
        name="desk-entry-substitute-undo",
    ),
    path(
        "desk/<slug:slug>/entries/<int:number>/merge/",
        entries_people.merge,
        name="desk-entry-merge",
    ),
    path(
        "desk/<slug:slug>/entries/merge/undo/<int:event>/",
        entries_people.merge_undo,
        name="desk-entry-merge-undo",
    ),
    path("desk/<slug:slug>/entries/import/", import_entries.upload, name="desk-import"),
    path(
        "desk/<slug:slug>/entries/import/<uuid:upload_id>/",
        import_entries.preview,
        name="desk-import-preview",
    ),
    path(
        "desk/<slug:slug>/entries/import/<uuid:upload_id>/columns/",
        import_entries.columns,
        name="desk-import-columns",
    ),
    path(
        "desk/<slug:slug>/entries/import/<uuid:upload_id>/faulty.csv",
        import_entries.faults,
        name="desk-import-faults",
    ),
    path(
        "desk/<slug:slug>/entries/import/<uuid:upload_id>/cancel/",
        import_entries.cancel,
        name="desk-import-cancel",
    ),
    path("desk/<slug:slug>/check-in/", check_in.check_in, name="desk-check-in"),
    path(
        "desk/<slug:slug>/check-in/<int:number>/",
        check_in.one,
        name="desk-check-in-one",
    ),
    path(
        "desk/<slug:slug>/check-in/<int:number>/undo/<int:pk>/",
        check_in.undo_state,
        name="desk-check-in-undo",
    ),
    path(
        "desk/<slug:slug>/check-in/changes/<int:since>/",
        check_in.changes,
        name="desk-check-in-changes",
    ),
    path("desk/<slug:slug>/check-in/rest/", check_in.rest, name="desk-check-in-rest"),
    path(
        "desk/<slug:slug>/check-in/rest/undo/<int:pk>/",
        check_in.undo_rest,
        name="desk-check-in-rest-undo",
    ),
]

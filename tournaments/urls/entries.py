"""Addresses of entries: the list, the import, the check-in."""

from __future__ import annotations

from django.urls import path

from tournaments.views import check_in, entries, import_entries

urlpatterns = [
    path("desk/<slug:slug>/entries/", entries.entries, name="desk-entries"),
    path("desk/<slug:slug>/entries/new/", entries.new, name="desk-entry-new"),
    path("desk/<slug:slug>/entries/export.csv", entries.export, name="desk-entries-export"),
    path("desk/<slug:slug>/entries/<int:number>/", entries.entry, name="desk-entry"),
    path(
        "desk/<slug:slug>/entries/<int:number>/withdraw/",
        entries.withdraw,
        name="desk-entry-withdraw",
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

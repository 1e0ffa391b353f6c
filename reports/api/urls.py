"""Addresses of the API of `reports`, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from . import documents, exports, timetable

_T = "tournaments/<slug:slug>/"
_DOCUMENT = f"{_T}documents/<uuid:job_id>/"

urlpatterns = [
    path(_DOCUMENT, documents.OneDocument.as_view(), name="api-document"),
    path(f"{_DOCUMENT}file/", documents.DocumentFile.as_view(), name="api-document-file"),
    path(f"{_T}exports/", exports.Exports.as_view(), name="api-exports"),
    path(f"{_T}exports/<slug:name>/", exports.OneExport.as_view(), name="api-export"),
    *documents.urlpatterns,
    *timetable.urlpatterns,
]

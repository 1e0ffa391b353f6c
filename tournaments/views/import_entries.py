"""Import a list: upload, match the columns, preview, confirm. Nothing is written before that.

How the file is read (sheet, headings, columns, encoding) stands in the address of the preview,
so the browser's back button works, and the confirmation reads the file in the very same way.
"""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from defusedcsv import csv
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import uploads
from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.domain.import_entries import import_entries, plan_import
from tournaments.import_words import (
    field_label,
    problem_words,
    unreadable_words,
)
from tournaments.imports.columns import NOTHING, Column, Field, fields, required
from tournaments.imports.headings import best_sheet, find_headings, propose
from tournaments.imports.plan import Faulty
from tournaments.imports.reading import (
    DELIMITERS,
    ENCODINGS,
    MAX_BYTES,
    MAX_ROWS,
    Sheet,
    Unreadable,
    Upload,
    read_upload,
)
from tournaments.imports.rows import Table, clean, read_table
from tournaments.models import Event, Tournament
from tournaments.queries.stages import players_in_entry
from tournaments.typed_number import whole

from .import_preview import plan_rows, rows_in


@dataclass(frozen=True)
class Reading:
    """An upload read as the address says."""

    kept: uploads.Kept
    upload: Upload
    sheet: Sheet
    sheet_index: int
    heading: int
    columns: tuple[Column, ...]
    players: int

    @property
    def complete(self) -> bool:
        """Whether there is a column for everything an entry must have."""
        there = {column.field for column in self.columns}
        return there.issuperset(required(self.players))

    @property
    def query(self) -> str:
        """The address' part that reads the file in this way again."""
        return urlencode(
            {
                "encoding": self.upload.encoding,
                "delimiter": self.upload.delimiter,
                "sheet": self.sheet_index,
                "heading": self.heading,
                **{f"c{column.index}": column.field.code for column in self.columns},
            }
        )

    def table(self) -> Table:
        return read_table(self.sheet, self.heading, self.columns, self.players)


def _read(tournament: Tournament, kept: uploads.Kept, query: QueryDict) -> Reading:
    """The upload read as `query` says; what it does not say, as the program proposes.

    Raises `Unreadable`.
    """
    players = players_in_entry(tournament)
    encoding, delimiter = query.get("encoding", ""), query.get("delimiter", "")
    upload = read_upload(
        kept.data,
        encoding=encoding if encoding in ENCODINGS else "",
        delimiter=delimiter if delimiter in DELIMITERS else "",
    )
    index = whole(query.get("sheet", ""))
    if index is None or index >= len(upload.sheets):
        index = best_sheet(upload.sheets)
    sheet = upload.sheets[index]
    heading = whole(query.get("heading", ""))
    if heading is None or heading > sheet.rows[-1].number:
        heading = find_headings(sheet)
    columns = tuple(
        replace(column, field=Field.of(query.get(f"c{column.index}", ""), players), recognised=True)
        if f"c{column.index}" in query
        else column
        for column in propose(sheet, heading, players)
    )
    return Reading(kept, upload, sheet, index, heading, columns, players)


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    messages.warning(
        request, _("This upload is not here any more. Choose the file again to import it.")
    )
    return redirect("desk-import", slug=tournament.slug)


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Choose the file."""
    error = ""
    if request.method == "POST":
        file = request.FILES.get("file")
        if file is None:
            error = _("Choose a file first.")
        else:
            # One byte more than allowed tells a file that is too large without reading it all.
            data = file.read(MAX_BYTES + 1)
            name = clean(file.name or "")[-120:]
            try:
                reading = _read(tournament, uploads.Kept(uuid.uuid4(), name, data), QueryDict())
            except Unreadable as unreadable:
                error = unreadable_words(unreadable)
            else:
                upload_id = uploads.keep(tournament, name, data)
                step = "desk-import-preview" if reading.complete else "desk-import-columns"
                return redirect(step, slug=tournament.slug, upload_id=upload_id)
    players = players_in_entry(tournament)
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/import_upload.html",
        {
            "error": error,
            "megabytes": MAX_BYTES // 1024 // 1024,
            "max_rows": MAX_ROWS,
            "headings": [field_label(field, players) for field in fields(players)],
        },
        status=422 if error else 200,
    )


@staff(Action.EDIT_ENTRIES)
@require_safe
def columns(request: HttpRequest, tournament: Tournament, upload_id: uuid.UUID) -> HttpResponseBase:
    """Say what each column means, which row has the headings, and how the letters are written."""
    kept = uploads.fetch(tournament, upload_id)
    if kept is None:
        return _gone(request, tournament)
    try:
        reading = _read(tournament, kept, request.GET)
    except Unreadable as unreadable:
        messages.error(request, unreadable_words(unreadable))
        return redirect("desk-import-columns", slug=tournament.slug, upload_id=upload_id)
    there = {column.field for column in reading.columns}
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/import_columns.html",
        {
            "reading": reading,
            "encodings": ENCODINGS,
            "delimiters": _delimiters(),
            "heading_rows": [
                (row.number, " · ".join(cell.strip() for cell in row.cells if cell.strip())[:80])
                for row in reading.sheet.rows
                if not row.empty
            ][:12],
            "fields": [
                (field.code, field_label(field, reading.players))
                for field in (*fields(reading.players), NOTHING)
            ],
            "missing": [
                field_label(field, reading.players)
                for field in required(reading.players)
                if field not in there
            ],
        },
    )


def _delimiters() -> list[tuple[str, str]]:
    words = {";": _("semicolon"), ",": _("comma"), "\t": _("tab")}
    return [(delimiter, words[delimiter]) for delimiter in DELIMITERS]


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, tournament: Tournament, upload_id: uuid.UUID) -> HttpResponseBase:
    """What would be created and changed and what is faulty; and, on POST, the import itself."""
    kept = uploads.fetch(tournament, upload_id)
    if kept is None:
        key = key_of(request)
        if key and Event.objects.filter(tournament=tournament, key=key).exists():
            # The same press twice: the first one has done it.
            return redirect("desk-entries", slug=tournament.slug)
        return _gone(request, tournament)
    try:
        reading = _read(tournament, kept, request.GET)
    except Unreadable as unreadable:
        messages.error(request, unreadable_words(unreadable))
        return redirect("desk-import", slug=tournament.slug)
    if not reading.complete:
        address = reverse("desk-import-columns", args=[tournament.slug, upload_id])
        return redirect(f"{address}?{reading.query}")
    table = reading.table()
    error = ""
    if request.method == "POST":
        try:
            return _import(request, tournament, reading, table)
        except Refused as refused:
            error = str(refused.message)
    plan = plan_import(tournament, table)
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/entries/import_preview.html",
        {
            "reading": reading,
            "table": table,
            "plan": plan,
            "error": error,
            "delimiter": dict(_delimiters()).get(reading.upload.delimiter, ""),
            "other_sheets": [
                sheet.name for sheet in reading.upload.sheets if sheet is not reading.sheet
            ],
            **plan_rows(plan, reading.players, request.POST if error else None),
        },
        status=409 if error else 200,
    )


def _import(
    request: HttpRequest, tournament: Tournament, reading: Reading, table: Table
) -> HttpResponseBase:
    repairs = rows_in(request.POST.getlist("repair"))
    shown_changes = rows_in(request.POST.getlist("shown-change"))
    wanted = rows_in(request.POST.getlist("change"))
    done = import_entries(
        tournament,
        table,
        by=user_of(request),
        seen=request.POST.get("seen", ""),
        repairs=repairs,
        unwanted=shown_changes - wanted,
        despite_faults=bool(request.POST.get("despite_faults")),
        filename=reading.kept.filename,
        key=key_of(request),
    )
    uploads.drop(tournament, reading.kept.id)
    parts = [
        ngettext("%(count)s pair is new", "%(count)s pairs are new", done.created)
        % {"count": done.created}
    ]
    if done.changed:
        parts.append(
            ngettext("%(count)s is changed", "%(count)s are changed", done.changed)
            % {"count": done.changed}
        )
    if done.left_out:
        parts.append(
            ngettext("%(count)s row was left out", "%(count)s rows were left out", done.left_out)
            % {"count": done.left_out}
        )
    messages.success(request, f"{', '.join(parts)}.")
    return redirect("desk-entries", slug=tournament.slug)


@staff(Action.EDIT_ENTRIES)
@require_safe
def faults(request: HttpRequest, tournament: Tournament, upload_id: uuid.UUID) -> HttpResponseBase:
    """The faulty rows as they came, each with its row number and what is wrong: to be repaired
    and uploaded again."""
    kept = uploads.fetch(tournament, upload_id)
    if kept is None:
        return _gone(request, tournament)
    try:
        reading = _read(tournament, kept, request.GET)
    except Unreadable as unreadable:
        messages.error(request, unreadable_words(unreadable))
        return redirect("desk-import", slug=tournament.slug)
    plan = plan_import(tournament, reading.table())
    response = HttpResponse(
        "\ufeff" + _faults_csv(reading, plan.faulty), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="faulty-{tournament.slug}.csv"'
    response["Cache-Control"] = "no-store"
    return response


def _faults_csv(reading: Reading, faulty: Iterable[Faulty]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    heads = {column.index: column.heading for column in reading.columns}
    width = max(heads, default=-1) + 1
    writer.writerow([*(heads.get(i, "") for i in range(width)), _("Row"), _("What is wrong")])
    for row in faulty:
        cells = [*row.cells, *[""] * (width - len(row.cells))]
        why = " ".join(problem_words(fault, reading.players) for fault in row.faults)
        writer.writerow([*cells[:width], str(row.row), why])
    return out.getvalue()


@staff(Action.EDIT_ENTRIES)
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, upload_id: uuid.UUID) -> HttpResponseBase:
    """Throw the upload away."""
    uploads.drop(tournament, upload_id)
    messages.success(request, _("Nothing was imported."))
    return redirect("desk-entries", slug=tournament.slug)

"""Every table of the desk's page of files, as values: a line of heads, and rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.http import Http404
from rest_framework import serializers

from reports.exports import EXPORTS, Reader
from reports.exports.model import Column, Kind
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.shapes import choice


class ExportShape(serializers.Serializer):
    """A table there is."""

    name = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()


@described(
    "exports_list",
    "exports",
    "The tables that can be taken away, as far as the role reaches.",
    page_of(ExportShape),
)
class Exports(Read):
    access = Action.LOOK
    query = PageQuery

    def read(self) -> dict[str, Any]:
        rows = [
            {"name": one.name, "title": str(one.title), "about": str(one.about)}
            for one in EXPORTS.values()
            if one.needs in self.actions
        ]
        return paged(self.request, self.asked, rows, list)


class ColumnShape(serializers.Serializer):
    """A column."""

    head = serializers.CharField(allow_blank=True)
    kind = choice([kind.value for kind in Kind])


class TablePage(page_of(ExportShape)):  # type: ignore[misc]
    """A page of the rows of a table."""

    columns = ColumnShape(many=True)
    results = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField(allow_null=True)),
        help_text="A value for each column: text, number, date, time, true or false, or nothing.",
    )


@described("export", "exports", "A table, row by row.", TablePage)
class OneExport(Read):
    access = Action.LOOK
    query = PageQuery

    def read(self, name: str) -> dict[str, Any]:
        found = EXPORTS.get(name)
        if found is None:
            raise Http404(name)
        self.require(found.needs)
        table = found.read(Reader(self.tournament, self.actions))
        return {
            "columns": list(map(_column, table.columns)),
            **paged(self.request, self.asked, table.rows, _rows),
        }


def _column(column: Column) -> dict[str, str]:
    return {"head": str(column.head), "kind": column.kind.value}


def _rows(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(map(_value, row)) for row in rows]


def _value(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str | dt.date):
        return value
    return float(value) if isinstance(value, Decimal) else str(value)

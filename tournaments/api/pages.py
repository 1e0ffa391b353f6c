"""Lists in pages: bounded, in an order that is fixed and total, with links to the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from .problems import Problem

MOST: Final = 200
DEFAULT: Final = 100


class PageQuery(serializers.Serializer):
    """Which page of a list. Filters are its further fields."""

    page = serializers.IntegerField(
        min_value=1, max_value=1_000_000, default=1, help_text="Which page, 1 the first."
    )
    page_size = serializers.IntegerField(
        min_value=1, max_value=MOST, default=DEFAULT, help_text="How many in a page."
    )


@cache
def page_of(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """A page of rows of that kind."""
    fields = {
        "count": serializers.IntegerField(help_text="How many there are in all pages."),
        "next": serializers.URLField(allow_null=True, help_text="The next page, if there is one."),
        "previous": serializers.URLField(allow_null=True, help_text="The page before."),
        "results": row(many=True),
        "__doc__": f"A page of {row.__name__}.",
    }
    return type(f"{row.__name__}Page", (serializers.Serializer,), fields)


def paged(
    request: Request,
    asked: dict[str, Any],
    rows: QuerySet[Any] | Sequence[Any],
    shape: Callable[[Sequence[Any]], list[Any]],
) -> dict[str, Any]:
    """The page that was asked for: `shape` makes of its rows what is shown. Raises `Problem`."""
    number, size = asked["page"], asked["page_size"]
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    last = max(1, -(-count // size))
    if number > last:
        raise Problem(
            404,
            "no-such-page",
            _("There are only %(pages)s pages. Follow “next” from the first.") % {"pages": last},
            field="page",
        )
    url = request.build_absolute_uri()

    def link(page: int) -> str | None:
        return replace_query_param(url, "page", page) if 1 <= page <= last else None

    return {
        "count": count,
        "next": link(number + 1),
        "previous": link(number - 1),
        "results": shape(list(rows[(number - 1) * size : number * size])),
    }

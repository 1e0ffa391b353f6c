"""Addresses that fail with what was sent to them, each as real code fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.db import IntegrityError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path

from tournaments.domain.errors import Refused
from tournaments.models import Tournament

View = Callable[[HttpRequest], HttpResponse]


def _raises(make: Callable[[dict[str, str]], Any]) -> View:
    def view(request: HttpRequest) -> HttpResponse:
        made = make(request.POST.dict())
        if isinstance(made, BaseException):
            raise made
        return HttpResponse(str(made))

    return view


def _twice(sent: dict[str, str]) -> None:
    """The database itself names the row."""
    for _ in range(2):
        Tournament.objects.create(slug=sent["name"], name=sent["name"], date="2027-03-13")


def _caused(sent: dict[str, str]) -> None:
    try:
        int(sent["phone"] + "x")
    except ValueError as error:
        raise RuntimeError(f"cannot take {sent['name']}") from error


def _unwound(sent: dict[str, str]) -> None:
    try:
        json.loads(sent["name"])
    finally:
        _sql(sent)


def _sql(sent: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO nowhere VALUES (%s)", [sent["email"]])


def _group(sent: dict[str, str]) -> BaseException:
    return ExceptionGroup(sent["name"], [ValueError(sent["email"]), KeyError(sent["code"])])


FAILURES: dict[str, Callable[[dict[str, str]], Any]] = {
    "value": lambda sent: ValueError(sent["name"]),
    "key": lambda sent: {}[sent["email"]],  # type: ignore[misc]
    "number": lambda sent: int(sent["phone"] + "x"),
    "twice": _twice,
    "caused": _caused,
    "unwound": _unwound,
    "sql": _sql,
    "group": _group,
    "integrity": lambda sent: IntegrityError(f"Key (name)=({sent['name']}) already exists."),
    "validation": lambda sent: ValidationError({"name": [sent["name"], sent["email"]]}),
    "refused": lambda sent: Refused("name-taken", f"{sent['name']} is here already"),
    "suspicious": lambda sent: SuspiciousOperation(f"{sent['name']} {sent['code']}"),
    "denied": lambda sent: PermissionDenied(sent["name"]),
    "missing": lambda sent: Http404(sent["name"]),
    "attribute": lambda sent: getattr(object(), "there_is_none"),  # noqa: B009
    "file": lambda sent: open(f"/nowhere/{sent['name']}"),  # noqa: SIM115, PTH123
}

urlpatterns = [
    *(path(f"fails/{name}/", _raises(make)) for name, make in FAILURES.items()),
    *(path(f"p/<str:code>/{name}/", lambda request, code: _lost(code)) for name in ("lost",)),
    path("", include("config.urls")),
]


def _lost(code: str) -> HttpResponse:
    raise RuntimeError(code)

"""What a message says: what happened where, in numbers, and where to read how things stand.

Nobody's name is in it, nor anything else that was typed: what everybody may read is read from the
API, under the names that hold at that moment.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.urls import reverse

from tournaments.models import Entry, Event, Pairing, Round, Table, Tournament

from .vocabulary import TEST, Type

#: What a message may be about, and the foreign keys by which other rows hang on one.
_NOTHING: Final[dict[str, int | None]] = {"round": None, "table": None, "entry": None}
_HANGING: Final = ("pairing", "round", "table", "entry")


def body_of(event: Event, type_: Type, tournament: Tournament) -> str:
    """The message of a sealed event, as JSON."""
    facts = _NOTHING | (_facts(event) if type_.about else {})
    return _body(type_.name, event.at, tournament, event.place or 0, facts, type_)


def body_of_test(tournament: Tournament, at: datetime, sequence: int) -> str:
    """The message of a test, which is about nothing."""
    return _body(TEST, at, tournament, sequence, _NOTHING, None)


def _body(
    name: str,
    at: datetime,
    tournament: Tournament,
    sequence: int,
    facts: dict[str, int | None],
    type_: Type | None,
) -> str:
    data: dict[str, Any] = {
        "tournament": tournament.slug,
        "sequence": sequence,
        **facts,
        "read": settings.SITE_URL + _address(tournament, type_, facts),
    }
    said = {"type": name, "timestamp": at.astimezone(UTC).isoformat(), "data": data}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def _address(tournament: Tournament, type_: Type | None, facts: dict[str, int | None]) -> str:
    if type_ is None:
        return reverse("api-tournament", args=[tournament.slug])
    if not type_.number:
        return reverse(type_.read, args=[tournament.slug])
    number = facts[type_.number]
    if number is None:
        # What it was about is gone.
        return reverse("api-tournament", args=[tournament.slug])
    return reverse(type_.read, args=[tournament.slug, number])


def _facts(event: Event) -> dict[str, int | None]:
    """Round, table and entry of what an event happened to, as far as it is still there."""
    model = _model(event.subject_kind)
    row = model._default_manager.filter(pk=event.subject_id).first() if model else None
    return {} if row is None else _facts_of(row)


def _facts_of(row: Model) -> dict[str, int | None]:
    match row:
        case Round() | Table() | Entry():
            return {row._meta.model_name or "": row.number}
        case Pairing():
            table = row.table
            return {"round": row.round.number, "table": table.number if table else None}
    facts: dict[str, int | None] = {}
    names = {field.name for field in row._meta.fields}
    for name in _HANGING:
        if name in names and (there := getattr(row, name)) is not None:
            facts |= {key: value for key, value in _facts_of(there).items() if value is not None}
    return facts


def _model(kind: str) -> type[Model] | None:
    # Asked of the models, so that what floors above hang on a table is found as well.
    return next((model for model in apps.get_models() if model._meta.model_name == kind), None)

"""A tournament as a file."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import IO, Any

from django.core.files.storage import default_storage
from django.db import connection, models, transaction
from django.utils import timezone

from tournaments.domain.act import act
from tournaments.domain.seal_log import LogState, seal_log, verify_log
from tournaments.models import Tournament, User

from .container import Progress, canonical, list_bytes, untold, write
from .kinds import PEOPLE, Kind, Later, all_kinds
from .references import Json, translate
from .upgrades import VERSION
from .values import to_json

#: The event that says a file was written; the next file has it, that one has not.
VERB = "tournament.export"


def export_tournament(
    tournament: Tournament,
    target: IO[bytes],
    *,
    by: User | None,
    contacts: bool = True,
) -> None:
    """Write the file to `target` and note in the log who took it. Without `contacts` it has no
    e-mail addresses, telephone numbers, notes, letters or papers."""
    write_archive(tournament, target, contacts=contacts)
    note_export(tournament, by=by, contacts=contacts)


def note_export(tournament: Tournament, *, by: User | None, contacts: bool, key: str = "") -> None:
    """The log says that a file was written, and for whom."""
    with act(VERB, tournament, by=by, key=key) as doing:
        if not doing.already:
            doing.log(after={"contacts": contacts})


def write_archive(
    tournament: Tournament,
    target: IO[bytes],
    *,
    contacts: bool = True,
    written: dt.datetime | None = None,
    progress: Progress = untold,
) -> None:
    """The same, and nothing is noted. The same tournament gives the same bytes but for `written`.

    As many queries as there are kinds of rows, whatever the size. `progress` hears how many files
    are written, of how many, outside any transaction; what it raises stops the work.
    """
    seal_log(tournament)
    with as_of_now():
        state = verify_log(tournament)
        lists, files = _lists(tournament, contacts)
    manifest = {
        "version": VERSION,
        "written": to_json(written or timezone.now()),
        "address": tournament.slug,
        "name": tournament.name,
        "contacts": contacts,
        "log": _log_words(state),
        "rows": {name: len(rows) for name, rows in lists.items()},
    }
    data = {f"data/{name}.json": list_bytes(rows) for name, rows in lists.items()}
    write(target, manifest, data | files, progress)


def _log_words(state: LogState) -> dict[str, Json]:
    return {"place": state.sealed, "digest": state.digest, "whole": not state.faults}


@contextmanager
def as_of_now() -> Iterator[None]:
    """Everything read within is as it was at one moment, and nobody waits for it."""
    outermost = not connection.in_atomic_block
    lite = outermost and connection.vendor == "sqlite"
    with _reading() if lite else nullcontext(), transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _reading() -> Iterator[None]:
    """SQLite, where a transaction else takes the one lock for writing: this one only reads."""
    lite: Any = connection
    lite.ensure_connection()
    usual, lite.transaction_mode = lite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        lite.transaction_mode = usual


def _lists(
    tournament: Tournament, contacts: bool
) -> tuple[dict[str, list[Json]], dict[str, bytes]]:
    kinds = [kind for kind in all_kinds() if contacts or not kind.contacts_only]
    raw = {kind.name: _read(kind, tournament) for kind in kinds}
    people = _people(kinds, raw)
    writer = _Writer(kinds, raw, {row["id"]: place for place, row in enumerate(people, 1)})
    lists: dict[str, list[Json]] = {PEOPLE: [{"name": _called(row)} for row in people]}
    files: dict[str, bytes] = {}
    for kind in kinds:
        rows = [(writer.row(kind, one, contacts), one) for one in raw[kind.name]]
        if kind.sorted_by:
            rows.sort(key=lambda row: (row[0][kind.sorted_by], canonical(row[0])))
        lists[kind.name] = [row for row, _one in rows]
        for place, (row, one) in enumerate(rows, start=1):
            files |= _documents(kind, place, row, one)
    return lists, files


def _read(kind: Kind, tournament: Tournament) -> list[dict[str, Any]]:
    rows = kind.model._base_manager.filter(kind.only, **{kind.within: tournament.pk})
    stored = [field.attname for field in _fields(kind) if isinstance(field, models.FileField)]
    # A file that somebody removed past the program is not there to be taken along.
    return [
        row
        for row in rows.order_by("pk").values()
        if all(default_storage.exists(row[name]) for name in stored)
    ]


def rows_for_next_year(tournament: Tournament, kind: Kind, later: Later) -> list[Json]:
    """The rows of a kind as another tournament is to have them. They refer to nothing."""
    assert kind.next_year is not None
    raw = _read(kind, tournament)
    for row in raw:
        kind.next_year(row, later)
    writer = _Writer([kind], {kind.name: raw}, {})
    return [writer.row(kind, row, contacts=True) for row in raw]


def _people(kinds: list[Kind], raw: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Whoever did something, in the order of their accounts."""
    keys = {
        one[field.attname]
        for kind in kinds
        for field in _fields(kind)
        if field.related_model is User
        for one in raw[kind.name]
    } - {None}
    accounts = User.objects.filter(pk__in=keys).order_by("pk")
    return [dict(row) for row in accounts.values("id", "username", "first_name", "last_name")]


def _called(row: dict[str, Any]) -> str:
    names = {name: row[name] for name in ("username", "first_name", "last_name")}
    return User(**names).display_name


def _fields(kind: Kind) -> list[models.Field[Any, Any]]:
    found = [kind.model._meta.get_field(name) for name in kind.fields]
    return [field for field in found if isinstance(field, models.Field)]


class _Writer:
    """Rows of the database as rows of the file."""

    def __init__(
        self, kinds: list[Kind], raw: dict[str, list[dict[str, Any]]], people: dict[int, int]
    ) -> None:
        #: Kind -> key -> number.
        self.numbers: dict[str, dict[Any, int]] = {
            kind.name: {
                row[kind.model._meta.pk.attname]: row[kind.number] if kind.number else place
                for place, row in enumerate(raw[kind.name], start=1)
            }
            for kind in kinds
        }
        self.by_model = {kind.model: kind.name for kind in kinds}
        self.by_name = {kind.model._meta.model_name: kind.name for kind in kinds}
        self.people = people

    def refer(self, model_name: str, key: Any) -> int | None:
        return self.numbers.get(self.by_name.get(model_name, ""), {}).get(key)

    def inside(self, kind: str, key: int) -> int:
        """A key within JSON; below zero once there is no such row."""
        return key if key <= 0 else self.numbers[kind].get(key, -key)

    def row(self, kind: Kind, one: dict[str, Any], contacts: bool) -> dict[str, Json]:
        if kind.before_out:
            kind.before_out(one)
        row = {field.name: self.value(kind, field, one) for field in _fields(kind)}
        if not contacts:
            row |= kind.without_contacts
        if kind.more_out:
            row |= kind.more_out(one, self.refer)
        return row

    def value(self, kind: Kind, field: models.Field[Any, Any], one: dict[str, Any]) -> Json:
        value = one[field.attname]
        if field.name in kind.texts:
            # A file of its own.
            return hashlib.sha256(value.encode()).hexdigest()
        if isinstance(field, models.FileField):
            with default_storage.open(value) as file:
                one[field.attname] = file.read()
            return hashlib.sha256(one[field.attname]).hexdigest()
        if value is None:
            return None
        if field.related_model is User:
            return self.people[value]
        if field.related_model is not None:
            return self.numbers[self.by_model[field.related_model]].get(value)
        if field.name in kind.inside:
            return translate(value, kind.inside[field.name], self.inside)
        return to_json(value)


def _documents(kind: Kind, place: int, row: Json, one: dict[str, Any]) -> dict[str, bytes]:
    """The files that belong to a row; the row names them instead of what they hold."""
    found = {}
    for field in _fields(kind):
        ending = kind.texts.get(field.name)
        if ending is None and not isinstance(field, models.FileField):
            continue
        name = f"documents/{kind.name}/{place:06}.{ending or 'pdf'}"
        data = one[field.attname]
        found[name] = data.encode() if isinstance(data, str) else data
        row[field.name] = name
    return found

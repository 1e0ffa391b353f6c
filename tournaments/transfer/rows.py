"""Rows of the file as rows of the database. Raises ValueError for what cannot be one."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models

from tournaments.models import Tournament, User

from .kinds import PEOPLE, Kind, Made, names_by_model
from .references import Json, translate
from .values import from_json

#: Rows that one statement writes.
BATCH = 400


def make_people(rows: list[dict[str, Json]]) -> dict[int, User]:
    """Accounts that stand for those who did something elsewhere: a name, and nothing to log in
    with."""
    people = []
    for row in rows:
        name = row["name"]
        if set(row) != {"name"} or not isinstance(name, str) or not 1 <= len(name) <= 301:
            raise ValueError("a person without a name")
        first, last = _two(name)
        account = User(
            username=f"imported-{secrets.token_hex(12)}",
            first_name=first,
            last_name=last,
            is_active=False,
        )
        account.set_unusable_password()
        people.append(account)
    return dict(enumerate(User.objects.bulk_create(people, batch_size=BATCH), start=1))


def _two(name: str) -> tuple[str, str]:
    """A name as first and last name, which joined by a space are the name again."""
    first, space, last = name.rpartition(" ")
    if len(last) > 150 or len(first) > 150:
        half = name.rfind(" ", 0, 151)
        first, space, last = name[:half], " ", name[half + 1 :]
    if len(last) > 150 or (not space and len(name) > 150):
        raise ValueError("a name too long")
    return first, last


def make_rows(kind: Kind, rows: list[dict[str, Json]], made: Made) -> None:
    """Write the rows of `kind`; `made` knows them afterwards."""
    found: dict[int, Any] = {}
    own: list[tuple[Any, str, int]] = []
    for place, row in enumerate(rows, start=1):
        one = _row(kind, row, made, own)
        number = getattr(one, kind.number) if kind.number else place
        if number in found:
            raise ValueError(f"{kind.name} {number} twice")
        found[number] = one
    write_rows(kind.model, list(found.values()))
    made.rows[kind.name] = found
    # Rows that refer to others of their kind: those are there now.
    for one, name, number in own:
        setattr(one, name, made.key(kind.name, number))
    if own:
        names = sorted({name.removesuffix("_id") for _one, name, _number in own})
        kind.model._base_manager.bulk_update([one for one, *_ in own], names, batch_size=BATCH)


def translate_later(made: Made) -> None:
    """JSON that names rows which were not there when it was written."""
    for kind, name, one in made.later:
        setattr(one, name, translate(getattr(one, name), kind.inside[name], made.key))
        one.save(update_fields=[name])
    made.later.clear()


def _row(kind: Kind, row: dict[str, Json], made: Made, own: list[tuple[Any, str, int]]) -> Any:
    unknown = row.keys() - set(kind.fields) - set(kind.more)
    if unknown:
        raise ValueError(f"{kind.name} has {sorted(unknown)}, which this program does not know")
    one = made.tournament if kind.model is Tournament else kind.model()
    for own_field in kind.model._meta.concrete_fields:
        if own_field.related_model is Tournament:
            setattr(one, own_field.attname, made.tournament.pk)
    for name in kind.fields:
        field = kind.model._meta.get_field(name)
        assert isinstance(field, models.Field)
        if name not in row:
            # Of an earlier version: it has its default, if it may.
            if not (field.has_default() or field.null or field.blank):
                raise ValueError(f"{kind.name} lacks {name}")
            continue
        _set(kind, field, one, row[name], made, own)
    if kind.more_in:
        if set(kind.more) - row.keys():
            raise ValueError(f"{kind.name} lacks {kind.more}")
        kind.more_in(one, row, made)
    if kind.derive:
        kind.derive(one, made)
    return one


def _set(
    kind: Kind,
    field: models.Field[Any, Any],
    one: Any,
    value: Json,
    made: Made,
    own: list[tuple[Any, str, int]],
) -> None:
    if field.name in kind.texts or isinstance(field, models.FileField):
        made.files.append((one, field.name, _name(kind, value)))
        return
    if field.is_relation:
        _refer(kind, field, one, value, made, own)
        return
    found = from_json(field, value)
    setattr(one, field.attname, found)
    ways = kind.inside.get(field.name)
    if ways and made.rows.keys() >= set(ways.values()):
        setattr(one, field.attname, translate(found, ways, made.key))
    elif ways and found:
        made.later.append((kind, field.attname, one))


def _refer(
    kind: Kind,
    field: models.Field[Any, Any],
    one: Any,
    value: Json,
    made: Made,
    own: list[tuple[Any, str, int]],
) -> None:
    if value is None:
        if not field.null:
            raise ValueError(f"{kind.name} lacks {field.name}")
        return
    if type(value) is not int or value < 1:
        raise ValueError(f"{field.name} is no number")
    if field.related_model is kind.model:
        own.append((one, field.attname, value))
        return
    related: Any = field.related_model
    of = PEOPLE if related is User else names_by_model()[related]
    try:
        setattr(one, field.name, made.rows[of][value])
    except KeyError:
        raise ValueError(f"{of} has no {value}") from None


def _name(kind: Kind, value: Json) -> str:
    if not isinstance(value, str) or not value.startswith(f"documents/{kind.name}/"):
        raise ValueError(f"{kind.name} has no such document")
    return value


def write_rows(model: type[models.Model], rows: list[Any]) -> None:
    """Insert rows as they are, their keys set afterwards: times "of the moment they are made" are
    those of the file, and events cannot be changed once they stand."""
    options = model._meta
    key = options.pk
    automatic = isinstance(key, models.AutoField)
    columns = [one for one in options.concrete_fields if not (automatic and one is key)]
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        returned = model._base_manager._insert(  # type: ignore[attr-defined]
            batch,
            fields=columns,
            returning_fields=[key] if automatic else None,
            using=None,
            raw=True,
        )
        for row, values in zip(batch, returned, strict=False) if automatic else ():
            row.pk = values[0]
        for row in batch:
            row._state.adding = False
            row._state.db = "default"

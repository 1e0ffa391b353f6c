"""A data file against its schema: the small part of JSON Schema that the schemas here use.

Known: ``type`` (one, or a list), ``properties``, ``required``, ``additionalProperties`` (false or
a schema), ``items``, ``enum``, ``pattern``, ``minItems``, ``maxItems``, ``uniqueItems``,
``minimum``, ``maximum`` and ``$ref`` into ``#/$defs``. A schema with another word raises
``ValueError``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.rules.errors import RulesError
from games.rules.kroket.data_lines import lines_of
from games.rules.messages import Param

CATALOGUE_PATH: Final = Path(__file__).with_name("data_messages.json")

Schema = Mapping[str, Any]
Fault = tuple[str, str, Mapping[str, Param]]
"""Where in the file ("hoops[2].cell"), the code of the reason, and its parameters."""


class DataError(RulesError):
    """A course or deck that cannot be used: ``file``, ``path`` in it, ``line`` (from 1; 0 where
    there is no text), and the reason."""

    catalogue_path = CATALOGUE_PATH

    def __init__(self, code: str, file: str, path: str, **params: Param) -> None:
        self.file = file
        self.path = path
        self.line = 0
        super().__init__(code, **params)

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb", with file and path before it."""
        return ": ".join(part for part in (self.file, self.path, self.reason(lang)) if part)

    def reason(self, lang: str) -> str:
        """The sentence alone."""
        return self.catalogue.text(f"data.{self.code}", lang, self.params)


def data_text(path: Path) -> str:
    """The text of a data file; ``DataError`` if it is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError("unreadable", path.name, "", detail=str(error)) from error


def data_errors(
    text: str, file: str, schema_path: Path, *checks: Callable[[Any], Iterable[Fault]]
) -> Iterator[DataError]:
    """Everything that is wrong with the JSON value in ``text``: by the schema, or if nothing is, by
    the first of the ``checks`` that finds something."""
    try:
        data = json.loads(text, object_pairs_hook=_no_key_twice)
    except (ValueError, RecursionError) as error:
        broken = DataError("not_json", file, "", detail=str(error))
        broken.line = getattr(error, "lineno", 1)
        yield broken
        return
    schema = _schema(schema_path)
    found: list[Fault] = list(faults(data, schema, schema))
    for check in checks:
        found = found or list(check(data))
    lines = lines_of(text) if found else {}
    for path, code, params in found:
        error_here = DataError(code, file, path, **params)
        error_here.line = lines.get(path, 1)
        yield error_here


@cache
def _schema(path: Path) -> Schema:
    schema: Schema = json.loads(path.read_text(encoding="utf-8"))
    return schema


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r} stands twice")
        found[name] = value
    return found


def faults(data: object, schema: Schema, root: Schema, path: str = "") -> Iterator[Fault]:
    """What in ``data`` the schema forbids, from the top down; nothing below a wrong type."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    unknown = schema.keys() - _CHECKS.keys() - _SILENT
    if unknown:
        raise ValueError(f"words of JSON Schema that are not known here: {sorted(unknown)}")
    if "type" in schema:
        allowed = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is(data, name) for name in allowed):
            yield path, "type", {"types": tuple(allowed)}
            return
    for word, check in _CHECKS.items():
        if word in schema:
            yield from check(data, schema[word], schema, root, path)


_TYPES: Final[Mapping[str, type]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def _is(data: object, name: str) -> bool:
    if name == "integer" and isinstance(data, bool):
        return False
    return isinstance(data, _TYPES[name])


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _required(
    data: Any, names: list[str], schema: Schema, root: Schema, path: str
) -> Iterator[Fault]:
    for name in names:
        if name not in data:
            yield path, "missing", {"field": name}


def _properties(
    data: Any, schemas: Mapping[str, Schema], schema: Schema, root: Schema, path: str
) -> Iterator[Fault]:
    for name, inner in schemas.items():
        if name in data:
            yield from faults(data[name], inner, root, _under(path, name))


def _additional(data: Any, inner: Any, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    for name in data.keys() - schema.get("properties", {}).keys():
        if inner is False:
            yield path, "unknown", {"field": str(name)}
        else:
            yield from faults(data[name], inner, root, _under(path, name))


def _items(data: Any, inner: Schema, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    for number, item in enumerate(data):
        yield from faults(item, inner, root, f"{path}[{number}]")


def _enum(data: Any, values: list[Any], schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if data not in values:
        yield path, "not_one_of", {"value": str(data), "known": tuple(map(str, values))}


def _pattern(data: Any, pattern: str, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if re.fullmatch(pattern, data) is None:
        yield path, "pattern", {"value": data, "pattern": pattern}


def _min_items(data: Any, least: int, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if len(data) < least:
        yield path, "too_few", {"least": least}


def _max_items(data: Any, most: int, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if len(data) > most:
        yield path, "too_many", {"most": most}


def _unique(data: Any, wanted: bool, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    for number, item in enumerate(data):
        if wanted and item in data[:number]:
            yield f"{path}[{number}]", "twice", {"value": str(item)}


def _minimum(data: Any, least: int, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if data < least:
        yield path, "below", {"least": least}


def _maximum(data: Any, most: int, schema: Schema, root: Schema, path: str) -> Iterator[Fault]:
    if data > most:
        yield path, "above", {"most": most}


_CHECKS: Final[Mapping[str, Callable[[Any, Any, Schema, Schema, str], Iterator[Fault]]]] = {
    "enum": _enum,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "required": _required,
    "additionalProperties": _additional,
    "properties": _properties,
    "minItems": _min_items,
    "maxItems": _max_items,
    "uniqueItems": _unique,
    "items": _items,
}
_SILENT: Final = frozenset({"type", "$schema", "$id", "$defs", "title", "description"})

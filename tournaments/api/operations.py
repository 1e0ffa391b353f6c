"""The API's description as its page for people shows it."""

from __future__ import annotations

import json
from typing import Any

_METHODS = ("get", "post", "put", "patch", "delete")


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Each tag with its operations in the order of their addresses."""
    groups: dict[str, list[dict[str, Any]]] = {}
    components = document["components"]["schemas"]
    for path, methods in sorted(document["paths"].items()):
        for method in _METHODS:
            if method in methods:
                row = _operation(path, method, methods[method], components)
                groups.setdefault(methods[method]["tags"][0], []).append(row)
    return [{"name": name, "operations": rows} for name, rows in sorted(groups.items())]


def _operation(
    path: str, method: str, operation: dict[str, Any], components: dict[str, Any]
) -> dict[str, Any]:
    answer = next(
        (
            content["schema"]
            for status, row in sorted(operation["responses"].items())
            if status.startswith("2")
            for content in row.get("content", {}).values()
        ),
        None,
    )
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "text": operation.get("description", ""),
        "needs": operation.get("x-needs", "public"),
        "parameters": [
            {
                "name": one["name"],
                "where": one["in"],
                "required": one.get("required", False),
                "text": one.get("description", ""),
                "kind": _kind(one["schema"]),
            }
            for one in operation.get("parameters", ())
        ],
        "body": _fields(body.get("schema"), components),
        "answer": _fields(answer, components),
        "examples": [
            json.dumps(one["value"], indent=2, ensure_ascii=False)
            for one in body.get("examples", {}).values()
        ],
        "statuses": sorted(operation["responses"]),
    }


def _resolved(schema: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    if "allOf" in schema and len(schema["allOf"]) == 1:
        schema = schema["allOf"][0]
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = components[name] if name else schema
    return found


def _fields(
    schema: dict[str, Any] | None, components: dict[str, Any], depth: int = 0
) -> list[dict[str, Any]]:
    """Every field with how deep it stands."""
    if schema is None or depth > 6:
        return []
    schema = _resolved(schema, components)
    if schema.get("type") == "array":
        return _fields(schema["items"], components, depth)
    required = schema.get("required", ())
    rows: list[dict[str, Any]] = []
    for name, inner in schema.get("properties", {}).items():
        whole = _resolved(inner, components)
        rows.append(
            {
                "name": name,
                "depth": depth,
                "kind": _kind(whole),
                "required": name in required,
                "text": inner.get("description") or whole.get("description", ""),
            }
        )
        items = whole.get("items", whole) if whole.get("type") == "array" else whole
        rows += _fields(items, components, depth + 1)
    return rows


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " · ".join(str(one) or "“”" for one in schema["enum"])
    if "oneOf" in schema or "anyOf" in schema:
        return " / ".join(_kind(one) for one in schema.get("oneOf", schema.get("anyOf", ())))
    kind = schema.get("type", "")
    words = " / ".join(kind) if isinstance(kind, list) else str(kind)
    return f"{words} ({schema['format']})" if "format" in schema else words

"""The description of the whole API, as OpenAPI 3.1: made from the code, kept in the repository."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

_TEXT = """\
Reading is open to everybody as far as the tournament is public. Staff read and do more with a
token (`Authorization: Bearer …`, made at `/desk/tokens/`) or a log-in.

- Answers are JSON; instants are ISO 8601 in UTC. What went wrong is `application/problem+json`.
- Every answer has an `ETag`; send it as `If-None-Match` and get 304 while nothing is new.
- `/live/{slug}/` (server-sent events) says when to read again.
- Verbs take an `Idempotency-Key`: the same request again is done once and answered alike.
"""


def finished(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """What the generator cannot know: called by it last."""
    result["info"]["description"] = _TEXT
    for path, methods in result["paths"].items():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    _bounded(parameter)
        _documented_headers(path, methods)
    return result


def _bounded(parameter: dict[str, Any]) -> None:
    """Numbers in addresses are those that rows can have."""
    if parameter["schema"].get("type") == "integer":
        parameter["schema"] |= {"minimum": 0, "maximum": 2_000_000_000}


def _documented_headers(path: str, methods: dict[str, Any]) -> None:
    for operation in methods.values():
        for status, answer in operation["responses"].items():
            if status == "429":
                answer["headers"] = {
                    "Retry-After": {
                        "schema": {"type": "integer"},
                        "description": "Seconds to wait.",
                    }
                }


@cache
def openapi() -> dict[str, Any]:
    """The description as plain data; the same in every language."""
    with translation.override("en"):
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found

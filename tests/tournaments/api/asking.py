"""How tests ask the API."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tournaments.api.scopes import SCOPES
from tournaments.domain.api_tokens import make_token
from tournaments.models import Tournament, User

V1 = "/api/v1/"


def key_of(user: User, *scopes: str, tournament: Tournament | None = None) -> str:
    """A token's key with those scopes, or with all."""
    chosen = scopes or tuple(SCOPES)
    return make_token(user, name="et program", scopes=chosen, tournament=tournament)[1]


def bearer(key: str) -> dict[str, str]:
    """The header that brings it."""
    return {"Authorization": f"Bearer {key}"}


def ask(path: str, *, key: str = "", **headers: str) -> Any:
    """A GET below /api/v1/, by a program that has nothing but its token."""
    return Client().get(V1 + path, headers=headers | (bearer(key) if key else {}))


def send(
    path: str, body: Any = None, *, key: str = "", once: str = "request-1", **headers: str
) -> Any:
    """A POST with an Idempotency-Key."""
    named = {"Idempotency-Key": once} | headers | (bearer(key) if key else {})
    return Client().post(
        V1 + path,
        {} if body is None else body,
        content_type="application/json",
        headers={name.replace("_", "-"): value for name, value in named.items() if value},
    )

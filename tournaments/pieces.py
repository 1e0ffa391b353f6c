"""Pages renew themselves in pieces: whether a request asks for one."""

from __future__ import annotations

from django.http import HttpRequest


def is_piece(request: HttpRequest, target: str = "") -> bool:
    """Whether htmx asks, so for a piece and not the page; with `target` for the one of that id."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and target in {"", htmx.target}

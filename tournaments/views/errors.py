"""Pages for requests that went wrong."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or cookies are off: what was typed is kept by the page itself."""
    return render(request, "403_csrf.html", {"reason": reason}, status=403)

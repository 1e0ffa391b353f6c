"""Pages for requests that went wrong."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.views.defaults import server_error as broken

from tournaments.away import RETRY_AFTER, WORDS, Away, away_in


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or cookies are off: what was typed is kept by the page itself."""
    return render(request, "403_csrf.html", {"reason": reason}, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Called for whatever nobody caught: what is only away for a while is said to be so."""
    away = away_in(sys.exc_info()[1])
    return broken(request) if away is None else unavailable(request, away)


def unavailable(request: HttpRequest, away: Away) -> HttpResponse:
    """503 in words. Asks for nothing but the path: the session may be what cannot be read."""
    title, why, now = WORDS[away]
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        # Before a view of the API had it: the same as `tournaments.api.problems` says there.
        body = {
            "type": f"urn:startfelt:problem:{away}",
            "title": "Service Unavailable",
            "status": 503,
            "detail": f"{title}. {why} {now}",
            "code": away,
            "instance": request.path,
        }
        kind = "application/problem+json"
        return JsonResponse(body, status=503, headers=headers, content_type=kind)
    page = loader.render_to_string("503.html", {"title": title, "why": why, "now": now})
    return HttpResponse(page, status=503, headers=headers)

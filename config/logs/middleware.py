"""Around everything else: the request's id, its line in the log, its place in the metrics."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.logs.context import FIELDS, about, within
from config.logs.queries import Watch, say_what_was_slow, watching
from config.metrics import registry as metrics

log = logging.getLogger("startfelt.request")

HEADER: Final = "X-Request-ID"
_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{8,64}")
#: Metrics know the methods there are; somebody outside may send any word.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMiddleware:
    """Gives each request an id, which stands on every line that is logged meanwhile and in the
    answer (`X-Request-ID`). A proxy's own id is taken over where a proxy is trusted.

    What is logged names the view and the tournament, never the address: an address may hold the
    code or the link that is somebody's key.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = id_of(request)
        with within(request=number, tournament=""), watching() as watch:
            request.about = about()  # type: ignore[attr-defined]
            began = time.perf_counter()
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            note(request, response.status_code, seconds, watch)
        response.headers[HEADER] = number
        return response

    def process_view(
        self,
        request: HttpRequest,
        _view: object,
        _args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> None:
        """From here on it is known which tournament it is about."""
        FIELDS["tournament"].set(str(kwargs.get("slug", "")))
        request.about = about()  # type: ignore[attr-defined]


def id_of(request: HttpRequest) -> str:
    """The proxy's id where one is trusted and gives a decent one, else a new one."""
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
    return given if _ID.fullmatch(given) else uuid.uuid4().hex


def view_of(request: HttpRequest) -> str:
    """The name of the address, as in `urls.py`; "none" for an address that there is not."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match is not None else "none"


def note(request: HttpRequest, status: int, seconds: float, watch: Watch) -> None:
    """Count the answer, and say so in the log."""
    view = view_of(request)
    method = request.method if request.method in _METHODS else "other"
    metrics.REQUESTS.labels(view, method, str(status)).inc()
    metrics.SECONDS.labels(view).observe(seconds)
    say_what_was_slow(view, watch)
    if not settings.LOG_REQUESTS:
        return
    slug = str(request.resolver_match.kwargs.get("slug", "")) if request.resolver_match else ""
    fields = {
        "method": method,
        "view": view,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "queries": watch.count,
    }
    with within(tournament=slug):
        log.info("%s %s %d", method, view, status, extra={"fields": fields})

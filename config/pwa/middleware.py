"""What answers say to the app on the device: whose page it is, and how an entry fared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from django.contrib.messages import constants, get_messages
from django.http import HttpRequest, HttpResponse

from config.pwa.identity import who
from config.pwa.reason import reason_in

#: Sent with an entry out of the queue, and answered by every server that understood it: what a
#: captive portal or a proxy says in our place has it not.
QUEUED = "X-Startfelt-Queued"
WHO = "X-Startfelt-Who"
LOCATION = "X-Startfelt-Location"
REASON = "X-Startfelt-Reason"


class AppMiddleware:
    """Says on whole pages whom they were made for, and answers the queue so that it can read it.

    A script cannot see where a redirect leads, nor a service worker read a page. So for what came
    out of the queue a redirect is 204 with the address in a header (the messages stay for the next
    page), a redirect that carries a warning is 409, and a refusal carries its reason.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if QUEUED in request.headers:
            response = _for_the_queue(request, response)
            response[QUEUED] = "1"
        elif request.method == "GET" and _is_page(request, response):
            response[WHO] = who(request)
        return response


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and not response.streaming
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "HX-Request" not in request.headers
    )


def _for_the_queue(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if 300 <= response.status_code < 400:
        warning = _warning(request)
        answer = HttpResponse(status=409 if warning else 204)
        answer[LOCATION] = response.headers.get("Location", "/")
        if warning:
            answer[REASON] = quote(warning)
        answer.cookies = response.cookies
        return answer
    if 400 <= response.status_code < 500 and not response.streaming:
        response[REASON] = quote(reason_in(response.content.decode(errors="replace")))
    return response


def _warning(request: HttpRequest) -> str:
    """What the next page would have warned of; it is said in the queue, and there only."""
    # No public way to look without taking, nor to take back what was only queued.
    storage: Any = get_messages(request)
    queued = list(getattr(storage, "_queued_messages", ()))
    warnings = [str(one.message) for one in queued if one.level >= constants.WARNING]
    if warnings and len(warnings) == len(queued):
        storage._queued_messages = []
        return " ".join(warnings)
    return ""

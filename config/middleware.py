"""Middleware of the house."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import translation

from tournaments.people.log_ins import note_visit


class LanguageMiddleware:
    """Danish unless this browser has chosen another language.

    Django's own middleware follows the browser's Accept-Language. Many Danish phones are set
    to English, and their owners still expect the championship's pages in Danish.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", language)
        return response


class PrivateMiddleware:
    """Whatever says nothing of being kept is for whoever asked alone: what stands between here and
    there may keep only what says so (`tournaments.follows`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class LastSeenMiddleware:
    """Notes now and then that somebody who is logged in was here. Public pages ask nothing more:
    only those do that know already who asks."""

    #: Where everything is for those who are logged in.
    PLACES = ("/desk/", "/account/", "/api/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            request.path.startswith(self.PLACES)
            and request.session.session_key
            and request.user.is_authenticated
        ):
            note_visit(request.session.session_key)
        return response


class PagesGZipMiddleware(GZipMiddleware):
    """Pages travel compressed: that of a large hall is a tenth then. Files (papers, pictures) are
    compressed in themselves and pass as they are, with their length."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in {"text/html", "application/json"}:
            return response
        return super().process_response(request, response)

"""Choosing a language: the one form without a token, so that public pages are alike to the byte."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language


@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the cookie of the language, and back to where it was chosen.

    A token in the form would make each visitor's page another one, and no copy could be shared.
    Nothing but this browser's language changes here, and a form of another site is refused by
    the origin that browsers send with it.
    """
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.get_host():
        raise PermissionDenied
    return set_language(request)

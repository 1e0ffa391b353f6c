"""The language a page is being said in."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language


def language() -> str:
    """The active language as the catalogues name it: "da", "en" or "nb".

    Outside a request (a worker, a command) without one, it is the program's own.
    """
    active = (get_language() or settings.LANGUAGE_CODE)[:2]
    return active if active in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

"""What the first document would wait for, done when a worker starts: nobody has asked yet."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

from reports.documents.fitting import width
from reports.documents.style import stylesheet
from reports.fonts import WEIGHTS
from reports.press.foreman import STANDING

_TEMPLATES = "reports/paper"


def make_ready() -> None:
    """Begin the process that prints, and read what every document is written with: addresses,
    words, templates, the widths of letters. Afterwards a first document takes what a second does.
    """
    STANDING.begin()
    get_resolver().check()
    import_module("reports.press.binding")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Round")
    for template in sorted((settings.BASE_DIR / "templates" / _TEMPLATES).glob("*.html")):
        get_template(f"{_TEMPLATES}/{template.name}")
    for weight in WEIGHTS.values():
        width("", 1, weight)
    stylesheet()

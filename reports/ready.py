"""What the first document would wait for, done when a worker starts: nobody has asked yet."""

from __future__ import annotations

import time
from importlib import import_module
from threading import Thread
from typing import Final

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

from reports.documents.fitting import width
from reports.documents.style import stylesheet
from reports.fonts import WEIGHTS
from reports.press.foreman import STANDING
from tournaments.domain.lease import stopping

_TEMPLATES = "reports/paper"
#: Seconds of one look whether the process has time, and the share of a processor that it uses then
#: at most; after so many looks it is done all the same.
LOOK: Final = 1.0
IDLE: Final = 0.25
LOOKS: Final = 60


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


def make_ready_when_idle() -> Thread:
    """The same in the process that answers people, too, which come first: after a start all of them
    ask at once. A document that somebody wants meanwhile makes ready what it needs."""
    thread = Thread(target=_when_idle, name="make-ready", daemon=True)
    thread.start()
    return thread


def _when_idle() -> None:
    for _ in range(LOOKS):
        used = time.process_time()
        time.sleep(LOOK)
        if stopping.is_set():
            return
        if time.process_time() - used < IDLE * LOOK:
            break
    make_ready()

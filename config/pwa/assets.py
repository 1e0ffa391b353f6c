"""What the app keeps of its own files, and by which version they go together."""

from __future__ import annotations

import hashlib
from functools import cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static

#: What the service worker itself is made of, in this order.
WORKER = ("js/app/store.js", "js/app/sender.js", "js/app/worker.js")
#: What every page of ours needs (templates/components/styles.html and scripts.html). A page's own
#: files are kept with the page.
SHELL = (
    "css/tokens.css",
    "css/base.css",
    "css/layout.css",
    "css/shells.css",
    "css/page.css",
    "css/components/buttons.css",
    "css/components/forms.css",
    "css/components/tables.css",
    "css/components/marks.css",
    "css/components/panels.css",
    "css/components/clock.css",
    "css/components/queue.css",
    "fonts/SourceSansPro-Regular.ttf",
    "icons/startfelt.svg",
    "icons/symbols.svg",
    "icons/app/icon-192.png",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    "js/rows.js",
    "js/search.js",
    "js/draft-keep.js",
    "js/offline.js",
    "js/live.js",
    "js/clock.js",
    "js/open-close.js",
    "js/drop.js",
    "js/slide.js",
    "js/keep-place.js",
    "js/app/store.js",
    "js/app/sender.js",
    "js/app/queue.js",
    "js/app/status.js",
    "js/app/register.js",
    "js/app/kept.js",
)
#: What each kind of page needs besides, wanted before anybody has been there: whoever opens the
#: day's first page on good Wi-Fi has the others when it is bad.
BY_KIND = {
    "desk": (
        "css/pages/results.css",
        "css/pages/table.css",
        "css/pages/entries.css",
        "js/results-grid.js",
        "js/check-in.js",
    ),
    "public": (),
}


def addresses() -> list[str]:
    """The address of every file of the shell and of the kinds of pages."""
    names = (*SHELL, *(name for names in BY_KIND.values() for name in names))
    return [static(name) for name in names]


def version() -> str:
    """Another word for each other set of files, the same word for the same set."""
    manifest = getattr(staticfiles_storage, "manifest_hash", "")
    return manifest or _from_sources()


def _from_sources() -> str:
    """Where nothing is collected: by what lies in the folders now."""
    names = (*WORKER, *SHELL)
    if not settings.DEBUG:
        return _digest(names)
    return _digest.__wrapped__(names)


@cache
def _digest(names: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name in names:
        found = finders.find(name)
        assert isinstance(found, str), f"no static file {name}"
        with open(found, "rb") as file:  # noqa: PTH123 (a path as the finders give it)
            digest.update(file.read())
    return digest.hexdigest()[:12]

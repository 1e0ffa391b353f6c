"""What the app keeps of its own files, and by which version they go together."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.templatetags.static import static

#: What the service worker itself is made of, in this order.
WORKER = ("js/app/store.js", "js/app/sender.js", "js/app/worker.js", "js/app/push.js")
#: What each kind of page needs besides, wanted before anybody has been there: whoever opens the
#: day's first page on good Wi-Fi has the others when it is bad. Any other page's own files are
#: kept with the page.
BY_KIND = {
    "desk": (
        "css/pages/results.css",
        "css/pages/table.css",
        "css/pages/entries.css",
        "js/control.js",
        "js/palette.js",
        "js/results-grid.js",
        "js/check-in.js",
    ),
    "public": ("css/pages/play.css",),
}
#: A page with nothing but what every page has.
BARE = "pwa/offline.html"


def addresses() -> list[str]:
    """The address of every file of the bare page and of the kinds of pages."""
    pattern = rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"#?]+)'
    bare = re.findall(pattern, render_to_string(BARE))
    kinds = [static(name) for names in BY_KIND.values() for name in names]
    return list(dict.fromkeys([*bare, *kinds]))


def version() -> str:
    """Another word for each other set of files, the same word for the same set."""
    manifest = getattr(staticfiles_storage, "manifest_hash", "")
    return manifest or _from_sources()


def _from_sources() -> str:
    """Where nothing is collected: by what lies in the folders now."""
    names = tuple(address.removeprefix(settings.STATIC_URL) for address in addresses())
    return _read.__wrapped__(WORKER + names) if settings.DEBUG else _read(WORKER + names)


@cache
def _read(names: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name in names:
        found = finders.find(name)
        assert isinstance(found, str), f"no static file {name}"
        digest.update(Path(found).read_bytes())
    return digest.hexdigest()[:12]

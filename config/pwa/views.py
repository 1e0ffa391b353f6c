"""The app's own addresses: manifest, service worker, the page without a net, the queue's pass."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.pwa.assets import WORKER, addresses, version
from config.pwa.identity import identities

#: Ink and paper of css/tokens.css.
INK, PAPER = "#1d1a16", "#fbf8f2"
ICONS = (
    ("icons/startfelt.svg", "any", "image/svg+xml", "any"),
    ("icons/app/icon-192.png", "192x192", "image/png", "any"),
    ("icons/app/icon-512.png", "512x512", "image/png", "any"),
    ("icons/app/maskable-192.png", "192x192", "image/png", "maskable"),
    ("icons/app/maskable-512.png", "512x512", "image/png", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest in the language asked for: browsers ask without cookies."""
    wanted = request.GET.get("language", "")
    language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        content = {
            "id": "/",
            "name": "Startfelt",
            "short_name": "Startfelt",
            "description": _("Your table, your result and the standings, on good and bad Wi-Fi."),
            "lang": language,
            "dir": "ltr",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": INK,
            "categories": ["games", "sports", "utilities"],
            "icons": [
                {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
                for name, sizes, kind, purpose in ICONS
            ],
            "shortcuts": [
                {"name": _("Type my code"), "url": reverse("player-code")},
                {"name": _("The desk"), "url": reverse("desk")},
            ],
        }
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False})
    response["Content-Type"] = "application/manifest+json"
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker: a few facts, and the files it is made of.

    From the root, since it may only look after what lies below its own address.
    """
    facts = {
        "version": version(),
        "shell": addresses(),
        "static": settings.STATIC_URL,
        "offline": reverse("app-offline"),
        "pass": reverse("app-pass"),
        "logOut": reverse("log-out"),
        # Never kept: what is secret by its address, and what nobody needs without a server.
        "never": [reverse(name) for name in ("log-in", "log-out", "player-code", "admin:index")],
    }
    scripts = ", ".join(json.dumps(static(name)) for name in WORKER)
    text = f"self.startfelt = {{ app: {json.dumps(facts)} }};\nimportScripts({scripts});\n"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What stands in the place of a page that was never seen on this device."""
    return render(request, "pwa/offline.html")


@require_safe
@never_cache
def queue_pass(request: HttpRequest) -> HttpResponse:
    """What the queue needs before it sends: a fresh token, and whom it may send for."""
    return JsonResponse(
        {"token": get_token(request), "for": identities(request), "logIn": reverse("log-in")}
    )

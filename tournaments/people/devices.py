"""What a browser says of itself and where it asks from: enough to tell one's own device."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

#: Sign in what a browser calls itself -> the product. The first that is there: each of them also
#: claims to be those below.
BROWSERS: Final[Sequence[tuple[str, str]]] = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final[Sequence[tuple[str, str]]] = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)

HERE: Final = "here"
HALL: Final = "hall"


def browser_of(user_agent: str) -> str:
    """The browser's name, "" for one nobody knows."""
    return _first(BROWSERS, user_agent)


def system_of(user_agent: str) -> str:
    """The device or its system, "" for one nobody knows."""
    return _first(SYSTEMS, user_agent)


def _first(table: Sequence[tuple[str, str]], user_agent: str) -> str:
    return next((name for sign, name in table if sign in user_agent), "")


def origin_of(address: str | None) -> str:
    """The network somebody asks from: this machine, the hall's own, or the first half of it."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback:
        return HERE
    if ip.is_private or ip.is_link_local:
        return HALL
    if isinstance(ip, ipaddress.IPv4Address):
        return ".".join(str(ip).split(".")[:2])
    return ":".join(ip.exploded.split(":")[:2])


def device_words(browser: str, system: str) -> str:
    """The device in words: "Firefox on Android"."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown device")


def origin_words(origin: str) -> str:
    """Where from, in words; "" where nobody knows."""
    if origin == HERE:
        return _("the computer Startfelt runs on")
    if origin == HALL:
        return _("the hall's network")
    return _("networks beginning with %(start)s") % {"start": origin} if origin else ""

"""A device is told of calls, or no longer. It is the account's own affair: no tournament's log has
it, and no lock is needed."""

from __future__ import annotations

import hashlib
import re
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.models import PushDevice
from judging.push.encrypt import point_of, unbase64
from tournaments.domain.errors import Refused
from tournaments.models import User
from tournaments.spoken import language

#: An account has so many at most: the oldest goes when there is another one.
MOST: Final = 8
LONGEST: Final = 1000
_KINDS: Final = (
    ("iPhone", r"iPhone"), ("iPad", r"iPad"), ("Android", r"Android"), ("Windows", r"Windows"),
    ("Mac", r"Macintosh"), ("Linux", r"Linux"),
)  # fmt: skip
_BROWSERS: Final = (
    ("Edge", r"Edg/"), ("Samsung Internet", r"SamsungBrowser"), ("Firefox", r"Firefox|FxiOS"),
    ("Chrome", r"Chrome|CriOS"), ("Safari", r"Safari"),
)  # fmt: skip


def add_device(user: User, *, endpoint: str, p256dh: str, auth: str, agent: str) -> PushDevice:
    """Tell the browser at `endpoint` of calls. Said again, or by another account on the same
    phone, it is the same device. Refused for what is no subscription with a push service."""
    if not _is_service(endpoint):
        raise Refused("push-service", _("This browser’s push service is not known here."))
    try:
        point_of(p256dh)
        whole = len(unbase64(auth)) == 16
    except ValueError:
        whole = False
    if not whole:
        raise Refused("push-keys", _("The browser’s keys cannot be read. Try once more."))
    device, _made = PushDevice.objects.update_or_create(
        digest=hashlib.sha256(endpoint.encode()).hexdigest(),
        defaults={
            "user": user,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "language": language(),
            "words": kind_of(agent),
            "made_at": timezone.now(),
        },
    )
    kept = PushDevice.objects.filter(user=user).order_by("-made_at", "-id").values_list("pk")
    PushDevice.objects.filter(user=user).exclude(pk__in=[pk for (pk,) in kept[:MOST]]).delete()
    return device


def remove_device(user: User, *, pk: int | None = None, endpoint: str = "") -> None:
    """Tell it no more. Only the account's own; one that is gone is gone."""
    own = PushDevice.objects.filter(user=user)
    if pk is not None:
        own.filter(pk=pk).delete()
    elif endpoint:
        own.filter(digest=hashlib.sha256(endpoint.encode()).hexdigest()).delete()


def kind_of(agent: str) -> str:
    """A browser in two words: "iPhone, Safari"."""
    kinds = [name for name, pattern in _KINDS if re.search(pattern, agent)][:1]
    browsers = [name for name, pattern in _BROWSERS if re.search(pattern, agent)][:1]
    return ", ".join(kinds + browsers)


def _is_service(endpoint: str) -> bool:
    """Whether we send there: what a browser says is an address that this server would ask."""
    if len(endpoint) > LONGEST:
        return False
    try:
        where = urlsplit(endpoint)
        base = f"{where.scheme}://{where.netloc}"
    except ValueError:
        return False
    return any(
        base == service
        or (service.startswith("https://*.") and where.scheme == "https"
            and re.fullmatch(rf"[\w.-]+{re.escape(service[9:])}", where.netloc))
        for service in settings.PUSH_SERVICES
    )  # fmt: skip

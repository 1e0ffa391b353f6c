"""Who a phone acts for: an entry's secret code, and the signed cookie that remembers it.

Players have no accounts. Whoever has shown an entry's code acts for that entry on this device,
until they leave it or the desk gives the entry another code. The cookie holds no code: for each
tournament the entry, and a keyed digest of the code it was opened with.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.conf import settings
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.counters import count, counted
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament
from tournaments.models.entry import CODE_ALPHABET, CODE_LENGTH

COOKIE: Final = "plays-for"
COOKIE_AGE: Final = 60 * 24 * 3600
_SALT: Final = "games.player_access"
#: Tournaments one device is remembered in; the one opened longest ago is forgotten first.
MOST_TOURNAMENTS: Final = 12

#: Wrong codes within `WRONG_WITHIN` seconds after which nobody may try on: from one device, and
#: with one beginning from one address and from all. Never by address alone: a hall shares one.
WRONG_FROM_DEVICE: Final = 10
WRONG_BEGINNING: Final = 20
WRONG_ANYWHERE: Final = 60
WRONG_WITHIN: Final = 10 * 60
_BEGINNING: Final = 4

_GAPS: Final = re.compile(r"[\s\-–—._/]+")


@dataclass(slots=True)
class Device:
    """What a device's cookie says. Nothing of it is believed before `acting_entry` has looked."""

    #: Tells two phones of one pair apart.
    name: str
    #: Tournament -> entry and the digest of the code it was opened with; the newest last.
    acts: dict[int, tuple[int, str]] = field(default_factory=dict)
    #: Whether the browser has sent it before.
    known: bool = True


# Codes ----------------------------------------------------------------------------------------


def read_code(text: str) -> str:
    """A code as it is stored, from how people type it: small letters, spaces, dashes.

    Refused where no code can be meant, with what to look for.
    """
    code = _GAPS.sub("", text).upper()
    if not code:
        raise Refused(
            "code-missing", _("Type the code from your slip: 8 letters and digits."), field="code"
        )
    strange = "".join(dict.fromkeys(one for one in code if one not in CODE_ALPHABET))
    if strange:
        raise Refused(
            "code-unreadable",
            _(
                "“%(strange)s” is in no code. A code has no 0 and 1, and none of I, L, O and U, "
                "since they are taken for one another. Look at the slip again."
            )
            % {"strange": strange[:8]},
            field="code",
        )
    if len(code) != CODE_LENGTH:
        raise Refused(
            "code-length",
            _("A code has %(length)s letters and digits, and this has %(typed)s.")
            % {"length": CODE_LENGTH, "typed": len(code)},
            field="code",
        )
    return code


def shown_code(code: str) -> str:
    """A code as it is printed and read aloud: in two halves."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def entry_address(entry: Entry) -> str:
    """The whole address that opens an entry on a phone, as its QR code carries it. A secret."""
    return f"{settings.SITE_URL}{reverse('player-code-of', args=[entry.code])}"


def entry_with(code: str, request: HttpRequest) -> Entry:
    """The entry that has this (read) code. Refused when none has, or after too many wrong ones.

    One that was merged into another stands for that one. A tournament that is not public has no
    players yet.
    """
    counters = _counters(code, request)
    if any(counted(key) >= most for key, most in counters):
        raise Refused(
            "too-many-codes",
            _("Too many wrong codes from here. Wait ten minutes, or let the desk help you."),
            field="code",
        )
    entry = (
        Entry.objects.filter(code=code, tournament__public=True)
        .select_related("tournament", "merged_into__tournament")
        .first()
    )
    if entry is None:
        for key, _most in counters:
            count(key, WRONG_WITHIN)
        raise Refused(
            "code-unknown",
            _(
                "Nobody has this code. It may have been replaced by a newer one. Look at the slip "
                "again, or ask the desk."
            ),
            field="code",
        )
    return entry.merged_into or entry


def _counters(code: str, request: HttpRequest) -> list[tuple[str, int]]:
    """Where wrong codes are counted, and how many may be."""
    address = request.META.get("REMOTE_ADDR", "")
    begins = code[:_BEGINNING]
    beginning = hashlib.sha256(f"{address} {begins}".encode()).hexdigest()[:32]
    return [
        (f"wrong-code-device:{device_of(request).name}", WRONG_FROM_DEVICE),
        (f"wrong-code-beginning:{beginning}", WRONG_BEGINNING),
        (f"wrong-code-anywhere:{begins}", WRONG_ANYWHERE),
    ]


# The device -----------------------------------------------------------------------------------


def device_of(request: HttpRequest) -> Device:
    """The device behind a request; a new one where there is no cookie, or none of ours."""
    kept = getattr(request, "_player_device", None)
    if kept is None:
        kept = _read(request.COOKIES.get(COOKIE, ""))
        request._player_device = kept  # type: ignore[attr-defined]
    return cast(Device, kept)


def _read(text: str) -> Device:
    try:
        stored: Any = loads(text, salt=_SALT, max_age=COOKIE_AGE)
        acts = {int(one): (int(entry), str(digest)) for one, entry, digest in stored["acts"]}
        return Device(str(stored["name"]), acts)
    except (BadSignature, KeyError, TypeError, ValueError):
        return Device(secrets.token_hex(8), known=False)


def remember(response: HttpResponse, device: Device) -> None:
    """Set the device's cookie."""
    acts = [(one, entry, digest) for one, (entry, digest) in device.acts.items()]
    response.set_cookie(
        COOKIE,
        dumps({"name": device.name, "acts": acts}, salt=_SALT),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def act_for(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """From now on the device acts for `entry` in its tournament."""
    device = device_of(request)
    device.acts.pop(entry.tournament_id, None)
    device.acts[entry.tournament_id] = (entry.pk, _digest(entry))
    for oldest in list(device.acts)[:-MOST_TOURNAMENTS]:
        del device.acts[oldest]
    remember(response, device)


def leave(request: HttpRequest, response: HttpResponse, tournament: Tournament) -> None:
    """The device acts for nobody in `tournament` any more."""
    device = device_of(request)
    device.acts.pop(tournament.pk, None)
    remember(response, device)


def acting_entry(request: HttpRequest, tournament: Tournament) -> Entry | None:
    """The entry of `tournament` that the device of `request` acts for; None for all others.

    None, too, once the entry has another code. One query for a device that claims to act for
    somebody here, none for others. Whoever was merged acts for the one it was merged into.
    """
    claimed = device_of(request).acts.get(tournament.pk)
    if claimed is None:
        return None
    entry = tournament.entries.select_related("merged_into").filter(pk=claimed[0]).first()
    if entry is None or not constant_time_compare(claimed[1], _digest(entry)):
        return None
    entry = entry.merged_into or entry
    entry.tournament = tournament
    return entry


def _digest(entry: Entry) -> str:
    return salted_hmac(_SALT, f"{entry.pk}:{entry.code}", algorithm="sha256").hexdigest()[:32]

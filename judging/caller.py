"""Who may take a pair's call back. Anybody may call a judge to a table; that nobody need come any
more, only the pair itself says, or the very phone that called."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest, HttpResponse

from games.player_access import acting_entry
from judging.models import Call
from tournaments.models import Tournament

COOKIE: Final = "called"
#: A day in the hall, and the night after it.
_AGE: Final = 24 * 3600
_SALT: Final = "judging.caller"
#: Calls one phone is remembered for; the oldest is forgotten first.
_MOST: Final = 8


def remember_call(request: HttpRequest, response: HttpResponse, call: Call) -> None:
    """From now on the device of `request` is one that placed `call`."""
    calls = [pk for pk in _placed(request) if pk != call.pk] + [call.pk]
    response.set_cookie(
        COOKIE,
        dumps(calls[-_MOST:], salt=_SALT),
        max_age=_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def may_take_back(request: HttpRequest, tournament: Tournament, call: Call) -> bool:
    """Whether the device acts for the pair that called, or placed the call itself."""
    if call.pk in _placed(request):
        return True
    acting = acting_entry(request, tournament)
    return acting is not None and acting.pk == call.entry_id


def _placed(request: HttpRequest) -> list[int]:
    try:
        return [int(pk) for pk in loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_AGE)]
    except (BadSignature, TypeError, ValueError):
        return []

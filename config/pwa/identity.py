"""Whom a request acts for, in words that give nothing away.

What is kept on a device (copies of pages, entries that wait to be sent) is kept for somebody, and
must never be shown to the next, or sent in their name. So the device needs to tell people apart;
it need not know who they are.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from games.player_access import device_of

_SALT = "config.pwa.identity"
_LENGTH = 16


def _hidden(text: str) -> str:
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:_LENGTH]


def account_of(request: HttpRequest) -> str:
    """The account that is logged in; "" without one."""
    user = request.user
    return _hidden(f"account {user.pk}") if user.is_authenticated else ""


def player_of(request: HttpRequest, tournament_id: int) -> str:
    """Whom the device plays for in a tournament; "" for nobody. Not whether it still may."""
    acts = device_of(request).acts.get(tournament_id)
    return _hidden(f"entry {acts[0]} {acts[1]}") if acts else ""


def identities(request: HttpRequest) -> list[str]:
    """Everybody the request may act for: the account, and an entry for each tournament."""
    players = [player_of(request, tournament) for tournament in sorted(device_of(request).acts)]
    return [one for one in (account_of(request), *players) if one]


def who(request: HttpRequest) -> str:
    """All of them as one word: copies of pages made for another word are another's."""
    return _hidden(" ".join(identities(request)))

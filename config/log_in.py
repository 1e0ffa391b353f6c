"""Who may try passwords, and how often.

Two counts, neither of them by the address alone, which a whole hall shares:

- an account from one address: after `AXES_FAILURE_LIMIT` wrong passwords that account rests for
  this address, as django-axes does it;
- an account from anywhere: guesses spread over a thousand addresses are `MOST_ANYWHERE` an hour and
  no more. Whoever guesses could so lock the owner out; therefore a browser that has logged in to
  the account before carries a signed cookie that says so, and goes by the first count alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username, get_failure_limit
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.counters import count, counted

#: Wrong passwords for one account within an hour, from all addresses together.
MOST_ANYWHERE: Final = 50
WITHIN: Final = 3600

COOKIE: Final = "logged-in-before"
COOKIE_AGE: Final = 365 * 24 * 3600
_SALT: Final = "config.log_in"
#: Accounts that one browser is remembered for; a desk's laptop is shared.
_MOST_ACCOUNTS: Final = 12


class LogInHandler(AxesDatabaseHandler):
    """Counts wrong passwords for django-axes, and those from everywhere."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        failures = int(super().get_failures(request, credentials))
        username = get_client_username(request, credentials) or ""
        if counted(_counter(username)) >= MOST_ANYWHERE and not knows(request, username):
            return max(failures, int(get_failure_limit(request, credentials)))
        return failures

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any
    ) -> None:
        if request is not None:
            count(_counter(get_client_username(request, credentials) or ""), WITHIN)
        super().user_login_failed(sender, credentials, request, **kwargs)


def _digest(username: str) -> str:
    return salted_hmac(_SALT, username.casefold(), algorithm="sha256").hexdigest()[:32]


def _counter(username: str) -> str:
    return f"wrong-password:{_digest(username)}"


def knows(request: HttpRequest, username: str) -> bool:
    """Whether the browser of `request` has logged in to the account before."""
    wanted = _digest(username)
    return any(constant_time_compare(one, wanted) for one in _accounts(request))


def _accounts(request: HttpRequest) -> list[str]:
    try:
        said = loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=COOKIE_AGE)
        return [str(one) for one in said]
    except (BadSignature, TypeError, ValueError):
        return []


def note_log_in(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    """Somebody logged in: `KnownBrowserMiddleware` gives the browser its cookie."""
    if request is not None:
        request.logged_in_now = user.get_username()  # type: ignore[attr-defined]


def connect() -> None:
    user_logged_in.connect(note_log_in, dispatch_uid="known-browser")


class KnownBrowserMiddleware:
    """Remembers, on the browser, which accounts it has logged in to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        username = getattr(request, "logged_in_now", None)
        if username is not None:
            digest = _digest(username)
            accounts = [one for one in _accounts(request) if one != digest] + [digest]
            response.set_cookie(
                COOKIE,
                dumps(accounts[-_MOST_ACCOUNTS:], salt=_SALT),
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

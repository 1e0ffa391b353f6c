"""How often somebody may ask: by token, by account, and only without either by address."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.counters import count
from tournaments.models import ApiToken

_WINDOW = 60


class Throttle(BaseThrottle):
    """So many requests in each minute of the clock."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count this request; False when it is one too many."""
        kind, who = self._who(request)
        minute = int(time.time()) // _WINDOW
        return count(f"api-{kind}-{who}-{minute}", _WINDOW) <= settings.API_PACE[kind]

    def wait(self) -> float:
        """Seconds until the next minute begins, at least one."""
        return _WINDOW - int(time.time()) % _WINDOW

    def _who(self, request: Request) -> tuple[str, str]:
        if isinstance(request.auth, ApiToken):
            return "token", str(request.auth.pk)
        if request.user.is_authenticated:
            return "account", str(request.user.pk)
        return "address", self.get_ident(request)

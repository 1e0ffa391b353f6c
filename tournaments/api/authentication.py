"""Who asks: by a token in the Authorization header. (By a log-in: the framework's own.)"""

from __future__ import annotations

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.domain.api_tokens import note_use, token_of
from tournaments.models import ApiToken, User

_LONGEST: Final = 200


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer stf_…`"""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The account and its token; None without such a header. Raises AuthenticationFailed."""
        scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_of(key.strip()) if len(key) <= _LONGEST else None
        now = timezone.now()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(
                _("This token is not known. Copy it whole, or make a new one."), "unknown-token"
            )
        if token.revoked_at is not None:
            raise AuthenticationFailed(
                _("This token was revoked. Make a new one."), "revoked-token"
            )
        if token.expires_at <= now:
            raise AuthenticationFailed(
                _("This token has expired. Make a new one."), "expired-token"
            )
        note_use(token, now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="api"'


class _Described(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from /desk/tokens/. It does what its scopes and its account's "
            "role allow, whichever is less.",
        }

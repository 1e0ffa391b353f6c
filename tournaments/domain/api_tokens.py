"""Tokens of the API: made once and shown once, found by their digest, revoked."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import ApiToken, Role, Tournament, User

#: How every key begins, so that one that strayed into a text is found.
PREFIX: Final = "stf_"
DEFAULT_DAYS: Final = 90
MOST_DAYS: Final = 366
#: Tokens in force of one account.
MOST_TOKENS: Final = 50
#: That a token was used is written down at most so often.
_NOTED_EVERY: Final = dt.timedelta(minutes=5)
_SHOWN: Final = 10


def digest_of(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def make_token(
    by: User,
    *,
    name: str,
    scopes: Collection[str],
    tournament: Tournament | None = None,
    days: int = DEFAULT_DAYS,
    now: dt.datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its key, which is stored nowhere and shown this one time.

    It can never do more than its account may at the time it is used. Raises `Refused`.
    """
    if tournament is not None and not Role.objects.filter(user=by, tournament=tournament).exists():
        raise Refused(
            "no-role", _("You have no role at that tournament. Choose another."), field="tournament"
        )
    if not 1 <= days <= MOST_DAYS:
        raise Refused(
            "days", _("A token lasts from 1 to %(most)s days.") % {"most": MOST_DAYS}, field="days"
        )
    now = now or timezone.now()
    if in_force(by, now).count() >= MOST_TOKENS:
        raise Refused("too-many-tokens", _("You have very many tokens. Revoke one first."))
    key = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=by,
        name=name,
        tournament=tournament,
        digest=digest_of(key),
        begins=key[:_SHOWN],
        scopes=sorted(set(scopes)),
        expires_at=now + dt.timedelta(days=days),
    )
    return token, key


def in_force(user: User, now: dt.datetime) -> QuerySet[ApiToken]:
    """The account's tokens that still open something."""
    return ApiToken.objects.filter(user=user, revoked_at__isnull=True, expires_at__gt=now)


def revoke_token(token: ApiToken, *, now: dt.datetime | None = None) -> None:
    """From now on the token opens nothing. Twice is once."""
    ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(
        revoked_at=now or timezone.now()
    )


def token_of(key: str) -> ApiToken | None:
    """The token of a key, whether it is in force or not; None where there is none."""
    tokens = ApiToken.objects.select_related("user")
    return tokens.filter(digest=digest_of(key)).first()


def note_use(token: ApiToken, now: dt.datetime) -> None:
    """Write down that it was used, unless that was written lately."""
    if token.last_used_at is None or now - token.last_used_at >= _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)

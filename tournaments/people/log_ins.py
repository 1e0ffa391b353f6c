"""Where accounts are logged in: seen, and ended.

A log-in is a row beside the session, made as somebody logs in. It ends with the session: the row
that a browser's cookie names is gone, so the next request is a stranger's, and lines that are open
are closed. When somebody was last seen is written at most once in five minutes for each session,
and on pages for those who are logged in only.
"""

from __future__ import annotations

import datetime as dt
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from axes.helpers import get_client_ip_address
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from tournaments.hooks import access_ended
from tournaments.models import LogIn, Tournament, User
from tournaments.people.devices import (
    browser_of,
    device_words,
    origin_of,
    origin_words,
    system_of,
)

#: How old what is written of somebody's last visit may be.
RARELY: Final = dt.timedelta(minutes=5)
#: Sessions whose last visit this process knows to be written: so many of the latest.
_REMEMBERED: Final = 2_000
_written: OrderedDict[str, float] = OrderedDict()


def _is_due(session_key: str) -> bool:
    """Whether the last visit may have to be written; remembers that it is asked."""
    now = time.monotonic()
    last = _written.pop(session_key, None)
    due = last is None or now - last >= RARELY.total_seconds()
    _written[session_key] = now if last is None or due else last
    while len(_written) > _REMEMBERED:
        _written.popitem(last=False)
    return due


def begin(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Receiver of Django's `user_logged_in`: note the device. Old rows of the account go."""
    session_key = request.session.session_key
    if not session_key:
        return
    now = timezone.now()
    live = Session.objects.filter(expire_date__gt=now).values("session_key")
    user.log_ins.exclude(session_key__in=live).delete()
    agent = str(request.META.get("HTTP_USER_AGENT", ""))[:500]
    LogIn.objects.update_or_create(
        session_key=session_key,
        defaults={
            "user": user,
            "browser": browser_of(agent),
            "system": system_of(agent),
            "origin": origin_of(get_client_ip_address(request) if request.META else None),
            "began_at": now,
            "seen_at": now,
        },
    )
    _is_due(session_key)


def leave(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """Receiver of Django's `user_logged_out`."""
    session_key = request.session.session_key
    if user is not None and session_key:
        LogIn.objects.filter(session_key=session_key).delete()
        _tell(user.pk, [session_key])


def note_visit(session_key: str) -> None:
    """Somebody who is logged in was here. Writes rarely; a visit is no reason to fail."""
    if not _is_due(session_key):
        return
    now = timezone.now()
    rows = LogIn.objects.filter(session_key=session_key, seen_at__lte=now - RARELY)
    try:
        with transaction.atomic():
            rows.update(seen_at=now)
    except DatabaseError:
        _written.pop(session_key, None)


@dataclass(frozen=True, slots=True)
class Shown:
    """A log-in as pages show it."""

    log_in: LogIn
    device: str
    origin: str
    #: Whether it is the one that asks.
    this: bool


def log_ins_of(users: Iterable[User], this: str | None = None) -> dict[int, list[Shown]]:
    """The log-ins that last, by account, the one seen latest first. One query for all."""
    rows = LogIn.objects.filter(
        user__in=[user.pk for user in users],
        session_key__in=Session.objects.filter(expire_date__gt=timezone.now()).values(
            "session_key"
        ),
    )
    found: dict[int, list[Shown]] = {}
    for row in rows:
        shown = Shown(
            row,
            device_words(row.browser, row.system),
            origin_words(row.origin),
            row.session_key == this,
        )
        found.setdefault(row.user_id, []).append(shown)
    return found


def end(user: User, *, only: Collection[Any] | None = None, keep: str | None = None) -> int:
    """End log-ins of `user`, at once: those of the ids in `only` (None: all), but for the session
    `keep`. How many there were."""
    with transaction.atomic():
        rows = LogIn.objects.filter(user=user)
        if only is not None:
            rows = rows.filter(pk__in=only)
        if keep:
            rows = rows.exclude(session_key=keep)
        keys = list(rows.values_list("session_key", flat=True))
        # Those that have run out are rows still, and nobody's visit.
        lasting = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
        how_many = lasting.count()
        Session.objects.filter(session_key__in=keys).delete()
        LogIn.objects.filter(session_key__in=keys).delete()
        if keys:
            _tell(user.pk, keys)
    return how_many


def end_after_password(user: User, *, old: str | None = None, new: str | None = None) -> int:
    """The password is another: every log-in ends but the one that changed it, whose session was
    called `old` and is called `new` now. How many ended."""
    with transaction.atomic():
        if old and new:
            LogIn.objects.filter(session_key=old, user=user).update(session_key=new)
            if old != new:
                _tell(user.pk, [old])
        return end(user, keep=new)


def end_in(tournament: Tournament, user: User) -> None:
    """What `user` may see of `tournament` is another from now on: open lines there close."""
    key, place = user.pk, tournament.pk
    transaction.on_commit(
        lambda: (
            access_ended.send_robust(sender=LogIn, user=key, tournament=place, sessions=()) and None
        )
    )


def _tell(user: int, sessions: Iterable[str]) -> None:
    keys = tuple(sessions)
    transaction.on_commit(
        lambda: (
            access_ended.send_robust(sender=LogIn, user=user, tournament=None, sessions=keys)
            and None
        )
    )

"""A new link for one that is lost or out of date; the earlier ones are worth nothing then."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import SignUp, User

from .letters import tell
from .links import TO_CONFIRM
from .rows import State, check_open, log, read, told

#: New links to one address in an hour.
PER_HOUR = 4


def send_anew(
    sign_up: SignUp, *, by: User | None, now: dt.datetime | None = None, key: str = ""
) -> SignUp:
    """Write a new link to the address of `sign_up`, never to another.

    One that was not confirmed in time can be confirmed again, as long as registration is open.
    """
    now = now or timezone.now()
    with act("signup.link", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        since = now - dt.timedelta(hours=1)
        sent = sign_up.mails.filter(created_at__gt=since).count()
        if by is None and sent >= PER_HOUR:
            raise Refused(
                "too-many",
                _(
                    "We have written to you several times within an hour. Look in the folder for "
                    "unwanted mail, or wait an hour and ask again."
                ),
            )
        before = told(sign_up)
        never = sign_up.state == State.EXPIRED and sign_up.queued_at is None
        unconfirmed = never or sign_up.state == State.UNCONFIRMED
        if unconfirmed:
            if by is None:
                check_open(doing.row, now)
            sign_up.state, sign_up.answer_by = State.UNCONFIRMED, now + TO_CONFIRM
        sign_up.link_version += 1
        sign_up.save()
        event = log(doing, sign_up, before)
        tell(event, sign_up, given, "confirm" if unconfirmed else "link")
    return sign_up

"""The link in the letter is confirmed: a place in the tournament, or one in the waiting list."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Entry, SignUp, User

from .known import already_signed_up, asked_again
from .letters import tell_state
from .move_up import fill
from .rows import State, called, check_open, read, settle, told


def confirm(
    sign_up: SignUp,
    *,
    by: User | None,
    others: bool = False,
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """`sign_up` counts from now on. One that was cancelled or not taken in time starts afresh, at
    the end of the waiting list. Pressing it twice is once.

    Refuses with `Namesake` when somebody of that name has come meanwhile, unless they are `others`.
    The desk (`by`) may do it by hand, also after registration has closed, and is not asked.
    """
    now = now or timezone.now()
    with act("signup.confirm", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if not may_confirm(sign_up):
            raise Refused("confirmed", _("This is confirmed already. Nothing more is needed."))
        if by is None:
            check_open(doing.row, now)
        if already_signed_up(doing.row, given.first, but=sign_up):
            raise Refused(
                "twice",
                _(
                    "You have signed up already, from this address and with this name. Use the "
                    "link in the earlier letter, or ask for a new one."
                ),
            )
        given = asked_again(sign_up, given, others=others, by=by)
        before = told(sign_up)
        entry = settle(sign_up, given, now)
        event = doing.log(
            entry or sign_up,
            before=before,
            after=told(sign_up) | ({"number": entry.number} if entry else {}),
            called=entry.name if entry else called(sign_up),
        )
        tell_state(event, sign_up, given)
    fill(sign_up.tournament, now=now)
    sign_up.refresh_from_db()
    return sign_up


def may_confirm(sign_up: SignUp) -> bool:
    """Whether there is anything to confirm: it has no place and does not wait for one."""
    entry = sign_up.entry
    if sign_up.state == State.ENTERED:
        return entry is not None and entry.state == Entry.State.WITHDRAWN and not entry.merged_into
    return sign_up.state in {State.UNCONFIRMED, State.CANCELLED, State.EXPIRED}

"""The desk moves somebody into the list itself, whatever the waiting list says."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import SignUp, Tournament, User

from .letters import tell_state
from .rows import LIVE, State, enter, places_of, read, told


def move_to_list(
    sign_up: SignUp, *, by: User | None, now: dt.datetime | None = None, key: str = ""
) -> SignUp:
    """`sign_up` is an entry from now on. Refuses when no place is free that is not promised to
    others, when somebody is still missing, and when the tournament is over."""
    now = now or timezone.now()
    with act("signup.enter", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if doing.row.state == Tournament.State.FINISHED:
            raise Refused(
                "finished", _("The tournament is over. Nobody can be registered any more.")
            )
        if sign_up.state not in {*LIVE, State.EXPIRED}:
            raise Refused("not-live", _("They are in the list already, or have cancelled."))
        if not given.complete:
            raise Refused(
                "incomplete",
                _("Somebody is missing. They first say on their own page who plays with them."),
            )
        if sign_up.state not in SignUp.HOLDING and not places_of(doing.row).free:
            raise Refused(
                "full",
                _("All places are taken. Raise the number of places in the settings first."),
            )
        before = told(sign_up)
        sign_up.queued_at = sign_up.queued_at or now
        entry = enter(sign_up, given)
        event = doing.log(
            entry,
            before=before,
            after=told(sign_up) | {"number": entry.number},
        )
        tell_state(event, sign_up, given)
    return sign_up

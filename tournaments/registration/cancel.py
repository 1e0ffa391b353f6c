"""They do not come after all: the place goes to the next."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.check_in import write_state
from tournaments.domain.errors import Refused
from tournaments.models import Entry, SignUp, Tournament, User

from .letters import tell
from .move_up import fill
from .rows import LIVE, State, log, read, told


def cancel(
    sign_up: SignUp,
    *,
    by: User | None,
    why: str = "",
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """`sign_up` comes to nothing, whether it has a place, waits for one or is offered one.

    An entry is withdrawn and keeps its number, so the desk can bring it back. Refuses once the
    first round is published: then the desk takes people out.
    """
    with act("signup.cancel", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if doing.row.state != Tournament.State.OPEN:
            raise Refused(
                "begun",
                _("The tournament has begun. Tell the desk in the hall: they take you out."),
            )
        entry = sign_up.entry
        if sign_up.state == State.ENTERED and entry and entry.state != Entry.State.WITHDRAWN:
            why = why or _("cancelled by themselves")
            event = write_state(doing, entry, why, state=Entry.State.WITHDRAWN)
        elif sign_up.state in LIVE:
            before = told(sign_up)
            sign_up.state, sign_up.answer_by = State.CANCELLED, None
            sign_up.save()
            event = log(doing, sign_up, before, why=why)
        else:
            raise Refused("gone", _("This is cancelled already."))
        tell(event, sign_up, given, "cancelled")
    fill(sign_up.tournament, now=now)
    return sign_up

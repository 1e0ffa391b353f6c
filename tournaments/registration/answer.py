"""A place that is offered is taken, or given on."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import SignUp, User

from .known import asked_again
from .letters import tell_state
from .rows import State, called, read, take_place, told


def accept(
    sign_up: SignUp,
    *,
    by: User | None,
    others: bool = False,
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """The place offered is theirs. Refuses once the time to answer is over, and with `Namesake` as
    `confirm` does."""
    now = now or timezone.now()
    with act("signup.accept", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        late = sign_up.answer_by is not None and sign_up.answer_by <= now
        if sign_up.state != State.OFFERED or (late and by is None):
            raise Refused(
                "no-offer",
                _(
                    "The place is no longer kept for you. It went on to the next in line. You can "
                    "stand in the waiting list again."
                ),
            )
        given = asked_again(sign_up, given, others=others, by=by)
        before = told(sign_up)
        entry = take_place(sign_up, given, now)
        event = doing.log(
            entry or sign_up,
            before=before,
            after=told(sign_up) | ({"number": entry.number} if entry else {}),
            called=entry.name if entry else called(sign_up),
        )
        tell_state(event, sign_up, given)
    return sign_up

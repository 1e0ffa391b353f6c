"""What a judge did about a call is taken back: it stands as it stood."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from judging.domain.answer_call import INSTANTS, facts_of_call
from judging.domain.impartial import refuse_own_game
from judging.domain.place_call import called
from judging.hooks import call_waiting
from judging.models import Call
from judging.models.call import OPEN
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Event, User


def put_call_back(call: Call, event: Event, *, by: User | None, key: str = "") -> Call:
    """The call is as it was before `event`. Conflict when it is not as that left it; Refused when
    extra time was given with it, or the table has called anew."""
    with act("call.undo", call, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        now, left, was = facts_of_call(row), event.after["call"], event.before["call"]
        if now != left:
            raise Conflict(
                "call-changed", _("The call has been answered since. Look at it as it is now.")
            )
        refuse_own_game(by, row.pairing)
        if event.after.get("minutes"):
            raise Refused(
                "time-given",
                _("The table got extra time with it. Take that back first, and call anew."),
            )
        others = Call.objects.filter(pairing=row.pairing_id, state__in=OPEN).exclude(pk=row.pk)
        if was["state"] in OPEN and others.exists():
            raise Refused("called-anew", _("The table has called a judge anew since."))
        row.state, row.for_head, row.judge_id = was["state"], was["for_head"], was["judge"]
        for name in INSTANTS:
            setattr(row, name, was[name] and datetime.fromisoformat(was[name]))
        row.save()
        if row.state == Call.State.WAITING:
            call_waiting.send(None, call=row, by=by)
        doing.log(
            before={"state": str(Call.State(left["state"]).label), "call": left},
            after={"state": str(Call.State(was["state"]).label), "call": was},
            called=called(row.pairing),
        )
        return row

"""What judges do with a call: take it, come, deal with it, hand it over, send the head judge.

Each locks the call and says what it may follow upon: of two judges at once one has it, and the
other is told who.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.domain.extend_table import LONGEST, SHORTEST, extend_table
from games.queries import clock_of, timing_of
from games.timing import face
from judging.domain.impartial import refuse_own_game
from judging.domain.offices import judges_of, refuse_all_but_head
from judging.domain.place_call import called
from judging.hooks import call_waiting
from judging.models import Call
from judging.models.call import OPEN
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import User

WAITING, TAKEN, ARRIVED = Call.State.WAITING, Call.State.TAKEN, Call.State.ARRIVED

#: When something happened to a call, beside its being placed.
INSTANTS: Final = ("taken_at", "arrived_at", "first_arrived_at", "closed_at")


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a verb may follow upon, and whether only the judge who has the call may do it."""

    follows: Collection[str]
    own: bool = False


#: Every verb on a call. Whatever is not here is impossible.
RULES: Final[dict[str, _Rule]] = {
    "call.take": _Rule((WAITING,)),
    "call.arrive": _Rule((TAKEN,), own=True),
    "call.resolve": _Rule((TAKEN, ARRIVED), own=True),
    "call.hand-over": _Rule((TAKEN, ARRIVED), own=True),
    "call.send-head": _Rule(OPEN),
    "call.withdraw": _Rule((WAITING, TAKEN)),
}


def take_call(call: Call, *, by: User, key: str = "") -> Call:
    """`by` goes to the table. Refused for the head judge's calls and for their own game."""
    with act("call.take", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        refuse_own_game(by, doing.row.pairing)
        if doing.row.for_head:
            refuse_all_but_head(by, doing.tournament)
        return _set(doing, state=TAKEN, judge=by, taken_at=timezone.now(), arrived_at=None)


def arrive_at_call(call: Call, *, by: User, key: str = "") -> Call:
    """`by` is at the table."""
    with act("call.arrive", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        now = timezone.now()
        first = doing.row.first_arrived_at or now
        return _set(doing, state=ARRIVED, arrived_at=now, first_arrived_at=first)


def resolve_call(call: Call, *, give_back: bool = False, by: User, key: str = "") -> Call:
    """The table plays on. With `give_back` it gets the time that this took it, rounded up.

    Refused with `give_back` where extra time is refused; the call then stays as it was.
    """
    with act("call.resolve", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        now = timezone.now()
        minutes = lost_minutes(doing.row, now) if give_back else 0
        if minutes:
            extend_table(
                doing.row.pairing, minutes=minutes, why=_("Time while a judge was called."), by=by
            )
        # A judge who was there all along need not have said that they came.
        arrived = doing.row.arrived_at or now
        return _set(
            doing,
            state=Call.State.RESOLVED,
            arrived_at=arrived,
            first_arrived_at=doing.row.first_arrived_at or arrived,
            closed_at=now,
            minutes_given=minutes,
        )


def hand_over_call(call: Call, *, to: User | None = None, by: User, key: str = "") -> Call:
    """Another judge goes: `to`, or whoever takes it next."""
    with act("call.hand-over", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        if to is None:
            return _set(doing, state=WAITING, judge=None, taken_at=None, arrived_at=None)
        if to == by:
            raise Refused("same-judge", _("You have this call yourself."), field="to")
        if to not in judges_of(doing.tournament):
            raise Refused(
                "no-judge", _("%(name)s is no judge here.") % {"name": to.display_name}, field="to"
            )
        refuse_own_game(to, doing.row.pairing)
        if doing.row.for_head:
            refuse_all_but_head(to, doing.tournament)
        return _set(doing, state=TAKEN, judge=to, taken_at=timezone.now(), arrived_at=None)


def send_head_judge(call: Call, *, by: User, key: str = "") -> Call:
    """The head judge is to come: the call waits again, for them alone."""
    with act("call.send-head", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        if doing.row.for_head:
            raise Conflict("head-sent", _("The head judge has been sent for already."))
        return _set(doing, for_head=True, state=WAITING, judge=None, taken_at=None, arrived_at=None)


def withdraw_call(call: Call, *, by: User | None, key: str = "") -> Call:
    """The table needs nobody any more. The pair itself (`by` None) may only while it waits."""
    with act("call.withdraw", call, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        _allow(doing)
        if by is None and doing.row.state != WAITING:
            raise Conflict("judge-coming", _("A judge is on the way already. Tell them."))
        return _set(doing, state=Call.State.WITHDRAWN, closed_at=timezone.now())


def lost_minutes(call: Call, now: datetime) -> int:
    """Minutes for which the clock ran since the call came, begun ones whole; 0 without a clock.

    Never more than one extension may give.
    """
    round_ = call.round
    timing = timing_of(round_, clock_of(round_))
    return minutes_of(face(timing, now).elapsed - face(timing, call.placed_at).elapsed)


def minutes_of(lost: timedelta) -> int:
    """Time lost as minutes of an extension: begun ones whole, never more than one may give."""
    minutes = -int(-lost.total_seconds() // 60)
    return min(max(minutes, SHORTEST), LONGEST) if minutes > 0 else 0


# The steps -----------------------------------------------------------------------------------


def _allow(doing: Act[Call]) -> None:
    """Conflict where somebody was quicker."""
    call, rule = doing.row, RULES[doing.verb]
    others = rule.own and doing.by is not None and call.judge_id != doing.by.pk
    if call.state in rule.follows and not others:
        return
    table = {"table": call.pairing.table or "–"}
    if call.judge is not None and call.open:
        raise Conflict(
            "call-taken",
            _("%(judge)s has the call from table %(table)s.")
            % (table | {"judge": call.judge.display_name}),
        )
    if call.state == WAITING:
        raise Conflict(
            "call-waiting", _("The call from table %(table)s waits for a judge again.") % table
        )
    raise Conflict("call-closed", _("The call from table %(table)s is over already.") % table)


def _set(doing: Act[Call], **fields: Any) -> Call:
    call = doing.row
    before = _told(call) | {"call": facts_of_call(call)}
    for name, value in fields.items():
        setattr(call, name, value)
    call.save(update_fields=list(fields))
    if call.state == WAITING:
        call_waiting.send(None, call=call, by=doing.by)
    after = _told(call) | {"call": facts_of_call(call)}
    if call.minutes_given:
        after["minutes"] = call.minutes_given
    doing.log(before=before, after=after, called=called(call.pairing))
    return call


def facts_of_call(call: Call) -> dict[str, Any]:
    """How a call stands, as the log keeps it for whoever takes a step back."""
    return {
        "state": call.state,
        "for_head": call.for_head,
        "judge": call.judge_id,
        **{name: at.isoformat() if (at := getattr(call, name)) else None for name in INSTANTS},
    }


def _told(call: Call) -> dict[str, Any]:
    told: dict[str, Any] = {"judge": call.judge.display_name if call.judge is not None else ""}
    if call.for_head:
        told["judge"] = told["judge"] or _("the head judge")
    return told

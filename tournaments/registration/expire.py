"""What nobody answered in time comes to nothing; free places are offered on. Swept every minute."""

from __future__ import annotations

import datetime as dt
import logging

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import SignUp, Tournament

from .letters import tell
from .move_up import fill
from .places import Phase
from .rows import LIVE, State, log, phase_of, read, told

log_of_program = logging.getLogger("startfelt.registration")

#: What is written to whom, by the state they were in. Who never confirmed is not written to.
_LETTERS = {State.OFFERED: "gone-on", State.INVITING: "no-partner", State.WAITING: "no-place"}


class NotDue(Refused):
    """Somebody was faster, or there is time left."""


def sweep(now: dt.datetime | None = None) -> int:
    """Every tournament somebody has signed up for: expire what is due, offer what is free.

    How many changed. Safe to run twice at once. What goes wrong in one tournament is written to
    the program's log, and stops the waiting list of no other.
    """
    now = now or timezone.now()
    count = 0
    for tournament in Tournament.objects.filter(sign_ups__state__in=LIVE).distinct():
        try:
            count += sweep_one(tournament, now)
        except Exception:
            log_of_program.exception("the waiting list of %s could not be swept", tournament.slug)
    return count


def sweep_one(tournament: Tournament, now: dt.datetime) -> int:
    due = tournament.sign_ups.filter(state__in=LIVE)
    if phase_of(tournament, now) is not Phase.OVER:
        due = due.filter(Q(answer_by__lte=now))
    count = 0
    for sign_up in due.order_by("pk"):
        try:
            expire(sign_up, now=now)
        except NotDue:
            continue
        count += 1
    return count + fill(tournament, now=now)


def expire(sign_up: SignUp, *, now: dt.datetime | None = None) -> SignUp:
    """`sign_up` was not confirmed, taken or completed in time. Raises `NotDue`."""
    now = now or timezone.now()
    with act("signup.expire", sign_up.tournament, by=None) as doing:
        row = doing.row.sign_ups.select_related("entry").get(pk=sign_up.pk)
        if not _due(row, phase_of(doing.row, now), now):
            raise NotDue("not-due", _("There is time left."))
        before = told(row)
        letter = _LETTERS.get(State(row.state))
        row.state, row.answer_by = State.EXPIRED, None
        row.save()
        event = log(doing, row, before)
        if letter and row.facts.get("players"):
            sign_up, given = read(doing, row)
            tell(event, sign_up, given, letter)
    return row


def _due(sign_up: SignUp, phase: Phase, now: dt.datetime) -> bool:
    if sign_up.state not in LIVE:
        return False
    if phase is Phase.OVER:
        return True
    late = sign_up.answer_by is not None and sign_up.answer_by <= now
    # One half keeps its place as long as registration is open, also when that was prolonged.
    return late and not (sign_up.state == State.INVITING and phase is Phase.OPEN)

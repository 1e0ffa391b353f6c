"""A place is free: the first of the waiting list is offered it, until they answer or it expires."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import Act, act
from tournaments.domain.errors import Refused
from tournaments.models import Event, SignUp, Tournament, User

from .facts import Given
from .letters import tell_state
from .places import Phase
from .rows import State, log, places_of, read, registration_of, times_of, told

VERB = "signup.offer"
#: What others do that may free a place, or let one be offered.
FREEING = frozenset(
    {
        "entry.withdraw",
        "entry.merge",
        "entry.undo",
        "tournament.edit",
        "registration.edit",
        "privacy.erase",
    }
)


class NothingToOffer(Refused):
    """No place is free, or nobody waits, or registration is not open."""


def fill(tournament: Tournament, *, now: dt.datetime | None = None) -> int:
    """Offer every free place to those who wait, in their order; how many were offered.

    Safe to call at any time and twice at once: each offer looks again under the lock.
    """
    now = now or timezone.now()
    count = 0
    while tournament.sign_ups.filter(state=State.WAITING).exists():
        try:
            offer_next(tournament, now=now)
        except NothingToOffer:
            break
        count += 1
    return count


def offer_next(tournament: Tournament, *, now: dt.datetime | None = None) -> SignUp:
    """Offer a free place to the first of the waiting list. Raises `NothingToOffer`."""
    now = now or timezone.now()
    with act(VERB, tournament, by=None) as doing:
        first = doing.row.sign_ups.filter(state=State.WAITING).order_by("queued_at", "pk").first()
        times = times_of(doing.row, registration_of(doing.row))
        if first is None or not places_of(doing.row).free or times.phase(now) is not Phase.OPEN:
            raise NothingToOffer("nothing-to-offer", _("There is no place to offer now."))
        sign_up, given = read(doing, first)
        _offer(doing, sign_up, given, now, by_hand=False)
    return sign_up


def offer(
    sign_up: SignUp, *, by: User | None, now: dt.datetime | None = None, key: str = ""
) -> SignUp:
    """The desk offers a free place to one of those who wait, before the others if need be."""
    now = now or timezone.now()
    with act(VERB, sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if sign_up.state != State.WAITING:
            raise Refused("not-waiting", _("They do not wait for a place any more."))
        if not places_of(doing.row).free:
            raise Refused(
                "full",
                _("All places are taken. Raise the number of places in the settings first."),
            )
        _offer(doing, sign_up, given, now, by_hand=True)
        if sign_up.answer_by is None or sign_up.answer_by <= now:
            raise Refused(
                "too-late",
                _("There is no time left to answer. Move them into the list by hand instead."),
            )
    return sign_up


def _offer(
    doing: Act[Tournament], sign_up: SignUp, given: Given, now: dt.datetime, *, by_hand: bool
) -> None:
    registration = registration_of(doing.row)
    hours = registration.hours_to_accept if registration else 24
    before = told(sign_up)
    sign_up.state = State.OFFERED
    sign_up.answer_by = times_of(doing.row, registration).answer_by(now, hours, by_hand=by_hand)
    sign_up.save()
    tell_state(log(doing, sign_up, before), sign_up, given)


def on_event(sender: Any, event: Event, **kwargs: Any) -> None:
    """After each change: when somebody else's verb has freed a place, it is offered at once."""
    if event.verb in FREEING:
        fill(event.tournament)

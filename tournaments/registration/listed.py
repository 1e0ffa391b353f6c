"""The desk's list of sign-ups, in a constant number of queries."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Entry, Mail, Player, SignUp, Tournament
from tournaments.names import name_key

from .facts import Given
from .rows import LIVE, State, places_of

#: What may be done to one in each state; each looks again under the lock.
_VERBS: dict[str, tuple[str, ...]] = {
    State.UNCONFIRMED: ("confirm", "enter", "resend", "cancel"),
    State.INVITING: ("resend", "cancel"),
    State.WAITING: ("offer", "enter", "resend", "cancel"),
    State.OFFERED: ("enter", "resend", "cancel"),
    State.ENTERED: ("resend",),
    State.EXPIRED: ("confirm",),
    State.CANCELLED: ("confirm",),
}
#: Those that need a place nobody has been promised.
_NEED_PLACE = {"offer", "enter"}


@dataclass(frozen=True, slots=True)
class Twice:
    """A player who is called like somebody in the list, or in another sign-up."""

    player: str
    entry: int | None
    """The entry's number; None where it is a sign-up."""
    sign_up: int | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A sign-up as the desk sees it."""

    sign_up: SignUp
    given: Given | None
    """None once it is erased."""
    state: str
    """A value of `SignUp.State`; one whose entry has been withdrawn is cancelled."""
    queue: int | None
    """Its place in the waiting list."""
    until: dt.datetime | None
    undelivered: int
    """Letters that could not be sent."""
    twice: tuple[Twice, ...]
    """Who of them stands somewhere else, too."""
    verbs: tuple[str, ...]


def rows_of(tournament: Tournament) -> list[Listed]:
    """Everybody, those who wait first in their order, then the newest. Four queries."""
    failed = Count("mails", filter=Q(mails__state=Mail.State.FAILED))
    sign_ups = list(tournament.sign_ups.select_related("entry").annotate(failed=failed))
    waiting = sorted(
        (one for one in sign_ups if one.state == State.WAITING),
        key=lambda one: (one.queued_at, one.pk),
    )
    queue = {one.pk: place for place, one in enumerate(waiting, start=1)}
    free = places_of(tournament).free > 0
    finished = tournament.state == Tournament.State.FINISHED
    there = _Names(tournament, sign_ups)
    rows = []
    for one in waiting + sorted(
        (one for one in sign_ups if one.pk not in queue), key=lambda one: -one.pk
    ):
        given = Given.from_json(one.facts)
        gone = one.entry is not None and one.entry.state == Entry.State.WITHDRAWN
        state = State.CANCELLED if one.state == State.ENTERED and gone else State(one.state)
        rows.append(
            Listed(
                sign_up=one,
                given=given,
                state=state.value,
                queue=queue.get(one.pk),
                until=one.answer_by if one.state in _TIMED else None,
                undelivered=one.failed,
                twice=there.twice(one, given, state) if given is not None else (),
                verbs=() if finished or given is None else _verbs(state, given, free=free),
            )
        )
    return rows


class _Names:
    """Where each name stands: in entries that have not withdrawn, and in sign-ups under way."""

    def __init__(self, tournament: Tournament, sign_ups: Iterable[SignUp]) -> None:
        #: Key of the name -> (entry's id, its number) and (sign-up's id).
        self.entries: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.sign_ups: dict[str, list[int]] = defaultdict(list)
        players = Player.objects.filter(tournament=tournament).exclude(
            entry__state=Entry.State.WITHDRAWN
        )
        for name, entry, number in players.values_list("name", "entry", "entry__number"):
            self.entries[name_key(name)].append((entry, number))
        for one in sign_ups:
            given = Given.from_json(one.facts)
            if one.state in LIVE and given is not None:
                for person in given.entry.players:
                    if person.name:
                        self.sign_ups[person.name_key].append(one.pk)

    def twice(self, sign_up: SignUp, given: Given, state: SignUp.State) -> tuple[Twice, ...]:
        """Nobody of those who do not come, nor of those who have said that they are others."""
        if given.others or state not in {*LIVE, State.ENTERED}:
            return ()
        found = []
        for person in given.entry.players:
            if not person.name:
                continue
            for entry, number in self.entries.get(person.name_key, ()):
                if entry != sign_up.entry_id:
                    found.append(Twice(person.name, number, None))
            for pk in self.sign_ups.get(person.name_key, ()):
                if pk != sign_up.pk:
                    found.append(Twice(person.name, None, pk))
        return tuple(found)


_TIMED = {State.UNCONFIRMED, State.INVITING, State.OFFERED}


def _verbs(state: SignUp.State, given: Given, *, free: bool) -> tuple[str, ...]:
    """Those that would not be refused now."""
    holds = state in SignUp.HOLDING
    return tuple(
        verb
        for verb in _VERBS[state]
        if (verb not in _NEED_PLACE or free or holds) and (verb != "enter" or given.complete)
    )

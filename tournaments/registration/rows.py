"""What the verbs of registration share: reading under the lock, counting places, entering."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from dataclasses import replace
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import Act
from tournaments.domain.entry_rows import (
    check_clashes,
    facts_of,
    new_players,
    next_number,
    set_facts,
    write_players,
)
from tournaments.domain.errors import Conflict, Refused
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Event, Player, Registration, SignUp, Tournament

from .facts import Given
from .places import Phase, Places, Times, starts_at

State = SignUp.State
#: Neither an entry nor come to nothing.
LIVE = (State.UNCONFIRMED, State.INVITING, State.WAITING, State.OFFERED)


def times_of(tournament: Tournament, registration: Registration | None) -> Times:
    return Times(
        opens_at=registration.opens_at if registration else None,
        closes_at=registration.closes_at if registration else None,
        starts_at=starts_at(
            tournament.date, registration.doors_open if registration else None, tournament.zone
        ),
        begun=tournament.state != Tournament.State.OPEN,
    )


def registration_of(tournament: Tournament) -> Registration | None:
    return Registration.objects.filter(tournament=tournament).first()


def phase_of(tournament: Tournament, now: dt.datetime | None = None) -> Phase:
    """Where registration stands. One query."""
    return times_of(tournament, registration_of(tournament)).phase(now or timezone.now())


def check_open(tournament: Tournament, now: dt.datetime) -> None:
    """Refuses to take anybody in before registration opens and after it has closed."""
    registration = registration_of(tournament)
    phase = times_of(tournament, registration).phase(now)
    if registration is None or phase in {Phase.CLOSED, Phase.OVER}:
        raise Refused(
            "closed", _("Registration is closed. Write to the organiser if you still want to play.")
        )
    if phase is Phase.NOT_YET:
        raise Refused("not-yet", _("Registration has not opened yet. Come back when it has."))


def places_of(tournament: Tournament) -> Places:
    """How the places are taken. Two queries."""
    counted = tournament.sign_ups.aggregate(
        held=Count("pk", filter=Q(state__in=SignUp.HOLDING)),
        waiting=Count("pk", filter=Q(state=State.WAITING)),
    )
    entries = tournament.entries.exclude(state=Entry.State.WITHDRAWN).count()
    return Places(tournament.capacity, entries, counted["held"], counted["waiting"])


def place_in_queue(sign_up: SignUp) -> int:
    """1 is offered the next free place."""
    queue = sign_up.tournament.sign_ups.filter(state=State.WAITING)
    before = Q(queued_at__lt=sign_up.queued_at) | Q(queued_at=sign_up.queued_at, pk__lt=sign_up.pk)
    return queue.filter(before).count() + 1


def read(doing: Act[Tournament], sign_up: SignUp) -> tuple[SignUp, Given]:
    """The sign-up as it is under the lock, and what it says."""
    row = doing.row.sign_ups.select_related("entry").get(pk=sign_up.pk)
    row.tournament = doing.row
    given = given_of(row)
    if given is None:
        raise Refused("erased", _("What was sent in has been erased. Sign up again."))
    return row, given


def given_of(sign_up: SignUp) -> Given | None:
    """What it says now. Of an entry that is what stands in the list, and only its own notes:
    those of the entry are the organiser's. None once it is erased."""
    given = Given.from_json(sign_up.facts)
    entry = sign_up.entry
    if given is None or entry is None or sign_up.state != State.ENTERED:
        return given
    players = list(entry.players.all())
    return replace(
        given,
        entry=replace(facts_of(entry, players), notes=given.entry.notes),
        initials=tuple(player.initials_only for player in players),
    )


def stamp(sign_up: SignUp, given: Given) -> str:
    """What a page was made from. It differs as soon as anything else was saved."""
    seen = json.dumps([sign_up.state, given.to_json()], sort_keys=True)
    return hashlib.sha256(seen.encode()).hexdigest()[:20]


def check_seen(sign_up: SignUp, given: Given, seen: str) -> None:
    if seen and seen != stamp(sign_up, given):
        raise Conflict(
            "sign-up-changed",
            _(
                "This was changed after you opened it, perhaps by the one you play with. Nothing "
                "of yours was saved. Look at it as it is now, and change it again if needed."
            ),
        )


def called(sign_up: SignUp) -> str:
    """How the log speaks of somebody who is no entry: the log is kept for ever, names need not."""
    return _("no. %(number)s") % {"number": sign_up.pk}


def told(sign_up: SignUp) -> dict[str, Any]:
    """What the log keeps of a sign-up."""
    return {"state": sign_up.state}


def log(doing: Act[Tournament], sign_up: SignUp, before: dict[str, Any], *, why: str = "") -> Event:
    """The event of a verb that leaves the list of entries alone."""
    return doing.log(sign_up, before=before, after=told(sign_up), why=why, called=called(sign_up))


def settle(sign_up: SignUp, given: Given, now: dt.datetime) -> Entry | None:
    """A confirmed sign-up gets its place: an entry, one held until the other half is there, or
    one in the waiting list. Saved here. Under the lock."""
    tournament = sign_up.tournament
    sign_up.queued_at = now
    if places_of(tournament).left:
        return take_place(sign_up, given, now)
    sign_up.state, sign_up.answer_by = State.WAITING, None
    sign_up.save()
    return None


def take_place(sign_up: SignUp, given: Given, now: dt.datetime) -> Entry | None:
    """It has a place: becomes an entry, or holds it while somebody is missing."""
    if given.complete:
        return enter(sign_up, given)
    times = times_of(sign_up.tournament, registration_of(sign_up.tournament))
    until = sign_up.answer_by if sign_up.state == State.OFFERED else None
    sign_up.state = State.INVITING
    sign_up.answer_by = max(until, times.ends_at) if until else times.ends_at
    sign_up.save()
    return None


def enter(sign_up: SignUp, given: Given) -> Entry:
    """Writes the entry of a sign-up that has a place. Refuses when somebody stands in the way."""
    tournament = sign_up.tournament
    given = own_addresses(tournament, given, sign_up.entry)
    facts = given.entry
    entry = sign_up.entry
    number = entry.number if entry else None
    try:
        check_clashes(tournament, facts, number, has_place=True)
    except Refused as refused:
        raise said_to_players(refused, facts) from refused
    if entry is None:
        entry = Entry(tournament=tournament, number=next_number(tournament))
    entry.state = Entry.State.REGISTERED
    write_entry(entry, given, facts)
    sign_up.entry, sign_up.state, sign_up.answer_by = entry, State.ENTERED, None
    sign_up.save()
    return entry


def write_entry(entry: Entry, given: Given, facts: EntryFacts) -> None:
    """The entry's row and players; whose initials alone are shown is theirs to say."""
    fresh = entry.pk is None
    set_facts(entry, facts)
    entry.save()
    if fresh:
        players = new_players(entry, facts.players)
        for player, short in zip(players, given.initials, strict=True):
            player.initials_only = short
        Player.objects.bulk_create(players)
        return
    write_players([(entry, facts)])
    for position, short in enumerate(given.initials, start=1):
        entry.players.filter(position=position).update(initials_only=short)


def own_addresses(tournament: Tournament, given: Given, entry: Entry | None) -> Given:
    """`given` with `own_person` for all but the first, who has proved the address."""
    first, *others = given.entry.players
    people = (first, *(own_person(tournament, person, entry) for person in others))
    return replace(given, entry=replace(given.entry, players=people))


def own_person(tournament: Tournament, person: Person, entry: Entry | None) -> Person:
    """`person` without an e-mail address that belongs, with that name, to somebody else in the
    list. A refusal would tell a stranger whose address it is."""
    others = Player.objects.filter(tournament=tournament, person_key=person.key)
    if entry is not None:
        others = others.exclude(entry=entry)
    return replace(person, email="") if person.email and others.exists() else person


def said_to_players(refused: Refused, facts: EntryFacts) -> Refused:
    """A refusal in words for the players, which tell of nobody but themselves."""
    if refused.code == "name-elsewhere":
        return Refused(
            refused.code,
            _("Somebody else is called “%(name)s”. Choose another name.") % {"name": facts.name},
            field="name",
        )
    if refused.code == "player-elsewhere":
        return Refused(
            refused.code,
            _(
                "One of you is in the list already, and nobody can play twice. Ask for the link "
                "to that registration, or write to the organiser."
            ),
            field=refused.field,
        )
    return refused

"""They correct what they sent in: names, addresses of the others, telephones, notes."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.entry_rows import check_clashes, log_facts
from tournaments.domain.errors import Refused
from tournaments.imports.facts import Person
from tournaments.models import Entry, SignUp, Tournament, User

from .facts import Given
from .known import check_namesakes
from .letters import tell_state
from .rows import (
    LIVE,
    State,
    called,
    check_seen,
    own_addresses,
    read,
    said_to_players,
    take_place,
    told,
    write_entry,
)
from .send_in import check_name


def change(
    sign_up: SignUp,
    given: Given,
    *,
    by: User | None,
    seen: str = "",
    others: bool = False,
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """`sign_up` says `given` from now on. The address that is written to stays.

    When the one who was missing is named now, it goes on as if they had joined. `seen` is the
    `stamp` of what the page showed. Raises `Conflict`, `Namesake` for a name that is new in it
    unless they are `others`, and `Refused` as `register` does, and once the first round is
    published.
    """
    now = now or timezone.now()
    with act("signup.change", sign_up.tournament, by=by, key=key) as doing:
        sign_up, before = read(doing, sign_up)
        if doing.already:
            return sign_up
        check_seen(sign_up, before, seen)
        if doing.row.state != Tournament.State.OPEN:
            raise Refused("begun", _("The tournament has begun. Tell the desk in the hall."))
        first = replace(given.first, email=sign_up.email)
        people = (first, *given.entry.players[1:])
        given = replace(
            given,
            entry=replace(given.entry, players=people),
            invitation=before.invitation,
            others=others or before.others,
        ).named()
        fresh = _new_people(given, before)
        if any(person.name for person in fresh):
            given = replace(given, others=others)
            asked = replace(given, entry=replace(given.entry, players=fresh))
            check_namesakes(doing.row, asked, but=sign_up)
        entry = sign_up.entry
        if sign_up.state == State.ENTERED and entry and entry.state != Entry.State.WITHDRAWN:
            _change_entry(sign_up, entry, before, given)
            doing.log(
                entry, before=log_facts(entry, before.entry), after=log_facts(entry, given.entry)
            )
            return sign_up
        if sign_up.state not in LIVE:
            raise Refused("gone", _("This is cancelled. Sign up again first."))
        check_name(doing.row, given, entry)
        state = told(sign_up)
        sign_up.facts = given.to_json()
        made = complete(sign_up, given, now)
        event = doing.log(
            made or sign_up,
            before=state,
            after=told(sign_up),
            called=made.name if made else called(sign_up),
        )
        if made is not None:
            tell_state(event, sign_up, given)
    return sign_up


def _new_people(given: Given, before: Given) -> tuple[Person, ...]:
    """The players; without a name those who are called like somebody who was named before."""
    had = {person.name_key for person in before.entry.players}
    return tuple(Person("") if one.name_key in had else one for one in given.entry.players)


def complete(sign_up: SignUp, given: Given, now: dt.datetime) -> Entry | None:
    """After somebody was named: one who held a place for them becomes an entry. Saved here."""
    if sign_up.state == State.INVITING and given.complete:
        return take_place(sign_up, given, now)
    sign_up.save()
    return None


def _change_entry(sign_up: SignUp, entry: Entry, before: Given, given: Given) -> None:
    """The entry says what its players say; what the desk has written of it stays."""
    tournament = sign_up.tournament
    given = own_addresses(tournament, given, entry)
    notes = _notes(entry.notes, before.entry.notes, given.entry.notes)
    facts = replace(given.entry, notes=notes, seed_rank=entry.seed_rank)
    try:
        check_clashes(tournament, facts, entry.number)
    except Refused as refused:
        raise said_to_players(refused, facts) from refused
    entry = tournament.entries.prefetch_related("players").get(pk=entry.pk)
    write_entry(entry, given, facts)
    sign_up.facts = given.to_json()
    sign_up.save()


def _notes(all_of_them: str, old: str, new: str) -> str:
    """The entry's notes with the players' own exchanged in them."""
    if old and old in all_of_them:
        return all_of_them.replace(old, new, 1).strip("\n")
    return "\n".join(part for part in (all_of_them, new) if part) if new != old else all_of_them

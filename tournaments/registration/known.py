"""Who is there already. What is said to a stranger is what the public list says, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.imports.facts import Person
from tournaments.models import Entry, Player, SignUp, Tournament, User
from tournaments.names import name_key, person_key

from .facts import Given
from .rows import State

#: Confirmed, and not come to nothing.
_CONFIRMED = (State.INVITING, State.WAITING, State.OFFERED, State.ENTERED)


class Namesake(Refused):
    """Somebody who is there already has the name of one of the players: one person, or two?"""


def check_namesakes(
    tournament: Tournament, given: Given, *, but: SignUp | None = None, proved: bool = False
) -> None:
    """Refuses with `Namesake` when a player is called like one in the public list, or in a
    sign-up that is under way; not when they have said that those are others (`given.others`).

    Of a sign-up under way a stranger learns only who can name everybody in it; who has `proved`
    to have an address, who names one of them. Those who show initials alone are told of to nobody.
    """
    if given.others:
        return
    _check_listed(tournament, given, but)
    names = {person.name_key for person in given.entry.players if person.name}
    for _row, theirs in _under_way(tournament, but):
        both = names & theirs
        if both and (proved or both in (names, theirs)):
            position, person = next(
                (n, one)
                for n, one in enumerate(given.entry.players, start=1)
                if one.name and one.name_key in both
            )
            raise Namesake(
                "namesake",
                _(
                    "Somebody has signed up with %(player)s already. If that was one of you, one "
                    "registration is enough, and its link can be sent to you again. If they are "
                    "two people with one name, tick that below and send this again."
                )
                % {"player": person.name},
                field=f"player{position}",
            )


def asked_again(sign_up: SignUp, given: Given, *, others: bool, by: User | None) -> Given:
    """`given` of a sign-up that is about to get its place: who has come since it was sent in may
    be one of them. Refuses as `check_namesakes`; the desk (`by`) sees it in its list instead."""
    if others and not given.others:
        given = replace(given, others=True)
        sign_up.facts = dict(sign_up.facts) | {"others": True}
    if by is None:
        check_namesakes(sign_up.tournament, given, but=sign_up, proved=True)
    return given


def _check_listed(tournament: Tournament, given: Given, but: SignUp | None) -> None:
    players = Player.objects.filter(tournament=tournament, initials_only=False)
    players = players.exclude(entry__state=Entry.State.WITHDRAWN)
    if but is not None and but.entry_id is not None:
        players = players.exclude(entry=but.entry_id)
    listed = {name_key(player.name): player for player in players.select_related("entry")}
    for position, person in enumerate(given.entry.players, start=1):
        there = listed.get(person.name_key)
        if person.name and there is not None:
            raise Namesake(
                "namesake",
                _(
                    "%(player)s is in the list already, in no. %(number)s. If that is the same "
                    "person, there is nothing to sign up for. If they are two people with one "
                    "name, tick that below and send this again."
                )
                % {"player": person.name, "number": there.entry.number},
                field=f"player{position}",
            )


def _under_way(tournament: Tournament, but: SignUp | None) -> Iterator[tuple[SignUp, set[str]]]:
    """Sign-ups that are confirmed and no entry yet, each with the names it shows to others."""
    rows = tournament.sign_ups.filter(state__in=(State.INVITING, State.WAITING, State.OFFERED))
    for row in rows if but is None else rows.exclude(pk=but.pk):
        there = Given.from_json(row.facts)
        if there is not None:
            people = zip(there.entry.players, there.initials, strict=True)
            yield row, {one.name_key for one, short in people if one.name and not short}


def already_signed_up(
    tournament: Tournament, person: Person, *, but: SignUp | None = None
) -> SignUp | None:
    """The confirmed sign-up of who is to be written to, by name and e-mail; None without one."""
    rows = tournament.sign_ups.filter(email__iexact=person.email, state__in=_CONFIRMED)
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    key = person_key(person.name, person.email)
    for row in rows.select_related("entry").order_by("-pk"):
        first = (row.facts.get("players") or [{}])[0]
        if person_key(first.get("name", ""), row.email) == key:
            return row
    return None


def sign_ups_of(tournament: Tournament, email: str) -> list[SignUp]:
    """All that were sent in from an address and have not come to nothing."""
    rows = tournament.sign_ups.filter(email__iexact=email, state__in=_CONFIRMED)
    return [row for row in rows.select_related("entry") if row.facts.get("players")]

"""Who is there already. What is said to a stranger is what the public list says, and no more."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.imports.facts import Person
from tournaments.models import Entry, Player, SignUp, Tournament
from tournaments.names import name_key, person_key

from .facts import Given
from .rows import State

#: Confirmed, and not come to nothing.
_CONFIRMED = (State.INVITING, State.WAITING, State.OFFERED, State.ENTERED)


class Namesake(Refused):
    """Somebody in the public list has the name of one of the players: one person, or two?"""


def check_namesakes(tournament: Tournament, given: Given) -> None:
    """Refuses with `Namesake` when a player is called like one in the public list."""
    listed = {
        name_key(player.name): player
        for player in Player.objects.filter(tournament=tournament, initials_only=False)
        .exclude(entry__state=Entry.State.WITHDRAWN)
        .select_related("entry")
    }
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

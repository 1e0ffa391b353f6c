"""Everything that is kept about one person in one tournament.

A person is no row of its own: they are found by name and e-mail. A couple may share an address
and two people a name, so rows belong together when the names are the same and the addresses do
not speak against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import FormerPlayer, Mail, Player, SignUp, Tournament
from tournaments.names import name_key, sort_key, tidy


@dataclass(frozen=True)
class Known:
    """A person as one row names them. `ref` leads back to it: "player-12", "former-3",
    "sign-up-5-1" (the second player named in a sign-up)."""

    ref: str
    name: str
    email: str
    phone: str
    #: The entry's number and name; 0 and "" for somebody who only signed up.
    number: int = 0
    entry: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return name_key(self.name), self.email.strip().casefold()

    def is_same(self, other: Known) -> bool:
        """Whether both are one person."""
        (name, email), (other_name, other_email) = self.key, other.key
        return name == other_name and (email == other_email or not email or not other_email)


@dataclass(frozen=True)
class Person:
    """One person with all rows that hold something of theirs."""

    tournament: Tournament
    known: Known
    players: tuple[Player, ...]
    former: tuple[FormerPlayer, ...]
    sign_ups: tuple[SignUp, ...]
    #: All letters to the person's address; others may read theirs there, too.
    mails: tuple[Mail, ...]

    @property
    def rows(self) -> tuple[Player | FormerPlayer, ...]:
        """Where they play and played."""
        rows: list[Player | FormerPlayer] = [*self.players, *self.former]
        return tuple(rows)


def people_of(tournament: Tournament) -> list[Known]:
    """Everybody who is named in a row, once for each: three queries."""
    found: list[Known] = []
    players = Player.objects.filter(tournament=tournament).select_related("entry")
    for player in players:
        found.append(_known(f"player-{player.pk}", player))
    for former in FormerPlayer.objects.filter(entry__tournament=tournament).select_related("entry"):
        found.append(_known(f"former-{former.pk}", former))
    for sign_up in SignUp.objects.filter(tournament=tournament):
        found += named_in(sign_up)
    return found


def _known(ref: str, row: Player | FormerPlayer) -> Known:
    return Known(ref, row.name, row.email, row.phone, row.entry.number, row.entry.name)


def named_in(sign_up: SignUp) -> list[Known]:
    """The people a sign-up names. The address written to is the first one's."""
    found = []
    for place, person in enumerate(_players_in(sign_up)):
        email = str(person.get("email") or ("" if place else sign_up.email))
        name, phone = str(person.get("name") or ""), str(person.get("phone") or "")
        if name or email:
            found.append(Known(f"sign-up-{sign_up.pk}-{place}", name, email, phone))
    return found


def _players_in(sign_up: SignUp) -> list[dict[str, Any]]:
    players = sign_up.facts.get("players") if isinstance(sign_up.facts, dict) else None
    return [one for one in players or () if isinstance(one, dict)]


def find_people(tournament: Tournament, asked: str) -> list[Known]:
    """People whose name, e-mail or entry has every word of `asked`; each once, by name."""
    words = [word.casefold() for word in tidy(asked).split()]
    if not words:
        return []
    found: list[Known] = []
    for one in people_of(tournament):
        text = f"{one.name} {one.email} {one.entry} {one.number or ''}".casefold()
        if all(word in text for word in words) and not any(one.is_same(had) for had in found):
            found.append(one)
    return sorted(found, key=lambda one: (sort_key(one.name), one.email))


def person_of(tournament: Tournament, ref: str) -> Person | None:
    """The person a row names, with everything of theirs; None when there is no such row."""
    everybody = people_of(tournament)
    known = next((one for one in everybody if one.ref == ref), None)
    if known is None:
        return None
    # An address given in one row and missing in another is the person's all the same.
    if not known.email:
        same = (one for one in everybody if one.is_same(known) and one.email)
        known = next((_with_email(known, one.email) for one in same), known)
    refs = {one.ref for one in everybody if one.is_same(known)}
    players = Player.objects.filter(pk__in=_keys(refs, "player")).select_related("entry")
    former = FormerPlayer.objects.filter(pk__in=_keys(refs, "former")).select_related("entry")
    sign_ups = SignUp.objects.filter(pk__in=_keys(refs, "sign-up")).select_related("entry")
    mails = Mail.objects.filter(tournament=tournament, to__iexact=known.email).exclude(to="")
    return Person(tournament, known, tuple(players), tuple(former), tuple(sign_ups), tuple(mails))


def _with_email(known: Known, email: str) -> Known:
    return Known(known.ref, known.name, email, known.phone, known.number, known.entry)


def _keys(refs: Iterable[str], kind: str) -> list[int]:
    return [
        int(ref.removeprefix(f"{kind}-").partition("-")[0])
        for ref in refs
        if ref.startswith(f"{kind}-")
    ]

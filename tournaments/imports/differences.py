"""Two states of an entry compared, and one changed by what a row says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .columns import Field, Kind, fields
from .facts import EntryFacts, Person


@dataclass(frozen=True, slots=True)
class FieldChange:
    at: Field
    old: str
    new: str


def text_at(facts: EntryFacts, at: Field) -> str:
    """What `facts` say in one field, as text."""
    if at.player:
        if at.player > len(facts.players):
            return ""
        person = facts.players[at.player - 1]
        return {Kind.PLAYER: person.name, Kind.EMAIL: person.email, Kind.PHONE: person.phone}[
            at.kind
        ]
    return {
        Kind.NAME: facts.name,
        Kind.CITY: facts.city,
        Kind.CLUB: facts.club,
        Kind.NOTES: facts.notes,
        Kind.SEED: "" if facts.seed_rank is None else str(facts.seed_rank),
        Kind.ACCESS: "✓" if facts.needs_access else "",
    }[at.kind]


def differences(old: EntryFacts, new: EntryFacts) -> tuple[FieldChange, ...]:
    """Field by field, in the order people read them."""
    return tuple(
        FieldChange(at, text_at(old, at), text_at(new, at))
        for at in fields(max(len(old.players), len(new.players)))
        if text_at(old, at) != text_at(new, at)
    )


def _aligned(old: Sequence[Person], new: Sequence[Person]) -> list[int | None]:
    """For each old player the index of the new one in that place; None when there is none.

    The order in which a file names two partners is no change.
    """
    left = list(range(len(new)))
    found: list[int | None] = [None] * len(old)

    def take(i: int, match: int | None) -> None:
        if found[i] is None and match is not None:
            found[i] = match
            left.remove(match)

    for i, person in enumerate(old):
        take(i, next((j for j in left if new[j].key == person.key), None))
    for i, person in enumerate(old):
        if found[i] is None:
            take(i, next((j for j in left if new[j].name_key == person.name_key), None))
    for i in range(len(old)):
        take(i, left[0] if left else None)
    return found


def merged(old: EntryFacts, new: EntryFacts, given: Collection[Field]) -> EntryFacts:
    """`old` as a row changes it: what the row leaves empty stays, players keep their places.

    `given` are the fields of `new` that the row says anything about. A player replaced by
    somebody else leaves nothing to the newcomer.
    """
    places = _aligned(old.players, new.players)
    players = []
    for person, j in zip(old.players, places, strict=True):
        if j is None:
            players.append(person)
            continue
        other = new.players[j]
        same = person.name_key == other.name_key
        keep_email = same and Field(Kind.EMAIL, j + 1) not in given
        keep_phone = same and Field(Kind.PHONE, j + 1) not in given
        players.append(
            Person(
                name=other.name,
                email=person.email if keep_email else other.email,
                phone=person.phone if keep_phone else other.phone,
            )
        )
    players += [person for j, person in enumerate(new.players) if j not in places]
    return EntryFacts(
        name=new.name if Field(Kind.NAME) in given else old.name,
        players=tuple(players),
        city=new.city if Field(Kind.CITY) in given else old.city,
        notes=new.notes if Field(Kind.NOTES) in given else old.notes,
        seed_rank=new.seed_rank if Field(Kind.SEED) in given else old.seed_rank,
        club=new.club if Field(Kind.CLUB) in given else old.club,
        needs_access=new.needs_access if Field(Kind.ACCESS) in given else old.needs_access,
    )

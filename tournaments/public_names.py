"""Names as everybody may read them: the one place for public pages, walls, lists on paper, files.

A player may ask to be shown by initials. Then an entry that is called after its players is called
after their initials, too, and a full name within a name of its own gives way. Staff pages show
what was sent in, and do not come here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef

from tournaments.imports.facts import joint_name
from tournaments.models import Entry, Player, Seat, Tournament
from tournaments.names import initials_of, name_key


def hides_names() -> Exists:
    """For an annotation of that name on `Tournament`: whether anybody asked for initials.

    `tournaments.access` makes it, so that a page where nobody did asks nothing more.
    """
    return Exists(Player.objects.filter(tournament=OuterRef("pk"), initials_only=True))


@dataclass(frozen=True)
class PublicNames:
    """What entries are called in public, where that differs from what they are called."""

    by_entry: Mapping[int, str] = field(default_factory=dict)
    #: The players of the same entries as they are shown, the first named first.
    players_by_entry: Mapping[int, list[str]] = field(default_factory=dict)

    def entry(self, pk: int, name: str) -> str:
        """What the entry with that key and name is called."""
        return self.by_entry.get(pk, name)

    def players(self, entry: Entry) -> list[str]:
        """Who plays in `entry`; its players are fetched along."""
        shown = self.players_by_entry.get(entry.pk)
        return [player.name for player in entry.players.all()] if shown is None else shown

    def cover(self, entries: Iterable[Entry]) -> None:
        """Give the entries of a page the names they have in public. They are not to be saved."""
        for entry in entries:
            entry.name = self.by_entry.get(entry.pk, entry.name)

    def cover_seats(self, seats: Iterable[Seat]) -> None:
        """The same for those who sit there, fetched along."""
        self.cover(seat.entry for seat in seats)


_NONE = PublicNames()


def public_names(tournament: Tournament) -> PublicNames:
    """The names of a tournament: one query, and none where `tournaments.access` knows that nobody
    asked for initials."""
    if getattr(tournament, "hides_names", True) is False:
        return _NONE
    asking = Player.objects.filter(tournament=tournament, initials_only=True).values("entry_id")
    rows = (
        Player.objects.filter(tournament=tournament, entry__in=asking)
        .order_by("entry_id", "position")
        .values_list("entry_id", "entry__name", "name", "initials_only")
    )
    called: dict[int, str] = {}
    people: dict[int, list[tuple[str, bool]]] = {}
    for pk, entry, name, short in rows:
        called[pk] = entry
        people.setdefault(pk, []).append((name, short))
    return PublicNames(
        {pk: public_entry_name(name, people[pk]) for pk, name in called.items()},
        {pk: public_players(who) for pk, who in people.items()},
    )


def public_players(people: Sequence[tuple[str, bool]]) -> list[str]:
    """Name and whether only initials are shown, for each: the names as they are shown."""
    return [initials_of(name) if short else name for name, short in people]


def public_entry_name(name: str, people: Sequence[tuple[str, bool]]) -> str:
    """What an entry called `name` is called in public, with its `people` (as `public_players`)."""
    pairs = [(full, initials_of(full) if short else full) for full, short in people]
    return renamed_entry(name, pairs)


def renamed_entry(name: str, people: Sequence[tuple[str, str]]) -> str:
    """What an entry called `name` is called when its people (old name, new name) are called
    otherwise: one that is called after them all follows, and so does a name within its own."""
    if name_key(name) == name_key(joint_name([old for old, _new in people])):
        return joint_name([new for _old, new in people])
    # The longest first: "Anna Holm" would leave the rest of "Anna Holm Krag" standing.
    for old, new in sorted(people, key=lambda pair: len(pair[0]), reverse=True):
        if old != new:
            whole = rf"(?<!\w){re.escape(old)}(?!\w)"
            name = re.sub(whole, new.replace("\\", r"\\"), name, flags=re.IGNORECASE)
    return name

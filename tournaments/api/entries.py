"""Entries: as everybody sees them; who is here; and with all that is known, for the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404
from django.utils.crypto import salted_hmac
from rest_framework import serializers

from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.found import entry_of
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.shapes import EntryRef, choice
from tournaments.domain.check_in import seen_of
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.models import Entry
from tournaments.public_names import public_names
from tournaments.queries.players import player_names

#: Who is here is told to staff alone.
_GONE: Final = frozenset({Entry.State.WITHDRAWN.value, Entry.State.DISQUALIFIED.value})
_ENTERED: Final = "entered"
_PUBLIC_STATES: Final = [_ENTERED, *sorted(_GONE)]


class PublicEntry(EntryRef):
    """An entry as everybody sees it: initials where a player asked for them."""

    players = serializers.ListField(child=serializers.CharField())
    city = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    state = choice(_PUBLIC_STATES)
    seed = serializers.IntegerField(allow_null=True)
    from_round = serializers.IntegerField(help_text="The first round it is drawn in.")


class PublicEntriesQuery(PageQuery):
    """Which entries."""

    state = choice(_PUBLIC_STATES, required=False)


def public_state(state: str) -> str:
    """What everybody is told of an entry's state."""
    return state if state in _GONE else _ENTERED


def with_state(rows: QuerySet[Entry], state: str) -> QuerySet[Entry]:
    """Those in a state that everybody is told of."""
    return rows.exclude(state__in=_GONE) if state == _ENTERED else rows.filter(state=state)


@described(
    "entries_list",
    "entries",
    "All entries by number, with the names that everybody may read.",
    page_of(PublicEntry),
)
class Entries(Read):
    news = "entries"
    query = PublicEntriesQuery

    def read(self) -> dict[str, Any]:
        rows = self.tournament.entries.order_by("number")
        if "state" in self.asked:
            rows = with_state(rows, self.asked["state"])
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[Entry]) -> list[dict[str, Any]]:
        players = player_names(self.tournament, public=True)
        public_names(self.tournament).cover(rows)
        return [_public(row, players) for row in rows]


@described("entry", "entries", "One entry.", PublicEntry)
class OneEntry(Read):
    news = "entries"

    def read(self, number: int) -> dict[str, Any]:
        entry = self.tournament.entries.filter(number=number).first()
        if entry is None:
            raise Http404(str(number))
        public_names(self.tournament).cover([entry])
        return _public(entry, player_names(self.tournament, public=True))


def _public(entry: Entry, players: Mapping[int, list[str]]) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.name,
        "players": players.get(entry.pk, []),
        "city": entry.city,
        "club": entry.club,
        "state": public_state(entry.state),
        "seed": entry.seed_rank,
        "from_round": entry.from_round,
    }


class PresenceRow(EntryRef):
    """Whether an entry is here."""

    state = choice(Entry.State.values)
    from_round = serializers.IntegerField()


class StateQuery(PageQuery):
    """Which entries, by all their states."""

    state = choice(Entry.State.values, required=False)


@described(
    "presence_list", "staff", "Who is here, by number, under full names.", page_of(PresenceRow)
)
class Presence(Read):
    access = Action.LOOK
    news = "entries presence"
    query = StateQuery

    def read(self) -> dict[str, Any]:
        rows = self.tournament.entries.order_by("number")
        if "state" in self.asked:
            rows = rows.filter(state=self.asked["state"])
        return paged(self.request, self.asked, rows, _presence)


def _presence(rows: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "number": row.number,
            "name": row.name,
            "state": row.state,
            "from_round": row.from_round,
        }
        for row in rows
    ]


class ContactRow(serializers.Serializer):
    """A player, and how to reach them."""

    name = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(allow_blank=True)
    initials_only = serializers.BooleanField(
        help_text="Asked to be shown by their initials in public."
    )


class FullEntry(EntryRef):
    """An entry with all the desk knows. What opens its own page is not told here."""

    players = ContactRow(many=True)
    city = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    notes = serializers.CharField(allow_blank=True)
    state = choice(Entry.State.values)
    seed = serializers.IntegerField(allow_null=True)
    from_round = serializers.IntegerField()
    payment = choice(Entry.Payment.values)
    needs_access = serializers.BooleanField()
    fixed_table = serializers.IntegerField(allow_null=True)
    adjustment = serializers.FloatField(help_text="Points that rulings gave or took.")
    missed_points = serializers.FloatField(
        allow_null=True, help_text="For each round before its first; null: as for an absence."
    )
    sits_out = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds it asked to sit out."
    )
    version = serializers.CharField(help_text="Another one as soon as anything of it changes.")


@described(
    "contacts_list",
    "staff",
    "All entries with contacts, notes and payment: for those who may change them.",
    page_of(FullEntry),
)
class Contacts(Read):
    access = Action.EDIT_ENTRIES
    query = StateQuery

    def read(self) -> dict[str, Any]:
        rows = self.tournament.entries.select_related("fixed_table").order_by("number")
        if "state" in self.asked:
            rows = rows.filter(state=self.asked["state"])
        return paged(self.request, self.asked, rows, full_entries)


@described("contacts", "staff", "One entry with contacts, notes and payment.", FullEntry)
class OneContact(Read):
    access = Action.EDIT_ENTRIES

    def read(self, number: int) -> dict[str, Any]:
        return full_entries([entry_of(self, number)])[0]

    def version(self, **kwargs: Any) -> str:
        """That of the entry."""
        return version_of(entry_of(self, **kwargs))


def version_of(entry: Entry) -> str:
    """A short text that changes with whatever is said of an entry: who, how it stands, payment."""
    how = (seen_of(entry), entry.missed_points, entry.payment, entry.code)
    seen = repr((stamp(entry, facts_of(entry)), how))
    # Keyed, since contacts and the code are in it and could be guessed at.
    return salted_hmac("tournaments.api.entries", seen).hexdigest()[:16]


def full_entries(rows: Sequence[Entry]) -> list[dict[str, Any]]:
    """Entries with all the desk knows: three queries, whatever their number."""
    people: dict[int, list[dict[str, Any]]] = {}
    prefetch_related_objects(rows, "players", "requested_byes")
    for row in rows:
        for player in sorted(row.players.all(), key=lambda one: one.position):
            people.setdefault(row.pk, []).append(
                {name: getattr(player, name) for name in ContactRow().fields}
            )
    return [
        {
            "number": row.number,
            "name": row.name,
            "players": people.get(row.pk, []),
            "city": row.city,
            "club": row.club,
            "notes": row.notes,
            "state": row.state,
            "seed": row.seed_rank,
            "from_round": row.from_round,
            "payment": row.payment,
            "needs_access": row.needs_access,
            "fixed_table": row.fixed_table.number if row.fixed_table is not None else None,
            "adjustment": float(row.adjustment),
            "missed_points": None if row.missed_points is None else float(row.missed_points),
            "sits_out": sorted(one.round_number for one in row.requested_byes.all()),
            "version": version_of(row),
        }
        for row in rows
    ]

"""What the verbs about entries share: reading the list as facts, checking, writing rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.import_words import problem_words
from tournaments.imports.facts import EntryFacts, Known, Person
from tournaments.imports.matching import EntryList
from tournaments.models import Entry, Player, Table, Tournament
from tournaments.names import name_key
from tournaments.queries.held import held_places
from tournaments.queries.stages import players_in_entry

from .errors import Refused

#: Which form field a problem belongs beside.
_BESIDE: Mapping[str, str] = {
    "name-elsewhere": "name",
    "twice-in-pair": "player2",
    "player-elsewhere": "player1",
}


def facts_of(entry: Entry, players: Iterable[Player] | None = None) -> EntryFacts:
    """An entry's row and its players (prefetched, or asked for) as facts."""
    players = entry.players.all() if players is None else players
    return EntryFacts(
        name=entry.name,
        players=tuple(Person(p.name, p.email, p.phone) for p in players),
        city=entry.city,
        notes=entry.notes,
        seed_rank=entry.seed_rank,
        club=entry.club,
        needs_access=entry.needs_access,
    )


def known_entries(tournament: Tournament) -> list[Known]:
    """Every entry of the tournament, in two queries."""
    people: dict[int, list[Person]] = {}
    players = Player.objects.filter(tournament=tournament).order_by("entry_id", "position")
    for pk, *person in players.values_list("entry_id", "name", "email", "phone"):
        people.setdefault(pk, []).append(Person(*person))
    rows = tournament.entries.order_by("number").values_list(
        "pk", "number", "state", "name", "city", "notes", "seed_rank", "club", "needs_access"
    )
    return [
        Known(
            number,
            EntryFacts(
                name=name,
                players=tuple(people.get(pk, ())),
                city=city,
                notes=notes,
                seed_rank=seed_rank,
                club=club,
                needs_access=needs_access,
            ),
            withdrawn=state in {Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED},
        )
        for pk, number, state, name, city, notes, seed_rank, club, needs_access in rows
    ]


def log_facts(entry: Entry, facts: EntryFacts) -> dict[str, Any]:
    """What the log keeps of an entry: plain values by field. Addresses stay out of the log."""
    return {
        "name": facts.name,
        "players": [person.name for person in facts.players],
        "city": facts.city,
        "club": facts.club,
        "notes": facts.notes,
        "seed": facts.seed_rank,
        "fixed_table": entry.fixed_table.number if entry.fixed_table else None,
        "from_round": entry.from_round,
        "needs_access": facts.needs_access,
    }


def check_clashes(
    tournament: Tournament, facts: EntryFacts, number: int | None, *, has_place: bool = False
) -> None:
    """Refuse `facts` for entry `number` (None: a new one) when somebody stands in the way.

    Places that are promised to others count as taken; with `has_place` one is promised to this.
    """
    known = known_entries(tournament)
    if number is not None or has_place:
        places = len(known) + 1
    else:
        places = tournament.capacity - held_places(tournament)
    entries = EntryList(known, places)
    problems = entries.faults(number, facts, tournament.capacity)
    if not problems:
        return
    problem = problems[0]
    field = _BESIDE.get(problem.code, "")
    if problem.code == "player-elsewhere":
        names = [person.name for person in facts.players]
        field = f"player{names.index(problem.params['name']) + 1}"
    raise Refused(
        problem.code,
        problem_words(problem, players_in_entry(tournament)),
        field=field,
    )


def fixed_table(tournament: Tournament, number: int | None, entry: Entry | None) -> Table | None:
    """The table with that number, which may become the fixed one of `entry`. Refuses otherwise."""
    if number is None:
        return None
    table = tournament.tables.filter(number=number).first()
    if table is None:
        raise Refused(
            "no-table",
            _("There is no table %(number)s in the hall.") % {"number": number},
            field="fixed_table",
        )
    if not table.in_service and (entry is None or entry.fixed_table_id != table.pk):
        raise Refused(
            "table-out-of-service",
            _("Table %(number)s is out of service. Choose another.") % {"number": number},
            field="fixed_table",
        )
    holder = tournament.entries.filter(fixed_table=table).first()
    if holder is not None and (entry is None or holder.pk != entry.pk):
        raise Refused(
            "table-taken",
            _("Table %(number)s is the fixed table of %(entry)s (no. %(holder)s). Choose another.")
            % {"number": number, "entry": holder.name, "holder": holder.number},
            field="fixed_table",
        )
    return table


def next_number(tournament: Tournament) -> int:
    """The lowest number above all there have been: numbers hang on the wall, none is reused."""
    last = tournament.entries.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def set_facts(entry: Entry, facts: EntryFacts) -> None:
    """The row's fields from `facts`; not saved here."""
    entry.name = facts.name
    entry.name_key = facts.name_key
    entry.city = facts.city
    entry.notes = facts.notes
    entry.seed_rank = facts.seed_rank
    entry.club = facts.club
    entry.needs_access = facts.needs_access


def new_players(entry: Entry, people: Sequence[Person]) -> list[Player]:
    """Rows for the players of an entry; not saved here."""
    return [
        Player(
            tournament_id=entry.tournament_id,
            entry=entry,
            position=position,
            name=person.name,
            email=person.email,
            phone=person.phone,
            person_key=person.key,
        )
        for position, person in enumerate(people, start=1)
    ]


def write_players(changed: Sequence[tuple[Entry, EntryFacts]]) -> None:
    """Bring the players of entries to their facts. Entries carry prefetched players.

    Keys are first moved out of the way: two entries may exchange a player, and the database
    holds at every moment that nobody plays in two. Whether only initials are shown goes with the
    person: to the one of that name, else to the one who stands in the place.
    """
    rows: list[Player] = []
    new: list[Player] = []
    for entry, facts in changed:
        there = {player.position: player for player in entry.players.all()}
        short = {name_key(player.name): player.initials_only for player in there.values()}
        for fresh in new_players(entry, facts.players):
            player = there.get(fresh.position)
            kept = player.initials_only if player is not None else False
            fresh.initials_only = short.get(name_key(fresh.name), kept)
            if player is None:
                new.append(fresh)
                continue
            for name in ("name", "email", "phone", "initials_only", "person_key"):
                setattr(player, name, getattr(fresh, name))
            rows.append(player)
    keys = [player.person_key for player in rows]
    for player in rows:
        player.person_key = f"moving|{player.pk}"
    Player.objects.bulk_update(rows, ["person_key"])
    for player, key in zip(rows, keys, strict=True):
        player.person_key = key
    Player.objects.bulk_update(rows, ["name", "email", "phone", "initials_only", "person_key"])
    Player.objects.bulk_create(new)


def stamp(entry: Entry, facts: EntryFacts) -> str:
    """What a form was made from. It differs as soon as anybody has saved anything else."""
    seen = repr((facts, entry.fixed_table_id, entry.from_round))
    return hashlib.sha256(seen.encode()).hexdigest()[:20]

"""What bringing those who qualified into a final would do now: who, from where, why, who not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from tournaments.models import Entry, Player, Qualified, Qualifier, Tournament
from tournaments.names import name_key
from tournaments.queries.stage_standings import stage_ranking, tournament_ranking
from tournaments.queries.stages import stages_of

from .rules import Going, Standing, Why, going

#: What becomes of somebody: comes now; is there; left again; plays there already in another
#: entry; waits in case somebody leaves.
State = Literal["comes", "there", "left", "twice", "waits"]

#: Reserves that are shown.
SHOWN = 3
_OUT = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a qualifier."""

    entry: Entry
    place: int
    why: Why
    state: State
    #: In which other entry one of its players is, where it is "twice".
    other: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """One qualifier with its lines."""

    qualifier: Qualifier
    lines: tuple[Line, ...]

    @property
    def coming(self) -> int:
        return sum(line.state == "comes" for line in self.lines)


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    email: str

    def is_same(self, other: _Person) -> bool:
        """A name may be two people's, an address a couple's: both speak, unless one is missing."""
        emails = {self.email, other.email} - {""}
        return self.name == other.name and len(emails) < 2


class _Persons:
    """Who plays in the final, or is about to, and in which entry."""

    def __init__(self) -> None:
        self.known: list[tuple[_Person, str]] = []

    def find(self, entry: Entry) -> str:
        """The other entry that somebody of `entry` is in; "" if none."""
        return next(
            (
                called
                for person in _people(entry)
                for known, called in self.known
                if person.is_same(known)
            ),
            "",
        )

    def add(self, entry: Entry) -> None:
        self.known += [(person, entry.name) for person in _people(entry)]


def _people(entry: Entry) -> Iterator[_Person]:
    player: Player
    for player in entry.players.all():
        yield _Person(name_key(player.name), player.email.strip().casefold())


def plan_of(final: Tournament) -> tuple[Source, ...]:
    """Each qualifier, who goes on and who does not, and the next reserves. Queries: the same few
    for each qualifier, whatever its size."""
    qualifiers = list(final.qualifiers.select_related("source"))
    persons = _Persons()
    for entry in _with_players(final):
        if entry.state not in _OUT:
            persons.add(entry)
    sent = {
        one.source_entry_id: one.entry
        for one in Qualified.objects.filter(final=final).select_related("entry")
    }
    return tuple(Source(one, tuple(_lines(one, persons, sent))) for one in qualifiers)


def _with_players(tournament: Tournament) -> Iterable[Entry]:
    return tournament.entries.prefetch_related("players")


def _lines(
    qualifier: Qualifier, persons: _Persons, sent: dict[int | None, Entry]
) -> Iterator[Line]:
    entries = {entry.pk: entry for entry in _with_players(qualifier.source)}
    by_hand = {entry.pk for entry in entries.values() if entry.number in qualifier.by_hand}
    rows = standings_there(qualifier, entries)
    found, reserves = going(rows, cast(Why, qualifier.rule), qualifier.number, by_hand)
    missing = waiting = 0
    for one in found:
        line = _line(one, entries[one.entry], persons, sent, wanted=True)
        missing += line.state in {"left", "twice"}
        yield line
    for one in reserves:
        line = _line(one, entries[one.entry], persons, sent, wanted=missing > 0)
        if line.state in {"there", "comes"}:
            missing -= 1
        elif line.state == "waits":
            waiting += 1
            if waiting > SHOWN:
                continue
        yield line


def _line(
    one: Going, entry: Entry, persons: _Persons, sent: dict[int | None, Entry], *, wanted: bool
) -> Line:
    there = sent.get(entry.pk)
    if there is not None:
        return Line(entry, one.place, one.why, "left" if there.state in _OUT else "there")
    if not wanted:
        return Line(entry, one.place, one.why, "waits")
    other = persons.find(entry)
    if other:
        return Line(entry, one.place, one.why, "twice", other)
    persons.add(entry)
    return Line(entry, one.place, one.why, "comes")


def standings_there(qualifier: Qualifier, entries: dict[int, Entry]) -> list[Standing]:
    """The final list there, best first; by groups, that of the first stage that has groups."""
    source = qualifier.source
    groups: dict[int, str] = {}
    if qualifier.rule == Qualifier.Rule.GROUPS:
        for facts in stages_of(source):
            if facts.row.groups:
                tables = stage_ranking(facts).tables
                groups = {row.entry: table.name for table in tables for row in table.standings}
                order = {
                    row.entry: (row.rank, place)
                    for place, table in enumerate(tables)
                    for row in table.standings
                }
                ranked = sorted(order, key=lambda entry: order[entry])
                return [
                    Standing(entry, order[entry][0], groups[entry], _is_out(entries[entry]))
                    for entry in ranked
                ]
    return [
        Standing(rank.entry, rank.place, out=_is_out(entries[rank.entry]))
        for rank in tournament_ranking(source)
    ]


def _is_out(entry: Entry) -> bool:
    return entry.state in _OUT or entry.merged_into_id is not None

"""Registering by hand and changing what is said of an entry."""

from __future__ import annotations

import pytest

from tests.factories import make_entries
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.register import register
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Event, Tournament, User

FACTS = EntryFacts("Team Fyn", (Person("Søren", "s@x.dk", "22"), Person("Åse")), "Vejle", "veg", 3)


def test_register_stores_everything_under_the_next_number(
    tournament: Tournament, desk: User
) -> None:
    make_entries(tournament, 2)

    entry = register(tournament, FACTS, by=desk, table=5, from_round=2)

    entry = Entry.objects.get(pk=entry.pk)
    assert (entry.number, entry.state, entry.from_round) == (3, "registered", 2)
    assert entry.fixed_table is not None and entry.fixed_table.number == 5
    assert facts_of(entry) == FACTS
    event = Event.objects.get(verb="entry.register")
    assert (event.actor, event.subject, event.after["players"]) == (
        desk,
        "Team Fyn",
        ["Søren", "Åse"],
    )


def test_register_never_gives_a_number_again(tournament: Tournament) -> None:
    last = make_entries(tournament, 3)[-1]
    last.state = Entry.State.WITHDRAWN
    last.save()

    assert register(tournament, FACTS, by=None).number == 4


def test_register_twice_with_the_same_key_is_one_entry(tournament: Tournament) -> None:
    first = register(tournament, FACTS, by=None, key="k")
    second = register(tournament, FACTS, by=None, key="k")

    assert (first.pk, Event.objects.count()) == (second.pk, 1)


@pytest.mark.parametrize(
    ("facts", "table", "code", "field"),
    [
        (EntryFacts("PAR 1", (Person("X"), Person("Y"))), None, "name-elsewhere", "name"),
        (
            EntryFacts("Ny", (Person("X"), Person("Anna 1", "anna1@example.org"))),
            None,
            "player-elsewhere",
            "player2",
        ),
        (EntryFacts("Ny", (Person("X"), Person("x"))), None, "twice-in-pair", "player2"),
        (FACTS, 99, "no-table", "fixed_table"),
        (FACTS, 2, "table-taken", "fixed_table"),
        (FACTS, 3, "table-out-of-service", "fixed_table"),
    ],
)
def test_register_refuses_beside_the_field(
    tournament: Tournament, facts: EntryFacts, table: int | None, code: str, field: str
) -> None:
    (entry,) = make_entries(tournament, 1)
    entry.fixed_table = tournament.tables.get(number=2)
    entry.save()
    tournament.tables.filter(number=3).update(in_service=False)

    with pytest.raises(Refused) as refused:
        register(tournament, facts, by=None, table=table)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert (tournament.entries.count(), Event.objects.count()) == (1, 0)


def test_register_refuses_when_full_and_when_over(tournament: Tournament) -> None:
    make_entries(tournament, 2)
    Tournament.objects.update(capacity=2)
    with pytest.raises(Refused) as full:
        register(tournament, FACTS, by=None)
    Tournament.objects.update(capacity=3, state=Tournament.State.FINISHED)
    with pytest.raises(Refused) as over:
        register(tournament, FACTS, by=None)

    assert (full.value.code, over.value.code) == ("full", "finished")


def test_edit_changes_players_and_logs_what_people_read(
    tournament: Tournament, organiser: User
) -> None:
    entry = register(tournament, FACTS, by=None)
    new = EntryFacts("Team Fyn", (Person("Åse"), Person("Bo", "bo@x.dk")), "Ribe")

    edit_entry(entry, new, by=organiser, table=1, from_round=3)

    entry = Entry.objects.get(pk=entry.pk)
    assert facts_of(entry) == new
    event = Event.objects.get(verb="entry.edit")
    assert event.before["players"] == ["Søren", "Åse"]
    assert event.after == {
        "name": "Team Fyn",
        "players": ["Åse", "Bo"],
        "city": "Ribe",
        "club": "",
        "notes": "",
        "seed": None,
        "fixed_table": 1,
        "from_round": 3,
        "needs_access": False,
        "contact": "new",
    }


def test_edit_by_two_people_keeps_the_first_and_tells_the_second(
    tournament: Tournament, organiser: User, desk: User
) -> None:
    entry = register(tournament, FACTS, by=None)
    seen = stamp(entry, facts_of(entry))
    ribe = EntryFacts(FACTS.name, FACTS.players, "Ribe")

    edit_entry(entry, ribe, by=organiser, seen=seen)
    with pytest.raises(Conflict) as conflict:
        edit_entry(entry, EntryFacts(FACTS.name, FACTS.players, "Nuuk"), by=desk, seen=seen)

    assert "bente" in str(conflict.value.message)
    assert Entry.objects.get(pk=entry.pk).city == "Ribe"


def test_edit_may_keep_its_own_name_players_and_table(tournament: Tournament) -> None:
    entry = register(tournament, FACTS, by=None, table=4)

    edit_entry(entry, FACTS, by=None, table=4)

    assert facts_of(Entry.objects.get(pk=entry.pk)) == FACTS

"""Importing for good: all that was confirmed or nothing, once, and only what was seen."""

from __future__ import annotations

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries
from tests.tournaments.imports.files import DATA, table_of_file
from tests.tournaments.imports.test_rows import table
from tournaments.domain.entry_rows import facts_of, known_entries
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.import_entries import Imported, import_entries, plan_import
from tournaments.domain.register import register
from tournaments.imports.facts import EntryFacts, Person
from tournaments.imports.rows import Table
from tournaments.models import Entry, Event, Player, Tournament, User


def seen(tournament: Tournament, what: Table) -> str:
    return plan_import(tournament, what).fingerprint


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("pairs-*")))
def test_import_twice_changes_nothing(tournament: Tournament, name: str) -> None:
    what = table_of_file(name)
    plan = plan_import(tournament, what)
    done = import_entries(tournament, what, by=None, seen=plan.fingerprint, despite_faults=True)
    assert done == Imported(len(plan.creations), 0, len(plan.faulty))
    before = known_entries(tournament)

    again = plan_import(tournament, what)
    assert again.empty
    with pytest.raises(Refused) as refused:
        import_entries(tournament, what, by=None, seen=again.fingerprint, despite_faults=True)

    assert refused.value.code == "nothing"
    assert known_entries(tournament) == before
    assert Event.objects.count() == 1


def test_import_keeps_every_letter(tournament: Tournament) -> None:
    what = table_of_file("pairs-messy.csv")
    import_entries(tournament, what, by=None, seen=seen(tournament, what), despite_faults=True)

    names = set(tournament.entries.values_list("name", flat=True))
    assert {"🔥 Ildkuglerne 🔥", '=HYPERLINK("x";"y")', "Startfeltets Gudenåen"} <= names
    assert tournament.entries.get(name="Team Nordkraft").notes == "to linjer\ni én celle"
    assert Player.objects.get(name="Łukasz Rasmussen-Jørgensen").entry.city == "Aalborg"


def test_faulty_rows_refuse_until_they_are_left_out(tournament: Tournament) -> None:
    what = table_of_file("pairs-messy.csv")

    with pytest.raises(Refused) as refused:
        import_entries(tournament, what, by=None, seen=seen(tournament, what))

    assert (refused.value.code, Entry.objects.count(), Event.objects.count()) == (
        "faulty-rows",
        0,
        0,
    )


def test_ticked_row_comes_in_without_its_address(tournament: Tournament, organiser: User) -> None:
    what = table_of_file("pairs-messy.csv")
    done = import_entries(
        tournament,
        what,
        by=organiser,
        seen=seen(tournament, what),
        repairs={7},
        despite_faults=True,
        filename="pairs-messy.csv",
    )

    entry = tournament.entries.get(name="De låste fra Sydhavsøerne")
    assert done == Imported(18, 0, 3)
    assert [player.email for player in entry.players.all()] == [
        "",
        "signe.yilmaz.andersen6@example.org",
    ]
    assert entry.notes == "E-mail Ágnes Johansen: ikke-en-adresse"
    event = Event.objects.get()
    assert (event.subject, event.after["left_out"]) == ("pairs-messy.csv", [5, 9, 23])


ROWS = (
    ("Par 1", "Anna 1", "anna1@example.org", "", "Bo 1", "bo1@example.org", "Ribe", "", ""),
    ("Nye", "Carl", "", "", "Dorte", "", "", "", ""),
)


def test_change_that_was_not_wanted_is_not_made(tournament: Tournament) -> None:
    make_entries(tournament, 1)
    what = table(*ROWS)

    done = import_entries(tournament, what, by=None, seen=seen(tournament, what), unwanted={2})

    assert done == Imported(1, 0, 1)
    assert tournament.entries.get(number=1).city == ""


def test_list_that_changed_since_the_preview_is_shown_again(tournament: Tournament) -> None:
    make_entries(tournament, 1)
    what = table(*ROWS)
    before = seen(tournament, what)
    register(tournament, EntryFacts("Nye", (Person("Erik"), Person("Fie"))), by=None)

    with pytest.raises(Conflict) as conflict:
        import_entries(tournament, what, by=None, seen=before)

    assert conflict.value.code == "list-changed"
    assert (tournament.entries.count(), tournament.entries.get(number=1).city) == (2, "")


def test_change_elsewhere_that_does_not_matter_is_no_conflict(tournament: Tournament) -> None:
    what = table(*ROWS)
    before = seen(tournament, what)
    register(tournament, EntryFacts("Andre", (Person("Erik"), Person("Fie"))), by=None)

    assert import_entries(tournament, what, by=None, seen=before) == Imported(2, 0, 0)


def test_import_sent_twice_is_one_import(tournament: Tournament) -> None:
    what = table(*ROWS)
    before = seen(tournament, what)

    results = {import_entries(tournament, what, by=None, seen=before, key="k") for _ in range(2)}

    assert (results, Event.objects.count()) == ({Imported(2, 0, 0)}, 1)


def test_two_pairs_exchange_names_and_a_player(tournament: Tournament) -> None:
    register(tournament, EntryFacts("X", (Person("Anna"), Person("Bo"))), by=None)
    register(tournament, EntryFacts("Y", (Person("Carl"), Person("Dorte"))), by=None)
    what = table(
        ("X", "Anna", "", "", "Dorte", "", "", "", ""),
        ("Y", "Carl", "", "", "Bo", "", "", "", ""),
    )
    plan = plan_import(tournament, what)

    # Each waits for what the other gives up, so neither can come first: said, not half done.
    assert [faulty.row for faulty in plan.faulty] == [2, 3]


def test_two_repaired_rows_that_clash_are_refused_whole(tournament: Tournament) -> None:
    what = table(
        ("X", "Anna", "nej", "", "Bo", "", "", "", ""),
        ("Y", "Anna", "nix", "", "Carl", "", "", "", ""),
    )

    with pytest.raises(Refused) as refused:
        import_entries(
            tournament,
            what,
            by=None,
            seen=seen(tournament, what),
            repairs={2, 3},
            despite_faults=True,
        )

    assert (refused.value.code, Entry.objects.count()) == ("choices-clash", 0)


def test_import_cascade_of_changes_is_written_in_one_go(tournament: Tournament) -> None:
    register(tournament, EntryFacts("X", (Person("Anna"), Person("Bo"))), by=None)
    register(tournament, EntryFacts("Y", (Person("Carl"), Person("Dorte"))), by=None)
    what = table(
        ("Y", "Carl", "", "", "Bo", "", "", "", ""),
        ("X", "Anna", "", "", "Erik", "", "", "", ""),
    )

    import_entries(tournament, what, by=None, seen=seen(tournament, what))

    entries = tournament.entries.order_by("number")
    people = [[person.name for person in facts_of(entry).players] for entry in entries]
    assert people == [["Anna", "Erik"], ["Carl", "Bo"]]
    assert plan_import(tournament, what).empty


def test_import_takes_a_constant_number_of_queries(
    tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    what = table_of_file("pairs-64.xlsx")
    before = seen(tournament, what)

    # SQLite takes fewer values at a time, so it writes so many rows in two statements more.
    queries = 10 if connection.vendor == "postgresql" else 12
    with django_assert_num_queries(queries):
        import_entries(tournament, what, by=None, seen=before)

"""What an import would change: matching, faults, and the laws of importing twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.imports.files import DATA, applied, table_of_file
from tests.tournaments.imports.test_rows import table
from tournaments.imports.facts import EntryFacts, Known, Person
from tournaments.imports.plan import Plan, make_plan
from tournaments.imports.rows import Table

FYN = Known(7, EntryFacts("Team Fyn", (Person("Anna", "a@x.dk"), Person("Bo", "b@x.dk")), "Vejle"))


def row(
    name: str, one: str, two: str, *, emails: tuple[str, str] = ("", ""), city: str = ""
) -> tuple[str, ...]:
    return (name, one, emails[0], "", two, emails[1], city)


def plan(*rows: tuple[str, ...], known: tuple[Known, ...] = (FYN,), capacity: int = 64) -> Plan:
    return make_plan(table(*rows), known, capacity=capacity)


def faults(made: Plan) -> list[tuple[int, list[str]]]:
    return [(faulty.row, [fault.code for fault in faulty.faults]) for faulty in made.faulty]


def changed(made: Plan) -> list[tuple[int, list[tuple[str, str, str]]]]:
    return [
        (change.number, [(field.at.code, field.old, field.new) for field in change.fields])
        for change in made.changes
    ]


EMAILS = ("a@x.dk", "b@x.dk")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (row("Team Fyn", "Anna", "Bo", emails=EMAILS), []),
        (row("", "Anna", "Bo", emails=EMAILS), []),
        (row("TEAM FYN", "Anna", "Bo"), [("name", "Team Fyn", "TEAM FYN")]),
        (row("Team Fyn", "Bo", "Anna", emails=("b@x.dk", "a@x.dk")), []),
        (row("Holdet", "Anna", "Bo", emails=EMAILS), [("name", "Team Fyn", "Holdet")]),
        (row("Team Fyn", "Anna", "Bo", city="Ribe"), [("city", "Vejle", "Ribe")]),
        (
            row("Team Fyn", "Anna", "Bo", emails=("ny@x.dk", "")),
            [("email1", "a@x.dk", "ny@x.dk")],
        ),
        (
            row("Team Fyn", "Anna", "Carl"),
            [("player2", "Bo", "Carl"), ("email2", "b@x.dk", "")],
        ),
        (row("Holdet", "Anna", "Bo"), [("name", "Team Fyn", "Holdet")]),
    ],
    ids=str,
)
def test_row_about_an_entry_that_is_there(
    cells: tuple[str, ...], expected: list[tuple[str, str, str]]
) -> None:
    made = plan(cells)

    assert changed(made) == ([(7, expected)] if expected else [])
    assert [same.number for same in made.unchanged] == ([] if expected else [7])
    assert (made.creations, made.faulty) == ((), ())


def test_namesakes_with_other_addresses_are_another_pair() -> None:
    made = plan(row("Holdet", "Anna", "Bo", emails=("c@x.dk", "d@x.dk")))

    assert [creation.facts.name for creation in made.creations] == ["Holdet"]
    assert [warning.code for warning in made.creations[0].warnings] == ["namesake", "namesake"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("X", "Anna", "Carl", emails=("a@x.dk", ""))], [(2, ["player-elsewhere"])]),
        ([row("Team Fyn", "Carl", "Dorte")], [(2, ["name-elsewhere"])]),
        ([row("X", "C", "D"), row("X", "C", "D")], [(3, ["pair-twice"])]),
        ([row("X", "C", "D"), row("Y", "D", "C")], [(3, ["pair-twice"])]),
        ([row("X", "C", "D"), row("Y", "D", "E")], [(3, ["player-twice"])]),
        ([row("X", "C", "D"), row("x", "E", "F")], [(3, ["name-twice"])]),
        ([row("Team Fyn", "Anna", "Bo"), row("Team Fyn", "Anna", "C")], [(3, ["pair-twice"])]),
        # The registration that is complete stands; the one without a partner does not hinder it.
        ([row("X", "C", ""), row("X", "C", "D")], [(2, ["no-player"])]),
    ],
    ids=str,
)
def test_rows_that_stand_in_each_others_way(
    rows: list[tuple[str, ...]], expected: list[tuple[int, list[str]]]
) -> None:
    assert faults(plan(*rows)) == expected


def test_rows_beyond_the_places_are_faulty_and_withdrawn_ones_take_none() -> None:
    gone = replace(FYN, withdrawn=True)
    rows = [row("X", "C", "D"), row("Y", "E", "F")]

    assert faults(plan(*rows, capacity=2)) == [(3, ["full"])]
    assert faults(plan(*rows, known=(gone,), capacity=2)) == []


def test_withdrawn_entry_in_the_file_is_pointed_out() -> None:
    made = plan(row("Team Fyn", "Anna", "Bo"), known=(replace(FYN, withdrawn=True),))

    assert [warning.code for warning in made.unchanged[0].warnings] == ["withdrawn"]


def test_a_player_who_changes_pairs_comes_in_whatever_the_order_of_rows() -> None:
    known = (FYN, Known(8, EntryFacts("Y", (Person("E"), Person("F")))))
    rows = [row("Y", "E", "Anna", emails=("", "a@x.dk")), row("Team Fyn", "G", "Bo")]

    for order in (rows, rows[::-1]):
        made = plan(*order, known=known)
        assert sorted(change.number for change in made.changes) == [7, 8]
        assert made.faulty == ()


def test_broken_address_waits_for_the_organiser() -> None:
    cells = (row("X", "C", "D", emails=("nej", "")), row("Y", "E", "F"))
    without = make_plan(table(*cells), [FYN], capacity=64)
    ticked = make_plan(table(*cells), [FYN], capacity=64, repairs={2})

    assert [(faulty.row, faulty.repairable) for faulty in without.faulty] == [(2, True)]
    assert [creation.row for creation in ticked.creations] == [2, 3]
    assert ticked.creations[0].facts.notes == "E-mail C: nej"
    again = make_plan(table(*cells), applied(ticked, [FYN]), capacity=64, repairs={2})
    assert again.empty


def test_rows_left_out_do_not_come_in() -> None:
    made = make_plan(
        table(row("Team Fyn", "Anna", "Bo", city="Ribe"), row("X", "C", "D")),
        [FYN],
        capacity=64,
        left_out={2},
    )

    assert (made.changes, made.unchanged, made.faulty) == ((), (), ())
    assert [creation.row for creation in made.creations] == [3]


def test_fingerprint_tells_plans_apart() -> None:
    one = plan(row("X", "C", "D"))

    assert one.fingerprint == plan(row("X", "C", "D")).fingerprint
    assert one.fingerprint != plan(row("X", "C", "E")).fingerprint
    assert one.fingerprint != plan(row("X", "C", "D"), capacity=1).fingerprint


def test_messy_file_is_told_row_by_row() -> None:
    made = make_plan(table_of_file("pairs-messy.csv"), [], capacity=64)

    assert faults(made) == [
        (5, ["no-player"]),
        (7, ["bad-email"]),
        (9, ["player-twice"]),
        (23, ["pair-twice"]),
    ]
    assert made.empty_rows == 1
    names = {creation.facts.name: creation.facts for creation in made.creations}
    assert len(names) == 17
    assert names["Startfeltets Sydhavsøerne"].city == "Esbjerg"
    assert names["🔥 Ildkuglerne 🔥"].notes == "betalt 250,-"
    assert names['=HYPERLINK("x";"y")'].players[1].name == "Søren Thomsen-Ågaard"
    assert names["Team Nordkraft"].notes == "to linjer\ni én celle"


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("pairs-*")))
def test_real_file_twice_changes_nothing(name: str) -> None:
    first = make_plan(table_of_file(name), [], capacity=64)

    second = make_plan(table_of_file(name), applied(first, []), capacity=64)

    assert second.empty
    assert len(second.unchanged) == len(first.creations)
    assert len(second.faulty) == len(first.faulty)


def test_the_same_list_in_every_format_is_the_same_list() -> None:
    plans = [
        make_plan(table_of_file(name), [], capacity=64)
        for name in ("pairs-64-excel-utf8-bom.csv", "pairs-64-form-export.csv", "pairs-64.xlsx")
    ]

    facts = [[creation.facts for creation in made.creations] for made in plans]
    assert facts[0] == facts[1] == facts[2]


names = st.sampled_from(["Anna", "Bo", "Carl", "Dorte", "Erik", "Fie", "anna", ""])
emails = st.sampled_from(["", "", "a@x.dk", "b@x.dk", "nej"])
rows_ = st.tuples(
    st.sampled_from(["X", "Y", "Z", "x", "W", ""]), names, emails, st.just(""), names, emails,
    st.sampled_from(["", "Ribe", "Vejle"]),
)  # fmt: skip
tables = st.lists(rows_, max_size=7).map(lambda rows: table(*rows))


@settings(max_examples=150, deadline=None)
@given(tables, tables, st.integers(1, 8), st.booleans())
def test_importing_again_changes_nothing(
    before: Table, after: Table, capacity: int, repair: bool
) -> None:
    repairs = set(range(20)) if repair else set()
    there = applied(make_plan(before, [], capacity=capacity), [])

    first = make_plan(after, there, capacity=capacity, repairs=repairs)
    known = applied(first, there)

    people = [person.key for entry in known for person in entry.facts.players]
    names = [entry.facts.name_key for entry in known]
    assert (len(people), len(names)) == (len(set(people)), len(set(names)))
    assert len(known) <= capacity
    assert make_plan(after, known, capacity=capacity, repairs=repairs).empty


@settings(max_examples=150, deadline=None)
@given(tables, tables)
def test_every_row_is_accounted_for(before: Table, after: Table) -> None:
    there = applied(make_plan(before, [], capacity=9), [])

    made = make_plan(after, there, capacity=9)

    rows = [
        item.row
        for part in (made.creations, made.changes, made.unchanged, made.faulty)
        for item in part
    ]
    assert sorted(rows) == [candidate.row for candidate in after.candidates]

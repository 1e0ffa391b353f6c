"""One row by itself: what is kept, what is faulty, what is pointed out."""

from __future__ import annotations

import pytest

from tournaments.imports.columns import Field
from tournaments.imports.facts import EntryFacts, Person, is_email
from tournaments.imports.headings import propose
from tournaments.imports.reading import Row, Sheet
from tournaments.imports.rows import Candidate, Table, clean, read_table

HEADINGS = (
    "Parnavn", "Spiller 1", "E-mail 1", "Telefon 1", "Spiller 2", "E-mail 2", "By", "Noter", "Seed"
)  # fmt: skip


def table(*rows: tuple[str, ...], headings: tuple[str, ...] = HEADINGS) -> Table:
    sheet = Sheet("", tuple(Row(n, cells) for n, cells in enumerate((headings, *rows), start=1)))
    return read_table(sheet, 1, propose(sheet, 1, 2), 2)


def read(**cells: str) -> Candidate:
    filled = {"Spiller 1": "Anna", "Spiller 2": "Bo", **cells}
    return table(tuple(filled.get(heading, "") for heading in HEADINGS)).candidates[0]


def faults(candidate: Candidate) -> list[tuple[str, str]]:
    return [(fault.code, fault.at.code if fault.at else "") for fault in candidate.faults]


def warnings(candidate: Candidate) -> list[str]:
    return [warning.code for warning in candidate.warnings]


def test_row_becomes_an_entry() -> None:
    candidate = table(
        ("  Team\xa0Fyn ", "Anna", "A@x.dk", "22 34", "Bo", "", "Vejle", "to\r\nlinjer", "3")
    ).candidates[0]

    assert candidate.facts == EntryFacts(
        name="Team Fyn",
        players=(Person("Anna", "A@x.dk", "22 34"), Person("Bo")),
        city="Vejle",
        notes="to\nlinjer",
        seed_rank=3,
    )
    assert (candidate.row, candidate.faults, candidate.warnings) == (2, (), ())


def test_entry_without_name_is_called_after_its_players() -> None:
    assert read().facts.name == "Anna & Bo"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"Spiller 2": " "}, [("no-player", "player2")]),
        (
            {"Parnavn": "X", "Spiller 1": "", "Spiller 2": ""},
            [("no-player", "player1"), ("no-player", "player2")],
        ),
        ({"E-mail 1": "ikke-en-adresse"}, [("bad-email", "email1")]),
        ({"Parnavn": "x" * 121}, [("too-long", "name")]),
        ({"Noter": "x" * 2001}, [("too-long", "notes")]),
        ({"Spiller 1": "x" * 70, "Spiller 2": "y" * 70}, [("too-long", "name")]),
        ({"Seed": "bedst"}, [("bad-seed", "seed")]),
        ({"Seed": "0"}, [("bad-seed", "seed")]),
        ({"Spiller 2": "ANNA"}, [("twice-in-pair", "")]),
    ],
)
def test_faulty_row_says_why(cells: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert faults(read(**cells)) == expected


def test_row_with_broken_address_can_do_without_and_keeps_its_text_as_note() -> None:
    candidate = read(**{"E-mail 1": "anna(at)x.dk", "Noter": "vegetar"})

    repaired = candidate.repaired()

    assert candidate.repairable
    assert repaired.facts.players[0] == Person("Anna")
    assert repaired.facts.notes == "vegetar\nE-mail Anna: anna(at)x.dk"
    assert (repaired.faults, warnings(repaired)) == ((), ["without-email"])
    assert Field.of("email1", 2) not in repaired.given


def test_row_with_more_wrong_than_its_address_is_not_repairable() -> None:
    assert not read(**{"E-mail 1": "x", "Spiller 2": ""}).repairable


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"Parnavn": "=HYPERLINK(1)"}, ["formula"]),
        ({"Telefon 1": "4,52E+09"}, ["rounded-number"]),
        ({"Spiller 1": "SÃ¸ren"}, ["garbled-letters"]),
        ({"Spiller 1": "S\ufffdren"}, ["unreadable-letters"]),
        ({"Spiller 1": "Ãsa"}, []),
    ],
)
def test_suspicious_text_is_kept_and_pointed_out(
    cells: dict[str, str], expected: list[str]
) -> None:
    candidate = read(**cells)

    assert (faults(candidate), warnings(candidate)) == ([], expected)


def test_text_outside_the_columns_is_pointed_out() -> None:
    row = ("", "Anna", "", "", "Bo", "", "", "betalt 250", "", "", "-")

    candidate = table(row, headings=HEADINGS[:8]).candidates[0]

    # It stands under a column of its own, which nobody reads.
    unread = table(row, headings=HEADINGS[:8]).unread
    assert [(column.letter, column.samples) for column in unread] == [("K", ("-",))]
    assert candidate.facts.notes == "betalt 250"


def test_further_notes_name_their_column() -> None:
    headings = ("Spiller 1", "Spiller 2", "Noter", "Ønsker")

    candidate = table(("Anna", "Bo", "betalt", "nær døren"), headings=headings).candidates[0]

    assert candidate.facts.notes == "betalt\nØnsker: nær døren"


def test_empty_rows_are_counted() -> None:
    assert table(("", "A", "", "", "B"), (), ("", " "), ("", "C", "", "", "D")).empty_rows == 2


@pytest.mark.parametrize(
    ("text", "lines", "expected"),
    [
        ("  a \t b\n", False, "a b"),
        ("a\x00\x07b", False, "ab"),
        (" a \r\n\r\n b ", True, "a\n\nb"),
        ("🔥 Ildkuglerne 👨‍👩‍👧 🔥", False, "🔥 Ildkuglerne 👨‍👩‍👧 🔥"),
        ("A\u030arhus", False, "Århus"),
        ("'=1+1", False, "=1+1"),
        ("'+45 22", False, "+45 22"),
        ("'t Hooft", False, "'t Hooft"),
        ("Łukasz Yılmaz Ümit", False, "Łukasz Yılmaz Ümit"),
    ],
)
def test_clean_keeps_letters_and_drops_noise(text: str, lines: bool, expected: str) -> None:
    assert clean(text, lines=lines) == expected


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("anna@example.org", True),
        ("anna.b+dm@mail.example.co.uk", True),
        ("o'neill@example.org", True),
        ("søren@øl.dk", True),
        ("ikke-en-adresse", False),
        ("anna@example", False),
        ("anna@@example.org", False),
        ("anna @example.org", False),
        ("a@x.dk, b@x.dk", False),
        (".anna@example.org", False),
        ("anna@-x.dk", False),
        ("", False),
    ],
)
def test_is_email(text: str, good: bool) -> None:
    assert is_email(text) is good


@pytest.mark.parametrize(
    ("text", "needs"), [("ja", True), ("x", True), ("kørestol", True), ("Nej", False), ("", False)]
)
def test_club_is_kept_and_a_no_is_no_wish_for_access(text: str, needs: bool) -> None:
    headings = ("Spiller 1", "Spiller 2", "Klub", "Kørestol")
    (row,) = table(("Anna", "Bo", "Fyns PK", text), headings=headings).candidates
    assert (row.facts.club, row.facts.needs_access) == ("Fyns PK", needs)

"""Bytes to texts: every encoding and delimiter, and files that are no lists."""

from __future__ import annotations

import csv
import io
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.imports.files import DATA
from tournaments.imports.reading import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Unreadable,
    decode,
    read_upload,
)

HEADINGS = ["Parnavn", "Spiller 1", "Spiller 2", "Bemærkninger"]
#: As the programs write them: Excel, its "Unicode text", form tools, old exports.
ENCODINGS = ("utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be")

texts = st.text(
    st.characters(blacklist_categories=("Cs",), blacklist_characters="\ufeff\x00\ue000"),
    max_size=25,
)
tables = st.lists(st.lists(texts, min_size=4, max_size=4), min_size=1, max_size=8)


def written(rows: list[list[str]], delimiter: str, quoting: int, newline: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=newline).writerows(rows)
    return out.getvalue()


@settings(max_examples=100, deadline=None)
@given(
    tables,
    st.sampled_from(ENCODINGS),
    st.sampled_from(";,\t"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["\r\n", "\n"]),
)
def test_any_table_written_as_csv_reads_back_the_same(
    rows: list[list[str]], encoding: str, delimiter: str, quoting: int, newline: str
) -> None:
    rows = [HEADINGS, *rows]
    if newline == "\n":
        # Python's writer would leave a lone carriage return without quotation marks.
        quoting = csv.QUOTE_ALL
    text = written(rows, delimiter, quoting, newline)
    if encoding == "cp1252":
        text = text.encode("cp1252", errors="ignore").decode("cp1252")
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        data = text.encode("cp1252")
        # Letters like "Ã¦" are the bytes of "æ" in UTF-8: nobody can tell by the bytes alone.
        assume(decode(data)[1] == "windows-1252" or data.isascii())
    else:
        data = text.encode(encoding)
    if encoding in {"utf-16-le", "utf-16-be"}:
        # Without a mark it is known by its zeros, which a text mostly beyond Latin-1 lacks.
        assume(decode(data)[1] == "utf-16")

    upload = read_upload(data)

    assert [list(row.cells) for row in upload.sheets[0].rows] == rows
    assert upload.delimiter == delimiter


@pytest.mark.parametrize(("encoding", "delimiter"), product(ENCODINGS, ";,\t"))
def test_danish_letters_survive_every_encoding(encoding: str, delimiter: str) -> None:
    rows = [HEADINGS, ["Æblehaven", "Søren Ågård", "Jürgen Müller", "€ 250,- – betalt; ja"]]

    upload = read_upload(written(rows, delimiter, csv.QUOTE_MINIMAL, "\r\n").encode(encoding))

    assert [list(row.cells) for row in upload.sheets[0].rows] == rows


def test_line_that_names_the_delimiter_is_no_row() -> None:
    upload = read_upload(b"sep=,\r\nPar,By\r\nA;B,Vejle\r\n")

    assert [(row.number, row.cells) for row in upload.sheets[0].rows] == [
        (1, ("Par", "By")),
        (2, ("A;B", "Vejle")),
    ]


def test_rows_are_numbered_as_the_spreadsheet_numbers_them() -> None:
    upload = read_upload(b'Par;By\n\n"to\nlinjer";Vejle\nsidste;Nuuk\n')

    assert [(row.number, row.cells) for row in upload.sheets[0].rows] == [
        (1, ("Par", "By")),
        (2, ()),
        (3, ("to\nlinjer", "Vejle")),
        (4, ("sidste", "Nuuk")),
    ]


def test_workbook_rows_are_numbered_as_excel_numbers_them() -> None:
    upload = read_upload((DATA / "pairs-64.xlsx").read_bytes())

    assert [(sheet.name, sheet.rows[0].number, sheet.rows[1].number) for sheet in upload.sheets[:1]
            ] == [("Tilmeldinger", 1, 3)]  # fmt: skip
    assert [sheet.name for sheet in upload.sheets] == ["Tilmeldinger", "Noter"]


def test_bytes_without_meaning_are_pointed_out() -> None:
    upload = read_upload(b"Parnavn;By\r\nS\x8dren og \xe6;Vejle\r\n")

    assert (upload.encoding, upload.remarks) == ("windows-1252", ("unreadable-letters",))


def test_chosen_encoding_and_delimiter_overrule_what_is_found() -> None:
    upload = read_upload("Ã¦;x,y\n".encode("cp1252"), encoding="windows-1252", delimiter=",")

    assert upload.sheets[0].rows[0].cells == ("Ã¦;x", "y")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \r\n\r\n", "empty"),
        (b";;;\r\n;;;\r\n", "empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "old-excel"),
        (b"%PDF-1.7", "pdf"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"<html><table>", "web-page"),
        (b"PK\x03\x04 broken", "damaged"),
        (b'Par;By\r\n"A;Vejle\r\nB;Nuuk\r\n', "open-quote"),
        (b"x" * (MAX_BYTES + 1), "too-big"),
        (b"a;b\n" * (MAX_ROWS + 2), "too-many-rows"),
        (b";".join([b"a"] * (MAX_COLUMNS + 1)), "too-many-columns"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_unreadable_file_says_why(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_upload(data)

    assert unreadable.value.code == code


def test_open_quote_names_the_row_it_starts_in() -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_upload(b'Par;By\r\nA;Vejle\r\n"B;Nuuk\r\nC;Ribe\r\n')

    assert unreadable.value.params == {"row": 3}

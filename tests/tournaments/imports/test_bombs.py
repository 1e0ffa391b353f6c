"""A file made to fill memory or time is refused before it does either."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.imports.bombs import BOMBS, rows, workbook
from tournaments.imports.reading import MAX_BYTES, MAX_ROWS, read_upload

ROOT = Path(__file__).resolve().parents[3]
#: Seconds of processor and megabytes that a refusal may cost, Python's own start among them.
SECONDS, MEGABYTES = 1.0, 100.0


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_refused_in_a_second_and_in_100_megabytes(name: str, tmp_path: Path) -> None:
    make, code = BOMBS[name]
    file = tmp_path / "upload"
    data = make()
    assert len(data) <= MAX_BYTES or code == "too-big"
    file.write_bytes(data)

    done = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.imports.bombs", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    came, seconds, megabytes = done.stdout.split()
    assert came == code
    assert float(seconds) < SECONDS
    assert float(megabytes) < MEGABYTES


def test_list_as_long_as_allowed_is_read() -> None:
    sheet = read_upload(workbook(rows(MAX_ROWS))).sheets[0]
    assert len(sheet.rows) == MAX_ROWS


def test_sheet_that_claims_a_million_rows_costs_what_it_holds() -> None:
    """A format given to a whole column makes spreadsheet programs write such a claim."""
    claim = '<?xml version="1.0"?><worksheet><dimension ref="A1:XFD1048576"/><sheetData>'
    last = '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>Sidst</t></is></c></row>'
    sheet = read_upload(workbook(f"{claim}{rows(2)}{last}</sheetData></worksheet>")).sheets[0]
    assert [(row.number, row.cells) for row in sheet.rows] == [
        (1, ("Par 1",)),
        (2, ("Par 2",)),
        (1_048_576, ("Sidst",)),
    ]

"""The files of `tests/data`, read as the organiser's upload would be."""

from __future__ import annotations

from pathlib import Path

from tournaments.imports.facts import Known
from tournaments.imports.headings import best_sheet, find_headings, propose
from tournaments.imports.plan import Plan
from tournaments.imports.reading import read_upload
from tournaments.imports.rows import Table, read_table

DATA = Path(__file__).resolve().parents[2] / "data"


def table_of(data: bytes, players: int = 2) -> Table:
    """`data` read with everything as the program proposes it."""
    upload = read_upload(data)
    sheet = upload.sheets[best_sheet(upload.sheets)]
    heading = find_headings(sheet)
    return read_table(sheet, heading, propose(sheet, heading, players), players)


def table_of_file(name: str) -> Table:
    return table_of((DATA / name).read_bytes())


def applied(plan: Plan, known: list[Known]) -> list[Known]:
    """The entries after an import: what the verb does to the database, said simply."""
    after = {entry.number: entry for entry in known}
    for change in plan.changes:
        after[change.number] = Known(
            change.number, change.facts, withdrawn=after[change.number].withdrawn
        )
    first = max(after, default=0) + 1
    for number, creation in enumerate(plan.creations, start=first):
        after[number] = Known(number, creation.facts)
    return list(after.values())

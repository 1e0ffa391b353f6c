"""Every table of the desk as a file: a new one is an `Export`, named here."""

from __future__ import annotations

from typing import Final

from reports.exports.model import Export, Reader, Table
from reports.exports.tables import hall, people, plan, records, rounds

#: In the order of the page.
EXPORTS: Final[dict[str, Export]] = {
    export.name: export
    for export in (
        people.ENTRIES,
        people.CHECK_IN,
        people.SIGN_UPS,
        plan.SCHEDULE,
        rounds.PAIRINGS,
        rounds.RESULTS,
        rounds.STANDINGS,
        rounds.FINAL_LIST,
        rounds.CROSS_TABLE,
        hall.STATISTICS,
        hall.TABLES,
        hall.CALLS,
        hall.INCIDENTS,
        records.RULINGS,
        records.CASEBOOK,
        records.LOG,
        records.MAILS,
    )
}

__all__ = ["EXPORTS", "Export", "Reader", "Table"]

"""Published cross tables: every tie-break must have the figure that was published for it.

Each file in `tests/data/crosstables` names its source. A line is one entry's rounds: the opponent
and `1`, `=` or `0`, with `+` and `-` for games won and lost by forfeit, or, alone, `U` for a bye
that was drawn, `F` for one worth a point, `H` for one worth half a point and `Z` for none that
was asked for.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.formats.building import field_of
from tournaments.formats.model import Outcome, PairingKind, PlayedPairing, PlayedSeat
from tournaments.formats.scoring import StandingsSettings, TieBreak, UnplayedRule
from tournaments.formats.standings import compute_standings

D = Decimal
TABLES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(
        (Path(__file__).resolve().parents[2] / "data" / "crosstables").glob("*.json")
    )
}
CASES = [
    pytest.param(name, case, id=f"{name}: {case['title']}, {case['tie_break']}")
    for name, table in TABLES.items()
    for case in table["expected"]
]

OUTCOMES = {
    "1": Outcome.WIN,
    "+": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "-": Outcome.LOSS,
}
BYES = {
    "U": (PairingKind.BYE, "1"),
    "F": (PairingKind.BYE, "1"),
    "H": (PairingKind.REQUESTED_BYE, "0.5"),
    "Z": (PairingKind.REQUESTED_BYE, "0"),
}


def pairings_of(entries: dict[str, list[str]]) -> list[PlayedPairing]:
    """The rounds of a cross table; each game stands in two lines, which must agree."""
    pairings: list[PlayedPairing] = []
    for text, cells in entries.items():
        entry = int(text)
        for number, cell in enumerate(cells, start=1):
            if cell in BYES:
                kind, points = BYES[cell]
                seats: tuple[PlayedSeat, ...] = (PlayedSeat(entry=entry, side=1, points=D(points)),)
            else:
                opponent, result = cell.split()
                back, other_result = entries[opponent][number - 1].split()
                assert back == text
                assert {result, other_result} in ({"1", "0"}, {"="}, {"+", "-"}, {"-"})
                if int(opponent) < entry:
                    continue
                kind = PairingKind.WALKOVER if result in "+-" else PairingKind.GAME
                seats = (
                    PlayedSeat(entry=entry, side=1, outcome=OUTCOMES[result]),
                    PlayedSeat(entry=int(opponent), side=2, outcome=OUTCOMES[other_result]),
                )
            pairings.append(PlayedPairing(round=number, seats=seats, final=True, kind=kind))
    return pairings


@pytest.mark.parametrize(("name", "case"), CASES)
def test_cross_table_has_the_published_figures(name: str, case: dict[str, Any]) -> None:
    entries = TABLES[name]["entries"]
    tie_break = TieBreak(case["tie_break"])
    settings = StandingsSettings(
        tie_breaks=(TieBreak.POINTS, tie_break), unplayed=UnplayedRule(case["unplayed"])
    )
    standings = compute_standings(field_of(len(entries)), pairings_of(entries), settings)
    if "ranks" in case:
        ranks = {row.entry: row.rank for row in standings}
        assert {text: ranks[int(text)] for text in case["ranks"]} == case["ranks"]
    else:
        assert {text: standings.value(int(text), tie_break) for text in case["values"]} == {
            text: D(value) for text, value in case["values"].items()
        }


@pytest.mark.parametrize("name", TABLES)
def test_cross_table_names_its_source(name: str) -> None:
    assert TABLES[name]["source"]

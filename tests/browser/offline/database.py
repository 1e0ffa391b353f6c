"""What the database of a server in another process holds, read past the program."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

from tests.browser.server import Server


def rows(server: Server, query: str) -> list[tuple[Any, ...]]:
    path = server.data / "startfelt.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
        return database.execute(query).fetchall()


def results(server: Server) -> dict[int, list[int]]:
    """Table -> the scores of its final result, in the order of the sides."""
    found: dict[int, list[int]] = {}
    for table, score in rows(
        server,
        "SELECT place.number, seat.score FROM tournaments_seat seat"
        " JOIN tournaments_pairing pairing ON seat.pairing_id = pairing.id"
        " JOIN tournaments_table place ON pairing.table_id = place.id"
        " WHERE seat.score IS NOT NULL ORDER BY place.number, seat.side",
    ):
        found.setdefault(table, []).append(score)
    return found


def versions(server: Server) -> int:
    """How many results were ever entered."""
    return int(rows(server, "SELECT count(*) FROM games_result")[0][0])

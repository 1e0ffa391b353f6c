"""Full text of rulings: SQLite's FTS5 in embedded mode, PostgreSQL's text search in full mode.

What is public of a ruling is found, staff notes are not. Every word must occur, from its
beginning on ("bytk" finds "bytkort").
"""

from __future__ import annotations

import re
from typing import Final

from django.db import connection

from judging.models import Ruling

#: SQLite's own table, beside Django's: rows are added by `remember` in the ruling's transaction.
TABLE: Final = "judging_ruling_words"

_WORD = re.compile(r"\w+")
_POSTGRES: Final = """
    to_tsvector('simple', happened || ' ' || decision || ' ' || rules::text)
"""


def remember(ruling: Ruling) -> None:
    """Let the ruling be found. PostgreSQL reads the row itself."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {TABLE} WHERE rowid = %s", [ruling.pk])  # noqa: S608
        cursor.execute(
            f"INSERT INTO {TABLE} (rowid, words) VALUES (%s, %s)",  # noqa: S608
            [ruling.pk, " ".join([ruling.happened, ruling.decision, *ruling.rules])],
        )


def found(text: str) -> list[int] | None:
    """Primary keys of the rulings with every word of `text`; None when it has no word."""
    words = _WORD.findall(text.replace("\0", ""))[:12]
    if not words:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            query = " ".join(f'"{word}"*' for word in words)
            cursor.execute(
                f"SELECT rowid FROM {TABLE} WHERE {TABLE} MATCH %s ORDER BY rank",  # noqa: S608
                [query],
            )
        else:
            query = " & ".join(f"{word}:*" for word in words)
            cursor.execute(
                f"SELECT id FROM judging_ruling WHERE {_POSTGRES} "  # noqa: S608
                "@@ to_tsquery('simple', %s) ORDER BY id DESC",
                [query],
            )
        return [row[0] for row in cursor.fetchall()]

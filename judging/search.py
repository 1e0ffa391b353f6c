"""Full text of rulings: SQLite's FTS5 in embedded mode, PostgreSQL's text search in full mode.

What is public of a ruling is found, staff notes are not. Every word must occur, from its
beginning on ("bytk" finds "bytkort").
"""

from __future__ import annotations

import re
from typing import Final

from django.db import connection

from judging.models import Ruling

_WORD = re.compile(r"\w+")

# SQLite has a table of its own for the words, beside Django's, whose rows `remember` writes in the
# ruling's transaction (words of a ruling that is gone may lie there still); PostgreSQL has an index
# on the rulings themselves (see the migration).
_FORGET: Final = "DELETE FROM judging_ruling_words WHERE rowid = %s"
_REMEMBER: Final = "INSERT INTO judging_ruling_words (rowid, words) VALUES (%s, %s)"
_IN_SQLITE: Final = """
    SELECT judging_ruling_words.rowid FROM judging_ruling_words
    JOIN judging_ruling ON judging_ruling.id = judging_ruling_words.rowid
    WHERE judging_ruling_words MATCH %s ORDER BY rank
"""
_IN_POSTGRES: Final = """
    SELECT id FROM judging_ruling
    WHERE to_tsvector('simple', happened || ' ' || decision || ' ' || rules::text)
          @@ to_tsquery('simple', %s)
    ORDER BY id DESC
"""


def remember(ruling: Ruling) -> None:
    """Let the ruling be found. PostgreSQL reads the row itself."""
    if connection.vendor != "sqlite":
        return
    words = " ".join([ruling.happened, ruling.decision, *ruling.rules])
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [ruling.pk])
        cursor.execute(_REMEMBER, [ruling.pk, words])


def found(text: str) -> list[int] | None:
    """Primary keys of the rulings with every word of `text`; None when it has no word."""
    words = _WORD.findall(text.replace("\0", ""))[:12]
    if not words:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_IN_SQLITE, [" ".join(f'"{word}"*' for word in words)])
        else:
            cursor.execute(_IN_POSTGRES, [" & ".join(f"{word}:*" for word in words)])
        return [row[0] for row in cursor.fetchall()]

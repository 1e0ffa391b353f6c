"""What lists say beside a table."""

from __future__ import annotations

from tournaments.models import Entry, Table
from tournaments.table_words import moved_words, wishes_words


def test_moved_from_is_said_once_for_each_table() -> None:
    tables = [Table(number=31), None, Table(number=12), Table(number=31)]
    assert moved_words([None]) == ""
    assert moved_words(tables).endswith("12, 31")


def test_wishes_of_those_at_a_table() -> None:
    plain, fixed, access = Entry(), Entry(fixed_table_id=3), Entry(needs_access=True)
    assert wishes_words([plain]) == []
    assert len(wishes_words([plain, fixed])) == 1
    assert len(wishes_words([fixed, access])) == 2

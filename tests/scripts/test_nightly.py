"""What `make nightly` asks for is what tests read."""

from __future__ import annotations

from pathlib import Path

from scripts.test import MANY

TESTS = Path(__file__).resolve().parents[1]


def test_every_number_of_the_night_is_read_by_a_test() -> None:
    sources = [path.read_text() for path in TESTS.rglob("*.py")]
    unread = [name for name in MANY if not any(name in text for text in sources)]
    assert unread == []

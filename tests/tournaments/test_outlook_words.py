"""What an event at larger tables will look like, in words, before anything is drawn."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.model import FormatOptions
from tournaments.formats.multi_seat_options import MultiSeatOptions
from tournaments.formats.swiss_options import SwissOptions
from tournaments.outlook_words import outlook_lines


@pytest.mark.parametrize(
    ("entries", "options", "lines"),
    [
        (
            16,
            MultiSeatOptions(sides=4, rounds=5),
            [
                "With 16 taking part: 4 tables of 4. Nobody sits out.",
                "A plan is known in which nobody meets anybody twice for 5 rounds.",
                "In 5 rounds nobody has to meet twice.",
            ],
        ),
        (
            16,
            MultiSeatOptions(sides=4, rounds=6),
            [
                "With 16 taking part: 4 tables of 4. Nobody sits out.",
                "A plan is known in which nobody meets anybody twice for 5 rounds.",
                "In 6 rounds 24 meetings at least are repeats.",
            ],
        ),
        (
            10,
            IndividualOptions(rounds=1),
            ["With 10 taking part: 2 tables of 4. 2 sit out in each round."],
        ),
        (
            11,
            MultiSeatOptions(sides=4, rounds=1),
            [
                "With 11 taking part: 2 tables of 4 and 1 table of 3. Nobody sits out.",
            ],
        ),
        (2, MultiSeatOptions(sides=4), ["2 are too few: a table needs 3."]),
        (9, SwissOptions(), []),
    ],
)
def test_outlook_is_told(entries: int, options: FormatOptions, lines: list[str]) -> None:
    with translation.override("en"):
        assert outlook_lines(entries, options) == lines


def test_after_the_first_round_only_tables_and_byes_are_told() -> None:
    options = MultiSeatOptions(sides=4, rounds=5)
    with translation.override("en"):
        assert outlook_lines(16, options, drawn_before=1) == [
            "With 16 taking part: 4 tables of 4. Nobody sits out."
        ]


@settings(max_examples=25, deadline=None)
@given(
    entries=st.integers(1, 40),
    sides=st.integers(3, 6),
    rounds=st.none() | st.integers(1, 8),
    smaller=st.booleans(),
)
def test_every_field_has_an_outlook(
    entries: int, sides: int, rounds: int | None, smaller: bool
) -> None:
    options = MultiSeatOptions(sides=sides, rounds=rounds, smaller_tables=smaller)
    with translation.override("en"):
        lines = outlook_lines(entries, options)
    assert lines and str(entries) in lines[0]

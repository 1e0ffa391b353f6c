"""Differences of an edit in words: every kind of change has its sentence."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.tournaments.formats.test_editing_rules import DRAWN, pairing
from tournaments.editing_words import DIFFERENCES, difference_sentence
from tournaments.formats.editing_differences import differences
from tournaments.formats.editing_rules import Change
from tournaments.formats.model import DrawnPairing

NAMES = {1: "Skovlyst", 2: "Nordlys", 3: "Ajax", 4: "Brikken", 5: "Havblik"}


def test_every_kind_of_change_has_words() -> None:
    assert set(DIFFERENCES) == set(Change)


@pytest.mark.parametrize(
    ("edited", "sentences"),
    [
        (
            (pairing(1, 4, table=1), pairing(3, 2, table=2), pairing(5)),
            [
                "Brikken meets Skovlyst instead of Ajax.",
                "Nordlys meets Ajax instead of Skovlyst.",
            ],
        ),
        (
            (pairing(1, 2, table=3), *DRAWN[1:]),
            ["Skovlyst – Nordlys sit at table 3 instead of 1."],
        ),
        (
            (pairing(1, 5, table=1), DRAWN[1], pairing(2)),
            ["Havblik plays instead of sitting out.", "Nordlys sits out."],
        ),
        ((pairing(1, 2), *DRAWN[1:]), ["Skovlyst – Nordlys sit at table none instead of 1."]),
        ((*DRAWN[:2], pairing(5, 9)), ["? was put in.", "Havblik plays instead of sitting out."]),
    ],
)
def test_an_edit_is_told_in_sentences(
    edited: tuple[DrawnPairing, ...], sentences: list[str]
) -> None:
    with translation.override("en"):
        assert [difference_sentence(d, NAMES) for d in differences(DRAWN, edited)] == sentences

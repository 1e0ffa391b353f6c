"""The verbs of `reports`, for the test of all."""

from __future__ import annotations

from reports.domain.ask_for_document import ask_for_document
from tournaments.models import Tournament, User

from .verb_cases import Case, entered

WRONG = "wrong-fields"


def asked_for(tournament: Tournament, organiser: User) -> None:
    entered(tournament, organiser)
    ask_for_document(tournament, "table-cards", by=organiser)


CASES = [
    Case(
        "documents/",
        entered,
        "print",
        "document.ask",
        {"document": "table-cards", "state": "waiting", "done": 0, "file": ""},
        {"document": "table-cards"},
        201,
        {"document": "score-sheets", "round": 7},
        "no-such-round",
    ),
    Case(
        "documents/{job}/cancel/",
        asked_for,
        "print",
        "document.cancel",
        {"state": "cancelled"},
    ),
    Case(
        "timetable/",
        entered,
        "edit-tournament",
        "timetable.set",
        {},
        {
            "first_round": "10:00",
            "minutes_between": 15,
            "breaks": [{"after": 2, "minutes": 45, "name": "Frokost"}],
        },
        refused={
            "first_round": "10:00",
            "minutes_between": 15,
            "breaks": [{"after": 2, "minutes": 45}, {"after": 2, "minutes": 5}],
        },
        code="two-breaks",
    ),
]

"""The log in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.domain.create_tournament import FIELDS
from tournaments.log_fields import NAMES, value_text
from tournaments.log_words import SENTENCES, told
from tournaments.models import Event, Tournament

ROOT = Path(__file__).resolve().parents[2]
#: A verb as the code writes it: the first argument of `act` and its kin, or a table of verbs.
VERB = re.compile(r'"((?:[a-z]+)\.[a-z]+(?:-[a-z]+)*)"')


def verbs_in_code() -> set[str]:
    files = [
        path
        for app in ("tournaments", "games", "judging", "reports")
        for path in ROOT.glob(f"{app}/domain/**/*.py")
    ]
    files += ROOT.glob("tournaments/registration/*.py")
    files += ROOT.glob("tournaments/mail/*.py")
    files += ROOT.glob("tournaments/people/*.py")
    files += ROOT.glob("tournaments/privacy/*.py")
    files += ROOT.glob("tournaments/qualifiers/*.py")
    files += ROOT.glob("tournaments/transfer/*.py")
    # Not the words that programs are told: those look like verbs and are none.
    files.append(ROOT / "tournaments/webhooks/change.py")
    found = {verb for path in files for verb in VERB.findall(path.read_text())}
    return {verb for verb in found if verb.split(".")[0] in KINDS and verb not in NOT_VERBS}


KINDS = {
    "signup", "registration", "mail", "webhook", "privacy", "qualifiers",
    "tournament", "table", "role", "entries", "entry", "round", "draft", "pairing", "clock",
    "result", "record", "document", "stage", "call", "escalation", "ruling", "incident",
    "forecast", "claim", "timetable",
}  # fmt: skip
#: File names that look like verbs.
NOT_VERBS = {"document.pdf"}


def test_every_verb_in_the_code_has_a_sentence() -> None:
    assert verbs_in_code() - set(SENTENCES) == set()


def test_every_sentence_is_of_a_verb_in_the_code() -> None:
    assert set(SENTENCES) - verbs_in_code() == set()


@pytest.mark.parametrize("verb", sorted(SENTENCES))
def test_sentence_takes_a_subject_with_any_sign(verb: str) -> None:
    assert str(SENTENCES[verb]) % {"subject": "100 % {sikker} <b>"}


def test_told_shows_only_what_differs(tournament: Tournament) -> None:
    event = Event.objects.create(
        tournament=tournament,
        verb="tournament.edit",
        subject_kind="tournament",
        subject_id=tournament.pk,
        subject="DM",
        before={"venue": "Hallen", "tie_breaks": ["lot"], "same": 1},
        after={"venue": "Salen", "tie_breaks": ["buchholz", "lot"], "same": 1, "new": True},
    )
    with translation.override("en"):
        (line,) = told([event])
    assert line.changes == (
        ("venue", "Hallen", "Salen"),
        ("tie-breaks", "Lot", "Buchholz, Lot"),
        ("new", "", "yes"),
    )


def test_told_keeps_to_itself_what_only_programs_read(tournament: Tournament) -> None:
    event = Event.objects.create(
        tournament=tournament,
        verb="round.draw",
        subject_kind="round",
        subject_id=1,
        subject="Round 1",
        after={"number": 1, "engine": "swiss-1", "version": 3, "slots": [{"place": 0}]},
    )
    with translation.override("en"):
        (line,) = told([event])
    assert line.changes == (("number", "", "1"),)


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_of_a_tournament_has_a_name(field: str) -> None:
    assert field in NAMES


def test_codes_are_read_as_words() -> None:
    with translation.override("en"):
        assert value_text("state", "withdrawn") == "withdrawn"
        assert value_text("points_scheme", {"win": "1", "bye": "0.5"}) == "a win 1, a bye 0.5"
        assert value_text("ruleset", "dm-2018") == "DM guide 2018"
        assert value_text("venue", "desk") == "desk"
        assert value_text("role", "desk") == "desk"

"""Every code of what does not fit has its sentence, and every choice its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.formats
import tournaments.queries.misfits
from tests.tournaments.domain.test_correct_misfits import (
    GROUPS,
    KNOCKOUT,
    asked,
    flip,
    game,
    make,
    play,
    sitting,
)
from tournaments import misfit_words
from tournaments.domain.correct_misfits import names_of
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.misfit_words import BESIDES, WHAT, WHEN, choice_words, misfit_sentence
from tournaments.models import Tournament
from tournaments.queries.misfit_questions import When

SOURCES = "\n".join(
    path.read_text()
    for path in (
        *sorted(Path(tournaments.formats.__file__).parent.glob("dependents*.py")),
        Path(tournaments.queries.misfits.__file__),
    )
)


def test_codes_all_have_words_and_no_words_are_left_over() -> None:
    said = set(re.findall(r'(?:Reason|_told)\(\s*"(\w+)"', SOURCES))
    said |= set(re.findall(r'code = "(\w+)" if staying else "\w+"', SOURCES))
    said |= set(re.findall(r'code = "\w+" if staying else "(\w+)"', SOURCES))
    said |= set(re.findall(r'"(drawn_from_\w+)"', SOURCES))
    assert said == set(WHAT) | set(BESIDES)


def test_choices_all_have_words() -> None:
    assert set(misfit_words._CHOICES) == set(Choice)
    assert set(WHEN) == set(When)


def test_unknown_code_is_shown_not_hidden(db: None) -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    flip(game(tournament, 1))
    one = asked(tournament).misfits[0]
    reason = type(one.dependent.reasons[0])("new_thing", {})
    told = misfit_words._filled(WHAT, one, reason, {})
    assert told == "new thing"


@pytest.mark.django_db
@pytest.mark.parametrize("stages", ["knockout", "groups", "swiss"])
def test_sentences_name_who_where_and_leave_nothing_open(stages: str) -> None:
    tournament = _with_misfits(stages)
    names = names_of(tournament)
    shown = asked(tournament)
    with translation.override("en"):
        lines = [misfit_sentence(one, names) for one in shown.misfits]
        lines += [
            text
            for question in shown.questions
            for choice in question.choices
            for label, does in [choice_words(question, choice, names)]
            for text in (label, *does)
        ]
    assert lines
    assert not [line for line in lines if "?" in line or "None" in line or "%" in line]


def _with_misfits(stages: str) -> Tournament:
    if stages == "knockout":
        tournament = play(make(KNOCKOUT, entries=8), 3)
        flip(game(tournament, 1))
        game(tournament, 1, 2).seats.update(outcome="loss", points=0)
        game(tournament, 1, 3).seats.update(outcome="", points=None)
        return tournament
    if stages == "groups":
        tournament = play(make(*GROUPS, entries=8), 4)
        for pairing in tournament.rounds.get(number=1).pairings.all():
            flip(pairing)
        return tournament
    tournament = play(make(StageSetup("swiss"), entries=8), 3)
    flip(tournament.rounds.get(number=1).pairings.get(table__number=1))
    return tournament


@pytest.mark.django_db
def test_seat_is_told_as_one_says_it() -> None:
    tournament = play(make(KNOCKOUT, entries=4), 2)
    flip(game(tournament, 1))
    shown = asked(tournament)
    names = names_of(tournament)
    table = game(tournament, 2).table
    wrong, right = (names[entry] for entry in sitting(game(tournament, 1)))
    with translation.override("en"):
        assert misfit_sentence(shown.misfits[0], names) == (
            f"Round 2, table {table}: {wrong} sits there. By the results it should be {right}, "
            "winner of match 1 of round 1."
        )
        assert choice_words(shown.questions[0], Choice.SWAP, names) == (
            f"Put {right} into the seat of {wrong}",
            [f"The result stays with the seat: what {wrong} played there counts for {right}."],
        )

"""What programs may be told of, and the log's verbs behind it."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.log_words import SENTENCES
from tournaments.models import Event
from tournaments.queries.news import STAFF, kinds_of_verb
from tournaments.webhooks.vocabulary import GROUPS, TYPES, is_told, type_of

#: News to everybody that programs are told nothing of, and why. A new verb that everybody learns
#: of must be put into the vocabulary, or here.
NOT_TOLD = {
    "tournament.create": "nobody can follow it yet",
    # What one side says of its own game is nobody else's until it is a result.
    "claim.enter": "not a result",
    "claim.differ": "not a result",
    "claim.withdraw": "not a result",
    # Whether somebody is here stands on the own page and at the desk.
    "entry.check-in": "presence",
    "entry.late": "presence",
    "entry.absent": "presence",
    "entry.wait": "presence",
    "entries.absent": "presence",
    "entries.absent-undo": "presence",
    # Who asked for a place is not in the list yet.
    "signup.send": "not in the list",
    "signup.link": "a letter",
    "signup.invite-anew": "a letter",
    # Nothing of it was public.
    "privacy.days": "contact details",
    "privacy.retention": "contact details",
    # The judges' own: what they decide is told as a ruling.
    **{verb: "before a ruling" for verb in SENTENCES if verb.startswith(("call.", "escalation."))},
}


def test_whatever_everybody_learns_of_is_told_or_left_out_for_a_reason() -> None:
    news = {verb for verb in SENTENCES if STAFF not in kinds_of_verb(verb)}
    told = {verb for verb in SENTENCES if is_told(verb)}
    assert news - told == set(NOT_TOLD)


def test_what_only_the_staff_learns_is_told_to_nobody() -> None:
    verbs = {verb for one in TYPES.values() for verb in one.verbs}
    assert {verb for verb in verbs if STAFF in kinds_of_verb(verb)} == set()
    assert verbs <= set(SENTENCES)


def test_each_verb_has_one_word_and_each_group_some() -> None:
    verbs = Counter(verb for one in TYPES.values() for verb in one.verbs)
    assert set(verbs.values()) == {1}
    assert {one.group for one in TYPES.values()} == set(GROUPS)


def test_words_are_those_of_version_1() -> None:
    assert sorted(TYPES) == [
        "clock.changed", "clock.ended", "clock.paused", "clock.resumed", "clock.started",
        "entries.changed", "entry.changed", "entry.disqualified", "entry.registered",
        "entry.returned", "entry.withdrawn", "extension.given", "extension.withdrawn",
        "names.changed", "record.attached", "result.corrected", "result.final", "result.removed",
        "round.changed", "round.closed", "round.published", "round.reopened", "round.withdrawn",
        "ruling.given", "stage.begun", "stage.withdrawn", "standings.final", "standings.reopened",
        "timetable.changed", "tournament.changed",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("after", "word"),
    [
        ({"version": 3, "undoes": 9}, "result.removed"),
        ({"version": 3, "result": "8–5"}, "result.corrected"),
    ],
)
def test_result_taken_back_is_another_one_or_none(after: dict[str, object], word: str) -> None:
    type_ = type_of(Event(verb="result.undo", after=after))
    assert type_ is not None
    assert type_.name == word

"""What does not fit any more, as after a correction, and what is done about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.correct_misfits import Decided, names_of, resolve_misfits
from tournaments.formats.dependents_model import Choice
from tournaments.misfit_words import asked
from tournaments.models import Tournament
from tournaments.queries.misfit_questions import Following, When, following
from tournaments.queries.misfits import misfit_facts

from .bodies import WhyBody
from .described import described
from .endpoint import Endpoint, Read
from .found import the_tournament
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on

_CHOICES = [one.value for one in Choice]


class OfferedShape(serializers.Serializer):
    """One thing that can be done."""

    choice = choice(_CHOICES)
    label = serializers.CharField()
    does = serializers.ListField(child=serializers.CharField(), help_text="What it does besides.")


class QuestionShape(serializers.Serializer):
    """What is decided at once."""

    key = serializers.CharField(help_text="Names it where something is chosen.")
    wrong = serializers.BooleanField(help_text="Whether any of it should be put right.")
    when = choice(
        [one.value for one in When],
        "In which case: whatever else is chosen, or if what comes before it in the list "
        "is left as it is, or put right. Chosen for the case that does not come about, it does "
        "nothing.",
    )
    what = serializers.ListField(child=serializers.CharField(), help_text="What does not fit.")
    choices = OfferedShape(many=True)


class MisfitsShape(serializers.Serializer):
    """All that does not fit now."""

    questions = QuestionShape(many=True)
    version = serializers.CharField(help_text="Another one as soon as something else does not.")


def choices_field(**more: Any) -> serializers.DictField:
    """What is chosen, by question."""
    return serializers.DictField(
        child=choice(_CHOICES),
        help_text="Key of a question -> what is done about it. What is left out is kept as it is.",
        **more,
    )


class PutRightBody(WhyBody):
    """What is chosen."""

    choices = choices_field()
    seen = serializers.CharField(
        max_length=20,
        allow_blank=True,
        default="",
        help_text="`version` as it was known; another by now: 409. Empty: whatever it is.",
    )


def _shaped(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    return questions_shape(row, _following(row))


def questions_shape(row: Tournament, follow: Following) -> dict[str, Any]:
    """What is asked, as `MisfitsShape` says it."""
    questions = asked(follow.questions, names_of(row) if follow.questions else {})
    return {
        "questions": [
            {
                "key": one.key,
                "wrong": one.wrong,
                "when": question.when.value,
                "what": [line.text for line in one.what],
                "choices": [
                    {"choice": each.value, "label": each.label, "does": list(each.does)}
                    for each in one.offered
                ],
            }
            for one, question in zip(questions, follow.questions, strict=True)
        ],
        "version": follow.stamp,
    }


def _following(row: Tournament) -> Following:
    return following(misfit_facts(row, with_rounds=True))


@described("misfits", "rounds", "What does not fit any more, as after a correction.", MisfitsShape)
class Misfits(Read):
    access = Action.LOOK

    def read(self) -> dict[str, Any]:
        return _shaped(self, the_tournament(self))

    def version(self, **kwargs: Any) -> str:
        """That of what does not fit."""
        return _following(the_tournament(self)).stamp


def _resolve(tournament: Tournament, *, choices: Mapping[str, str], seen: str, **sent: Any) -> None:
    resolve_misfits(tournament, Decided(seen, choices), **sent)


urlpatterns = verbs_on(
    Subject(
        tag="rounds",
        address="misfits/",
        find=the_tournament,
        answer=MisfitsShape,
        shaped=_shaped,
        version="version",
    ),
    VerbRow(
        "misfits_resolve",
        "resolve/",
        Action.DRAW,
        "Put right what does not fit any more, draw it again, or leave it.",
        _resolve,
        PutRightBody,
    ),
)

"""Results and the clock, as staff enter and run them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from games.consequences import consequences_of
from games.domain.extend_table import LONGEST, SHORTEST, extend_table
from games.domain.game_results import ENDINGS, PLAYED, Payload
from games.domain.record_result import correct_result, record_result, remove_result
from games.domain.run_clock import (
    end_clock,
    pause_clock,
    resume_clock,
    set_clock_length,
    start_clock,
    undo_clock_start,
)
from games.domain.seats import colours_of, seats_of
from games.domain.table_results import possible
from games.forms import Raw
from games.queries import clock_of, clock_stamp, table_state
from games.views.requests import round_of, rules_of, table_of
from tournaments.access import Action
from tournaments.api.bodies import why_field
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.misfits import MisfitsShape, choices_field, questions_shape
from tournaments.api.rounds import MOST
from tournaments.api.shapes import choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.correct_misfits import Decided
from tournaments.domain.errors import Refused
from tournaments.formats.dependents_model import Choice
from tournaments.models import Pairing, Round, User

from .clock import ClockShape, TableStateShape, clock_shape, table_shape


def _numbers(text: str) -> serializers.ListField:
    child = serializers.IntegerField(min_value=0, max_value=99_999, allow_null=True)
    return serializers.ListField(child=child, max_length=9, default=list, help_text=text)


class ResultBody(serializers.Serializer):
    """A result as somebody typed it, side by side. What follows from the rest may be left out."""

    scores = _numbers("What each side scored; null where nobody knows.")
    winner = serializers.IntegerField(
        min_value=0, max_value=8, allow_null=True, default=None, help_text="Side that won."
    )
    ended = choice(sorted(ENDINGS), "How the game ended.", default=PLAYED)
    minutes = serializers.IntegerField(
        min_value=0, max_value=9_999, allow_null=True, default=None, help_text="It took so long."
    )
    places = _numbers("Rank of each side at tables of several.")
    stakes = serializers.ListField(
        child=serializers.BooleanField(),
        max_length=9,
        default=list,
        help_text="Kroket: whether each ball reached the last stake.",
    )
    penalties = _numbers("Backgammon: points by penalty before the first game.")
    games = serializers.CharField(
        max_length=4000,
        allow_blank=True,
        default="",
        help_text="Backgammon: the games of the match, as they are typed at the desk.",
    )
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=8),
        max_length=9,
        default=list,
        help_text="Sides that did not come to a table at which others played.",
    )
    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST,
        default=0,
        help_text="`result_version` of the table as it was known; another by now: 409.",
    )


class DecidedBody(serializers.Serializer):
    """What is done about what follows, in the same act."""

    choices = choices_field(default=dict)
    follows = serializers.CharField(
        max_length=20,
        allow_blank=True,
        default="",
        help_text="`version` of what follows as it was known; another by now: 409. "
        "Empty: whatever follows.",
    )


class CorrectionBody(DecidedBody, ResultBody):
    """Another result, why, and what is done about what follows."""

    why = why_field(required=True)


class RemovalBody(DecidedBody):
    """Which result, why, and what is done about what follows."""

    seen = serializers.IntegerField(min_value=1, max_value=MOST)
    why = why_field(required=True)


def _raw(sent: dict[str, Any]) -> Raw:
    """The same as fields of the desk's form, so that both are read in one place."""

    def each(values: list[int | None]) -> tuple[str, ...]:
        return tuple("" if value is None else str(value) for value in values)

    absent = sent["absent"]
    return Raw(
        scores=each(sent["scores"]),
        winner=each([sent["winner"]])[0],
        ended=sent["ended"],
        minutes=each([sent["minutes"]])[0],
        places=each(sent["places"]),
        stakes=tuple(sent["stakes"]) if any(sent["stakes"]) else (),
        penalties=each(sent["penalties"]),
        games=sent["games"],
        absent=tuple(side in absent for side in range(max(absent) + 1)) if absent else (),
    )


def game_of(view: Endpoint, number: int, table: int) -> Pairing:
    """The game at a table. Raises Http404; a draft is there for those alone who draw."""
    drafts = Action.DRAW in view.actions
    return table_of(view.tournament, number, table, drafts=drafts).pairing


def _table(_view: Endpoint, pairing: Pairing) -> dict[str, Any]:
    return table_shape(table_state(pairing))


#: A table of a round, once the round is there.
TABLE = Subject(
    tag="results",
    address="rounds/<int:number>/tables/<int:table>/",
    find=game_of,
    answer=TableStateShape,
    shaped=_table,
    version="result_version",
)


@described(
    "round_table", "results", "One table of a round as it stands, for staff.", TableStateShape
)
class OneTable(Read):
    access = Action.LOOK

    def read(self, number: int, table: int) -> dict[str, Any]:
        return _table(self, game_of(self, number, table))

    def stamp(self, **kwargs: Any) -> str:
        """A table that goes over time is news, too."""
        return clock_stamp(self.tournament, game_of(self, **kwargs).round)

    def version(self, **kwargs: Any) -> str:
        """That of its result."""
        return str(table_state(game_of(self, **kwargs)).version)


class FollowsQuery(serializers.Serializer):
    """Which result, as `correct/` takes it; or none."""

    removed = serializers.BooleanField(default=False, help_text="If the result were taken away.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """Those of a result besides; an address has no null, and what is not there is left out."""
        of_result = ResultBody().get_fields()
        del of_result["seen"]
        for field in of_result.values():
            field.allow_null = False
            if isinstance(field, serializers.ListField):
                field.child.allow_null = False
        return super().get_fields() | of_result


@described(
    "round_table_follows",
    "results",
    "What would not fit any more if the result of a table were another, and what can be chosen.",
    MisfitsShape,
    refuses=True,
)
class TableFollows(Read):
    access = Action.LOOK
    query = FollowsQuery

    def read(self, number: int, table: int) -> dict[str, Any]:
        """Nothing is changed. `choices` and `follows` of a correction are made of this."""
        pairing = game_of(self, number, table)
        wanted = None if self.asked["removed"] else self._payload(pairing)
        follows = consequences_of(pairing, wanted)
        return questions_shape(self.tournament, follows.following)

    def _payload(self, pairing: Pairing) -> Payload:
        colours = colours_of(self.tournament, seats_of(pairing))
        return possible(rules_of(pairing.round), _raw(self.asked).typed(), colours)


def _clock_round(view: Endpoint, number: int) -> Round:
    return round_of(view.tournament, number, drafts=Action.DRAW in view.actions)


#: The clock of a round.
CLOCK = Subject(
    tag="clock",
    address="rounds/<int:number>/clock/",
    find=_clock_round,
    answer=ClockShape,
    shaped=lambda _view, round_: clock_shape(round_, clock_of(round_)),
)


_EXAMPLES = [
    OpenApiExample(
        "Partners",
        value={"scores": [8, 5], "minutes": 57, "seen": 0},
        request_only=True,
    )
]


class ExtendBody(serializers.Serializer):
    """How much, and why."""

    minutes = serializers.IntegerField(min_value=SHORTEST, max_value=LONGEST)
    why = why_field(required=True)


class LengthBody(serializers.Serializer):
    """How long a game takes."""

    seconds = serializers.IntegerField(
        min_value=1, max_value=43_200, help_text="What every table has in all, without extra time."
    )
    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST,
        required=False,
        help_text="`seconds` as they were known; others by now: 409.",
    )


class StartBody(serializers.Serializer):
    """Since when it runs."""

    at = serializers.DateTimeField(
        required=False, help_text="When the games began, if that is past; without it, now."
    )


def _start(round_: Round, *, at: datetime | None = None, by: User, key: str) -> None:
    if at is not None and at < timezone.now() - timedelta(days=1):
        raise Refused(
            "long-ago", _("That is more than a day ago. Give the time the games began."), field="at"
        )
    start_clock(round_, at=at, by=by, key=key)


def _enter(pairing: Pairing, *, seen: int, by: User, key: str, **sent: Any) -> None:
    record_result(pairing, _raw(sent).typed(), seen=seen, by=by, key=key)


def _correct(
    pairing: Pairing,
    *,
    seen: int,
    why: str,
    choices: Mapping[str, str],
    follows: str,
    by: User,
    key: str,
    **sent: Any,
) -> None:
    correct_result(
        pairing,
        _raw(sent).typed(),
        seen=seen,
        why=why,
        decided=Decided(follows, choices),
        by=by,
        key=key,
    )


def _remove(pairing: Pairing, *, choices: Mapping[str, str], follows: str, **sent: Any) -> None:
    remove_result(pairing, decided=Decided(follows, choices), **sent)


def _changes_draws(_pairing: Pairing, sent: Mapping[str, Any]) -> Action | None:
    """Who corrects and who decides may be two: what changes a draw is for those who draw."""
    return Action.DRAW if set(sent["choices"].values()) - {Choice.KEEP.value} else None


urlpatterns = [
    *verbs_on(
        TABLE,
        VerbRow(
            "table_result",
            "result/",
            Action.ENTER_RESULTS,
            "Enter the result of a table.",
            _enter,
            ResultBody,
            examples=tuple(_EXAMPLES),
        ),
        VerbRow(
            "table_correct",
            "correct/",
            Action.ENTER_RESULTS,
            "Put another result in the place of the one there is.",
            _correct,
            CorrectionBody,
            also=_changes_draws,
        ),
        VerbRow(
            "table_remove",
            "remove/",
            Action.ENTER_RESULTS,
            "Take a result away, as when it was entered at the wrong table.",
            _remove,
            RemovalBody,
            also=_changes_draws,
        ),
        VerbRow(
            "table_extend",
            "extend/",
            Action.EXTEND,
            "Give a table more time.",
            extend_table,
            ExtendBody,
        ),
    ),
    *verbs_on(
        CLOCK,
        VerbRow(
            "clock_start",
            "start/",
            Action.RUN_CLOCK,
            "Start the clock of a round.",
            _start,
            StartBody,
        ),
        VerbRow(
            "clock_pause",
            "pause/",
            Action.RUN_CLOCK,
            "Stop the clock of every table.",
            pause_clock,
        ),
        VerbRow("clock_resume", "resume/", Action.RUN_CLOCK, "Let the clock run on.", resume_clock),
        VerbRow(
            "clock_length",
            "length/",
            Action.RUN_CLOCK,
            "Give every table of the round another playing time.",
            set_clock_length,
            LengthBody,
        ),
        VerbRow("clock_end", "end/", Action.RUN_CLOCK, "Time is up, for every table.", end_clock),
        VerbRow(
            "clock_undo_start",
            "undo-start/",
            Action.RUN_CLOCK,
            "The clock was started by mistake: it waits again, while no result is in.",
            undo_clock_start,
        ),
    ),
]

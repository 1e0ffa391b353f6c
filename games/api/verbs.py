"""Results and the clock, as staff enter and run them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from games.domain.extend_table import LONGEST, SHORTEST, extend_table
from games.domain.game_results import ENDINGS, PLAYED
from games.domain.record_result import correct_result, record_result, remove_result
from games.domain.run_clock import end_clock, pause_clock, resume_clock, start_clock
from games.forms import Raw
from games.queries import TableState, clock_of, table_state
from games.views.requests import round_of, table_of
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.rounds import MOST
from tournaments.api.shapes import choice
from tournaments.api.verbs import Verb
from tournaments.api.verbs_rounds import why_field
from tournaments.models import User

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


class CorrectionBody(ResultBody):
    """Another result, and why."""

    why = why_field(required=True)


class RemovalBody(serializers.Serializer):
    """Which result, and why."""

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


class _TableVerb(Verb):
    """A verb on a table of a round."""

    verbs = {"POST": Action.ENTER_RESULTS}

    def table_of(self, number: int, table: int) -> TableState:
        """The table. Raises Http404; a draft is there for those alone who draw."""
        drafts = Action.DRAW in self.actions
        return table_of(self.tournament, number, table, drafts=drafts)

    def present(self, number: int, table: int) -> dict[str, Any]:
        """How the table stands, for whoever was too late."""
        return table_shape(self.table_of(number, table))


_EXAMPLES = [
    OpenApiExample(
        "Partners",
        value={"scores": [8, 5], "minutes": 57, "seen": 0},
        request_only=True,
    )
]


@described(
    "table_result",
    "results",
    "Enter the result of a table.",
    TableStateShape,
    method="post",
    body=ResultBody,
    examples=_EXAMPLES,
)
class EnterResult(_TableVerb):
    takes = ResultBody

    def do(
        self, sent: dict[str, Any], *, by: User, key: str, number: int, table: int
    ) -> dict[str, Any]:
        pairing = self.table_of(number, table).pairing
        record_result(pairing, _raw(sent).typed(), seen=sent["seen"], by=by, key=key)
        return table_shape(table_state(pairing))


@described(
    "table_correct",
    "results",
    "Put another result in the place of the one there is.",
    TableStateShape,
    method="post",
    body=CorrectionBody,
)
class CorrectResult(_TableVerb):
    takes = CorrectionBody

    def do(
        self, sent: dict[str, Any], *, by: User, key: str, number: int, table: int
    ) -> dict[str, Any]:
        pairing = self.table_of(number, table).pairing
        typed = _raw(sent).typed()
        correct_result(pairing, typed, seen=sent["seen"], why=sent["why"], by=by, key=key)
        return table_shape(table_state(pairing))


@described(
    "table_remove",
    "results",
    "Take a result away, as when it was entered at the wrong table.",
    TableStateShape,
    method="post",
    body=RemovalBody,
)
class RemoveResult(_TableVerb):
    takes = RemovalBody

    def do(
        self, sent: dict[str, Any], *, by: User, key: str, number: int, table: int
    ) -> dict[str, Any]:
        pairing = self.table_of(number, table).pairing
        remove_result(pairing, seen=sent["seen"], why=sent["why"], by=by, key=key)
        return table_shape(table_state(pairing))


class ExtendBody(serializers.Serializer):
    """How much, and why."""

    minutes = serializers.IntegerField(min_value=SHORTEST, max_value=LONGEST)
    why = why_field(required=True)


@described(
    "table_extend",
    "clock",
    "Give a table more time.",
    TableStateShape,
    method="post",
    body=ExtendBody,
)
class Extend(_TableVerb):
    verbs = {"POST": Action.EXTEND}
    takes = ExtendBody

    def do(
        self, sent: dict[str, Any], *, by: User, key: str, number: int, table: int
    ) -> dict[str, Any]:
        pairing = self.table_of(number, table).pairing
        extend_table(pairing, by=by, key=key, **sent)
        return table_shape(table_state(pairing))


class _ClockVerb(Verb):
    """A verb on the clock of a round."""

    verbs = {"POST": Action.RUN_CLOCK}
    verb: ClassVar[Callable[..., object]]

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        round_ = round_of(self.tournament, number, drafts=Action.DRAW in self.actions)
        type(self).verb(round_, by=by, key=key)
        return clock_shape(round_, clock_of(round_))

    def present(self, number: int) -> dict[str, Any]:
        """How the clock stands, for whoever was too late."""
        round_ = round_of(self.tournament, number, drafts=Action.DRAW in self.actions)
        return clock_shape(round_, clock_of(round_))


@described("clock_start", "clock", "Start the clock of a round.", ClockShape, method="post")
class StartClock(_ClockVerb):
    verb = staticmethod(start_clock)


@described("clock_pause", "clock", "Stop the clock of every table.", ClockShape, method="post")
class PauseClock(_ClockVerb):
    verb = staticmethod(pause_clock)


@described("clock_resume", "clock", "Let the clock run on.", ClockShape, method="post")
class ResumeClock(_ClockVerb):
    verb = staticmethod(resume_clock)


@described("clock_end", "clock", "Time is up, for every table.", ClockShape, method="post")
class EndClock(_ClockVerb):
    verb = staticmethod(end_clock)

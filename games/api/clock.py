"""The clock of a round, as the instants it follows from, and how each table stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers

from games.claim_states import said_at, standing_in
from games.domain.game_results import ENDINGS, game_results
from games.game_settings import settings_of
from games.models import Clock
from games.queries import TableState, clock_of, clock_stamp, shown_round, table_states, timing_of
from games.timing import Face, State, face
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.shapes import EntryRef, choice
from tournaments.models import Round
from tournaments.public_names import public_names
from tournaments.queries.played import PUBLIC_STATES

#: Keys of a table's badge.
STATES = [*(state.value for state in State), "paused"]


class PauseShape(serializers.Serializer):
    """The clock stood still."""

    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null while it still does.")


class ClockShape(serializers.Serializer):
    """The clock of a round. What it shows now follows from these instants."""

    round = serializers.IntegerField()
    state = choice(STATES)
    seconds = serializers.IntegerField(help_text="What every table has, without extra time.")
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When nothing remains, if nobody pauses; only while it runs."
    )
    remaining_seconds = serializers.IntegerField(
        allow_null=True, help_text="Only while it stands still; below zero over time."
    )
    pauses = PauseShape(many=True)


def clock_shape(round_: Round, clock: Clock | None) -> dict[str, Any]:
    """A round's clock, with its pauses fetched along."""
    shown = face(timing_of(round_, clock), timezone.now())
    return {
        "round": round_.number,
        "state": shown.badge,
        "seconds": int(shown.total.total_seconds()),
        "started_at": clock.started_at if clock is not None else None,
        **_moving(shown),
        "pauses": [
            {"began_at": pause.began_at, "ended_at": pause.ended_at} for pause in clock.pauses.all()
        ]
        if clock is not None
        else [],
    }


def _moving(shown: Face) -> dict[str, Any]:
    still = not shown.running
    return {
        "ends_at": shown.ends_at,
        "remaining_seconds": int(shown.remaining.total_seconds()) if still else None,
    }


class _OfRound(Read):
    """A round that everybody sees, and the clock over its tables."""

    def round_of(self, number: int | None) -> Round | None:
        """The round of that number, or the one people are in."""
        if number is None:
            return shown_round(self.tournament)
        rounds = self.tournament.rounds.filter(state__in=PUBLIC_STATES)
        found = rounds.select_related("tournament", "stage").filter(number=number).first()
        if found is None:
            raise Http404(str(number))
        return found

    def stamp(self, **kwargs: Any) -> str:
        """A table that goes over time is news, too."""
        return clock_stamp(self.tournament, self.round_of(kwargs.get("number")))


@described("clock", "clock", "The clock of the round that is played.", ClockShape)
class CurrentClock(_OfRound):
    def read(self) -> dict[str, Any]:
        round_ = self.round_of(None)
        if round_ is None:
            raise Http404
        return clock_shape(round_, clock_of(round_))


@described("round_clock", "clock", "The clock of one round.", ClockShape)
class RoundClock(_OfRound):
    def read(self, number: int) -> dict[str, Any]:
        round_ = self.round_of(number)
        assert round_ is not None
        return clock_shape(round_, clock_of(round_))


class TableStateShape(serializers.Serializer):
    """One table of a round as it stands."""

    table = serializers.IntegerField(allow_null=True)
    state = choice(STATES)
    ends_at = serializers.DateTimeField(allow_null=True)
    remaining_seconds = serializers.IntegerField(allow_null=True)
    extra_seconds = serializers.IntegerField(help_text="Extra time in all.")
    entries = EntryRef(many=True)
    result_version = serializers.IntegerField(
        help_text="What a correction must have seen; 0 before the first result."
    )
    ended = choice(sorted(ENDINGS), "How the game ended, while it has a result.", allow_null=True)


class TablesQuery(PageQuery):
    """Which tables."""

    state = choice(STATES, required=False)


@described(
    "round_tables",
    "clock",
    "Every table of a round as it stands, by number.",
    page_of(TableStateShape),
)
class RoundTables(_OfRound):
    query = TablesQuery

    def read(self, number: int) -> dict[str, Any]:
        round_ = self.round_of(number)
        assert round_ is not None
        rows = table_states(round_)
        if "state" in self.asked:
            rows = [row for row in rows if row.state == self.asked["state"]]
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[TableState]) -> list[dict[str, Any]]:
        names = public_names(self.tournament)
        return [
            {
                **table_shape(row),
                "entries": [
                    {"number": entry.number, "name": names.entry(entry.pk, entry.name)}
                    for entry in row.entries
                ],
            }
            for row in rows
        ]


def table_shape(row: TableState) -> dict[str, Any]:
    """How a table stands, with full names."""
    return {
        "table": row.number,
        "state": row.state,
        **_moving(row.face),
        "extra_seconds": sum(extension.seconds for extension in row.extensions),
        "entries": [{"number": entry.number, "name": entry.name} for entry in row.entries],
        "result_version": row.version,
        "ended": row.result.payload["ended"] if row.result is not None else None,
    }


class SaidShape(serializers.Serializer):
    """What a side says of its game."""

    side = serializers.IntegerField()
    entries = EntryRef(many=True)
    asked = serializers.BooleanField(help_text="Whether the result waits for it.")
    says = serializers.CharField(allow_null=True, help_text="As in 8-5; null while it says none.")
    winner = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)


class ClaimShape(serializers.Serializer):
    """A table without a result whose sides have said something."""

    table = serializers.IntegerField(allow_null=True)
    state = choice(["reported", "disputed"])
    sides = SaidShape(many=True)


@described(
    "claims_list",
    "staff",
    "Tables of the round that is played whose sides have handed in a result that does not stand "
    "yet.",
    page_of(ClaimShape),
)
class Claims(_OfRound):
    access = Action.ENTER_RESULTS
    query = PageQuery

    def read(self) -> dict[str, Any]:
        return paged(self.request, self.asked, self._rows(), list)

    def _rows(self) -> list[dict[str, Any]]:
        round_ = self.round_of(None)
        claims = standing_in(round_) if round_ is not None else {}
        if round_ is None or not claims:
            return []
        rules = game_results(self.tournament.game, settings_of(round_))
        rows = []
        for table in table_states(round_, only=set(claims)):
            said = said_at(table, claims[table.pairing.pk], rules, self.tournament)
            if table.result is None and said.state:
                rows.append(
                    {
                        "table": table.number,
                        "state": said.state,
                        "sides": [_said(one) for one in said.sides],
                    }
                )
        return rows


def _said(one: Any) -> dict[str, Any]:
    return {
        "side": one.side.index,
        "entries": [{"number": entry.number, "name": entry.name} for entry in one.side.entries],
        "asked": one.asked,
        "says": one.result if one.claim is not None else None,
        "winner": one.winner,
        "at": one.claim.at if one.claim is not None else None,
    }

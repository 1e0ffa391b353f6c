"""Rounds and their pairings, never a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from rest_framework import serializers

from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.shapes import EntryRef, choice
from tournaments.models import Event, FormerPlayer, Pairing, Round, Seat, Tournament
from tournaments.names import initials_of
from tournaments.public_names import public_names
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.rounds import with_progress

#: More rows than any table of the database numbers.
MOST: Final = 2_000_000_000


class RoundShape(serializers.Serializer):
    """A round that everybody sees."""

    number = serializers.IntegerField(help_text="Counted through the tournament.")
    stage = serializers.IntegerField(help_text="Number of its stage.")
    state = choice([state.value for state in PUBLIC_STATES])
    games = serializers.IntegerField()
    results_in = serializers.IntegerField()
    results_missing = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class RoundsQuery(PageQuery):
    """Which rounds."""

    state = choice([state.value for state in PUBLIC_STATES], required=False)
    stage = serializers.IntegerField(min_value=1, max_value=MOST, required=False)


def shown_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Rounds that everybody sees, with their progress."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).select_related("stage")
    return with_progress(rounds)


def round_shape(row: Round) -> dict[str, Any]:
    """One of `shown_rounds`."""
    return {
        "number": row.number,
        "stage": row.stage.number,
        "state": row.state,
        "games": row.games,  # type: ignore[attr-defined]
        "results_in": row.results_in,  # type: ignore[attr-defined]
        "results_missing": row.results_missing,  # type: ignore[attr-defined]
        "published_at": row.published_at,
        "closed_at": row.closed_at,
    }


@described("rounds_list", "rounds", "The rounds that everybody sees.", page_of(RoundShape))
class Rounds(Read):
    news = "rounds results"
    query = RoundsQuery

    def read(self) -> dict[str, Any]:
        rows = shown_rounds(self.tournament)
        if "state" in self.asked:
            rows = rows.filter(state=self.asked["state"])
        if "stage" in self.asked:
            rows = rows.filter(stage__number=self.asked["stage"])
        return paged(self.request, self.asked, rows, lambda page: [round_shape(r) for r in page])


@described("round", "rounds", "One round.", RoundShape)
class OneRound(Read):
    news = "rounds results"

    def read(self, number: int) -> dict[str, Any]:
        row = shown_rounds(self.tournament).filter(number=number).first()
        if row is None:
            raise Http404(str(number))
        return round_shape(row)

    def version(self, **kwargs: Any) -> str:
        """That of the round."""
        shown = self.tournament.rounds.filter(state__in=PUBLIC_STATES, **kwargs)
        return str(shown.values_list("version", flat=True).first() or "")


class SeatShape(serializers.Serializer):
    """Who sits on a side. The entries of a side are partners."""

    entry = EntryRef()
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Who played this round."
    )


class SideShape(serializers.Serializer):
    """One side of a table, and what the game gave it."""

    side = serializers.IntegerField(help_text="0, 1, …")
    seats = SeatShape(many=True)
    colours = serializers.ListField(child=serializers.CharField())
    outcome = choice(Seat.Outcome.values, "Null while there is none.", allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Rank at the table.")
    score = serializers.IntegerField(allow_null=True, help_text="What it scored in the game.")
    points = serializers.FloatField(allow_null=True, help_text="For each entry of the side.")


class PairingShape(serializers.Serializer):
    """Those who sit together in a round."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Null for a bye.")
    kind = choice(Pairing.Kind.values)
    group = serializers.CharField(allow_blank=True, help_text="Group or bracket, if there are any.")
    final = serializers.BooleanField(help_text="Whether the result stands.")
    sides = SideShape(many=True)


class PairingsQuery(PageQuery):
    """Which pairings."""

    round = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    table = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    entry = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="Number of an entry that sits there."
    )
    state = choice(["final", "open"], "Whether the result stands.", required=False)
    changed_since = serializers.DateTimeField(
        required=False, help_text="Published then or later, or something happened at the table."
    )


_OPEN: Final = Exists(Seat.objects.filter(pairing=OuterRef("pk"), outcome="", place=None))
_FILTERS: Final = {"round": "round__number", "table": "table__number"}


@described(
    "pairings_list",
    "rounds",
    "Who met or meets whom where, and what it gave: by round, then in the order of the draw.",
    page_of(PairingShape),
)
class Pairings(Read):
    news = "rounds results entries"
    query = PairingsQuery

    def read(self) -> dict[str, Any]:
        rows = (
            Pairing.objects.filter(
                round__tournament=self.tournament, round__state__in=PUBLIC_STATES
            )
            .select_related("table", "round")
            .defer("reasons", "round__draw")
            .annotate(is_open=_OPEN)
            .order_by("round__number", "order", "pk")
        )
        rows = rows.filter(
            **{field: self.asked[name] for name, field in _FILTERS.items() if name in self.asked}
        )
        if "entry" in self.asked:
            there = Seat.objects.filter(pairing=OuterRef("pk"), entry__number=self.asked["entry"])
            rows = rows.filter(Exists(there))
        if "state" in self.asked:
            rows = rows.filter(is_open=self.asked["state"] == "open")
        if "changed_since" in self.asked:
            rows = rows.filter(_changed(self.tournament, self.asked["changed_since"]))
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[Pairing]) -> list[dict[str, Any]]:
        return pairing_shapes(self.tournament, rows)


def _changed(tournament: Tournament, since: datetime) -> Q:
    events = Event.objects.filter(tournament=tournament, subject_kind="pairing", at__gte=since)
    return Q(round__published_at__gte=since) | Q(pk__in=events.values("subject_id"))


def pairing_shapes(tournament: Tournament, rows: Sequence[Pairing]) -> list[dict[str, Any]]:
    """Pairings as everybody may read them: five queries, whatever their number."""
    players = _players_by_round(tournament, {row.round.number for row in rows})
    names = public_names(tournament)
    seats: dict[int, dict[int, list[Seat]]] = {}
    found = Seat.objects.filter(pairing__in=rows).select_related("entry").order_by("side", "id")
    for seat in found.defer("entry__notes"):
        seats.setdefault(seat.pairing_id, {}).setdefault(seat.side, []).append(seat)
        seat.entry.name = names.entry(seat.entry_id, seat.entry.name)
    return [
        {
            "round": row.round.number,
            "table": row.table.number if row.table is not None else None,
            "kind": row.kind,
            "group": row.group,
            "final": not row.is_open,  # type: ignore[attr-defined]
            "sides": [
                _side(side, sitting, players[row.round.number])
                for side, sitting in sorted(seats.get(row.pk, {}).items())
            ],
        }
        for row in rows
    ]


def _side(side: int, sitting: list[Seat], players: Mapping[int, list[str]]) -> dict[str, Any]:
    first = sitting[0]
    return {
        "side": side,
        "seats": [
            {
                "entry": {"number": seat.entry.number, "name": seat.entry.name},
                "players": players.get(seat.entry_id, []),
            }
            for seat in sitting
        ],
        "colours": first.colours,
        "outcome": first.outcome or None,
        "place": first.place,
        "score": first.score,
        "points": None if first.points is None else float(first.points),
    }


def _players_by_round(tournament: Tournament, rounds: set[int]) -> dict[int, dict[int, list[str]]]:
    """Who played in each of `rounds`: two queries, and those who came later stand aside."""
    now = player_names(tournament, public=True)
    former = list(
        FormerPlayer.objects.filter(entry__tournament=tournament)
        .order_by("-through_round", "-id")
        .values_list("entry_id", "position", "name", "initials_only", "through_round")
    )
    found: dict[int, dict[int, list[str]]] = {}
    for number in rounds:
        then = dict(now)
        # The one who left first after the round played in it, so the earliest is written last.
        for entry, position, name, short, through in former:
            if through >= number and position <= len(then.get(entry, ())):
                then[entry] = list(then[entry])
                then[entry][position - 1] = initials_of(name) if short else name
        found[number] = then
    return found

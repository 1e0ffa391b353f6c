"""The list of tournaments, and one of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.urls import reverse
from rest_framework import serializers

from tournaments.access import DESK_ROLES
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.shapes import TournamentFullShape, TournamentShape, choice
from tournaments.models import ApiToken, Event, Game, Role, Tournament
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.stages import StageFacts, stages_of


class TournamentsQuery(PageQuery):
    """Which tournaments."""

    state = choice(Tournament.State.values, required=False)
    game = choice(Game.values, required=False)
    date_from = serializers.DateField(required=False, help_text="Played on that day or later.")
    date_to = serializers.DateField(required=False, help_text="Played on that day or before.")


_FILTERS = {"state": "state", "game": "game", "date_from": "date__gte", "date_to": "date__lte"}


@described(
    "tournaments_list",
    "tournaments",
    "All tournaments that whoever asks may see, the latest day first.",
    page_of(TournamentShape),
)
class Tournaments(Read):
    query = TournamentsQuery

    def read(self) -> dict[str, Any]:
        rows = self._seen().order_by("-date", "slug")
        rows = rows.filter(
            **{field: self.asked[name] for name, field in _FILTERS.items() if name in self.asked}
        )
        return paged(self.request, self.asked, rows, self._shaped)

    def stamp(self, **kwargs: Any) -> str:
        """Each event about a tournament itself may be news here."""
        seen = self._seen()
        newest = Event.objects.filter(tournament__in=seen, verb__startswith="tournament.")
        keys = sorted(seen.values_list("pk", flat=True))
        return hashlib.sha256(repr((newest.aggregate(Max("pk")), keys)).encode()).hexdigest()

    def _seen(self) -> QuerySet[Tournament]:
        own = Q(public=True)
        if self.request.user.is_authenticated:
            roles = Role.objects.filter(user=self.request.user, kind__in=DESK_ROLES)
            token = self.request.auth
            if isinstance(token, ApiToken) and token.tournament_id is not None:
                roles = roles.filter(tournament=token.tournament_id)
            own |= Q(pk__in=roles.values("tournament"))
        return Tournament.objects.filter(own)

    def _shaped(self, rows: Sequence[Tournament]) -> list[dict[str, Any]]:
        return [tournament_shape(self, row) for row in rows]


def tournament_shape(view: Read, row: Tournament) -> dict[str, Any]:
    """A tournament as lists show it."""
    page = view.request.build_absolute_uri(reverse("tournament", args=[row.slug]))
    data: dict[str, Any] = dict(TournamentShape({**_fields(row), "url": page}).data)
    return data


def _fields(row: Tournament) -> dict[str, Any]:
    names = TournamentShape().fields
    return {name: getattr(row, name) for name in names if name != "url"}


@described(
    "tournament",
    "tournaments",
    "One tournament: its stages, points and tie-breaks.",
    TournamentFullShape,
)
class OneTournament(Read):
    news = "tournament rounds"

    def read(self) -> dict[str, Any]:
        stages = stages_of(self.tournament)
        shown = dict(
            self.tournament.rounds.filter(state__in=PUBLIC_STATES)
            .order_by("number")
            .values_list("number", "stage_id")
        )
        return tournament_shape(self, self.tournament) | {
            "stages": [_stage(one, shown) for one in stages],
            "tie_breaks": self.tournament.tie_breaks,
            "points": self.tournament.points_scheme,
            "newest_round": max(shown, default=None),
            "live": f"/live/{self.tournament.slug}/",
        }


def _stage(facts: StageFacts, shown: dict[int, int]) -> dict[str, Any]:
    """A stage by the rounds that everybody sees: a draft is not told of."""
    rounds = [number for number, stage in shown.items() if stage == facts.stage.pk]
    return {
        "number": facts.stage.number,
        "name": facts.name,
        "format": facts.stage.format,
        "begun": bool(rounds),
        "first_round": min(rounds, default=None),
        "rounds": len(rounds),
        "planned": facts.planned,
        "carries_results": len(facts.chain) > 1,
    }

"""What staff do with rounds: draw, publish, close, and the ways back; finish the tournament."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.rounds import MOST, Rounds
from tournaments.api.shapes import choice
from tournaments.api.verbs import Verb
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.finish_tournament import finish_tournament, reopen_tournament
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.models import Round, Tournament, User

#: The longest reason that the log takes.
MOST_WHY = 500


class RoundState(serializers.Serializer):
    """A round as those who draw see it, a draft, too."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    state = choice(Round.State.values)
    version = serializers.IntegerField(help_text="Counts up with each hand edit of a draft.")
    seed = serializers.IntegerField()
    games = serializers.IntegerField()


def round_state(row: Round) -> dict[str, Any]:
    """How a round stands."""
    return {
        "number": row.number,
        "stage": row.stage.number,
        "state": row.state,
        "version": row.version,
        "seed": row.seed,
        "games": row.pairings.filter(kind="game").count(),
    }


def why_field(*, required: bool = False) -> serializers.CharField:
    """A reason for the log."""
    return serializers.CharField(
        max_length=MOST_WHY,
        required=required,
        allow_blank=not required,
        default=serializers.empty if required else "",
        help_text="Why, for the log.",
    )


class DrawBody(serializers.Serializer):
    """How to draw."""

    seed = serializers.IntegerField(
        min_value=0,
        max_value=10**15 - 1,
        required=False,
        help_text="What chance goes by; without it the one that is proposed.",
    )
    despite_missing = serializers.BooleanField(
        default=False, help_text="Draw although results are missing."
    )


@described(
    "round_draw",
    "rounds",
    "Draw the next round, as a draft that only those who draw see.",
    RoundState,
    method="post",
    body=DrawBody,
    status=201,
)
class RoundsToDraw(Rounds, Verb):
    verbs = {"POST": Action.DRAW}
    takes = DrawBody
    done = 201

    def do(self, sent: dict[str, Any], *, by: User, key: str) -> dict[str, Any]:
        return round_state(draw_round(self.tournament, by=by, key=key, **sent))


class _RoundVerb(Verb):
    """A verb on the round in the address."""

    verbs = {"POST": Action.DRAW}

    def round_of(self, number: int) -> Round:
        """The round, a draft, too. Raises Http404."""
        row = self.tournament.rounds.select_related("stage").filter(number=number).first()
        if row is None:
            raise Http404(str(number))
        row.tournament = row.stage.tournament = self.tournament
        return row

    def present(self, number: int) -> dict[str, Any]:
        """How the round stands, for whoever was too late."""
        return round_state(self.round_of(number))


class PublishBody(serializers.Serializer):
    """Which draft, and whether to overrule what speaks against it."""

    version = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="The one that was looked at."
    )
    despite_warnings = serializers.BooleanField(default=False)
    why = why_field()


@described(
    "round_publish",
    "rounds",
    "Publish a draft: everybody sees it.",
    RoundState,
    method="post",
    body=PublishBody,
)
class PublishRound(_RoundVerb):
    takes = PublishBody

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return round_state(publish_round(self.round_of(number), by=by, key=key, **sent))


class WhyBody(serializers.Serializer):
    """A reason."""

    why = why_field()


@described(
    "round_unpublish",
    "rounds",
    "Make a round a draft again, while nothing of it has begun.",
    RoundState,
    method="post",
    body=WhyBody,
)
class UnpublishRound(_RoundVerb):
    takes = WhyBody

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return round_state(unpublish_round(self.round_of(number), by=by, key=key, **sent))


class CloseBody(serializers.Serializer):
    """Whether to overrule what is missing."""

    despite_missing = serializers.BooleanField(
        default=False, help_text="Close although results are missing."
    )


@described(
    "round_close",
    "rounds",
    "Close a round.",
    RoundState,
    method="post",
    body=CloseBody,
)
class CloseRound(_RoundVerb):
    takes = CloseBody

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return round_state(close_round(self.round_of(number), by=by, key=key, **sent))


@described(
    "round_reopen",
    "rounds",
    "Take the closing of a round back.",
    RoundState,
    method="post",
    body=WhyBody,
)
class ReopenRound(_RoundVerb):
    takes = WhyBody

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return round_state(reopen_round(self.round_of(number), by=by, key=key, **sent))


class TournamentState(serializers.Serializer):
    """Where the tournament stands."""

    slug = serializers.CharField()
    state = choice(Tournament.State.values)


def _tournament_state(row: Tournament) -> dict[str, Any]:
    return {"slug": row.slug, "state": row.state}


class FinishBody(CloseBody):
    """Whether to overrule what is missing."""

    early = serializers.BooleanField(
        default=False, help_text="Finish although fewer rounds are played than planned."
    )


@described(
    "tournament_finish",
    "tournaments",
    "Finish the tournament: the standings of now are final.",
    TournamentState,
    method="post",
    body=FinishBody,
)
class Finish(Verb):
    verbs = {"POST": Action.DRAW}
    takes = FinishBody

    def do(self, sent: dict[str, Any], *, by: User, key: str) -> dict[str, Any]:
        return _tournament_state(finish_tournament(self.tournament, by=by, key=key, **sent))


@described(
    "tournament_reopen",
    "tournaments",
    "Take the finish back.",
    TournamentState,
    method="post",
    body=WhyBody,
)
class Reopen(Verb):
    verbs = {"POST": Action.DRAW}
    takes = WhyBody

    def do(self, sent: dict[str, Any], *, by: User, key: str) -> dict[str, Any]:
        return _tournament_state(reopen_tournament(self.tournament, by=by, key=key, **sent))

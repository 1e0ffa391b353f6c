"""What staff do with rounds: draw, publish, close, and the ways back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.close_round import close_round, reopen_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.domain.swap_places import swap_places
from tournaments.models import Round, User

from .bodies import WhyBody, number_field, why_field
from .endpoint import Endpoint
from .found import done_before, entry_named, game_named, round_of, table_named, the_tournament
from .rounds import Rounds
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class RoundState(serializers.Serializer):
    """A round as those who draw see it, a draft, too."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    state = choice(Round.State.values)
    version = serializers.IntegerField(help_text="Counts up with each change by hand.")
    seed = serializers.IntegerField()
    games = serializers.IntegerField()


def round_state(_view: Endpoint, row: Round) -> dict[str, Any]:
    """How a round stands."""
    return {
        "number": row.number,
        "stage": row.stage.number,
        "state": row.state,
        "version": row.version,
        "seed": row.seed,
        "games": row.pairings.filter(kind="game").count(),
    }


ROUND = Subject(
    tag="rounds",
    address="rounds/<int:number>/",
    find=round_of,
    answer=RoundState,
    shaped=round_state,
    version="version",
)
#: The list, which the next one is drawn into.
ROUNDS = Subject(
    tag="rounds",
    address="rounds/",
    find=the_tournament,
    answer=RoundState,
    shaped=round_state,
)


class SeedBody(serializers.Serializer):
    """What chance goes by."""

    seed = serializers.IntegerField(
        min_value=0,
        max_value=10**15 - 1,
        required=False,
        help_text="What chance goes by; without it the one that is proposed.",
    )


class DrawBody(SeedBody):
    """How to draw."""

    despite_missing = serializers.BooleanField(
        default=False, help_text="Draw although results are missing."
    )


class VersionBody(serializers.Serializer):
    """Which version of a round."""

    version = number_field("The one that was looked at; another by now: 409.", required=False)


class PublishBody(VersionBody):
    """Which draft, and whether to overrule what speaks against it."""

    despite_warnings = serializers.BooleanField(default=False)
    why = why_field()


class CloseBody(serializers.Serializer):
    """Whether to overrule what is missing."""

    despite_missing = serializers.BooleanField(
        default=False, help_text="Close although results are missing."
    )


class SwapBody(VersionBody):
    """Which two."""

    one = number_field("Number of an entry.")
    other = number_field("Number of the one it changes places with.")
    why = why_field()


class MoveGameBody(VersionBody):
    """Which game goes where."""

    table = number_field("Where the game is.")
    to = number_field("Where it goes.")
    swap = serializers.BooleanField(
        default=False, help_text="Whoever sits there takes the table of this one."
    )
    why = why_field()


def on_entries(verb: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """A verb on a round and entries, whose numbers are sent under `names`."""

    def do(round_: Round, **sent: Any) -> Any:
        entries = [entry_named(round_.tournament, sent.pop(name), name) for name in names]
        return verb(round_, *entries, **sent)

    return do


def _move_game(round_: Round, *, table: int, to: int, by: User, key: str, **sent: Any) -> None:
    if done_before(round_.tournament, key):
        return
    game = game_named(round_, table, "table")
    move_table(game, table_named(round_.tournament, to, "to"), by=by, key=key, **sent)


_DRAW = Action.DRAW

urlpatterns = [
    *verbs_on(
        ROUNDS,
        VerbRow(
            "round_draw",
            "",
            _DRAW,
            "Draw the next round, as a draft that only those who draw see.",
            draw_round,
            DrawBody,
            answers=ROUNDS,
            status=201,
            beside=Rounds,
            route="api-rounds",
        ),
    ),
    *verbs_on(
        ROUND,
        VerbRow(
            "round_publish",
            "publish/",
            _DRAW,
            "Publish a draft: everybody sees it.",
            publish_round,
            PublishBody,
        ),
        VerbRow(
            "round_unpublish",
            "unpublish/",
            _DRAW,
            "Make a round a draft again, while nothing of it has begun.",
            unpublish_round,
            WhyBody,
        ),
        VerbRow("round_close", "close/", _DRAW, "Close a round.", close_round, CloseBody),
        VerbRow(
            "round_reopen",
            "reopen/",
            _DRAW,
            "Take the closing of a round back.",
            reopen_round,
            WhyBody,
        ),
        VerbRow(
            "round_swap_places",
            "swap-places/",
            _DRAW,
            "Two entries change places in a round that is played, as when the wrong pair sat down.",
            on_entries(swap_places, "one", "other"),
            SwapBody,
        ),
        VerbRow(
            "round_move_game",
            "move-game/",
            _DRAW,
            "A game of a round that is played moves to another table.",
            _move_game,
            MoveGameBody,
        ),
    ),
]

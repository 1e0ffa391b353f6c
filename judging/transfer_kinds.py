"""What is taken along of what `judging` stores. See `tournaments.transfer.kinds`."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from judging.models import (
    Call,
    Forecast,
    Incident,
    LongGame,
    LongGameStep,
    Ruling,
    Willingness,
)
from tournaments.transfer.kinds import KEY, LEFT_OUT, SAID_AGAIN, WORKER, Kind, Made, register


def _of_pairing(row: Any, _made: Made) -> None:
    row.round_id = row.pairing.round_id


def _done(row: Forecast, made: Made) -> None:
    _of_pairing(row, made)
    row.state = Forecast.State.DONE


register(
    Kind(
        name="calls",
        model=Call,
        within="round__tournament",
        fields=(
            "pairing", "entry", "source", "reason", "note", "language", "state", "for_head",
            "placed_by", "placed_at", "judge", "taken_at", "arrived_at", "first_arrived_at",
            "closed_at", "minutes_given",
        ),
        left_out={"id": KEY, "round": SAID_AGAIN},
        derive=_of_pairing,
    ),
    Kind(
        name="rulings",
        model=Ruling,
        within="tournament",
        number="number",
        fields=(
            "number", "pairing", "entry", "call", "happened", "decision", "rules", "staff_note",
            "consequence", "minutes", "points", "winner", "position", "question", "amends",
            "extension", "result", "state_before", "language", "given_by", "given_at",
        ),
        left_out={"id": KEY},
    ),
    Kind(
        name="incidents",
        model=Incident,
        within="round__tournament",
        fields=(
            "pairing", "entry", "kind", "note", "noted_by", "noted_at", "struck_at", "ruling",
        ),
        left_out={"id": KEY, "round": SAID_AGAIN},
        derive=_of_pairing,
    ),
    Kind(
        name="long_games",
        model=LongGame,
        within="round__tournament",
        fields=("pairing", "step", "since", "until", "version", "position"),
        left_out={"id": KEY, "round": SAID_AGAIN},
        derive=_of_pairing,
    ),
    Kind(
        name="long_game_steps",
        model=LongGameStep,
        within="long_game__round__tournament",
        fields=("long_game", "version", "origin", "target", "takes_back", "by", "at", "why"),
        left_out={"id": KEY},
    ),
    Kind(
        name="willingness",
        model=Willingness,
        within="long_game__round__tournament",
        fields=("long_game", "side", "grade", "note", "by", "at"),
        left_out={"id": KEY},
    ),
    Kind(
        name="forecasts",
        model=Forecast,
        within="round__tournament",
        fields=(
            "pairing", "position", "ruleset", "options", "seed", "games", "done", "wins",
            "games_by_lot", "wins_by_lot", "asked_by", "asked_at", "finished_at",
        ),
        left_out={
            "id": KEY,
            "round": SAID_AGAIN,
            "state": "only what is done is taken along",
            "attempts": WORKER,
            "lease": WORKER,
            "lease_until": WORKER,
        },
        only=Q(state=Forecast.State.DONE),
        derive=_done,
    ),
)  # fmt: skip

LEFT_OUT.update(
    {
        "judging.PushDevice": "an address at which a judge's phone is reached: a secret",
        "judging.PushNote": "a message to such a phone",
    }
)

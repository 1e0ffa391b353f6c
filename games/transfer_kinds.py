"""What is taken along of what `games` stores. See `tournaments.transfer.kinds`."""

from __future__ import annotations

from games.models import Claim, Clock, Extension, GameRecord, Pause, Result
from tournaments.transfer.kinds import KEY, Kind, register

register(
    Kind(
        name="results",
        model=Result,
        within="pairing__round__tournament",
        fields=(
            "pairing", "version", "current", "payload", "why", "entered_by", "by_players",
            "entered_at",
        ),
        left_out={"id": KEY},
    ),
    Kind(
        name="records",
        model=GameRecord,
        within="result__pairing__round__tournament",
        fields=("result", "text", "created_at"),
        left_out={"id": KEY},
        texts={"text": "txt"},
    ),
    Kind(
        name="claims",
        model=Claim,
        within="pairing__round__tournament",
        fields=("pairing", "side", "entry", "payload", "state", "how", "at", "result"),
        left_out={"id": KEY, "device": "names somebody's phone"},
    ),
    Kind(
        name="clocks",
        model=Clock,
        within="round__tournament",
        fields=("round", "seconds", "started_at"),
        left_out={"id": KEY},
    ),
    Kind(
        name="pauses",
        model=Pause,
        within="clock__round__tournament",
        fields=("clock", "began_at", "ended_at"),
        left_out={"id": KEY},
    ),
    Kind(
        name="extensions",
        model=Extension,
        within="pairing__round__tournament",
        fields=("pairing", "seconds", "why", "given_by", "given_at"),
        left_out={"id": KEY},
    ),
)  # fmt: skip

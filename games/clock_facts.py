"""What pages about a round's clock show, desk and wall alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from games.queries import TableState, clock_of, clock_stamp, table_states, timing_of
from games.timing import State, face
from tournaments.models import Round, Tournament

#: Tables that the wall lists with their clocks, read from 15 m, and those it lists by number.
WALL_LINES = 8
WALL_NUMBERS = 40


def clock_facts(tournament: Tournament, round_: Round | None) -> dict[str, Any]:
    """The clock, the tables that play, and those over time or with more of it."""
    now = timezone.now()
    tables = table_states(round_, now) if round_ is not None else []
    open_ = [table for table in tables if table.result is None]
    clock = clock_of(round_) if round_ is not None else None
    return {
        "tournament": tournament,
        "round": round_,
        "stamp": clock_stamp(tournament, round_, now),
        "clock": clock,
        "face": face(timing_of(round_, clock), now) if round_ is not None else None,
        "tables": tables,
        "total": len(tables),
        "playing": len(open_),
        "done": len(tables) - len(open_),
        "over_time": [t for t in open_ if t.face.state is State.OVER_TIME],
        "extended": [t for t in open_ if t.extensions],
        "counts": _counts(tables),
        "running": round_ is not None and round_.state == Round.State.PUBLISHED,
    }


def _counts(tables: Sequence[TableState]) -> list[tuple[str, int]]:
    """How many tables are in each state, in the order of a game."""
    states = [table.state for table in tables]
    order = ("waiting", "playing", "paused", "over-time", "done")
    return [(state, states.count(state)) for state in order if state in states]


def wall_lists(over_time: list[TableState], extended: list[TableState]) -> dict[str, Any]:
    """Which tables the wall names: with their clocks while they are few, else as numbers.

    Tables with extra time that is still running are named with their clocks in any case.
    """
    within = [table for table in extended if table.face.state is not State.OVER_TIME]
    few = len(over_time) + len(within) <= WALL_LINES
    listed = [*over_time, *within] if few else within[: WALL_LINES // 2]
    return {
        "few": few,
        "listed": listed,
        "numbered": not few and len(over_time) <= WALL_NUMBERS,
        "unlisted": 0 if few else len(within) - len(listed),
    }

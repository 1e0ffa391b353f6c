"""What this floor registers."""

from __future__ import annotations

from tournaments.floor_plan import undo as floor
from tournaments.people import undo_ways

from . import entries, rounds
from .registry import register


def register_own() -> None:
    """Called when the app starts."""
    register(entries.WAYS, entries.NEVER)
    register(rounds.WAYS, rounds.NEVER)
    register(floor.WAYS, floor.NEVER)
    register(undo_ways.WAYS, undo_ways.NEVER)

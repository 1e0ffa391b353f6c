"""Hands that tests of the rules begin with."""

from __future__ import annotations

SHOT = "et-paent-skud"


def holding(*ids: str) -> dict[str, tuple[str, ...]]:
    return {"blue": ids}


def players_with_shots() -> dict[str, tuple[str, ...]]:
    return {"red": (SHOT,), "yellow": (SHOT,), "green": (SHOT,)}

"""The settings of a tournament, stored as JSON, as the formats read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal

from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PenaltyRule,
    PointsScheme,
    StandingsSettings,
    StruckRule,
    TieBreak,
    UnplayedRule,
)

StoredPoints = Mapping[str, str | Sequence[Sequence[str]]]

ZERO = Decimal(0)
#: Fields of a points scheme that are one number each.
POINTS_KEYS = tuple(field.name for field in fields(PointsScheme) if field.name != "by_place")


def points_scheme(stored: StoredPoints) -> PointsScheme:
    """`{"win": "1", "draw": "0.5", "loss": "0", "bye": "1"}` and the like.

    Keys are the fields of `PointsScheme`; `by_place` is a list of lists. With `preset` (a key of
    `POINTS_SCHEMES`) what is left out is as there. Without it a draw is worth half a win; a bye
    and a walkover won are worth a win; who did not come gets the same whether others came or not;
    of three sides the first gets a win, the second half of it; everything else is worth nothing.
    Raises ValueError for an unknown preset.
    """
    points = {
        key: Decimal(value)
        for key, value in stored.items()
        if key in POINTS_KEYS and isinstance(value, str | int)
    }
    rows = stored.get("by_place")
    by_place = (
        None
        if rows is None or isinstance(rows, str)
        else tuple(tuple(Decimal(value) for value in row) for row in rows)
    )
    preset = stored.get("preset")
    if preset:
        if not isinstance(preset, str) or preset not in POINTS_SCHEMES:
            raise ValueError(f"no points scheme {preset!r}")
        base = POINTS_SCHEMES[preset]
        numbers = {key: getattr(base, key) for key in POINTS_KEYS} | points
        return PointsScheme(**numbers, by_place=base.by_place if by_place is None else by_place)
    win = points.setdefault("win", Decimal(1))
    points.setdefault("draw", win / 2)
    points.setdefault("bye", win)
    points.setdefault("walkover_win", win)
    points.setdefault("both_absent", points.get("walkover_loss", ZERO))
    return PointsScheme(
        **points, by_place=((win, win / 2, ZERO),) if by_place is None else by_place
    )


def points_to_json(
    scheme: PointsScheme, preset: str = ""
) -> dict[str, str | Sequence[Sequence[str]]]:
    """The scheme as it is stored: each number as text, `by_place` where it has rows, and the
    `preset` it was made from where it was."""
    stored: dict[str, str | Sequence[Sequence[str]]] = {
        key: str(getattr(scheme, key)) for key in POINTS_KEYS
    }
    if scheme.by_place:
        stored["by_place"] = [[str(value) for value in row] for row in scheme.by_place]
    return {"preset": preset, **stored} if preset else stored


def preset_points(key: str) -> dict[str, str | Sequence[Sequence[str]]]:
    """A preset as it is stored, every number written out. KeyError for an unknown one."""
    return points_to_json(POINTS_SCHEMES[key], key)


def tie_breaks(stored: Iterable[str]) -> tuple[TieBreak, ...]:
    """Stored values as the formats' tie-breaks, in order. ValueError for an unknown one."""
    return tuple(TieBreak(value) for value in stored)


def standings_settings(
    stored_points: StoredPoints,
    stored_tie_breaks: Iterable[str],
    *,
    unplayed: str,
    lot_seed: str,
    struck: str = StruckRule.BYE,
    penalties: str = PenaltyRule.POINTS,
) -> StandingsSettings:
    """Both, what unplayed and struck games and the points taken by rulings count, and the text
    that decides the lot."""
    return StandingsSettings(
        points=points_scheme(stored_points),
        tie_breaks=tie_breaks(stored_tie_breaks),
        unplayed=UnplayedRule(unplayed),
        struck=StruckRule(struck),
        penalties=PenaltyRule(penalties),
        lot_seed=lot_seed,
    )

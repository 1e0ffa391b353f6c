"""The settings of a tournament, stored as JSON, as the formats read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from tournaments.formats.scoring import PointsScheme, StandingsSettings, TieBreak, UnplayedRule

StoredPoints = Mapping[str, str | Sequence[Sequence[str]]]

ZERO = Decimal(0)


def points_scheme(stored: StoredPoints) -> PointsScheme:
    """`{"win": "1", "draw": "0.5", "loss": "0", "bye": "1"}` and the like.

    Keys are the fields of `PointsScheme`; `by_place` is a list of lists. What is left out: a
    draw is worth half a win; a bye and a walkover won are worth a win; of three sides the first
    gets a win, the second half of it; everything else is worth nothing.
    """
    points = {key: Decimal(value) for key, value in stored.items() if isinstance(value, str | int)}
    win = points.get("win", Decimal(1))
    rows = stored.get("by_place")
    by_place = (
        ((win, win / 2, ZERO),)
        if rows is None or isinstance(rows, str)
        else tuple(tuple(Decimal(value) for value in row) for row in rows)
    )
    return PointsScheme(
        win=win,
        draw=points.get("draw", win / 2),
        loss=points.get("loss", ZERO),
        bye=points.get("bye", win),
        requested_bye=points.get("requested_bye", ZERO),
        walkover_win=points.get("walkover_win", win),
        walkover_loss=points.get("walkover_loss", ZERO),
        absent=points.get("absent", ZERO),
        by_place=by_place,
    )


def tie_breaks(stored: Iterable[str]) -> tuple[TieBreak, ...]:
    """Stored values as the formats' tie-breaks, in order. ValueError for an unknown one."""
    return tuple(TieBreak(value) for value in stored)


def standings_settings(
    stored_points: StoredPoints,
    stored_tie_breaks: Iterable[str],
    *,
    unplayed: str,
    lot_seed: str,
) -> StandingsSettings:
    """Both, what unplayed games count, and the text that decides the lot."""
    return StandingsSettings(
        points=points_scheme(stored_points),
        tie_breaks=tie_breaks(stored_tie_breaks),
        unplayed=UnplayedRule(unplayed),
        lot_seed=lot_seed,
    )

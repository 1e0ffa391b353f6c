"""In which stage the points that rulings took count.

Points taken count once in a tournament: in the stage that was played when they were taken, and in
those that take its whole result along. A later stage that starts everybody from nothing starts the
one who was punished from nothing too.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from judging.models import Ruling
from tournaments.models import Entry, Round


def taken_by_stage(entry: Entry) -> dict[str, str]:
    """Points by the key of the stage, both as text, below 0: of the rulings that stand.

    A ruling that amends another belongs where the first one was given.
    """
    taken: dict[int, Decimal] = defaultdict(Decimal)
    standing = Ruling.objects.filter(
        entry=entry, amended_by__isnull=True, consequence=Ruling.Consequence.PENALTY
    )
    for ruling in standing.select_related("pairing__round"):
        taken[_stage_of(_first_of(ruling))] -= ruling.points or Decimal(0)
    return {str(stage): str(points) for stage, points in sorted(taken.items()) if points}


def _first_of(ruling: Ruling) -> Ruling:
    while ruling.amends is not None:
        ruling = ruling.amends
    return ruling


def _stage_of(ruling: Ruling) -> int:
    """The stage of its table; away from a table, that of the last round drawn by then, or the
    first before any was."""
    if ruling.pairing is not None:
        return ruling.pairing.round.stage_id
    drawn = Round.objects.filter(tournament=ruling.tournament_id, drawn_at__lte=ruling.given_at)
    stage = drawn.order_by("-number").values_list("stage_id", flat=True).first()
    if stage is None:
        stage = ruling.tournament.stages.order_by("number").values_list("pk", flat=True).first()
    assert stage is not None, "a tournament has a stage"
    return stage
